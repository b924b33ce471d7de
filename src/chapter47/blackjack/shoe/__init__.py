"""Shoes: shuffle, cut, burn and deal. A shoe is a value; chance and people come in from outside."""

from chapter47.blackjack.shoe.errors import (
    CardsMissingError,
    EmptyShoeError,
    NoCardsLeftError,
    NoSuchShoeError,
    NotAPermutationError,
    RefusedError,
)
from chapter47.blackjack.shoe.handling import Handling
from chapter47.blackjack.shoe.kinds import shoe_for
from chapter47.blackjack.shoe.protocol import Shoe

__all__ = [
    "CardsMissingError",
    "EmptyShoeError",
    "Handling",
    "NoCardsLeftError",
    "NoSuchShoeError",
    "NotAPermutationError",
    "RefusedError",
    "Shoe",
    "shoe_for",
]
