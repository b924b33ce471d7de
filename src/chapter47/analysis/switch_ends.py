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
Found = Iterator[tuple[int, Line, float]]


class Ends(NamedTuple):
    """Sets of cards, packed and sorted; by start the number of orders that lead there; what is paid on each outcome."""

    keys: Ints
    orders: Floats
    paid: Floats

    def only(self, which: Any) -> "Ends":
        return Ends(self.keys[which], self.orders[which], self.paid[which])


def two_cards(outcomes: int) -> Ends:
    """Every hand before it is played; each counts one on every outcome."""
    keys = np.array([int(ONE[list(two)].sum()) for two in (*TWOS, TWOS[NATURAL])])
    in_order = np.argsort(keys, kind="stable")
    return Ends(keys[in_order], np.eye(STARTS)[in_order], np.ones((STARTS, outcomes)))


class Hand:
    """A hand played by the chart against one up card."""

    def __init__(self, where: Study, followed: Followed, rows: Ints, view: int) -> None:
        self.where, self.followed, self.view = where, followed, view
        self.known: dict[tuple[int, int, int, int], Line] = {}
        self.rows = [*map(int, rows), int(rows[NATURAL])]
        pairs = zip(where.pairs.rows, where.pairs.value, followed.splits[:, view], strict=True)
        self.split = {int(row): int(pair) for row, pair, splits in pairs if splits and not followed.gives_up[row, view]}

    def ends(self, power: int) -> Ends:
        """Each hand with this power of what it is paid; of a split pair the sum over its hands."""
        found: dict[tuple[int, Line], Floats] = defaultdict(lambda: np.zeros(STARTS))
        for start, row in enumerate(self.rows):
            for key, line, orders in self._of(row, power, as_dealt=start == AS_DEALT):
                found[key, line][start] += orders
        keys, lines = zip(*(in_order := sorted(found)), strict=True)  # sums of neighbours are neighbours too
        return Ends(np.array(keys), np.array([found[end] for end in in_order]), np.array(lines))

    def _of(self, row: int, power: int, *, as_dealt: bool) -> Found:
        where, key = self.where, int(self.where.hands.cards[row] @ ONE)
        outcomes = where.deal.outcomes.shape[2]
        if as_dealt:
            yield key, tuple(float(net) ** power for net in where.blackjack.usual[:outcomes]), 1.0
        elif self.followed.gives_up[row, self.view]:
            yield key, ((-0.5) ** power,) * outcomes, 1.0
        elif row in self.split:
            yield from self._split(self.split[row], power)
        else:
            yield from self._played(row, power)

    def _played(self, row: int, power: int) -> Found:
        hands = played_out(self.where, self.followed.plan, row, self.view)
        keys = self.where.hands.cards[hands.rows] @ ONE
        return zip(keys.tolist(), self._lines(hands, power), hands.orders.tolist(), strict=True)

    def _split(self, pair: int, power: int) -> Found:
        hands = self._hands(pair)
        keys, lines = self.where.hands.cards[hands.rows] @ ONE, self._lines(hands, power)
        for (second, more), weight in _orders(self.where.most[pair], 1).items():
            for number in np.flatnonzero(hands.second == second[0]):
                yield int(keys[number] + more * ONE[pair]), lines[number], weight * float(hands.orders[number])

    def _hands(self, pair: int) -> Hands:
        return hands_of(self.where, self.followed.plan, pair, self.view)

    def _lines(self, hands: Hands, power: int) -> list[Line]:
        """What each hand is paid on each outcome; a hand within 21 is one less over 21."""
        kinds = np.where((hands.mark == BEGUN) | (hands.mark == RAISED), -1, self.where.pays.kinds[hands.rows])
        parts = (hands.mark.tolist(), kinds.tolist(), hands.stake.tolist())
        return [self._line(*one, power) for one in zip(*parts, strict=True)]

    def _line(self, mark: int, kind: int, stake: int, power: int) -> Line:
        if (mark, kind, stake, power) not in self.known:
            outcomes, over = self.where.deal.outcomes.shape[2], (-float(stake)) ** power
            if mark == BEGUN:
                found: Line = (over,) * outcomes
            elif mark == RAISED:
                found = ((-2.0) ** power - over,) * outcomes
            else:
                paid = (self.where.pays.doubled if stake == 2 else self.where.pays.once)[kind]
                found = tuple(float(net) ** power - over for net in paid)
            self.known[mark, kind, stake, power] = found
        return self.known[mark, kind, stake, power]

    def products(self) -> Iterator[Ends]:
        """Every two hands of each split pair, with the product of what they are paid."""
        for row, pair in self.split.items():
            hands = self._hands(pair)
            lines, seconds = np.array(self._lines(hands, 1)), hands.second
            keys = self.where.hands.cards[hands.rows] @ ONE
            sets, which = np.unique((keys[:, None] + keys).ravel(), return_inverse=True)
            both = np.outer(hands.orders, hands.orders)
            for more, weights in _weights(self.where.most[pair]).items():
                orders = both * weights[seconds[:, None], seconds]
                paid = np.array([_summed(which, orders * np.outer(line, line), len(sets)) for line in lines.T]).T
                yield self._of_start(sets + (more - 1) * ONE[pair], paid, row)

    def _of_start(self, keys: Ints, paid: Floats, row: int) -> Ends:
        start = np.eye(STARTS)[self.rows.index(row)]
        return Ends(keys, np.broadcast_to(start, (len(keys), STARTS)), paid)


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
