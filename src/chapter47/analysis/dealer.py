"""The dealer's finishing hands as a tree of multisets, the same for every shoe."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.analysis.values import VALUES, Multiset, add, low_points
from chapter47.hands import LIMIT, Total, ace_as_eleven

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Indices = NDArray[np.uint64]

TOTALS: Final = 5
"""The totals a dealer can stand on: 17 to 21."""
LOWEST: Final = 17
BUST: Final = TOTALS
OUTCOMES: Final = TOTALS + 1
LANES: Final = 32
"""How many compositions are worked through side by side."""

Views = tuple[tuple[int, ...], ...]
"""What the player sees of the dealer: one card, or at double exposure two."""
UP_CARDS: Final[Views] = tuple((value,) for value in range(VALUES))


class Tree(NamedTuple):
    """Nodes in the order of a walk; each adds one card to the latest shorter one.

    A finishing hand says in how many orders it comes up from each view, and where that is counted."""

    value: Indices
    copy: Indices
    size: Indices
    above: Indices
    """One less than the size."""
    first: Indices
    """Where the node's entries in `target` and `orders` begin; one more at the end."""
    target: Indices
    """View and outcome in one number."""
    orders: Floats
    copies: Indices
    """How many cards of each value one hand can hold."""
    longest: int
    outcomes: int
    """How many endings are told apart: every total from 17 on, and all that lie above."""


def total_of(cards: Multiset) -> Total:
    return ace_as_eleven(low_points(cards) - cards[0], cards[0])


@lru_cache(maxsize=64)
def finishing_tree(stands_on: frozenset[Total], views: Views = UP_CARDS, highest: int = LIMIT) -> Tree:
    """All hands of 17 to `highest` that a dealer who stands on these totals can end with, blackjacks left out."""
    finished = finishing_hands(lambda total: total in stands_on, views, highest)
    return _as_tree(finished, highest - LOWEST + 2)


def finishing_hands(
    stands: Callable[[Total], bool], views: Views, highest: int = LIMIT
) -> dict[Multiset, dict[int, int]]:
    """For each finishing hand, and each view it can begin with, the number of orders of its other cards."""
    finished: dict[Multiset, dict[int, int]] = {}
    level = {_start(view): {number: 1} for number, view in enumerate(views)}
    while level:
        following: dict[Multiset, dict[int, int]] = {}
        for cards, orders in level.items():
            total = total_of(cards)
            if sum(cards) > 1 and (total.points > LIMIT or stands(total)):
                if not (sum(cards) == 2 and total.points == LIMIT):
                    finished[cards] = orders
                continue
            for value in range(VALUES):
                longer = add(cards, value)
                if low_points(longer) <= highest:
                    counted = following.setdefault(longer, {})
                    for view, number in orders.items():
                        counted[view] = counted.get(view, 0) + number
        level = following
    return finished


def _start(view: tuple[int, ...]) -> Multiset:
    return tuple(view.count(value) for value in range(VALUES))


def _as_tree(finished: dict[Multiset, dict[int, int]], outcomes: int) -> Tree:
    ends = {_path(cards): cards for cards in finished}
    nodes = sorted({path[:length] for path in ends for length in range(len(path) + 1)})
    entries: list[tuple[int, int]] = []
    first = [0]
    for path in nodes:
        if path in ends:
            outcome = total_of(ends[path]).points - LOWEST
            entries += [(view * outcomes + outcome, orders) for view, orders in finished[ends[path]].items()]
        first.append(len(entries))
    return Tree(
        value=_indices([path[-1] if path else 0 for path in nodes]),
        copy=_indices([path.count(path[-1]) - 1 if path else 0 for path in nodes]),
        size=_indices([len(path) for path in nodes]),
        above=_indices([max(len(path) - 1, 0) for path in nodes]),
        first=_indices(first),
        target=_indices([target for target, _ in entries]),
        orders=np.array([float(orders) for _, orders in entries]),
        copies=_indices([max(path.count(value) for path in ends) for value in range(VALUES)]),
        longest=max(map(len, nodes)),
        outcomes=outcomes,
    )


def _path(cards: Multiset) -> tuple[int, ...]:
    """High cards first: that makes the smaller tree."""
    return tuple(value for value in reversed(range(VALUES)) for _ in range(cards[value]))


def _indices(numbers: list[int]) -> Indices:
    return np.array(numbers, dtype=np.uint64)
