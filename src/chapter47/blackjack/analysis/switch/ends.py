"""How a hand of Switch, or one of a split pair, can end: sets of cards with the number of orders, for one up card.

A hand over 21 is not enumerated: it is a hand that began, less those that ended within 21. Hands of a split pair are
counted with so many further pair cards gone beside them."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Followed
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.card_set_keys import ONE
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.split.exchange import further_cards
from chapter47.blackjack.analysis.split.kernels import BEGUN, OTHER, RAISED
from chapter47.blackjack.analysis.split.one_hand import Hands, hands_of, played_out
from chapter47.blackjack.analysis.switch.prepared import NATURAL, TWOS

AS_DEALT = len(TWOS)
"""An ace and a ten as dealt are a blackjack; those that a switch made are not."""
STARTS = len(TWOS) + 1

Line = tuple[float, ...]
"""The net result of a hand on each outcome; the last is a dealer's blackjack, where a hand of a split pair counts
nothing by itself unless it is over 21."""


class Label(NamedTuple):
    """Hands that count alike: second card of a split hand, and net results, some of which are one less."""

    second: int
    nets: tuple[tuple[float, Line], ...]


class Ends(NamedTuple):
    """Sets of cards, packed and sorted, and what hands with them count as; by start the orders that lead there."""

    keys: Ints
    numbers: Ints
    """The label of each end; behind all labels they follow once more for every further pair card gone."""
    orders: Floats
    rows: Ints
    """The row of `orders` that is each end's."""
    labels: tuple[Label, ...]

    @property
    def mores(self) -> int:
        """With how many numbers of further pair cards."""
        return int(self.numbers.max()) // len(self.labels) + 1


class Found(NamedTuple):
    """Sets of cards, packed; the number of each one's label; the number of orders."""

    keys: Ints
    numbers: Ints
    orders: Floats


class Hand:
    """A hand played by the chart against one up card."""

    def __init__(self, where: Study, followed: Followed, rows: Ints, view: int) -> None:
        self.where, self.followed, self.view = where, followed, view
        self.safe = rulebook.switched_21_is_safe(where.table)
        self.rows = [*map(int, rows), int(rows[NATURAL])]
        pairs = zip(where.pairs.rows, where.pairs.value, followed.splits[:, view], strict=True)
        played = {int(row): int(pair) for row, pair, splits in pairs if splits and not followed.gives_up[row, view]}
        self.split = {self.rows.index(row): pair for row, pair in played.items()}
        """The pair of each start that is split."""

    def unsplit(self) -> Ends:
        """All hands that are not split, by their starts."""
        labels: dict[Label, int] = {}
        parts = {start: self._of(start, labels) for start in range(STARTS) if start not in self.split}
        found = Found(*(np.concatenate(part) for part in zip(*parts.values(), strict=True)))
        start = np.repeat(list(parts), [len(part.keys) for part in parts.values()])
        keys, place = np.unique(found.keys, return_inverse=True)
        ends, which = np.unique(place * len(labels) + found.numbers, return_inverse=True)
        orders = np.bincount(which * STARTS + start, found.orders, len(ends) * STARTS).astype(np.float64)
        key, number = np.divmod(ends, len(labels))
        return Ends(keys[key], number, orders.reshape(-1, STARTS), np.arange(len(ends)), tuple(labels))

    def _of(self, start: int, labels: dict[Label, int]) -> Found:
        where, row = self.where, self.rows[start]
        alone = where.hands.cards[[row]] @ ONE, np.ones(1)
        if start == AS_DEALT:
            return _one(*alone, _of_line(tuple(map(float, where.blackjack.usual))), labels)
        if self.followed.gives_up[row, self.view]:
            return _one(*alone, _of_line((-0.5,) * self._totals + (-1.0,)), labels)
        if start == NATURAL:
            return _one(*alone, _of_line((*self._paid(row, 1), -1.0 + self.safe)), labels)
        hands = played_out(where, self.followed.plan, row, self.view)
        return Found(where.hands.cards[hands.rows] @ ONE, self._numbers(hands, labels, split=False), hands.orders)

    def of_pair(self, start: int) -> Ends:
        """One hand of the pair, with further pair cards gone beside it: one, or more."""
        keys, numbers, orders, labels = self.one_of(start)
        more = np.arange(further_cards(self.where.most[self.split[start]]))[:, None]
        all_keys = (keys + (more + 1) * ONE[self.split[start]]).ravel()
        in_order = np.argsort(all_keys, kind="stable")
        found = np.zeros((len(orders), STARTS))
        found[:, start] = orders
        all_numbers = (numbers + more * len(labels)).ravel()[in_order]
        return Ends(all_keys[in_order], all_numbers, found, in_order % len(orders), labels)

    def one_of(self, start: int) -> tuple[Ints, Ints, Floats, tuple[Label, ...]]:
        """One hand of the pair, sorted by cards: their number, that of the label, orders, and the labels."""
        labels: dict[Label, int] = {}
        hands = hands_of(self.where, self.followed.plan, self.split[start], self.view)
        keys, numbers = self.where.hands.cards[hands.rows] @ ONE, self._numbers(hands, labels, split=True)
        ends, which = np.unique(np.stack([keys, numbers]), axis=1, return_inverse=True)
        return ends[0], ends[1], np.bincount(which.ravel(), hands.orders).astype(np.float64), tuple(labels)

    def _numbers(self, hands: Hands, labels: dict[Label, int], *, split: bool) -> Ints:
        kinds = np.where((hands.mark == BEGUN) | (hands.mark == RAISED), 0, self.where.pays.kinds[hands.rows])
        told = np.stack([hands.second, hands.mark, kinds, hands.stake])
        found, which = np.unique(told, axis=1, return_inverse=True)
        numbers = []
        for second, mark, kind, stake in found.T.tolist():
            label = Label(second, self._nets(mark, kind, stake, split=split))
            numbers.append(labels.setdefault(label, len(labels)))
        return np.array(numbers)[which.ravel()]

    def _nets(self, mark: int, kind: int, stake: int, *, split: bool) -> tuple[tuple[float, Line], ...]:
        """What is paid on each outcome; a hand within 21 is one less over 21."""
        if mark == BEGUN:
            return ((1.0, self._over(stake, split=split)),)
        if mark == RAISED:
            return ((1.0, self._over(2, split=split)), (-1.0, self._over(1, split=split)))
        paid = (self.where.pays.doubled if stake == 2 else self.where.pays.once)[kind]
        within = (*map(float, paid), 0.0 if split else -1.0)
        return ((1.0, within), (-1.0, self._over(stake, split=split)))

    def _over(self, stake: int, *, split: bool) -> Line:
        doubled, busts = stake == 2, self.where.busts
        taken = 1 + (doubled and busts.doubled)
        if split:
            taken = stake * (busts.split_doubled if doubled else busts.split)
        return (-float(stake),) * self._totals + (-float(taken),)

    def _paid(self, row: int, stake: int) -> Floats:
        pays = self.where.pays
        found: Floats = (pays.doubled if stake == 2 else pays.once)[pays.kinds[row]]
        return found

    @property
    def _totals(self) -> int:
        return int(self.where.deal.outcomes.shape[2])


def _of_line(line: Line) -> Label:
    return Label(OTHER, ((1.0, line),))


def _one(key: Ints, orders: Floats, label: Label, labels: dict[Label, int]) -> Found:
    return Found(key, np.array([labels.setdefault(label, len(labels))]), orders)
