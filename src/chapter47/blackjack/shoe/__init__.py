"""Shoes: shuffle, cut, burn and deal. A shoe is a value; chance and people are passed in."""

from chapter47.blackjack.shoe.handling import (
    CardsMissingError,
    EmptyShoeError,
    Handling,
    NoCardsLeftError,
    NoSuchShoeError,
    NotAPermutationError,
    RefusedError,
)
from chapter47.blackjack.shoe.kinds import Shoe, shoe_for

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
