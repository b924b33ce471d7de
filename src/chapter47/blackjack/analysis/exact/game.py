"""What the exact analysis needs to know about a game besides its rules: the dealer's visible cards, and which suits
count."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.dealer import UP_CARDS, Views
from chapter47.blackjack.analysis.exact.hands import NO_SUITS, ONE_SUIT, HandTable, SuitsThatCount
from chapter47.blackjack.analysis.exact.rulebook import kinds_of
from chapter47.blackjack.analysis.exact.shoe import SuitChances
from chapter47.blackjack.analysis.exact.values import NAMES, SHOWN
from chapter47.blackjack.posting import TableRules
from chapter47.core.errors import NotPricedError


class ChartColumns(NamedTuple):
    """The columns of a chart: their names, their order, and the column of each view."""

    names: tuple[str, ...]
    shown: tuple[int, ...]
    of_view: Ints

    def gathered(self, by_view: Floats, axis: int) -> Floats:
        """Sum over the views of each column."""
        by_column = np.zeros((len(self.names), *by_view.shape[:axis], *by_view.shape[axis + 1 :]))
        np.add.at(by_column, self.of_view, np.moveaxis(by_view, axis, 0))
        return np.ascontiguousarray(np.moveaxis(by_column, 0, axis))


UP_CARD = ChartColumns(NAMES, SHOWN, np.arange(len(NAMES)))


def suits_of_optional_payouts(table: TableRules) -> SuitsThatCount:
    return SuitsThatCount((ONE_SUIT,)) if "6-7-8-suited" in table.optional_payouts else NO_SUITS


def nothing_beside(table: TableRules, hands: HandTable, chances: SuitChances) -> Floats:
    del table, chances
    return np.zeros((len(kinds_of(hands.suits).examples), 0))


def refuse_odd_hole_cards(table: TableRules) -> None:
    if table.hole_card == "face-up":
        raise NotPricedError("a face-up hole card is double exposure: this game is not priced with one")


class AnalysedGame(NamedTuple):
    refuse: Callable[[TableRules], None] = refuse_odd_hole_cards
    """Raises an error for anything that is not priced at this game."""
    views: Views = UP_CARDS
    columns: ChartColumns = UP_CARD
    suits: Callable[[TableRules], SuitsThatCount] = suits_of_optional_payouts
    bonus: Callable[[TableRules, HandTable, SuitChances], Floats] = nothing_beside
    """What hands earn besides their wager, by kind and view."""


BLACKJACK: Final = AnalysedGame()
