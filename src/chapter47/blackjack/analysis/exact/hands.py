"""Every hand a player can hold, and every set of cards that can be missing from the shoe then."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact.card_set_keys import ONE, cards_of
from chapter47.blackjack.analysis.exact.dealer import Ints, total_of
from chapter47.blackjack.analysis.exact.values import ACE, VALUES, Multiset, add, low_points
from chapter47.blackjack.hands import LIMIT

SUITED_PAIRS = ((5, 6, 7), (5, 7, 6), (6, 7, 5))
"""Two of six, seven and eight, and the one that is wanting."""
SEVENS = (6, 6, 6)
MIXED, ONE_SUIT, SPADES = range(3)


class Hand(NamedTuple):
    """The cards by value; `suited` while all are of one suit on the way to a pay-out that asks for it."""

    cards: Multiset
    suited: int = MIXED


class Suits(NamedTuple):
    """Which hands are told apart by suit: not at all, of one suit or not, or spades besides; three sevens too."""

    marks: tuple[int, ...] = ()
    sevens: bool = False

    @property
    def pairs(self) -> tuple[tuple[int, int, int], ...]:
        """Two cards on the way, and the one that is wanting."""
        if not self.marks:
            return ()
        return (*SUITED_PAIRS, SEVENS) if self.sevens else SUITED_PAIRS


NO_SUITS = Suits()


class Hands(NamedTuple):
    """Arrays over all hands, shorter totals first, so that a child stands behind its parents."""

    suits: Suits
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


@dataclass(frozen=True, eq=False)
class Removed:
    """Sets of cards gone from the shoe, and which of them belongs to a hand beside so many more cards of a pair."""

    cards: NDArray[np.int64 | np.int8]
    """Small numbers where there are very many sets."""
    of_hand: Ints
    arises: NDArray[np.bool_]
    """By pair value, number of further pair cards (from one), and hand."""
    sets: NDArray[np.int32]
    """Of those that arise, one after the other."""

    @property
    def of_split(self) -> NDArray[np.int32]:
        """By the same; nothing is -1."""
        return _of_split(self)

    def split(self, pair: int, more: int) -> Ints:
        found: Ints = self.of_split[pair, more].astype(np.int64)
        return found


@lru_cache(maxsize=2)
def _of_split(removed: Removed) -> NDArray[np.int32]:
    """At Switch there are many of them, too large to be kept all."""
    found = np.full(removed.arises.shape, -1, dtype=np.int32)
    found[removed.arises] = removed.sets
    return found


@lru_cache(maxsize=4)
def all_hands(suits: Suits = NO_SUITS) -> Hands:
    found = [Hand(cards) for cards in _multisets(0, LIMIT) if sum(cards)]
    suited = {_of(*values) for one in suits.pairs for values in (one[:2], one)}
    found += [Hand(cards, mark) for cards in suited for mark in suits.marks]
    found.sort(key=lambda hand: (low_points(hand.cards), hand.cards, hand.suited))
    index = {hand: number for number, hand in enumerate(found)}
    totals = [total_of(hand.cards) for hand in found]
    cards = np.array([hand.cards for hand in found], dtype=np.int64)
    return Hands(
        suits,
        tuple(found),
        index,
        cards,
        np.array([sum(hand.cards) for hand in found], dtype=np.int64),
        np.array([total.points for total in totals], dtype=np.int64),
        np.array([total.soft for total in totals], dtype=np.int64),
        _children(index, found, cards),
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


def _children(index: dict[Hand, int], found: list[Hand], cards: Ints) -> Ints:
    """The row of every hand with one more card of each value; -1 is none."""
    mixed = np.array([row for row, hand in enumerate(found) if not hand.suited])
    keys = cards @ ONE
    mixed = mixed[np.argsort(keys[mixed])]
    place = np.searchsorted(keys[mixed], longer := keys[:, None] + ONE).clip(max=len(mixed) - 1)
    children = np.where(keys[mixed][place] == longer, mixed[place], -1)
    for row, hand in enumerate(found):
        for value in range(VALUES) if hand.suited else ():
            children[row, value] = index.get(Hand(add(hand.cards, value), hand.suited), children[row, value])
    return children


def _roots(index: dict[Hand, int], first: int) -> tuple[tuple[int, int], ...]:
    """Unsuited hands before suited ones of the same cards."""
    found = []
    for second in range(VALUES):
        for suited in (MIXED, ONE_SUIT, SPADES):
            hand = Hand(add(_of(first), second), suited)
            if hand in index:
                found.append((index[hand], second))
    return tuple(found)


class Pairs(NamedTuple):
    """The rows of all pairs, and the value of each; sevens can have several rows, by suit."""

    rows: Ints
    value: Ints


def pairs_of(hands: Hands) -> Pairs:
    found = [(row, pair) for pair in range(VALUES) for row, second in hands.roots[pair] if second == pair]
    return Pairs(np.array([row for row, _ in found]), np.array([pair for _, pair in found]))


@lru_cache(maxsize=8)
def removed_sets(suits: Suits, further: int, *, aces_draw: bool = False) -> Removed:
    """All sets that arise from a hand and up to `further` more cards of the pair that was split.

    Split aces may get one card only."""
    hands = all_hands(suits)
    keys, more = hands.cards @ ONE, np.arange(further + 1)
    holds = (hands.cards.T > 0) & (hands.size >= 2)
    holds[ACE] &= (hands.size == 2) | aces_draw
    arises = holds[:, None, :] & (more > 0)[:, None]
    beside = keys + more[:, None] * ONE[:, None, None]
    gone, place = np.unique(np.concatenate([keys, beside[arises]]), return_inverse=True)
    return Removed(cards_of(gone), place[: len(keys)], arises, place[len(keys) :].astype(np.int32))
