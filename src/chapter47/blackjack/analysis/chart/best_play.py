"""The best play by cards, and its value."""

from typing import NamedTuple, Protocol

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints, Moves, Plan
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, blank_plan, split_values, unsplit_moves
from chapter47.blackjack.analysis.exact.values import ACE
from chapter47.blackjack.analysis.split.all_hands_bust import add_all_bust
from chapter47.blackjack.analysis.split.dealer_blackjack import saved_by_two_card_21s
from chapter47.blackjack.analysis.split.sevens import split_sevens


class OptimalPlay(NamedTuple):
    """Values of every move when each decision knows the cards of its hand, by hand and view."""

    moves: Moves
    split: Floats
    """By row of the pairs."""
    plan: Plan
    value: float


class OptimalHand(Protocol):
    """The best play of one hand by its cards, with its chart if one was computed."""

    @property
    def prepared(self) -> PreparedShoe: ...
    @property
    def optimal(self) -> OptimalPlay: ...
    @property
    def strategy(self) -> Chart | None: ...


class AnalysedHand(OptimalHand, Protocol):
    """The same with a chart."""

    @property
    def strategy(self) -> Chart: ...


class BestPlay(NamedTuple):
    """The values of moves and splits, the plan, and the value of each hand when the dealer has no blackjack."""

    moves: Moves
    split: Floats
    plan: Plan
    value: Floats
    splits: Ints
    """Which pairs are split, by row of the pairs and view."""


def optimal(prepared: PreparedShoe, split: Floats | None = None) -> OptimalPlay:
    """Compute the best play by cards; it is the same after a split, unless split values are given."""
    best = best_play(prepared, split)
    value = value_of_round(prepared, best.value) + value_of_questions(prepared, None)
    return OptimalPlay(best.moves, best.split, best.plan, value)


def best_play(prepared: PreparedShoe, split: Floats | None = None) -> BestPlay:
    plan = blank_plan(prepared)
    moves = unsplit_moves(prepared, plan, choose=True)
    rows = prepared.pairs.rows
    unsplit_value = np.maximum(moves.best, prepared.surrender_values)[rows]
    if split is None:
        split = split_values(prepared, plan)[prepared.pairs.value]
        if prepared.hands.suits.sevens:
            split_sevens(prepared, plan, split)
        split += saved_by_two_card_21s(prepared)[prepared.pairs.value]
        add_all_bust(prepared, plan, split, least=unsplit_value)
    value = np.maximum(moves.best, prepared.surrender_values)
    value[rows] = np.maximum(unsplit_value, split)
    return BestPlay(moves, split, plan, value, np.asarray(split > unsplit_value, dtype=np.int64))


def value_of_round(prepared: PreparedShoe, value: Floats) -> float:
    """Average over all first cards: hand values, losses to a dealer's blackjack, and blackjacks."""
    two_card_rows = np.flatnonzero(prepared.hands.size == 2)
    no_blackjack = prepared.no_blackjack[prepared.removed.of_hand[two_card_rows]]
    worth = value[two_card_rows] - (1.0 - no_blackjack)
    share = prepared.blackjack.designated_share
    worth[two_card_rows == prepared.blackjack_row] = (1.0 - share) * prepared.own_blackjack[
        0
    ] + share * prepared.own_blackjack[1]
    return float((prepared.deal_chances[two_card_rows] * worth).sum())


def value_of_questions(prepared: PreparedShoe, chart: Chart | None) -> float:
    """Return what insurance and even money add, decided hand by hand or by the chart."""
    if not prepared.insurable:
        return 0.0
    two_card_rows = np.flatnonzero(prepared.hands.size == 2)
    no_blackjack = prepared.no_blackjack[prepared.removed.of_hand[two_card_rows], ACE]
    frequency = prepared.deal_chances[two_card_rows, ACE]
    insured = 0.5 * (2.0 * (1.0 - no_blackjack) - no_blackjack)
    own = two_card_rows == prepared.blackjack_row
    gain = np.maximum(insured, 0.0) if chart is None else insured * chart.insurance
    value = float((frequency * gain)[~own].sum())
    return value + float(frequency[own][0]) * _own_blackjack(prepared, float(gain[own][0]), chart)


def _own_blackjack(prepared: PreparedShoe, insured: float, chart: Chart | None) -> float:
    """Return the value of even money instead of waiting, if offered; otherwise of insurance."""
    value = 0.0
    for share, waiting in zip(
        (1.0 - prepared.blackjack.designated_share, prepared.blackjack.designated_share),
        prepared.own_blackjack[:, ACE],
        strict=True,
    ):
        even = 1.0 - float(waiting)
        if not prepared.table.even_money:
            value += share * insured
        elif chart is None:
            value += share * max(even, insured)
        else:
            value += share * (even if chart.even_money else insured)
    return value
