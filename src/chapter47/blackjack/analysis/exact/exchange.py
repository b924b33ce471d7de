"""A split pair, by exchange of cards instead of enumeration.

The cards unseen come in any order with the same chance, and what a hand does depends on its own cards and the dealer's
card only. So the second cards of all hands may be thought of as dealt first, and a hand's value, with known pair cards
gone, does not depend on what the other hands draw. That another hand's second card is *not* one more pair card is taken
into account by subtracting the case in which it is: with q the chance of one more pair card,

    value(other card is no pair card) = value(any card) - q · value(with that pair card gone)
"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Floats, Ints


class SplitEnding(NamedTuple):
    """How a pair ended: so many hands, of which `plain` drew another value before the last split was made."""

    hands: int
    plain: int
    full: bool
    """No further split is allowed: the hands that still wait get any card."""


@lru_cache(maxsize=8)
def endings(most_hands: int) -> dict[SplitEnding, int]:
    """Every way a pair can end, with the number of orders in which its second cards lead there."""
    orders: dict[SplitEnding, int] = {}
    for ending in _endings(most_hands, hands=2, plain=0):
        orders[ending] = orders.get(ending, 0) + 1
    return orders


def _endings(most_hands: int, hands: int, plain: int) -> Iterator[SplitEnding]:
    if hands == most_hands:
        yield SplitEnding(hands, plain, full=True)
    elif plain == hands:
        yield SplitEnding(hands, plain, full=False)
    else:
        yield from _endings(most_hands, hands + 1, plain)
        yield from _endings(most_hands, hands, plain + 1)


def further_cards(most_hands: int) -> int:
    """The greatest number of pair cards besides a hand's own that a value is needed for."""
    return max(ending.hands - 1 + ending.plain for ending in endings(most_hands) if ending.full)


class SplitWeights(NamedTuple):
    """How often a hand's value counts: by pair cards gone besides its own, and view.

    `other` for hands whose second card is another value, `same` for pairs that can be split no more. Single weights
    can be negative; only their sum over the numbers of cards gone is a number of hands."""

    other: Floats
    same: Floats


def split_weights(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> SplitWeights:
    """Weights of all hands of the pair together."""
    chance = pair_chances(shoe, view_cards, view_size, pair, most_hands)
    other, same = np.zeros_like(chance), np.zeros_like(chance)
    for ending, orders in endings(most_hands).items():
        path = orders * np.prod(chance[1 : ending.hands - 1], axis=0)
        _add(other, chance, ending.hands - 1, ending.plain - 1, path * ending.plain)
        if ending.full:
            waiting = path * (ending.hands - ending.plain)
            _add(other, chance, ending.hands - 1, ending.plain, waiting)
            _add(same, chance, ending.hands - 1, ending.plain, waiting)
    return SplitWeights(other, same)


def first_hand_weights(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> SplitWeights:
    """Weights of the hand at the dealer's left alone: it draws until its second card is no pair card."""
    chance = pair_chances(shoe, view_cards, view_size, pair, most_hands)
    other, same = np.zeros_like(chance), np.zeros_like(chance)
    for hands in range(2, most_hands + 1):
        other[hands - 1] += np.prod(chance[1 : hands - 1], axis=0)
    same[most_hands - 1] += np.prod(chance[1 : most_hands - 1], axis=0)
    return SplitWeights(other, same)


def hand_numbers(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> dict[int, float]:
    """How likely a split pair becomes two, three or four hands against one view."""
    chance = pair_chances(shoe, view_cards, view_size, pair, most_hands)
    chances: dict[int, float] = {}
    for ending, orders in endings(most_hands).items():
        total = np.zeros_like(chance)
        _add(total, chance, ending.hands - 1, ending.plain, orders * np.prod(chance[1 : ending.hands - 1], axis=0))
        chances[ending.hands] = chances.get(ending.hands, 0.0) + float(total.sum())
    return chances


def pair_chances(shoe: Ints, view_cards: Ints, view_size: int, pair: int, most_hands: int) -> Floats:
    """The chance of one more pair card, by the number of them gone besides a hand's own."""
    more = np.arange(further_cards(most_hands) + 1)[:, None]
    left = shoe[pair] - 1 - more - view_cards[:, pair][None, :]
    unseen = shoe.sum() - 1 - more - view_size
    chances: Floats = np.clip(left, 0, None) / np.clip(unseen, 1, None)
    return chances


def _add(weights: Floats, chance: Floats, more: int, plain: int, often: Floats) -> None:
    """A hand's value with `more` pair cards gone, given that `plain` other hands drew no pair card."""
    for gone in range(plain + 1):
        sign = -1.0 if gone % 2 else 1.0
        weights[more + gone] += sign * comb(plain, gone) * np.prod(chance[more : more + gone], axis=0) * often
