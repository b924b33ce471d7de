"""The dealer's final hands as a tree of multisets, the same for every shoe."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats, Indices
from chapter47.blackjack.analysis.exact.values import VALUES, Multiset, add, low_points
from chapter47.blackjack.hands import LIMIT, Total, ace_as_eleven

TOTALS: Final = 5
"""The totals a dealer can stand on: 17 to 21."""
LOWEST: Final = 17
BUST: Final = TOTALS
OUTCOMES: Final = TOTALS + 1
LANES: Final = 64
"""How many compositions are processed in parallel."""

Views = tuple[tuple[int, ...], ...]
"""The dealer's visible cards: one, or at double exposure two."""
UP_CARDS: Final[Views] = tuple((value,) for value in range(VALUES))


class FinishingTree(NamedTuple):
    """The hands that a dealer draws to, in depth-first order; each adds one card to the most recent shorter one. The
    last card has no node: hands finished by the same last cards are first counted together, as if none of those cards
    were in the hand; the excess is then subtracted for the ending itself."""

    value: Indices
    copy: Indices
    size: Indices
    shorter_size: Indices
    """Number of cards in the hand, less one."""
    cards_drawn: Indices
    """Number of cards drawn when the hand is finished."""
    first_entry: Indices
    """Where the node's entries in `target` and `orders` begin, with one more at the end."""
    target: Indices
    """What it counts towards: an ending (view and outcome in one number) or, after those, a way to finish."""
    orders: Floats
    way_of_last: Indices
    """One entry for each last card of each way to finish: the way, the card, the ending."""
    last_card: Indices
    ending: Indices
    ways: int
    copies: Indices
    """How many cards of each value one hand can hold."""
    longest: int
    outcomes: int
    """Number of endings: one for each total from 17 on, and one for everything above."""


@cache
def total_of(cards: Multiset) -> Total:
    return ace_as_eleven(low_points(cards) - cards[0], cards[0])


class DealerHand(NamedTuple):
    """A hand of the dealer: its number of orders from each view, and what finishes it."""

    orders: dict[int, int]
    finishes: tuple[tuple[int, int], ...] = ()
    """The outcome for each last card."""
    finished_as: int | None = None
    """The outcome, if the dealer stands on it."""


@lru_cache(maxsize=256)
def finishing_tree(stands_on: frozenset[Total], views: Views = UP_CARDS, highest: int = LIMIT) -> FinishingTree:
    """Build all hands of 17 to `highest` that a dealer who stands on these totals can end with, except blackjacks."""
    hands: dict[Multiset, DealerHand] = {}
    level = {_start(view): {number: 1} for number, view in enumerate(views)}
    while level:
        following: dict[Multiset, dict[int, int]] = {}
        for cards, orders in level.items():
            hands[cards] = _drawn_to(cards, orders, stands_on, highest, following)
        level = following
    return _as_tree(hands, views, highest - LOWEST + 2)


def _drawn_to(
    cards: Multiset,
    orders: dict[int, int],
    stands_on: frozenset[Total],
    highest: int,
    following: dict[Multiset, dict[int, int]],
) -> DealerHand:
    """Build the hand, after counting its unfinished extensions."""
    if _is_finished(cards, stands_on):
        return DealerHand(orders, finished_as=None if _is_blackjack(cards) else total_of(cards).points - LOWEST)
    finishes = []
    for value in range(VALUES):
        longer = add(cards, value)
        if low_points(longer) > highest or _is_blackjack(longer):
            continue
        if _is_finished(longer, stands_on):
            finishes.append((value, total_of(longer).points - LOWEST))
            continue
        counted = following.setdefault(longer, {})
        for view, number in orders.items():
            counted[view] = counted.get(view, 0) + number
    return DealerHand(orders, tuple(finishes))


def _is_finished(cards: Multiset, stands_on: frozenset[Total]) -> bool:
    total = total_of(cards)
    return sum(cards) > 1 and (total.points > LIMIT or total in stands_on)


def _is_blackjack(cards: Multiset) -> bool:
    return sum(cards) == 2 and total_of(cards).points == LIMIT


def _start(view: tuple[int, ...]) -> Multiset:
    return tuple(view.count(value) for value in range(VALUES))


def _as_tree(hands: dict[Multiset, DealerHand], views: Views, outcomes: int) -> FinishingTree:
    shown = views[0] if len(views) == 1 else ()
    ends = {_path(cards, shown): cards for cards in hands}
    nodes = sorted({path[:length] for path in ends for length in range(len(path) + 1)})
    ways: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
    entries: list[tuple[int, int]] = []
    first = [0]
    for path in nodes:
        if path in ends:
            entries += _entries(ends[path], hands[ends[path]], outcomes, ways, len(views) * outcomes)
        first.append(len(entries))
    lasts = [(way, *last, view) for (view, finishes), way in ways.items() for last in finishes]
    return FinishingTree(
        value=_indices([path[-1] if path else 0 for path in nodes]),
        copy=_indices([path.count(path[-1]) - 1 if path else 0 for path in nodes]),
        size=_indices([len(path) for path in nodes]),
        shorter_size=_indices([max(len(path) - 1, 0) for path in nodes]),
        cards_drawn=_indices(
            [len(path) + (path not in ends or hands[ends[path]].finished_as is None) for path in nodes]
        ),
        first_entry=_indices(first),
        target=_indices([target for target, _ in entries]),
        orders=np.array([float(orders) for _, orders in entries]),
        way_of_last=_indices([way for way, _, _, _ in lasts]),
        last_card=_indices([value for _, value, _, _ in lasts]),
        ending=_indices([view * outcomes + outcome for _, _, outcome, view in lasts]),
        ways=len(ways),
        copies=_indices([1 + max(path.count(value) for path in ends) for value in range(VALUES)]),
        longest=1 + max(map(len, nodes)),
        outcomes=outcomes,
    )


def _entries(
    cards: Multiset,
    hand: DealerHand,
    outcomes: int,
    ways: dict[tuple[int, tuple[tuple[int, int], ...]], int],
    behind: int,
) -> Iterator[tuple[int, int]]:
    for view, orders in hand.orders.items():
        if hand.finished_as is not None:
            yield view * outcomes + hand.finished_as, orders
        if hand.finishes:
            yield ways.setdefault((view, hand.finishes), behind + len(ways)), orders
        for value, outcome in hand.finishes:
            if cards[value]:
                yield view * outcomes + outcome, -orders * cards[value]


def _path(cards: Multiset, shown: tuple[int, ...]) -> tuple[int, ...]:
    """Order the cards: visible ones, then high cards first, which makes the tree smaller."""
    rest = [value for value in reversed(range(VALUES)) for _ in range(cards[value] - shown.count(value))]
    return (*shown, *rest)


def _indices(numbers: list[int]) -> Indices:
    return np.array(numbers, dtype=np.uint64)
