"""Unsplit hands that go over 21 before the dealer has a blackjack, as far as a round's results need them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Followed
from chapter47.blackjack.analysis.exact.arrays import Plan
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import reach
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.hands import LIMIT


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


def unsplit_weights(where: Study, followed: Followed, view: int) -> Floats:
    """How often each unsplit hand that is played is dealt against this view."""
    weight, rows = np.zeros((len(where.hands.hands), where.views)), where.pairs.rows
    weight[:, view] = where.deals[:, view]
    weight[where.blackjack_row] = 0.0
    weight[rows, view] *= ~followed.splits[:, view].astype(bool)
    weight[followed.gives_up[:, view].astype(bool), view] = 0.0
    return weight


def doubled_over_21(where: Study, followed: Followed, view: int) -> float:
    """How often an unsplit doubled hand is over 21 and the dealer has a blackjack."""
    weight = unsplit_weights(where, followed, view)
    reach(where.deal, where.rows, 0, 0, followed.plan, where.may_double, weight)
    drawn = over_21(where, where.rows, 0, 0, followed.plan, where.may_double, weight, view)
    return sum(float((one.often * (1.0 - one.clear)).sum()) for one in drawn if one.doubled)
