"""The dealer's finishing hands as a tree of multisets, the same for every shoe."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.analysis.compiled import compiled
from chapter47.analysis.values import VALUES, Multiset, add, low_points
from chapter47.hands import LIMIT, Total, ace_as_eleven

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TOTALS: Final = 5
"""The totals a dealer can stand on: 17 to 21."""
BUST: Final = TOTALS
OUTCOMES: Final = TOTALS + 1
LANES: Final = 8
"""How many compositions are worked through side by side."""

Views = tuple[tuple[int, ...], ...]
"""What the player sees of the dealer: one card, or at double exposure two."""
UP_CARDS: Final[Views] = tuple((value,) for value in range(VALUES))


class Tree(NamedTuple):
    """A node adds one card to its parent; a finishing hand says in how many orders it comes up from each view."""

    parent: Ints
    value: Ints
    copy: Ints
    size: Ints
    outcome: Ints
    first: Ints
    """Where the node's entries in `seen` and `orders` begin; one more at the end."""
    seen: Ints
    orders: Floats
    longest: int


def total_of(cards: Multiset) -> Total:
    return ace_as_eleven(low_points(cards) - cards[0], cards[0])


@lru_cache(maxsize=8)
def finishing_tree(stands_on: frozenset[Total], views: Views = UP_CARDS) -> Tree:
    """All hands of 17 to 21 that a dealer who stands on these totals can end with, blackjacks left out."""
    finished = finishing_hands(lambda total: total in stands_on, views)
    return _as_tree(finished)


def finishing_hands(stands: Callable[[Total], bool], views: Views) -> dict[Multiset, dict[int, int]]:
    """For each finishing hand, and each view it can begin with, the number of orders of its other cards."""
    finished: dict[Multiset, dict[int, int]] = {}
    level = {_start(view): {number: 1} for number, view in enumerate(views)}
    while level:
        following: dict[Multiset, dict[int, int]] = {}
        for cards, orders in level.items():
            total = total_of(cards)
            if sum(cards) > 1 and stands(total):
                if not (sum(cards) == 2 and total.points == LIMIT):
                    finished[cards] = orders
                continue
            for value in range(VALUES):
                longer = add(cards, value)
                if low_points(longer) <= LIMIT:
                    counted = following.setdefault(longer, {})
                    for view, number in orders.items():
                        counted[view] = counted.get(view, 0) + number
        level = following
    return finished


def _start(view: tuple[int, ...]) -> Multiset:
    return tuple(view.count(value) for value in range(VALUES))


def _as_tree(finished: dict[Multiset, dict[int, int]]) -> Tree:
    rows: list[tuple[int, int, int, int, int]] = [(0, 0, 0, 0, -1)]
    known: dict[tuple[int, ...], int] = {(): 0}
    entries: dict[int, dict[int, int]] = {}
    for cards, orders in finished.items():
        path = tuple(value for value in reversed(range(VALUES)) for _ in range(cards[value]))
        for length in range(1, len(path) + 1):
            prefix = path[:length]
            if prefix not in known:
                known[prefix] = len(rows)
                rows.append((known[prefix[:-1]], prefix[-1], prefix.count(prefix[-1]) - 1, length, -1))
        node = known[path]
        rows[node] = (*rows[node][:4], total_of(cards).points - 17)
        entries[node] = orders
    flat = [(view, float(number)) for node in range(len(rows)) for view, number in entries.get(node, {}).items()]
    first = np.cumsum([0, *(len(entries.get(node, {})) for node in range(len(rows)))])
    columns = [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
    return Tree(
        *columns,
        first=first.astype(np.int64),
        seen=np.array([view for view, _ in flat], dtype=np.int64),
        orders=np.array([number for _, number in flat]),
        longest=max(row[3] for row in rows),
    )
