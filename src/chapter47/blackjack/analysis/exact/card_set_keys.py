"""A set of cards as one number: the number of two sets together is the sum of theirs."""

from typing import Final

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.analysis.exact.values import VALUES

BITS: Final = 6
"""For each value: no two hands hold 64 cards of one."""
CARD_KEYS: Final = np.array([1 << BITS * (VALUES - 1 - value) for value in range(VALUES)], dtype=np.int64)


def cards_of(keys: Ints) -> Ints:
    """Packed sets unpacked again."""
    places = BITS * np.arange(VALUES - 1, -1, -1)
    cards: Ints = (keys[:, None] >> places[None, :]) & ((1 << BITS) - 1)
    return cards
