"""Unsplit hands that bust before the dealer has a blackjack, as far as a round's results need them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import FollowedChart
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints, Plan
from chapter47.blackjack.analysis.exact.kernels import reach
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.hands import LIMIT


class HandsOver21(NamedTuple):
    """Hands of `rows` that one card takes over 21: how often, and how likely the dealer then has no blackjack."""

    rows: Ints
    chance: Floats
    no_blackjack: Floats
    doubled: bool


def hands_over_21(prepared: PreparedShoe, plan: Plan, weight: Floats, view: int) -> Iterator[HandsOver21]:
    """Count the hands over 21; `weight` says how often each hand is reached under the plan."""
    deal, completing = prepared.deal, int(prepared.deal.completes_blackjack[view])
    rows = prepared.played_rows
    held = rows[(weight[rows, view] != 0.0) & (deal.points[rows] < LIMIT)]
    doubles = (plan.doubles[held, view] & prepared.may_double[held]).astype(bool)
    hits = plan.hits[held, view].astype(bool) & ~doubles
    for value in range(VALUES):
        for which, doubled in ((hits, False), (doubles, True)):
            over = held[which & (deal.child[held, value] < 0)]
            left = deal.shoe - deal.view_cards[view] - deal.cards[over]
            unseen = np.maximum(left.sum(axis=1), 2)
            frequency = weight[over, view] * np.maximum(left[:, value], 0) / unseen
            hidden = (
                np.maximum(left[:, completing] - (completing == value), 0) / (unseen - 1)
                if completing >= 0
                else 0.0 * frequency
            )
            yield HandsOver21(over, frequency, 1.0 - hidden, doubled)


def unsplit_weights(prepared: PreparedShoe, followed: FollowedChart, view: int) -> Floats:
    """Return how often each unsplit hand that is played is dealt against this view."""
    weight, rows = np.zeros((len(prepared.hands.hands), prepared.views)), prepared.pairs.rows
    weight[:, view] = prepared.deal_chances[:, view]
    weight[prepared.blackjack_row] = 0.0
    weight[rows, view] *= ~followed.splits[:, view].astype(bool)
    weight[followed.surrenders[:, view].astype(bool), view] = 0.0
    return weight


def doubled_over_21(prepared: PreparedShoe, followed: FollowedChart, view: int) -> float:
    """Return how often an unsplit doubled hand is over 21 while the dealer has a blackjack."""
    weight = unsplit_weights(prepared, followed, view)
    reach(prepared.deal, prepared.unsplit_hands, followed.plan, weight)
    over_21 = hands_over_21(prepared, followed.plan, weight, view)
    return sum(float((hands.chance * (1.0 - hands.no_blackjack)).sum()) for hands in over_21 if hands.doubled)
