"""The ten values a card can have here: the ace first, then 2 to 9, then every card that counts ten."""

from operator import mul
from typing import Final

from chapter47.blackjack.hands import card_value
from chapter47.core.cards import Card

VALUES: Final = 10
ACE: Final = 0
TEN: Final = 9
NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
SHOWN: Final = (*range(1, VALUES), ACE)
"""The order in which charts show up cards and pairs: 2 to ten, then the ace."""

Multiset = tuple[int, ...]
"""How many cards of each value."""


def value_index(card: Card) -> int:
    return ACE if card.is_ace else card_value(card) - 1


def multiset(values: tuple[int, ...]) -> Multiset:
    return tuple(values.count(value) for value in range(VALUES))


def add(cards: Multiset, value: int, copies: int = 1) -> Multiset:
    return (*cards[:value], cards[value] + copies, *cards[value + 1 :])


def low_points(cards: Multiset) -> int:
    """The point count with every ace as one."""
    return sum(map(mul, cards, range(1, VALUES + 1)))
