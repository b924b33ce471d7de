"""Every hand a player can hold, and every set of cards that can be missing from the shoe then."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from chapter47.analysis.dealer import Ints, total_of
from chapter47.analysis.values import ACE, VALUES, Multiset, add, low_points
from chapter47.hands import LIMIT

SUITED_PAIRS = ((5, 6, 7), (5, 7, 6), (6, 7, 5))
"""Two of six, seven and eight, and the one that is wanting."""


class Hand(NamedTuple):
    """The cards by value; `suited` while all are of one suit on the way to a suited 6-7-8."""

    cards: Multiset
    suited: bool = False


class Hands(NamedTuple):
    """Arrays over all hands, shorter totals first, so that a child stands behind its parents."""

    hands: tuple[Hand, ...]
    numbers: dict[Hand, int]
    cards: Ints
    size: Ints
    points: Ints
    soft: Ints
    child: Ints
    """The hand with one more card of each value, or -1 over 21."""
    roots: tuple[tuple[tuple[int, int], ...], ...]
    """For each first value: the two-card hands that hold it, with their other value."""


class Removed(NamedTuple):
    """Sets of cards gone from the shoe, and which of them belongs to a hand beside so many more cards of a pair."""

    cards: Ints
    of_hand: Ints
    of_split: Ints
    """By pair value, number of further pair cards (from one), and hand."""


@lru_cache(maxsize=4)
def all_hands(*, suited: bool) -> Hands:
    found = [Hand(cards) for cards in _multisets(0, LIMIT) if sum(cards)]
    if suited:
        found += [Hand(_of(first, second), suited=True) for first, second, _ in SUITED_PAIRS]
        found.append(Hand(_of(5, 6, 7), suited=True))
    found.sort(key=lambda hand: (low_points(hand.cards), hand.cards, hand.suited))
    index = {hand: number for number, hand in enumerate(found)}
    totals = [total_of(hand.cards) for hand in found]
    return Hands(
        tuple(found),
        index,
        np.array([hand.cards for hand in found], dtype=np.int64),
        np.array([sum(hand.cards) for hand in found], dtype=np.int64),
        np.array([total.points for total in totals], dtype=np.int64),
        np.array([total.soft for total in totals], dtype=np.int64),
        np.array([[_child(index, hand, value) for value in range(VALUES)] for hand in found], dtype=np.int64),
        tuple(_roots(index, value) for value in range(VALUES)),
    )


def _of(*values: int) -> Multiset:
    return tuple(values.count(value) for value in range(VALUES))


def _multisets(value: int, points: int) -> list[Multiset]:
    """All sets of cards of this value and above whose points, aces low, are within the limit."""
    if value == VALUES:
        return [()]
    return [
        (copies, *rest)
        for copies in range(points // (value + 1) + 1)
        for rest in _multisets(value + 1, points - copies * (value + 1))
    ]


def _child(index: dict[Hand, int], hand: Hand, value: int) -> int:
    longer = add(hand.cards, value)
    wanted = hand.suited and max(longer) == 1 and longer[5] + longer[6] + longer[7] == 3
    return index.get(Hand(longer, suited=wanted), -1)


def _roots(index: dict[Hand, int], first: int) -> tuple[tuple[int, int], ...]:
    """Unsuited hands before suited ones of the same cards."""
    found = []
    for second in range(VALUES):
        for suited in (False, True):
            hand = Hand(add(_of(first), second), suited=suited)
            if hand in index:
                found.append((index[hand], second))
    return tuple(found)


@lru_cache(maxsize=8)
def removed_sets(*, suited: bool, further: int) -> Removed:
    """All sets that arise from a hand and up to `further` more cards of the pair that was split."""
    hands = all_hands(suited=suited)
    known: dict[Multiset, int] = {}
    of_hand = np.array([known.setdefault(hand.cards, len(known)) for hand in hands.hands], dtype=np.int64)
    of_split = np.full((VALUES, further + 1, len(hands.hands)), -1, dtype=np.int64)
    for value in range(VALUES):
        for more in range(1, further + 1):
            for number, hand in enumerate(hands.hands):
                if _arises(hand.cards, value):
                    gone = add(hand.cards, value, more)
                    of_split[value, more, number] = known.setdefault(gone, len(known))
    return Removed(np.array(list(known), dtype=np.int64), of_hand, of_split)


def _arises(cards: Multiset, value: int) -> bool:
    """A split ace gets one card only."""
    return cards[value] > 0 and sum(cards) >= 2 and (value != ACE or sum(cards) == 2)
