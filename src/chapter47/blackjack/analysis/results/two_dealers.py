"""Two dealer's hands under one up card, dealt one after the other from the same cards (multiple action, 19:47-2.18).

All orders of the unseen cards are equally likely, so a set of cards drawn by both hands has its own probability,
whichever hand draws which. Sets of both are sums of sets of one; for each, the orders leading to every two totals are
counted. Hands over 21 are not enumerated: they are the remainder. The probability of a set is a product with one factor
per value. So the sum over all sets is taken value by value, aces first, and factors common to several sets of missing
cards are computed once."""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Indices, Ints
from chapter47.blackjack.analysis.exact.dealer import BUST, LOWEST, OUTCOMES, finishing_tree, total_of
from chapter47.blackjack.analysis.exact.kernels import chance_of_no_blackjack, dealer_outcomes
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import BITS, CARD_KEYS, VALUES, Multiset, add, cards_of, multiset
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled, compiled_with

BLACKJACK = OUTCOMES
ENDS = OUTCOMES + 1
"""17 to 21, over 21, a blackjack."""
_COUNTED_ENDS = [end for end in range(ENDS) if end != BUST]
_PAIRS = list(combinations_with_replacement(_COUNTED_ENDS, 2))
_END_BITS = 5
"""Bits for two endings after a set of cards, which leaves room for 31 aces."""
_SORT_KEYS = (1 << BITS * (VALUES - 1)) + (CARD_KEYS >> BITS)
"""Sets sorted by size, then by aces, twos and so on; the tens follow from the size."""


class TwoDealers:
    """How two dealer's hands end together against one up card."""

    def __init__(self, prepared: PreparedShoe, view: int) -> None:
        self.prepared, self.view = prepared, view
        finished = _finishing_hands(rulebook.stands_on(prepared.table), view)
        keys = [int(np.array(cards) @ CARD_KEYS - CARD_KEYS[view]) for cards in finished]
        ends = [total_of(cards).points - LOWEST for cards in finished]
        orders = list(finished.values())
        if (completing := int(prepared.deal.completes_blackjack[view])) >= 0:
            keys, ends, orders = [*keys, int(CARD_KEYS[completing])], [*ends, BLACKJACK], [*orders, 1.0]
        self.card_sets = _by_value(*_put_together(np.array(keys), np.array(ends), np.array(orders)))

    def end_chances(self, gone: Ints) -> Floats:
        """Return, with each of these sets gone, the probability of every two endings except busts, then of every single
        one."""
        deal, only = self.prepared.deal, slice(self.view, self.view + 1)
        up, ends = deal.view_cards[only], len(self.card_sets.ends)
        no_blackjack = chance_of_no_blackjack(gone, deal.shoe, up, 1, deal.completes_blackjack[only])
        tree = finishing_tree(rulebook.stands_on(self.prepared.table), ((self.view,),))
        by_end = np.empty((len(gone), ends + ENDS))
        add_by_value(gone, np.argsort(gone @ _SORT_KEYS), deal.shoe - up[0], self.card_sets, by_end[:, :ends])
        by_end[:, ends:-1] = dealer_outcomes(gone, deal.shoe, tree, np.array([[self.view]]), no_blackjack)[:, 0]
        by_end[:, -1:] = 1.0 - no_blackjack
        return by_end

    def joint_chances(self, by_end: Floats) -> Floats:
        """Return the probability of every two endings, from those of one set or of many together."""
        ends = len(self.card_sets.ends)
        joint, alone = np.zeros((*by_end.shape[:-1], ENDS, ENDS)), by_end[..., ends:]
        first, second = np.array(_PAIRS)[self.card_sets.ends].T
        joint[..., first, second] = joint[..., second, first] = by_end[..., :ends]
        joint[..., _COUNTED_ENDS, BUST] = joint[..., BUST, _COUNTED_ENDS] = alone[..., _COUNTED_ENDS] - joint[
            ..., _COUNTED_ENDS, :
        ].sum(axis=-1)
        joint[..., BUST, BUST] = alone[..., BUST] - joint[..., BUST, _COUNTED_ENDS].sum(axis=-1)
        return joint


def _put_together(keys: Ints, ends: Ints, orders: Floats) -> tuple[Indices, Floats]:
    """Combine every set of cards with the two endings it leads to, as ascending numbers, and count the orders."""
    first, second = np.triu_indices(len(keys))
    ways = orders[first] * orders[second] * np.where((first != second) & (ends[first] == ends[second]), 2.0, 1.0)
    number = np.zeros((ENDS, ENDS), dtype=np.int64)
    for place, (first_end, second_end) in enumerate(_PAIRS):
        number[first_end, second_end] = number[second_end, first_end] = place
    marks = (keys[first] + keys[second]).astype(np.uint64) << np.uint64(_END_BITS)
    marks += number[ends[first], ends[second]].astype(np.uint64)
    unique_marks, place_of_mark = np.unique(marks, return_inverse=True)
    return unique_marks, np.bincount(place_of_mark, weights=ways, minlength=len(unique_marks)).astype(np.float64)


class _CardSets(NamedTuple):
    """All sets of cards with their endings; then the same without aces, without twos and so on, down to the endings
    alone."""

    orders: Floats
    size: Ints
    """The size of each set."""
    starts: Indices
    """Where the sets without aces begin, those without twos and so on."""
    copies: Indices
    """Where those with no ace, one ace and so on begin; after the sets without aces the same for twos."""
    next_place: NDArray[np.uint32]
    """What each set is without the cards of the next value, counted from the start of those."""
    ends: Ints
    """Which two endings, as numbers of `_PAIRS`."""


def _by_value(marks: Indices, orders: Floats) -> _CardSets:
    size = cards_of((marks >> np.uint64(_END_BITS)).astype(np.int64)).sum(axis=1)
    starts, copies, places = [0], [], []
    most = int(size.max()) + 2
    for value in range(VALUES):
        behind = np.uint64(_END_BITS + BITS * (VALUES - 1 - value))
        copies.append(starts[-1] + np.searchsorted(marks >> behind, np.arange(most, dtype=np.uint64)))
        starts.append(starts[-1] + len(marks))
        marks, place = np.unique(marks & ((np.uint64(1) << behind) - np.uint64(1)), return_inverse=True)
        places.append(place)
    starts.append(starts[-1] + len(marks))
    begins = (np.array(starts, dtype=np.uint64), np.array(copies, dtype=np.uint64))
    return _CardSets(orders, size, *begins, np.concatenate(places).astype(np.uint32), marks.astype(np.int64))


@compiled
def add_by_value(gone: Ints, order: Ints, left: Ints, card_sets: _CardSets, totals: Floats) -> None:
    """Compute the probability of every ending with each of these sets gone; sets must be in this order."""
    chances, draws = np.zeros(card_sets.starts[-1]), np.zeros(card_sets.copies.shape[1])
    previous, unseen = -1, -1
    for row in order:
        value = 0
        if left.sum() - gone[row].sum() != unseen:
            unseen = left.sum() - gone[row].sum()
            _draw(card_sets, unseen, draws, chances)
        else:
            while value < VALUES - 1 and gone[row, value] == gone[previous, value]:
                value += 1
        for further in range(value, VALUES):
            without = chances[card_sets.starts[further + 1] : card_sets.starts[further + 2]]
            _add_up(card_sets, further, left[further] - gone[row, further], chances, without)
        ended = chances[card_sets.starts[VALUES] :]
        for end in range(totals.shape[1]):
            totals[row, end] = ended[end]
        previous = row


@compiled_with(**CALLED_BY_KERNELS)
def _draw(card_sets: _CardSets, unseen: int, draws: Floats, chances: Floats) -> None:
    draws[0] = 1.0
    for size in range(1, len(draws)):
        draws[size] = draws[size - 1] / (unseen - size + 1) if unseen >= size else 0.0
    for place in range(len(card_sets.orders)):
        chances[place] = card_sets.orders[place] * draws[card_sets.size[place]]


@compiled_with(**CALLED_BY_KERNELS)
def _add_up(card_sets: _CardSets, value: int, left: int, chances: Floats, without: Floats) -> None:
    """Sum over the number of cards of one value."""
    without[:] = 0.0
    factor = 1.0
    for copy in range(card_sets.copies.shape[1] - 1):
        for place in range(card_sets.copies[value, copy], card_sets.copies[value, copy + 1]):
            without[card_sets.next_place[place]] += factor * chances[place]
        factor *= max(left - copy, 0)


def _finishing_hands(stands_on: frozenset[Total], view: int) -> dict[Multiset, float]:
    """List all hands of 17 to 21 except blackjacks, with the number of orders after the up card."""
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
