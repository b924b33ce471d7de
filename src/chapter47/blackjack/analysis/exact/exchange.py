"""A split pair, by exchange of cards instead of enumeration.

All orders of the unseen cards are equally likely, and what a hand does depends only on its own cards and the dealer's
card. So the second cards of all hands may be treated as dealt first, and a hand's value, with known pair cards gone,
does not depend on what the other hands draw. That another hand's second card is *not* one more pair card is accounted
for by subtracting the case in which it is: with q the probability of one more pair card,

    value(other card is not a pair card) = value(any card) - q · value(with that pair card gone)"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints


class SplitEnding(NamedTuple):
    """How a pair was split: the number of hands, and how many drew another value before the last split."""

    hands: int
    with_other_card: int
    no_more_splits: bool
    """Number of hands that may get any second card."""


@lru_cache(maxsize=8)
def endings(most_hands: int) -> dict[SplitEnding, int]:
    """List every way a pair can end, with the number of orders in which its second cards lead there."""
    orders: dict[SplitEnding, int] = {}
    for ending in _endings(most_hands, hands=2, with_other_card=0):
        orders[ending] = orders.get(ending, 0) + 1
    return orders


def _endings(most_hands: int, hands: int, with_other_card: int) -> Iterator[SplitEnding]:
    if hands == most_hands:
        yield SplitEnding(hands, with_other_card, no_more_splits=True)
    elif with_other_card == hands:
        yield SplitEnding(hands, with_other_card, no_more_splits=False)
    else:
        yield from _endings(most_hands, hands + 1, with_other_card)
        yield from _endings(most_hands, hands, with_other_card + 1)


def further_cards(most_hands: int) -> int:
    """Return the largest number of pair cards, besides a hand's own, for which values are needed."""
    return max(ending.hands - 1 + ending.with_other_card for ending in endings(most_hands) if ending.no_more_splits)


class SplitWeights(NamedTuple):
    """How often a hand's value counts: by pair cards gone besides its own, and view.

    `other` for hands whose second card has another value, `same` for pairs that cannot be split again. Single weights
    can be negative; only their sum over the numbers of cards gone is a number of hands."""

    other: Floats
    same: Floats


def split_weights(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> SplitWeights:
    """Return the weights of all hands of the pair together."""
    chance = pair_chances(shoe, view_cards, view_size, pair, most_hands)
    other, same = np.zeros_like(chance), np.zeros_like(chance)
    for ending, orders in endings(most_hands).items():
        chance_of_splits = orders * np.prod(chance[1 : ending.hands - 1], axis=0)
        _add_less_pair_cards(
            other, chance, ending.hands - 1, ending.with_other_card - 1, chance_of_splits * ending.with_other_card
        )
        if ending.no_more_splits:
            waiting = chance_of_splits * (ending.hands - ending.with_other_card)
            _add_less_pair_cards(other, chance, ending.hands - 1, ending.with_other_card, waiting)
            _add_less_pair_cards(same, chance, ending.hands - 1, ending.with_other_card, waiting)
    return SplitWeights(other, same)


def first_hand_weights(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> SplitWeights:
    """Return the weights of the hand at the dealer's left alone: it draws until its second card is not a pair card."""
    chance = pair_chances(shoe, view_cards, view_size, pair, most_hands)
    other, same = np.zeros_like(chance), np.zeros_like(chance)
    for hands in range(2, most_hands + 1):
        other[hands - 1] += np.prod(chance[1 : hands - 1], axis=0)
    same[most_hands - 1] += np.prod(chance[1 : most_hands - 1], axis=0)
    return SplitWeights(other, same)


def pair_chances(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> Floats:
    """Return the probability of one more pair card, by the number of them gone besides a hand's own."""
    further_gone = np.arange(further_cards(most_hands) + 1)[:, None]
    left = shoe[pair] - 1 - further_gone - view_cards[:, pair][None, :]
    unseen = shoe.sum() - 1 - further_gone - view_size
    chances: Floats = np.clip(left, 0, None) / np.clip(unseen, 1, None)
    return chances


def _add_less_pair_cards(
    weights: Floats, chance: Floats, further_gone: int, with_other_card: int, frequency: Floats
) -> None:
    """Add a hand's value with `further_gone` pair cards gone, given that some other hands drew another card."""
    for gone in range(with_other_card + 1):
        sign = -1.0 if gone % 2 else 1.0
        weights[further_gone + gone] += (
            sign * comb(with_other_card, gone) * np.prod(chance[further_gone : further_gone + gone], axis=0) * frequency
        )
