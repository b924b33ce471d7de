"""One hand of a split pair: all ways to play it by a plan, and the payments of its ends.

Hands over 21 are not enumerated: they are the remainder of the two-card hands they came from."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints, Plan
from chapter47.blackjack.analysis.exact.dealer import OUTCOMES
from chapter47.blackjack.analysis.exact.exchange import further_cards
from chapter47.blackjack.analysis.exact.hands import MIXED, Composition
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.split.kernels import (
    BEGUN,
    BITS,
    DOUBLES,
    ENDED,
    HITS,
    OTHER_VALUE,
    RAISED,
    RESCUED,
    STANDS,
    Indices,
    count_class_pairs,
    number_pairs,
    play_out,
    unpacked,
    with_following,
)
from chapter47.blackjack.hands import LIMIT

SignedPayment = tuple[float, tuple[float, ...]]
"""Its frequency, and a net result for each outcome."""
BEGINNINGS = 12
"""A class is a number: its payment line times this, plus one of three marks, two second cards and two stakes."""
PLAIN, RIGHT_SUIT, WRONG_SUIT = range(3)
"""A hand that may become a suited 21 stands for two: with the right suit and without."""


class PlayedHands(NamedTuple):
    """Hands with their orders: those that ended within 21 (some rescued), and shorter ones with an open end: begun, or
    raised, which means doubled with more than two cards."""

    rows: Ints
    mark: Ints
    second: Ints
    """Whether the second card was another value, or one more of the pair."""
    stake: Ints
    orders: Floats


def hands_of(prepared: PreparedShoe, plan: Plan, pair: int, view: int) -> PlayedHands:
    """List all ways one hand of the pair can be played by the plan."""
    two_card_hands = prepared.two_card_hands[pair]
    begun = (prepared.split_rows[pair], two_card_hands.rows, two_card_hands.share, pair)
    return _played(prepared, begun, plan, view, prepared.may_double_split, draws=prepared.split_hands_draw[pair])


def played_out(prepared: PreparedShoe, plan: Plan, row: int, view: int) -> PlayedHands:
    """List all ways a two-card hand that is not split can be played."""
    begun = (prepared.played_rows[prepared.played_rows >= row], np.array([[row, OTHER_VALUE]]), np.ones(1), -1)
    return _played(prepared, begun, plan, view, prepared.may_double, draws=True)


def _played(
    prepared: PreparedShoe,
    begun: tuple[Ints, Ints, Floats, int],
    plan: Plan,
    view: int,
    may_double: Ints,
    *,
    draws: bool,
) -> PlayedHands:
    moves = np.where((plan.doubles[:, view] & may_double) != 0, DOUBLES, np.where(plan.hits[:, view], HITS, STANDS))
    moves[(prepared.hands.points == LIMIT) | (not draws)] = STANDS
    return PlayedHands(*play_out(prepared.hands.child, moves, np.ascontiguousarray(plan.rescues[:, view]), *begun))


class HandClass(NamedTuple):
    """Hands with the same start and payments; only finished ones have a line of payments, others -1."""

    mark: int
    second: int
    stake: int
    payment_line: int

    @property
    def busts_by_stake(self) -> dict[int, float]:
        """Count how often each stake busts, beside what the other classes say."""
        if self.mark == RAISED:
            return {1: -1.0, 2: 1.0}
        return {self.stake: 1.0 if self.mark == BEGUN else -1.0}


class PaymentLines:
    """Payments of split hands on each outcome and against a dealer's blackjack, without duplicates."""

    def __init__(self, prepared: PreparedShoe) -> None:
        self.prepared = prepared
        self.later: list[tuple[float, ...]] = []
        self.first: list[tuple[float, ...]] = []
        """Payments for the hand with the original wager."""
        self.by_suit: list[bool] = []
        numbers: dict[tuple[object, ...], int] = {}
        examples = rulebook.kinds_of(prepared.hands.suits).examples
        self.numbers = np.zeros((2, 3, len(examples)), dtype=np.int64)
        for stake, suit, kind in np.ndindex(*self.numbers.shape):
            self.numbers[stake, suit, kind] = self._number(numbers, self._line(examples[kind], stake + 1, suit))
        forfeit = (*(prepared.split_payoffs[0].pays.forfeit,) * OUTCOMES, 0.0)  # the last against a blackjack
        self.rescued = self._number(numbers, (forfeit, forfeit, False))
        suited = np.array([hand.suited for hand in prepared.hands.hands]) != MIXED
        self.share = np.zeros(len(suited))
        for row in np.flatnonzero(suited & (prepared.hands.points == LIMIT)):
            self.share[row] = prepared.suit_chances.third_card(prepared.hands.hands[row].cards)

    def _number(
        self, numbers: dict[tuple[object, ...], int], line: tuple[tuple[float, ...], tuple[float, ...], bool]
    ) -> int:
        if line not in numbers:
            numbers[line] = len(numbers)
            self.later.append(line[0])
            self.first.append(line[1])
            self.by_suit.append(line[2])
        return numbers[line]

    def _line(self, row: int, stake: int, suit: int) -> tuple[tuple[float, ...], tuple[float, ...], bool]:
        pays, above = self.prepared.split_payoffs[0].pays, self.prepared.split_payoffs[1:]
        later = pays.doubled if stake == 2 else pays.once
        first = sum((part.pays.once for part in above), later)
        beaten = self._against_blackjack(row)
        nets = [(*self._of_suits(row, paid, suit), beaten) for paid in (later, first)]
        return nets[0], nets[1], self._by_suit(row)

    def _against_blackjack(self, row: int) -> float:
        """A two-card 21 can win after a split too (19.5(a)3, read literally)."""
        two_card_21 = self.prepared.hands.size[row] == 2 and self.prepared.hands.points[row] == LIMIT
        return max(rulebook.split_21_against_blackjack(self.prepared.table), 0.0) if two_card_21 else 0.0

    def _of_suits(self, row: int, paid: Floats, suit: int) -> Iterator[float]:
        """Separate the mean of two odds."""
        hand, kinds = self.prepared.hands.hands[row], self.prepared.split_payoffs[0].pays.kinds
        usual = paid[kinds[self.prepared.hands.row_of[hand._replace(suited=MIXED)]]]
        share = self.prepared.suit_chances.third_card(hand.cards) if suit == RIGHT_SUIT else 1.0
        for net, mixed_net in zip(paid[kinds[row]], usual, strict=True):
            odds = mixed_net + (net - mixed_net) / share if share else mixed_net
            yield float(mixed_net) if suit == WRONG_SUIT else round(float(odds), 9)

    def _by_suit(self, row: int) -> bool:
        hands = self.prepared.hands
        marked = [Composition(hands.hands[row].cards, mark) for mark in hands.suits.marks]
        return bool(hands.points[row] == LIMIT) and any(hand in hands.row_of for hand in marked)

    def classed(self, hands: PlayedHands) -> tuple[Ints, Ints, Floats]:
        """Return the row and class number of every hand, with its orders, by suit."""
        share = np.where(hands.mark == ENDED, self.share[hands.rows], 0.0)
        suited, kinds = np.flatnonzero(share), self.prepared.split_payoffs[0].pays.kinds[hands.rows]
        payment_lines = np.where(hands.mark == ENDED, self.numbers[hands.stake - 1, PLAIN, kinds], -1)
        payment_lines[hands.mark == RESCUED] = self.rescued
        payment_lines[suited] = self.numbers[hands.stake[suited] - 1, RIGHT_SUIT, kinds[suited]]
        wrong_suit = self.numbers[hands.stake[suited] - 1, WRONG_SUIT, kinds[suited]]
        beginnings = 4 * np.minimum(hands.mark, ENDED) + 2 * hands.second + hands.stake - 1
        numbers = np.concatenate(
            [BEGINNINGS * (payment_lines + 1) + beginnings, BEGINNINGS * (wrong_suit + 1) + beginnings[suited]]
        )
        orders = np.concatenate([hands.orders * np.where(share, share, 1.0), (hands.orders * (1.0 - share))[suited]])
        return np.concatenate([hands.rows, hands.rows[suited]]), numbers, orders


def class_of(number: int) -> HandClass:
    line, beginning = divmod(number, BEGINNINGS)
    return HandClass(beginning // 4, beginning // 2 % 2, beginning % 2 + 1, line - 1)


class ClassPayments:
    """Payments of the classes of a pair's hands: the same for all views with as many outcomes."""

    def __init__(self, payments: PaymentLines, classes: list[HandClass], outcomes: int) -> None:
        self.payments, self.classes, self.outcomes = payments, classes, outcomes

    @cached_property
    def results(self) -> list[float]:
        """Return every net result of one hand."""
        within = [
            self.payments_of(number, first=first) for number in range(len(self.classes)) for first in (False, True)
        ]
        over = [self._bust_payments(stake) for hand_class in self.classes for stake in hand_class.busts_by_stake]
        return sorted({net for payments in (*within, *over) for net in payments})

    def signed_payments(self, number: int, *, first: bool) -> list[SignedPayment]:
        """Return a class's payment on each outcome, and its correction to the hands over 21."""
        paid = self.payments_of(number, first=first)
        over = [
            (sign, tuple(self._bust_payments(stake))) for stake, sign in self.classes[number].busts_by_stake.items()
        ]
        return [*over, *([(1.0, paid)] if paid else [])]

    def payments_of(self, number: int, *, first: bool) -> tuple[float, ...]:
        paid, line = self.payments, self.classes[number].payment_line
        return (paid.first if first else paid.later)[line][: self.outcomes] if line >= 0 else ()

    def _bust_payments(self, stake: int) -> list[float]:
        """Return what a hand over 21 costs for each outcome."""
        busts = self.payments.prepared.bust_rules
        lost = busts.split_doubled if stake == 2 else busts.split
        return ([-float(stake)] * OUTCOMES + [-float(stake) * lost])[: self.outcomes]

    @cached_property
    def first_ways(self) -> Floats:
        return self._ways(first=True)

    @cached_property
    def later_ways(self) -> Floats:
        return self._ways(first=False)

    def _ways(self, *, first: bool) -> Floats:
        by_class = [
            (hand_class.second, self.signed_payments(number, first=first))
            for number, hand_class in enumerate(self.classes)
        ]
        return ways_to_results(by_class, self.results, self.outcomes)


def ways_to_results(
    by_class: Sequence[tuple[int, Iterable[SignedPayment]]], results: list[float], outcomes: int
) -> Floats:
    """Map hands of one kind to their results: by outcome, kind, then second card and result.

    A hand within 21 is one fewer over 21 among those begun alike, so its payment has a sign."""
    ways = np.zeros((outcomes, len(by_class), 2, len(results)))
    place = {net: number for number, net in enumerate(results)}
    for number, (second, signed_payments) in enumerate(by_class):
        for sign, nets in signed_payments:
            for outcome, net in enumerate(nets[:outcomes]):
                ways[outcome, number, second, place[net]] += sign
    return ways.reshape(outcomes, len(by_class), -1)


class GoneSets(NamedTuple):
    """The cards of every two hands, also with further pair cards; where each two hands' set is among them.

    The sets with further pair cards follow it one by one."""

    cards: Ints
    places: Ints


class SplitPairHands:
    """The hands of a pair under a plan, by cards and class; shared by all views with the same plan."""

    def __init__(self, payments: PaymentLines, plan: Plan, pair: int, view: int) -> None:
        self.payments, self.prepared, self.pair = payments, payments.prepared, pair
        rows, numbers, orders = payments.classed(hands_of(payments.prepared, plan, pair, view))
        class_numbers, class_of_hand = np.unique(numbers, return_inverse=True)
        self.classes = [class_of(int(number)) for number in class_numbers]
        self.paid = cache(partial(ClassPayments, payments, self.classes))
        keys, key_of_hand = np.unique(payments.prepared.hands.cards[rows] @ (1 << shifts(pair)), return_inverse=True)
        sets_and_classes, place_of_hand = np.unique(
            key_of_hand * len(class_numbers) + class_of_hand, return_inverse=True
        )
        self.class_of = sets_and_classes % len(class_numbers)
        self.orders: Floats = np.bincount(place_of_hand, weights=orders, minlength=len(sets_and_classes)).astype(
            np.float64
        )
        self.keys, self.first = keys, np.searchsorted(sets_and_classes // len(class_numbers), np.arange(len(keys) + 1))

    @property
    def cards(self) -> Ints:
        """The cards of every hand."""
        cards: Ints = np.repeat(unpacked(self.keys, shifts(self.pair)), np.diff(self.first), axis=0)
        return cards

    @cached_property
    def pairs(self) -> tuple[Indices, Ints]:
        """Return which set of cards every two hands hold, and the distinct sets as numbers."""
        sets = np.empty(len(self.keys) * (len(self.keys) + 1) // 2, dtype=np.int32)
        return sets, number_pairs(self.keys, sets)

    @cached_property
    def gone(self) -> "GoneSets":
        numbers, further_gone = self.pairs[1], further_cards(self.prepared.most_hands[self.pair]) - 1
        ascending, places, ordered = np.argsort(numbers), np.empty_like(numbers), np.empty_like(numbers)
        cards = unpacked(with_following(numbers[ascending], further_gone, ordered), shifts(self.pair))
        places[ascending] = ordered
        return GoneSets(cards, places)

    def count_class_pairs(self, weights: Floats) -> Floats:
        """Count how often two hands end in each pair of classes, by the other distinctions of their weights."""
        counts = np.zeros((len(self.classes), len(self.classes), weights.shape[1]))
        count_class_pairs(self.pairs[0], weights, self.first, self.orders, self.class_of, counts)
        both: Floats = counts + counts.transpose(1, 0, 2)
        return both


def shifts(pair: int) -> Ints:
    """Return the position of each value in a set's number; one more card of the pair gives the next number."""
    shifts_of_values = np.empty(VALUES, dtype=np.int64)
    shifts_of_values[[pair, *(value for value in range(VALUES) if value != pair)]] = BITS * np.arange(VALUES)
    return shifts_of_values
