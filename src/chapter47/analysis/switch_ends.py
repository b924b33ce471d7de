"""How a hand of Switch, or two of a split pair, can end: sets of cards with the number of orders, for one up card.

A hand over 21 is not enumerated: it is a hand that began, less those that ended within 21. Hands of a split pair are
counted with the further pair cards that are gone beside them; that another hand drew no pair card is taken into account
by subtracting the case that it did, as in `splits`."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np

from chapter47.analysis.chart import Followed
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.packed import ONE
from chapter47.analysis.pair_kernels import BEGUN, OTHER, RAISED, SAME
from chapter47.analysis.split_hands import Hands, hands_of, played_out
from chapter47.analysis.splits import Ending, endings
from chapter47.analysis.study import Study
from chapter47.analysis.switch_study import NATURAL, TWOS

AS_DEALT = len(TWOS)
"""An ace and a ten as dealt are a blackjack; those that a switch made are not."""
STARTS = len(TWOS) + 1

Line = tuple[float, ...]


class Found(NamedTuple):
    """Sets of cards, packed; the number of the line that each is paid by; the number of orders."""

    keys: Ints
    lines: Ints
    orders: Floats


class Ends(NamedTuple):
    """Sets of cards, packed and sorted; by start the number of orders that lead there; what is paid on each outcome."""

    keys: Ints
    orders: Floats
    paid: Floats
    rows: Ints
    """The row of `orders` that is each end's."""

    def only(self, which: Any) -> "Ends":
        return Ends(self.keys[which], self.orders, self.paid[which], self.rows[which])


def two_cards(outcomes: int) -> Ends:
    """Every hand before it is played; each counts one on every outcome."""
    keys = np.array([int(ONE[list(two)].sum()) for two in (*TWOS, TWOS[NATURAL])])
    in_order = np.argsort(keys, kind="stable")
    return Ends(keys[in_order], np.eye(STARTS), np.ones((STARTS, outcomes)), in_order)


class Hand:
    """A hand played by the chart against one up card."""

    def __init__(self, where: Study, followed: Followed, rows: Ints, view: int) -> None:
        self.where, self.followed, self.view = where, followed, view
        self.lines: dict[Line, int] = {}
        self.rows = [*map(int, rows), int(rows[NATURAL])]
        pairs = zip(where.pairs.rows, where.pairs.value, followed.splits[:, view], strict=True)
        self.split = {int(row): int(pair) for row, pair, splits in pairs if splits and not followed.gives_up[row, view]}

    def ends(self, power: int) -> Ends:
        """Each hand with this power of what it is paid; of a split pair the sum over its hands."""
        parts = [self._of(row, power, as_dealt=start == AS_DEALT) for start, row in enumerate(self.rows)]
        found = Found(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        start = np.repeat(np.arange(STARTS), [len(part.keys) for part in parts])
        keys, place = np.unique(found.keys, return_inverse=True)
        ends, which = np.unique(place * len(self.lines) + found.lines, return_inverse=True)
        orders = _summed(which * STARTS + start, found.orders, len(ends) * STARTS)
        key, line = np.divmod(ends, len(self.lines))
        return Ends(keys[key], orders.reshape(-1, STARTS), np.array(list(self.lines))[line], np.arange(len(ends)))

    def _of(self, row: int, power: int, *, as_dealt: bool) -> Found:
        where, key = self.where, self.where.hands.cards[[row]] @ ONE
        outcomes = where.deal.outcomes.shape[2]
        if as_dealt:
            line = self._number(tuple(float(net) ** power for net in where.blackjack.usual[:outcomes]))
            return Found(key, np.array([line]), np.ones(1))
        if self.followed.gives_up[row, self.view]:
            return Found(key, np.array([self._number(((-0.5) ** power,) * outcomes)]), np.ones(1))
        if row in self.split:
            return self._split(self.split[row], power)
        hands = played_out(where, self.followed.plan, row, self.view)
        return Found(where.hands.cards[hands.rows] @ ONE, self._lines(hands, power), hands.orders)

    def _number(self, line: Line) -> int:
        return self.lines.setdefault(line, len(self.lines))

    def _split(self, pair: int, power: int) -> Found:
        hands = self._hands(pair)
        all_hands = Found(self.where.hands.cards[hands.rows] @ ONE, self._lines(hands, power), hands.orders)
        parts = []
        for (second, more), weight in _orders(self.where.most[pair], 1).items():
            keys, lines, orders = (part[hands.second == second[0]] for part in all_hands)
            parts.append((keys + more * ONE[pair], lines, weight * orders))
        return Found(*(np.concatenate(part) for part in zip(*parts, strict=True)))

    def _hands(self, pair: int) -> Hands:
        return hands_of(self.where, self.followed.plan, pair, self.view)

    def _lines(self, hands: Hands, power: int) -> Ints:
        """The line of each hand: what it is paid on each outcome; a hand within 21 is one less over 21."""
        kinds = np.where((hands.mark == BEGUN) | (hands.mark == RAISED), 0, self.where.pays.kinds[hands.rows])
        found, which = np.unique(8 * kinds + 2 * hands.mark + hands.stake - 1, return_inverse=True)
        numbers = [self._number(self._line(int(one) % 8 // 2, int(one) // 8, int(one) % 2 + 1, power)) for one in found]
        return np.array(numbers)[which]

    def _line(self, mark: int, kind: int, stake: int, power: int) -> Line:
        outcomes: int = self.where.deal.outcomes.shape[2]
        over = (-float(stake)) ** power
        if mark == BEGUN:
            return (over,) * outcomes
        if mark == RAISED:
            return ((-2.0) ** power - over,) * outcomes
        paid = (self.where.pays.doubled if stake == 2 else self.where.pays.once)[kind]
        return tuple(float(net) ** power - over for net in paid)

    def products(self) -> Iterator[Ends]:
        """Every two hands of each split pair, with the product of what they are paid."""
        for row, pair in self.split.items():
            hands = self._hands(pair)
            numbers, seconds = self._lines(hands, 1), hands.second
            lines = np.array(list(self.lines))[numbers]
            keys = self.where.hands.cards[hands.rows] @ ONE
            sets, which = np.unique((keys[:, None] + keys).ravel(), return_inverse=True)
            both = np.outer(hands.orders, hands.orders)
            for more, weights in _weights(self.where.most[pair]).items():
                orders = both * weights[seconds[:, None], seconds]
                paid = np.array([_summed(which, orders * np.outer(line, line), len(sets)) for line in lines.T]).T
                start = np.eye(STARTS)[self.rows.index(row) : self.rows.index(row) + 1]
                yield Ends(sets + (more - 1) * ONE[pair], start, paid, np.zeros(len(sets), dtype=np.int64))


def _summed(which: Ints, whole: Floats, number: int) -> Floats:
    return np.bincount(which.ravel(), weights=whole.ravel(), minlength=number).astype(np.float64)


def _weights(most: int) -> dict[int, Floats]:
    """How often two hands in their order count: by pair cards gone beside the one, then by both second cards."""
    found: dict[int, Floats] = defaultdict(lambda: np.zeros((2, 2)))
    for (second, more), weight in _orders(most, 2).items():
        found[more][second] += weight
    return found


def _orders(most: int, hands: int) -> dict[tuple[tuple[int, ...], int], int]:
    """How often one hand, or two in their order, count: by second cards and pair cards gone beside the one."""
    found: dict[tuple[tuple[int, ...], int], int] = defaultdict(int)
    for ending, ways in endings(most).items():
        for second, others in _chosen(ending, hands):
            for gone in range(others + 1):
                found[second, ending.hands - 1 + gone] += ways * comb(others, gone) * (-1) ** gone
    return {key: weight for key, weight in found.items() if weight}


def _chosen(ending: Ending, hands: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of hands in their order, by second cards: and how many others drew no pair card."""
    for chosen in permutations(range(ending.hands), hands):
        plain = [place < ending.plain for place in chosen]
        for second in product(*[(OTHER,) if one else (OTHER, SAME) for one in plain]):
            yield second, ending.plain - sum(plain)
