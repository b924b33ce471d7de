"""Shuffles from a seed. A log that names one was dealt from it, so it can be dealt again, card for card."""

from random import Random

from chapter47.blackjack.shoe import Mixer
from chapter47.blackjack.shoe.handling import Cards


def mixer(seed: int) -> Mixer:
    """Every shuffle of a table in turn; the same seed gives the same ones."""
    generator = Random(seed)

    def mix(cards: Cards) -> Cards:
        order = list(cards)
        generator.shuffle(order)
        return tuple(order)

    return mix
