"""Every hand a player can hold, and every set of cards that can then be missing from the shoe."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact.arrays import Ints
from chapter47.blackjack.analysis.exact.dealer import total_of
from chapter47.blackjack.analysis.exact.values import ACE, CARD_KEYS, VALUES, Multiset, add, cards_of, low_points
from chapter47.blackjack.hands import LIMIT

SUITED_PAIRS = ((5, 6, 7), (5, 7, 6), (6, 7, 5))
"""Two of six, seven and eight, and the missing one."""
SEVENS = (6, 6, 6)
MIXED, ONE_SUIT, SPADES = range(3)


class Composition(NamedTuple):
    """The cards by value; `suited` if all share a suit and can still make a suited pay-out."""

    cards: Multiset
    suited: int = MIXED


class SuitsThatCount(NamedTuple):
    """Which hands are distinguished by suit: none, suited ones, or spades as well; also three sevens."""

    marks: tuple[int, ...] = ()
    sevens: bool = False

    @property
    def pairs(self) -> tuple[tuple[int, int, int], ...]:
        """Yield each two cards towards a pay-out, with the missing one."""
        if not self.marks:
            return ()
        return (*SUITED_PAIRS, SEVENS) if self.sevens else SUITED_PAIRS


NO_SUITS = SuitsThatCount()


class HandTable(NamedTuple):
    """Arrays over all hands, lower totals first, so that a child follows its parents."""

    suits: SuitsThatCount
    hands: tuple[Composition, ...]
    row_of: dict[Composition, int]
    cards: Ints
    size: Ints
    points: Ints
    soft: Ints
    child: Ints
    """The hand with one more card of each value, or -1 over 21."""
    two_card_hands: tuple[tuple[tuple[int, int], ...], ...]
    """For each first value: its two-card hands, with their other value."""


@dataclass(frozen=True, eq=False)
class RemovedSets:
    """Sets of cards gone from the shoe, and which of them belongs to a hand beside further cards of a pair."""

    cards: NDArray[np.int64 | np.int8]
    """Stored as small integers if there are very many sets."""
    of_hand: Ints
    arises: NDArray[np.bool_]
    """By pair value, number of further pair cards (from one), and hand."""
    sets: NDArray[np.int32]
    """Only for those that occur, one after another."""

    @property
    def of_split(self) -> NDArray[np.int32]:
        """Return them by the same keys; -1 if none."""
        return _of_split(self)

    def set_of_split(self, pair: int, further_gone: int) -> Ints:
        sets: Ints = self.of_split[pair, further_gone].astype(np.int64)
        return sets


@lru_cache(maxsize=2)
def _of_split(removed: RemovedSets) -> NDArray[np.int32]:
    """Build the sets; at Switch there are too many to keep them all."""
    sets = np.full(removed.arises.shape, -1, dtype=np.int32)
    sets[removed.arises] = removed.sets
    return sets


@lru_cache(maxsize=4)
def all_hands(suits: SuitsThatCount = NO_SUITS) -> HandTable:
    hands = [Composition(cards) for cards in _multisets(0, LIMIT) if sum(cards)]
    suited = {_cards_of_values(*values) for pair in suits.pairs for values in (pair[:2], pair)}
    hands += [Composition(cards, mark) for cards in suited for mark in suits.marks]
    hands.sort(key=lambda hand: (low_points(hand.cards), hand.cards, hand.suited))
    index = {hand: number for number, hand in enumerate(hands)}
    totals = [total_of(hand.cards) for hand in hands]
    cards = np.array([hand.cards for hand in hands], dtype=np.int64)
    return HandTable(
        suits,
        tuple(hands),
        index,
        cards,
        np.array([sum(hand.cards) for hand in hands], dtype=np.int64),
        np.array([total.points for total in totals], dtype=np.int64),
        np.array([total.soft for total in totals], dtype=np.int64),
        _children(index, hands, cards),
        tuple(_two_card_hands(index, value) for value in range(VALUES)),
    )


def _cards_of_values(*values: int) -> Multiset:
    return tuple(values.count(value) for value in range(VALUES))


def _multisets(value: int, points: int) -> list[Multiset]:
    """Yield all sets of cards of this value and above whose points, with low aces, are within the limit."""
    if value == VALUES:
        return [()]
    return [
        (copies, *rest)
        for copies in range(points // (value + 1) + 1)
        for rest in _multisets(value + 1, points - copies * (value + 1))
    ]


def _children(index: dict[Composition, int], hands: list[Composition], cards: Ints) -> Ints:
    """Return the row of every hand with one more card of each value, or -1."""
    mixed = np.array([row for row, hand in enumerate(hands) if not hand.suited])
    keys = cards @ CARD_KEYS
    mixed = mixed[np.argsort(keys[mixed])]
    place = np.searchsorted(keys[mixed], longer := keys[:, None] + CARD_KEYS).clip(max=len(mixed) - 1)
    children = np.where(keys[mixed][place] == longer, mixed[place], -1)
    for row, hand in enumerate(hands):
        for value in range(VALUES) if hand.suited else ():
            children[row, value] = index.get(Composition(add(hand.cards, value), hand.suited), children[row, value])
    return children


def _two_card_hands(index: dict[Composition, int], first: int) -> tuple[tuple[int, int], ...]:
    """List unsuited hands before suited ones of the same cards."""
    two_card_hands = []
    for second in range(VALUES):
        for suited in (MIXED, ONE_SUIT, SPADES):
            hand = Composition(add(_cards_of_values(first), second), suited)
            if hand in index:
                two_card_hands.append((index[hand], second))
    return tuple(two_card_hands)


class PairRows(NamedTuple):
    """The rows of all pairs, and the value of each; sevens can have several rows, by suit."""

    rows: Ints
    value: Ints


def pairs_of(hands: HandTable) -> PairRows:
    pairs = [(row, pair) for pair in range(VALUES) for row, second in hands.two_card_hands[pair] if second == pair]
    return PairRows(np.array([row for row, _ in pairs]), np.array([pair for _, pair in pairs]))


@lru_cache(maxsize=8)
def removed_sets(suits: SuitsThatCount, further: int, *, aces_draw: bool = False) -> RemovedSets:
    """List all sets that occur with a hand and up to `further` more cards of the split pair.

    Split aces may get only one card."""
    hands = all_hands(suits)
    keys, further_gone = hands.cards @ CARD_KEYS, np.arange(further + 1)
    holds = (hands.cards.T > 0) & (hands.size >= 2)
    holds[ACE] &= (hands.size == 2) | aces_draw
    arises = holds[:, None, :] & (further_gone > 0)[:, None]
    keys_beside = keys + further_gone[:, None] * CARD_KEYS[:, None, None]
    gone, place = np.unique(np.concatenate([keys, keys_beside[arises]]), return_inverse=True)
    return RemovedSets(cards_of(gone), place[: len(keys)], arises, place[len(keys) :].astype(np.int32))
