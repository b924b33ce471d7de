"""The main wager's exact price, whichever game the table offers."""

from typing import Final

from chapter47.blackjack.analysis.double_exposure import DOUBLE_EXPOSURE
from chapter47.blackjack.analysis.exact.game import GamePricing
from chapter47.blackjack.analysis.exact.kernels import dealer_outcomes, sum_cells, value_moves
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.one_wager import BLACKJACK
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.spanish_21 import SPANISH_21
from chapter47.blackjack.analysis.switch.price import SWITCH
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.errors import NotPricedError
from chapter47.core.numeric.compiled import say_if_cold

PRICED: Final[dict[str, GamePricing]] = {
    "blackjack": BLACKJACK,
    "six-to-five": BLACKJACK,
    "double-exposure": DOUBLE_EXPOSURE,
    "multiple-action": BLACKJACK,
    "switch": SWITCH,
    "spanish-21": SPANISH_21,
}


def analyse(table: TableRules, *shoes: CardCounts) -> MainGamePrice:
    """Price the main wager of a table; `shoes`, each as likely as the other, in place of its full decks."""
    game = PRICED[table.game]
    if table.decks < 1:
        raise NotPricedError("a shoe without cards has no price")
    game.refuse(table)
    say_if_cold(dealer_outcomes, value_moves, sum_cells)
    return game.price(table, shoes or full_shoes(table), game)
