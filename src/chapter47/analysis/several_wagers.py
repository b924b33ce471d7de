"""Several wagers on one hand, each against a dealer's hand of its own (multiple action, 19:47-2.18).

Two wagers go together by the player's cards and the up card, which they share. The dealer's hands are taken as
independent of each other given those, and the hands of a split pair as independent given the up card."""

import numpy as np

from chapter47.analysis.arrays import Pays, Plan
from chapter47.analysis.chart import Followed
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.kernels import reach, start_split
from chapter47.analysis.over_21 import over_21, unsplit_weights
from chapter47.analysis.study import Study
from chapter47.analysis.values import VALUES
from chapter47.hands import LIMIT


def shared_variance(where: Study, followed: Followed, mean: float) -> float:
    """The variance of what a wager is worth once the player is done: the covariance of two wagers."""
    return sum(_squares(where, followed, view) for view in range(where.views)) - mean**2


def _squares(where: Study, followed: Followed, view: int) -> float:
    weight = unsplit_weights(where, followed, view)
    plan, sets = followed.plan, where.removed.of_hand
    found = _moments(where, where.pays, where.rows, sets, 0, 0, plan, where.may_double, weight, view, taken=1.0)[2]
    given_up = followed.gives_up[:, view].astype(bool) & (where.deals[:, view] > 0.0)
    worth = where.given_up[given_up, view] - (1.0 - where.clear[sets[given_up], view])
    found += float((where.deals[given_up, view] * worth**2).sum())
    own, share = float(where.deals[where.blackjack_row, view]), where.blackjack.share
    found += own * float((1.0 - share) * where.own[0, view] ** 2 + share * where.own[1, view] ** 2)
    rows, values = where.pairs
    splits = followed.splits[:, view].astype(bool) & ~followed.gives_up[rows, view].astype(bool)
    for number in np.flatnonzero(splits):
        often = float(where.deals[rows[number], view])
        if often > 0.0:
            taken = 1.0 - float(where.clear[sets[rows[number]], view])
            found += often * _split(where, plan, int(values[number]), view, taken)
    return float(found)


def _split(where: Study, plan: Plan, pair: int, view: int, taken: float) -> float:
    """The mean square of what all hands of a pair are worth."""
    part, total = where.parts[0], np.zeros(3)
    weights, roots, rows = part.weights[pair], where.roots[pair], where.split_rows[pair]
    for more in range(1, len(weights.other)):
        weight = np.zeros((len(where.hands.hands), where.views))
        start_split(where.deal, roots.rows, roots.share, pair, more, weights.other[more], weights.same[more], weight)
        sets, may_double = where.removed.split(pair, more), where.may_double_split
        total += _moments(where, part.pays, rows, sets, pair, more, plan, may_double, weight, view, taken=0.0)
    hands, sums, squares = (float(one) for one in total)
    return (sums - taken) ** 2 + squares - sums**2 / hands


def _moments(
    where: Study,
    pays: Pays,
    rows: Ints,
    sets: Ints,
    pair: int,
    more: int,
    plan: Plan,
    may_double: Ints,
    weight: Floats,
    view: int,
    *,
    taken: float,
) -> Floats:
    """Number, sum and sum of squares of what finished hands are worth; a dealer's blackjack takes `taken` of each."""
    deal, found = where.deal, np.zeros(3)
    draws = where.draws[pair] or more == 0
    if draws:
        reach(deal, rows, pair, more, plan, may_double, weight)
    held = rows[weight[rows, view] != 0.0]
    doubles = (plan.doubles[held, view] & may_double[held]).astype(bool) & draws
    stands = ~doubles & ((deal.points[held] == LIMIT) | (plan.hits[held, view] == 0) | (not draws))
    _count(found, weight[held[stands], view], _settled(where, pays.kinds, pays.once, sets, held[stands], view, taken))
    for value in range(VALUES) if draws else ():
        left = np.maximum(deal.shoe - deal.view_cards[view] - deal.cards[held[doubles]], 0)
        left[:, pair] -= more
        child, often = deal.child[held[doubles], value], weight[held[doubles], view] * left[:, value] / left.sum(axis=1)
        within = (child >= 0) & (often != 0.0)
        worth = _settled(where, pays.kinds, pays.doubled, sets, child[within], view, taken)
        _count(found, often[within], worth)
    for one in over_21(where, held, pair, more, plan, may_double, weight, view) if draws else ():
        lost, beside = (pays.over.doubled, pays.over.doubled_beside) if one.doubled else pays.over[0:3:2]
        _count(found, one.often, -(one.clear * lost + (1.0 - one.clear) * (beside + taken)))
    return found


def _settled(where: Study, kinds: Ints, pays: Floats, sets: Ints, rows: Ints, view: int, taken: float) -> Floats:
    worth = (pays[kinds[rows]] * where.deal.outcomes[sets[rows], view]).sum(axis=1)
    found: Floats = worth - taken * (1.0 - where.clear[sets[rows], view])
    return found


def _count(found: Floats, often: Floats, worth: Floats) -> None:
    found += (often.sum(), (often * worth).sum(), (often * worth**2).sum())
