"""Two dealer's hands under one up card, dealt one after the other from the same cards (multiple action, 19:47-2.18).

The cards unseen come in any order with the same chance, so a set of cards that both hands draw has a chance of its own,
whoever draws which. Sets of both are sums of sets of one; counted is in how many orders they lead to which two totals.
Hands over 21 are not enumerated: they are what is left."""

from itertools import combinations_with_replacement

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.all_over_kernels import chances_together
from chapter47.analysis.dealer import BUST, LOWEST, OUTCOMES, Floats, Ints, finishing_tree, total_of
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.packed import ONE, cards_of
from chapter47.analysis.study import Study
from chapter47.analysis.values import VALUES, Multiset, add, multiset
from chapter47.hands import LIMIT, Total

BLACKJACK = OUTCOMES
ENDS = OUTCOMES + 1
"""17 to 21, over 21, a blackjack."""
_TOLD = [end for end in range(ENDS) if end != BUST]
_PAIRS = list(combinations_with_replacement(_TOLD, 2))
_MARKS = 32
"""A set of cards and the number of two ends are one number; it has room for 31 aces."""


class TwoDealers:
    """How two dealer's hands end together against one up card."""

    def __init__(self, where: Study, view: int) -> None:
        self.where, self.view = where, view
        finished = _finishing_hands(rulebook.stands_on(where.table), view)
        keys = [int(np.array(cards) @ ONE - ONE[view]) for cards in finished]
        ends = [total_of(cards).points - LOWEST for cards in finished]
        orders = list(finished.values())
        if (need := int(where.deal.completes[view])) >= 0:
            keys, ends, orders = [*keys, int(ONE[need])], [*ends, BLACKJACK], [*orders, 1.0]
        self._put_together(np.array(keys), np.array(ends), np.array(orders))

    def _put_together(self, keys: Ints, ends: Ints, orders: Floats) -> None:
        one, other = np.triu_indices(len(keys))
        ways = orders[one] * orders[other] * np.where((one != other) & (ends[one] == ends[other]), 2.0, 1.0)
        number = np.zeros((ENDS, ENDS), dtype=np.int64)
        for place, (first, second) in enumerate(_PAIRS):
            number[first, second] = number[second, first] = place
        marks = (keys[one] + keys[other]).astype(np.uint64) * np.uint64(_MARKS)
        marks += number[ends[one], ends[other]].astype(np.uint64)
        found, which = np.unique(marks, return_inverse=True)
        self.cards = cards_of((found // np.uint64(_MARKS)).astype(np.int64))
        self.targets = (found % np.uint64(_MARKS)).astype(np.int64)
        self.orders = np.bincount(which, weights=ways, minlength=len(found)).astype(np.float64)

    def law(self, gone: Ints) -> Floats:
        """The chance of every two ends with each of these sets gone."""
        deal, only = self.where.deal, slice(self.view, self.view + 1)
        up = deal.view_cards[only]
        clear = clear_of_blackjack(gone, deal.shoe, up, 1, deal.completes[only])
        tree = finishing_tree(rulebook.stands_on(self.where.table), ((self.view,),))
        alone = dealer_outcomes(gone, deal.shoe, tree, np.array([[self.view]]), clear)[:, 0]
        alone = np.concatenate([alone, 1.0 - clear], axis=1)
        told = np.zeros((len(gone), len(_PAIRS)))
        chances_together(gone, self.cards, self.orders, self.targets, deal.shoe - up[0], told)
        found = np.zeros((len(gone), ENDS, ENDS))
        for place, (one, other) in enumerate(_PAIRS):
            found[:, one, other] = found[:, other, one] = told[:, place]
        found[:, _TOLD, BUST] = found[:, BUST, _TOLD] = alone[:, _TOLD] - found[:, _TOLD].sum(axis=2)
        found[:, BUST, BUST] = alone[:, BUST] - found[:, BUST, _TOLD].sum(axis=1)
        return found


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
