"""Hands that go over 21 before the dealer has a blackjack, as far as the spread of a round's results needs them.

What unsplit hands lose is exact. The hands of a split pair are taken as independent of each other: that concerns rounds
with a split and a dealer's blackjack only, and `error` bounds it."""

from collections.abc import Iterator
from math import factorial
from typing import NamedTuple

import numpy as np

from chapter47.analysis.arrays import Plan
from chapter47.analysis.chart import Followed
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.kernels import reach, start_split
from chapter47.analysis.splits import hand_numbers
from chapter47.analysis.study import Study
from chapter47.analysis.values import VALUES
from chapter47.hands import LIMIT


class Drawn(NamedTuple):
    """Hands of `rows` that one card takes over 21: how often, and how likely the dealer then has no blackjack."""

    rows: Ints
    often: Floats
    clear: Floats
    doubled: bool


def over_21(
    where: Study, rows: Ints, pair: int, more: int, plan: Plan, may_double: Ints, weight: Floats, view: int
) -> Iterator[Drawn]:
    """`weight` says how often each hand is reached under the plan."""
    deal, need = where.deal, int(where.deal.completes[view])
    held = rows[(weight[rows, view] != 0.0) & (deal.points[rows] < LIMIT)]
    doubles = (plan.doubles[held, view] & may_double[held]).astype(bool)
    hits = plan.hits[held, view].astype(bool) & ~doubles
    for value in range(VALUES):
        for which, doubled in ((hits, False), (doubles, True)):
            over = held[which & (deal.child[held, value] < 0)]
            left = deal.shoe - deal.view_cards[view] - deal.cards[over]
            left[:, pair] -= more
            unseen = np.maximum(left.sum(axis=1), 2)
            often = weight[over, view] * np.maximum(left[:, value], 0) / unseen
            hidden = np.maximum(left[:, need] - (need == value), 0) / (unseen - 1) if need >= 0 else 0.0 * often
            yield Drawn(over, often, 1.0 - hidden, doubled)


class Lost(NamedTuple):
    """How often a dealer's blackjack comes with so many units lost, where that is more than one."""

    units: dict[int, float]
    error: float
    """What the variance can be wrong by."""


def lost_with_blackjack(where: Study, followed: Followed, view: int) -> Lost:
    found: dict[int, float] = {}
    if where.deal.completes[view] < 0:
        return Lost(found, 0.0)
    if where.busts.doubled:
        found[2] = _doubled(where, followed, view)
    error = 0.0
    rows, values = where.pairs
    splits = followed.splits[:, view].astype(bool) & ~followed.gives_up[rows, view].astype(bool)
    for number in np.flatnonzero(splits & where.busts.split):
        pair = int(values[number])
        often = float(where.deals[rows[number], view] * (1.0 - where.clear[where.removed.of_hand[rows[number]], view]))
        if often > 0.0 and where.draws[pair]:
            for units, chance in _split(where, followed.plan, pair, view).items():
                found[units] = found.get(units, 0.0) + often * chance
            error += often * ((2 * where.most[pair]) ** 2 - 1)
    return Lost(found, error)


def unsplit_weights(where: Study, followed: Followed, view: int) -> Floats:
    """How often each unsplit hand that is played is dealt against this view."""
    weight, rows = np.zeros((len(where.hands.hands), where.views)), where.pairs.rows
    weight[:, view] = where.deals[:, view]
    weight[where.blackjack_row] = 0.0
    weight[rows, view] *= ~followed.splits[:, view].astype(bool)
    weight[followed.gives_up[:, view].astype(bool), view] = 0.0
    return weight


def _doubled(where: Study, followed: Followed, view: int) -> float:
    weight = unsplit_weights(where, followed, view)
    reach(where.deal, where.rows, 0, 0, followed.plan, where.may_double, weight)
    drawn = over_21(where, where.rows, 0, 0, followed.plan, where.may_double, weight, view)
    return sum(float((one.often * (1.0 - one.clear)).sum()) for one in drawn if one.doubled)


def _split(where: Study, plan: Plan, pair: int, view: int) -> dict[int, float]:
    """Units lost to a dealer's blackjack: the hands over 21, and one unit more unless all are."""
    hands, over = 0.0, np.zeros(2)
    weights, roots, rows = where.parts[0].weights[pair], where.roots[pair], where.split_rows[pair]
    for more in range(1, len(weights.other)):
        weight = np.zeros((len(where.hands.hands), where.views))
        start_split(where.deal, roots.rows, roots.share, pair, more, weights.other[more], weights.same[more], weight)
        begun = roots.rows[:, 0]
        hands += float(
            (weight[begun, view] * (1.0 - where.clear[where.removed.of_split[pair, more, begun], view])).sum()
        )
        reach(where.deal, rows, pair, more, plan, where.may_double_split, weight)
        for one in over_21(where, rows, pair, more, plan, where.may_double_split, weight, view):
            over[int(one.doubled)] += float((one.often * (1.0 - one.clear)).sum())
    once, twice = over[0] / hands, over[1] / hands * where.busts.split_doubled
    deal = where.deal
    numbers = hand_numbers(deal.shoe, deal.view_cards[view : view + 1], deal.view_size, pair, where.most[pair])
    found: dict[int, float] = {}
    for number, chance in numbers.items():
        for units, part in _of_hands(number, float(once), float(twice)).items():
            found[units] = found.get(units, 0.0) + chance * part
    return found


def _of_hands(number: int, once: float, twice: float) -> dict[int, float]:
    found: dict[int, float] = {}
    for one in range(number + 1):
        for two in range(number + 1 - one):
            rest = number - one - two
            orders = factorial(number) // (factorial(one) * factorial(two) * factorial(rest))
            units = one + 2 * two + (rest > 0)
            if units > 1:
                chance = orders * once**one * twice**two * (1.0 - once - twice) ** rest
                found[units] = found.get(units, 0.0) + chance
    return found
