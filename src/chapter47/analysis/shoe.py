"""The shoe a round begins with: any cards, by value and where a pay-out asks for it by suit."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from chapter47.analysis.dealer import Ints
from chapter47.analysis.values import VALUES, value_index
from chapter47.cards import SUITS, Card
from chapter47.posting import TableRules
from chapter47.rules.burn_and_reshuffle import determinant_instead_of_burn
from chapter47.rules.decks import full_set, sides


class NotPricedError(ValueError):
    """A table, or a shoe for it, that this analysis cannot price; the message says why."""


class Shoe(NamedTuple):
    cards: tuple[Card, ...]

    @property
    def counts(self) -> Ints:
        """How many cards of each value."""
        counts = np.zeros(VALUES, dtype=np.int64)
        for card in self.cards:
            counts[value_index(card)] += 1
        return counts

    def share_of_a_suit(self) -> Fraction:
        """How likely a six, a seven or an eight is of a given suit; it must be the same for all suits."""
        for rank in "678":
            suits = [card.suit for card in self.cards if card.rank == rank]
            if len({suits.count(suit) for suit in SUITS}) > 1:
                raise NotPricedError("suited pay-outs are priced for shoes with as many cards of each suit only")
        return Fraction(1, len(SUITS))


def full_shoe(table: TableRules) -> Shoe:
    """The cards a round is dealt from; of a double shoe one side, whichever the determinant card chooses (2.6(d)1)."""
    if not determinant_instead_of_burn(table):
        return Shoe(full_set(table))
    left, right = sides(table)
    if len(left) != len(right):
        raise NotPricedError("a double shoe with sides of different size has no one price: decks must be even")
    return Shoe(left)


def shoe_of(cards: Iterable[Card]) -> Shoe:
    return Shoe(tuple(cards))
