"""The best play by cards, and what it is worth."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.arrays import Moves, Plan
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.prepared import Study, blank_plan, split_values, unsplit
from chapter47.blackjack.analysis.exact.values import ACE
from chapter47.blackjack.analysis.split.all_hands_bust import add_all_over
from chapter47.blackjack.analysis.split.dealer_blackjack import lost_besides, two_card_21s
from chapter47.blackjack.analysis.split.sevens import split_sevens


class Optimal(NamedTuple):
    """Values of every move where each decision knows the cards of its hand, by hand and view."""

    moves: Moves
    split: Floats
    """By row of the pairs."""
    plan: Plan
    value: float


class Best(NamedTuple):
    """The values of moves and of splits, the plan, and what each hand is worth where the dealer has no blackjack."""

    moves: Moves
    split: Floats
    plan: Plan
    value: Floats
    splits: Ints
    """Which pairs are split, by row of the pairs and view."""


def optimal(where: Study, split: Floats | None = None) -> Optimal:
    """The best play by cards; after a split the same as before, unless the values of splitting are given."""
    best = best_play(where, split)
    besides = lost_besides(where, best.plan, best.splits)
    value = of_the_round(where, best.value) + questions(where, None) - besides
    return Optimal(best.moves, best.split, best.plan, value)


def best_play(where: Study, split: Floats | None = None) -> Best:
    plan = blank_plan(where)
    moves = unsplit(where, plan, choose=True)
    rows = where.pairs.rows
    unsplit_value = np.maximum(moves.best, where.given_up)[rows]
    if split is None:
        split = split_values(where, plan)[where.pairs.value]
        if where.hands.suits.sevens:
            split_sevens(where, plan, split)
        split += two_card_21s(where)[where.pairs.value]
        add_all_over(where, plan, split, least=unsplit_value)
    value = np.maximum(moves.best, where.given_up)
    value[rows] = np.maximum(unsplit_value, split)
    return Best(moves, split, plan, value, np.asarray(split > unsplit_value, dtype=np.int64))


def of_the_round(where: Study, value: Floats) -> float:
    """The mean over all first cards: of the hands' values, of what a dealer's blackjack takes, of blackjacks."""
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos]]
    worth = value[twos] - (1.0 - clear)
    share = where.blackjack.share
    worth[twos == where.blackjack_row] = (1.0 - share) * where.own[0] + share * where.own[1]
    return float((where.deals[twos] * worth).sum())


def questions(where: Study, chart: Chart | None) -> float:
    """What insurance and even money add: by the best answer for each hand, or by the chart's."""
    if not where.insurable:
        return 0.0
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos], ACE]
    often = where.deals[twos, ACE]
    insured = 0.5 * (2.0 * (1.0 - clear) - clear)
    own = twos == where.blackjack_row
    gain = np.maximum(insured, 0.0) if chart is None else insured * chart.insurance
    value = float((often * gain)[~own].sum())
    return value + float(often[own][0]) * _own_blackjack(where, float(gain[own][0]), chart)


def _own_blackjack(where: Study, insured: float, chart: Chart | None) -> float:
    """Even money in place of waiting, where it is offered; else insurance."""
    found = 0.0
    for share, waiting in zip((1.0 - where.blackjack.share, where.blackjack.share), where.own[:, ACE], strict=True):
        even = 1.0 - float(waiting)
        if not where.table.even_money:
            found += share * insured
        elif chart is None:
            found += share * max(even, insured)
        else:
            found += share * (even if chart.even_money else insured)
    return found
