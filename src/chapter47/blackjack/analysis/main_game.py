"""The main wager's exact price, whichever game the table offers."""

from collections.abc import Callable
from typing import Final, NamedTuple

from chapter47.blackjack.analysis.double_exposure import DOUBLE_EXPOSURE
from chapter47.blackjack.analysis.exact.game import BLACKJACK, AnalysedGame
from chapter47.blackjack.analysis.exact.kernels import dealer_outcomes, sum_cells, value_moves
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.one_wager import price_one_wager
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.spanish_21 import SPANISH_21
from chapter47.blackjack.analysis.switch.price import price_switch
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.errors import NotPricedError
from chapter47.core.numeric.compiled import say_if_cold


class GamePricing(NamedTuple):
    """How a game is priced."""

    game: AnalysedGame = BLACKJACK
    price: Callable[[TableRules, tuple[CardCounts, ...], AnalysedGame], MainGamePrice] = price_one_wager
    """From all that a round may be dealt from, each as likely as the other."""


PRICED: Final[dict[str, GamePricing]] = {
    "blackjack": GamePricing(),
    "six-to-five": GamePricing(),
    "double-exposure": GamePricing(DOUBLE_EXPOSURE),
    "multiple-action": GamePricing(),
    "switch": GamePricing(price=price_switch),
    "spanish-21": GamePricing(SPANISH_21),
}


def analyse(table: TableRules, *shoes: CardCounts) -> MainGamePrice:
    """Price the main wager of a table; `shoes`, each as likely as the other, in place of its full decks."""
    game, price = PRICED[table.game]
    if table.decks < 1:
        raise NotPricedError("a shoe without cards has no price")
    game.refuse(table)
    say_if_cold(dealer_outcomes, value_moves, sum_cells)
    return price(table, shoes or full_shoes(table), game)
