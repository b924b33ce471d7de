"""The main wager's exact price, for each game that a table can offer."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats
from chapter47.blackjack.analysis.exact.dealer import Views, total_of
from chapter47.blackjack.analysis.exact.game import BLACKJACK, AnalysedGame, ChartColumns
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, HandTable, SuitsThatCount
from chapter47.blackjack.analysis.exact.rulebook import kinds_of, paid_besides, player_hand
from chapter47.blackjack.analysis.exact.shoe import CardCounts, SuitChances, full_shoes
from chapter47.blackjack.analysis.exact.values import NAMES, VALUES, multiset
from chapter47.blackjack.analysis.one_wager import price_one_wager
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.switch.price import price_switch, refuse_at_switch
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.core.errors import NotPricedError

TWO_CARDS: Final[Views] = tuple((first, second) for first in range(VALUES) for second in range(first, VALUES))
_TOTALS: Final = (
    *(Total(points, soft=False) for points in range(4, LIMIT)),
    *(Total(points, soft=True) for points in range(12, LIMIT + 1)),
)
"""Totals of a dealer's two cards; the last one is a blackjack, which leaves no decision."""


def _name(total: Total) -> str:
    return f"soft {total.points}" if total.soft else str(total.points)


def _columns() -> ChartColumns:
    seen = [total_of(multiset(view)) for view in TWO_CARDS]
    of_view = np.array([_TOTALS.index(total) for total in seen], dtype=np.int64)
    return ChartColumns(tuple(map(_name, _TOTALS)), tuple(range(len(_TOTALS) - 1)), of_view)


def _refuse(table: TableRules) -> None:
    if table.hole_card != "face-up":
        raise NotPricedError("double exposure is priced with the hole card face up only")


DOUBLE_EXPOSURE: Final = BLACKJACK._replace(refuse=_refuse, views=TWO_CARDS, columns=_columns())


SUITS_THAT_COUNT: Final = SuitsThatCount((ONE_SUIT, SPADES), sevens=True)


def _suits(table: TableRules) -> SuitsThatCount:
    del table
    return SUITS_THAT_COUNT


def super_bonus(table: TableRules, hands: HandTable, chances: SuitChances) -> Floats:
    """Return the super bonus in units of the minimum wager, with nobody else at the table."""
    kinds = kinds_of(hands.suits)
    bonus = np.zeros((len(kinds.examples), VALUES))
    for kind, row in enumerate(kinds.examples):
        hand = hands.hands[row]
        if hand.suited == MIXED or sum(hand.cards) != 3:
            continue
        values = tuple(value for value in range(VALUES) for _ in range(hand.cards[value]))
        for view in range(VALUES):
            units = paid_besides(table, player_hand(values, suited=hand.suited), Card(NAMES[view], "d"))
            bonus[kind, view] = units * chances.third_card(hand.cards)
    return bonus


SPANISH_21: Final = BLACKJACK._replace(suits=_suits, bonus=super_bonus)


class GamePricing(NamedTuple):
    """How a game is priced."""

    game: AnalysedGame = BLACKJACK
    price: Callable[[TableRules, tuple[CardCounts, ...], AnalysedGame], MainGamePrice] = price_one_wager
    """Prices the game from all shoes that a round may be dealt from, all equally likely."""


PRICED: Final[dict[str, GamePricing]] = {
    "blackjack": GamePricing(),
    "six-to-five": GamePricing(),
    "double-exposure": GamePricing(DOUBLE_EXPOSURE),
    "multiple-action": GamePricing(),
    "switch": GamePricing(BLACKJACK._replace(refuse=refuse_at_switch), price_switch),
    "spanish-21": GamePricing(SPANISH_21),
}


def analysed_game(table: TableRules) -> AnalysedGame:
    """Return what the analysis needs to know about the table's game besides its rules."""
    return PRICED[table.game].game


def analyse(table: TableRules, *shoes: CardCounts) -> MainGamePrice:
    """Price the main wager of a table, from its full decks or from equally likely `shoes`."""
    game, price = PRICED[table.game]
    if table.decks < 1:
        raise NotPricedError("an empty shoe has no price")
    game.refuse(table)
    return price(table, shoes or full_shoes(table), game)
