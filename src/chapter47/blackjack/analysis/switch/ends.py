"""How a hand of Switch, or one of a split pair, can end: sets of cards with their number of orders, for one up card.

A hand over 21 is not enumerated: it is a hand that began, less those within 21. Hands of a split pair are counted with
a number of further pair cards gone."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import FollowedChart
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.exchange import further_cards
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import CARD_KEYS
from chapter47.blackjack.analysis.split.kernels import BEGUN, OTHER_VALUE, RAISED
from chapter47.blackjack.analysis.split.one_hand import PlayedHands, hands_of, played_out
from chapter47.blackjack.analysis.switch.prepared import NATURAL, TWO_CARDS

AS_DEALT = len(TWO_CARDS)
"""An ace and a ten as dealt are a blackjack; those made by a switch are not."""
STARTS = len(TWO_CARDS) + 1

NetByOutcome = tuple[float, ...]
"""The net result of a hand on each outcome; the last is a dealer's blackjack, where a hand of a split pair counts
nothing by itself unless it is over 21."""


class EndLabel(NamedTuple):
    """Hands that are counted together: second card of a split hand, and net results, some of them one less."""

    second: int
    nets: tuple[tuple[float, NetByOutcome], ...]


class HandEnds(NamedTuple):
    """Sets of cards, packed and sorted, with their labels; by start the orders that lead there."""

    keys: Ints
    label_numbers: Ints
    """The label of each end; after all labels they repeat for every further pair card gone."""
    orders: Floats
    rows: Ints
    """The row of `orders` for each end."""
    labels: tuple[EndLabel, ...]

    @property
    def further_card_counts(self) -> int:
        """Return the numbers of further pair cards."""
        return int(self.label_numbers.max()) // len(self.labels) + 1


class _LabelledSets(NamedTuple):
    """Sets of cards, packed; the number of each one's label; the number of orders."""

    keys: Ints
    numbers: Ints
    orders: Floats


class SwitchHand:
    """A hand played by the chart against one up card."""

    def __init__(self, prepared: PreparedShoe, followed: FollowedChart, rows: Ints, view: int) -> None:
        self.prepared, self.followed, self.view = prepared, followed, view
        self.keeps_switched_21 = rulebook.switched_21_is_safe(prepared.table)
        self.rows = [*map(int, rows), int(rows[NATURAL])]
        pairs = zip(prepared.pairs.rows, prepared.pairs.value, followed.splits[:, view], strict=True)
        played = {int(row): int(pair) for row, pair, splits in pairs if splits and not followed.surrenders[row, view]}
        self.split = {self.rows.index(row): pair for row, pair in played.items()}
        """The pair of each start that is split."""

    def unsplit(self) -> HandEnds:
        """All hands that are not split, by their starts."""
        labels: dict[EndLabel, int] = {}
        parts = {start: self._ends_of(start, labels) for start in range(STARTS) if start not in self.split}
        labelled = _LabelledSets(*(np.concatenate(part) for part in zip(*parts.values(), strict=True)))
        start = np.repeat(list(parts), [len(part.keys) for part in parts.values()])
        keys, place = np.unique(labelled.keys, return_inverse=True)
        ends, end_of_set = np.unique(place * len(labels) + labelled.numbers, return_inverse=True)
        orders = np.bincount(end_of_set * STARTS + start, labelled.orders, len(ends) * STARTS).astype(np.float64)
        key, number = np.divmod(ends, len(labels))
        return HandEnds(keys[key], number, orders.reshape(-1, STARTS), np.arange(len(ends)), tuple(labels))

    def _ends_of(self, start: int, labels: dict[EndLabel, int]) -> _LabelledSets:
        prepared, row = self.prepared, self.rows[start]
        two_cards = prepared.hands.cards[[row]] @ CARD_KEYS, np.ones(1)
        if start == AS_DEALT:
            return _one_labelled_set(*two_cards, _label_of(tuple(map(float, prepared.blackjack.usual))), labels)
        if self.followed.surrenders[row, self.view]:
            return _one_labelled_set(*two_cards, _label_of((-0.5,) * self._totals + (-1.0,)), labels)
        if start == NATURAL:
            return _one_labelled_set(
                *two_cards, _label_of((*self._paid(row, 1), -1.0 + self.keeps_switched_21)), labels
            )
        hands = played_out(prepared, self.followed.plan, row, self.view)
        return _LabelledSets(
            prepared.hands.cards[hands.rows] @ CARD_KEYS, self._numbers(hands, labels, split=False), hands.orders
        )

    def of_pair(self, start: int) -> HandEnds:
        """One hand of the pair, with further pair cards gone beside it: one, or more."""
        keys, numbers, orders, labels = self.hand_of_pair(start)
        further_gone = np.arange(further_cards(self.prepared.most_hands[self.split[start]]))[:, None]
        all_keys = (keys + (further_gone + 1) * CARD_KEYS[self.split[start]]).ravel()
        in_order = np.argsort(all_keys, kind="stable")
        orders_by_start = np.zeros((len(orders), STARTS))
        orders_by_start[:, start] = orders
        all_numbers = (numbers + further_gone * len(labels)).ravel()[in_order]
        return HandEnds(all_keys[in_order], all_numbers, orders_by_start, in_order % len(orders), labels)

    def hand_of_pair(self, start: int) -> tuple[Ints, Ints, Floats, tuple[EndLabel, ...]]:
        """Return one hand of the pair, sorted by cards: their number, the label's number, orders, and the labels."""
        labels: dict[EndLabel, int] = {}
        hands = hands_of(self.prepared, self.followed.plan, self.split[start], self.view)
        keys, numbers = self.prepared.hands.cards[hands.rows] @ CARD_KEYS, self._numbers(hands, labels, split=True)
        ends, end_of_hand = np.unique(np.stack([keys, numbers]), axis=1, return_inverse=True)
        return ends[0], ends[1], np.bincount(end_of_hand.ravel(), hands.orders).astype(np.float64), tuple(labels)

    def _numbers(self, hands: PlayedHands, labels: dict[EndLabel, int], *, split: bool) -> Ints:
        kinds = np.where((hands.mark == BEGUN) | (hands.mark == RAISED), 0, self.prepared.pays.kinds[hands.rows])
        descriptions = np.stack([hands.second, hands.mark, kinds, hands.stake])
        distinct, place_of_hand = np.unique(descriptions, axis=1, return_inverse=True)
        numbers = []
        for second, mark, kind, stake in distinct.T.tolist():
            label = EndLabel(second, self._nets(mark, kind, stake, split=split))
            numbers.append(labels.setdefault(label, len(labels)))
        return np.array(numbers)[place_of_hand.ravel()]

    def _nets(self, mark: int, kind: int, stake: int, *, split: bool) -> tuple[tuple[float, NetByOutcome], ...]:
        """Return the payment for each outcome; each hand within 21 is subtracted from those over 21."""
        if mark == BEGUN:
            return ((1.0, self._bust_nets(stake, split=split)),)
        if mark == RAISED:
            return ((1.0, self._bust_nets(2, split=split)), (-1.0, self._bust_nets(1, split=split)))
        paid = (self.prepared.pays.doubled if stake == 2 else self.prepared.pays.once)[kind]
        within = (*map(float, paid), 0.0 if split else -1.0)
        return ((1.0, within), (-1.0, self._bust_nets(stake, split=split)))

    def _bust_nets(self, stake: int, *, split: bool) -> NetByOutcome:
        doubled, busts = stake == 2, self.prepared.bust_rules
        taken = 1 + (doubled and busts.doubled)
        if split:
            taken = stake * (busts.split_doubled if doubled else busts.split)
        return (-float(stake),) * self._totals + (-float(taken),)

    def _paid(self, row: int, stake: int) -> Floats:
        pays = self.prepared.pays
        paid: Floats = (pays.doubled if stake == 2 else pays.once)[pays.kinds[row]]
        return paid

    @property
    def _totals(self) -> int:
        return int(self.prepared.deal.outcomes.shape[2])


def _label_of(nets: NetByOutcome) -> EndLabel:
    return EndLabel(OTHER_VALUE, ((1.0, nets),))


def _one_labelled_set(key: Ints, orders: Floats, label: EndLabel, labels: dict[EndLabel, int]) -> _LabelledSets:
    return _LabelledSets(key, np.array([labels.setdefault(label, len(labels))]), orders)
