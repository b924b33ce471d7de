"""Two dealer's hands under one up card, dealt one after the other from the same cards (multiple action, 19:47-2.18).

The cards unseen come in any order with the same chance, so a set of cards that both hands draw has a chance of its own,
whoever draws which. Sets of both are sums of sets of one; counted is in how many orders they lead to which two totals.
Hands over 21 are not enumerated: they are what is left."""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.dealer import BUST, LOWEST, OUTCOMES, Floats, Indices, Ints, Tree, finishing_tree, total_of
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.pair_kernels import BITS, unpacked
from chapter47.analysis.study import Study
from chapter47.analysis.values import VALUES, Multiset, add, multiset
from chapter47.hands import LIMIT, Total

BLACKJACK = OUTCOMES
ENDS = OUTCOMES + 1
"""17 to 21, over 21, a blackjack."""
_TOLD = [end for end in range(ENDS) if end != BUST]
_PAIRS = list(combinations_with_replacement(_TOLD, 2))
_AT_ONCE = 1 << 12
_MARKS = 32
_SHIFTS = BITS * np.arange(VALUES)
_ONE = 1 << _SHIFTS
"""A set of cards as one number, high cards first; with the number of two ends it has room for 31 tens."""


class TwoDealers:
    """How two dealer's hands end together against one up card."""

    def __init__(self, where: Study, view: int) -> None:
        self.where, self.view = where, view
        finished = _finishing_hands(rulebook.stands_on(where.table), view)
        keys = [int(np.array(cards) @ _ONE - _ONE[view]) for cards in finished]
        ends = [total_of(cards).points - LOWEST for cards in finished]
        orders = list(finished.values())
        if (need := int(where.deal.completes[view])) >= 0:
            keys, ends, orders = [*keys, int(_ONE[need])], [*ends, BLACKJACK], [*orders, 1.0]
        self.tree = _tree(view, _put_together(np.array(keys), np.array(ends), np.array(orders)))

    def law(self, gone: Ints) -> Floats:
        """The chance of every two ends with each of these sets gone."""
        found = np.zeros((len(gone), ENDS, ENDS))
        for begin in range(0, len(gone), _AT_ONCE):
            self._write_law(gone[begin : begin + _AT_ONCE], found[begin : begin + _AT_ONCE])
        return found

    def _write_law(self, gone: Ints, found: Floats) -> None:
        deal, only = self.where.deal, slice(self.view, self.view + 1)
        up = deal.view_cards[only]
        clear = clear_of_blackjack(gone, deal.shoe, up, 1, deal.completes[only])
        tree = finishing_tree(rulebook.stands_on(self.where.table), ((self.view,),))
        alone = dealer_outcomes(gone, deal.shoe, tree, np.array([[self.view]]), clear)[:, 0]
        alone = np.concatenate([alone, 1.0 - clear], axis=1)
        told = dealer_outcomes(gone, deal.shoe, self.tree, np.array([[self.view]]), clear)[:, 0]
        for place, (one, other) in enumerate(_PAIRS):
            found[:, one, other] = found[:, other, one] = told[:, place]
        found[:, _TOLD, BUST] = found[:, BUST, _TOLD] = alone[:, _TOLD] - found[:, _TOLD].sum(axis=2)
        found[:, BUST, BUST] = alone[:, BUST] - found[:, BUST, _TOLD].sum(axis=1)


class _Endings(NamedTuple):
    """Sets of cards, packed, and two ends to which they lead: sorted, with the number of orders."""

    keys: Ints
    targets: Ints
    orders: Floats


def _put_together(keys: Ints, ends: Ints, orders: Floats) -> _Endings:
    one, other = np.triu_indices(len(keys))
    ways = orders[one] * orders[other] * np.where((one != other) & (ends[one] == ends[other]), 2.0, 1.0)
    number = np.zeros((ENDS, ENDS), dtype=np.int64)
    for place, (first, second) in enumerate(_PAIRS):
        number[first, second] = number[second, first] = place
    marks = (keys[one] + keys[other]).astype(np.uint64) * np.uint64(_MARKS)
    marks += number[ends[one], ends[other]].astype(np.uint64)
    found, which = np.unique(marks, return_inverse=True)
    both = np.bincount(which, weights=ways, minlength=len(found)).astype(np.float64)
    return _Endings((found // np.uint64(_MARKS)).astype(np.int64), (found % np.uint64(_MARKS)).astype(np.int64), both)


def _tree(view: int, found: _Endings) -> Tree:
    """The sets in the order of a walk, after the up card: each adds one card, a low one last."""
    nodes = _with_shorter(found.keys)
    cards = unpacked(nodes, _SHIFTS)
    lowest, rows = (cards > 0).argmax(axis=1), np.arange(len(nodes))
    lowest[0] = view
    cards[:, view] += 1
    copy, size = cards[rows, lowest] - 1, cards.sum(axis=1)
    first = np.searchsorted(found.keys, nodes)
    nothing = np.zeros(0, dtype=np.uint64)
    return Tree(
        value=_after_the_root(lowest),
        copy=_after_the_root(copy),
        size=_after_the_root(size),
        above=_after_the_root(size - 1),
        drawn=_after_the_root(size),
        first=np.array([0, *first, len(found.keys)], dtype=np.uint64),
        target=found.targets.astype(np.uint64),
        orders=found.orders,
        way=nothing,
        last=nothing,
        ending=nothing,
        ways=0,
        copies=(1 + cards.max(axis=0)).astype(np.uint64),
        longest=1 + int(size.max()),
        outcomes=len(_PAIRS) + 1,
    )


def _after_the_root(part: Ints) -> Indices:
    """A walk begins at a node that is no card."""
    return np.concatenate([[0], part]).astype(np.uint64)


def _with_shorter(keys: Ints) -> Ints:
    """These sets and all that come of them without their low cards."""
    found, level = [np.zeros(1, dtype=np.int64)], np.unique(keys)
    while len(level):
        found.append(level)
        cards = unpacked(level, _SHIFTS)
        shorter = level - (1 << _SHIFTS[(cards > 0).argmax(axis=1)])
        level = np.unique(shorter[shorter > 0])
    return np.unique(np.concatenate(found))


def _finishing_hands(stands_on: frozenset[Total], view: int) -> dict[Multiset, float]:
    """All hands of 17 to 21 but blackjacks, with the number of orders of the cards behind the up card."""
    finished: dict[Multiset, float] = {}
    level = {multiset((view,)): 1.0}
    while level:
        following: dict[Multiset, float] = {}
        for cards, orders in level.items():
            for longer in (add(cards, value) for value in range(VALUES)):
                total = total_of(longer)
                if total.points > LIMIT or (sum(longer) == 2 and total.points == LIMIT):
                    continue
                counted = finished if total in stands_on else following
                counted[longer] = counted.get(longer, 0.0) + orders
        level = following
    return finished
