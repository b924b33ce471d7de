"""The ten values a card can have here (ace, 2 to 9, ten), and a set of cards as one number."""

from operator import mul
from typing import Final

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Ints
from chapter47.blackjack.hands import card_value
from chapter47.core.cards import Card

VALUES: Final = 10
ACE: Final = 0
TEN: Final = 9
NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
SHOWN: Final = (*range(1, VALUES), ACE)
"""The order in which charts show up cards and pairs: 2 to ten, then the ace."""

Multiset = tuple[int, ...]
"""Count the cards of each value."""


def value_index(card: Card) -> int:
    return ACE if card.is_ace else card_value(card) - 1


def multiset(values: tuple[int, ...]) -> Multiset:
    return tuple(values.count(value) for value in range(VALUES))


def add(cards: Multiset, value: int, copies: int = 1) -> Multiset:
    return (*cards[:value], cards[value] + copies, *cards[value + 1 :])


def low_points(cards: Multiset) -> int:
    """Return the point count with every ace as one."""
    return sum(map(mul, cards, range(1, VALUES + 1)))


BITS: Final = 6
"""Bits per value: no two hands hold 64 cards of one value."""
CARD_KEYS: Final = np.array([1 << BITS * (VALUES - 1 - value) for value in range(VALUES)], dtype=np.int64)


def cards_of(keys: Ints) -> Ints:
    """Unpack packed sets."""
    places = BITS * np.arange(VALUES - 1, -1, -1)
    cards: Ints = (keys[:, None] >> places[None, :]) & ((1 << BITS) - 1)
    return cards
