"""A split pair whose cards are followed one by one, suit by suit; otherwise as in `exchange`."""

from collections.abc import Hashable
from functools import cache
from math import comb, prod
from typing import Final, NamedTuple, Protocol

SUITS: Final = 4

GoneBySuit = tuple[int, ...]
"""How many cards of the pair's value are gone, by suit."""


class ValuesBySuit(Protocol):
    """The values of a pair's hands by suit; `further_gone` cards of the pair are gone besides a hand's own."""

    @property
    def most_hands(self) -> int:
        """How many hands the pair can become."""

    @property
    def chance(self) -> list[float]:
        """Return the probability of one more card of the pair, by the number of them gone."""

    def suits(self, gone: GoneBySuit) -> list[tuple[int, int]]:
        """Return the suits that such a card can have; of equivalent suits the first stands for all, with their
        number."""

    def share(self, suit: int, gone: GoneBySuit) -> float:
        """Return the probability that such a card has this suit."""

    def hand_with_other_value(self, suit: int, further_gone: int) -> float:
        """Return the value of a hand that draws another value."""

    def pair_kept(self, first: int, second: int, further_gone: int, gone: GoneBySuit) -> float:
        """Return the value of a pair that is not split."""

    def kind(self, first: int, second: int) -> Hashable:
        """Return the kind, which decides whether a pair is split."""


class _SplitInProgress(NamedTuple):
    """Split hands in progress: those waiting for a second card, those that drew another value, pairs kept."""

    waiting: tuple[int, ...]
    gone: GoneBySuit
    number: int = 2
    with_other_value: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()


def one_more(gone: GoneBySuit, suit: int) -> GoneBySuit:
    return (*gone[:suit], gone[suit] + 1, *gone[suit + 1 :])


class SplitValueBySuit:
    """The value of splitting a pair; hands shared by many endings are valued once."""

    def __init__(self, values: ValuesBySuit) -> None:
        self.values = values
        self._weights = cache(self._weights_of)
        self._other_value = cache(self._worth_with_other_value)
        self._pair = cache(self._worth_of_pair)
        self._any_card = cache(self._worth_with_any_card)

    def value_of(self, splits: frozenset[Hashable], suits: tuple[int, int]) -> float:
        """Return the value with these suits, if pairs of these kinds are split again and others are not."""
        gone = tuple(suits.count(suit) for suit in range(SUITS))
        return self._go_on(splits, _SplitInProgress(suits, gone))

    def _go_on(self, splits: frozenset[Hashable], hands: _SplitInProgress) -> float:
        values = self.values
        if not hands.waiting or hands.number == values.most_hands:
            return self._worth(hands)
        first, *others = hands.waiting
        rest = tuple(others)
        value = self._go_on(splits, hands._replace(waiting=rest, with_other_value=(*hands.with_other_value, first)))
        for suit, copies in values.suits(hands.gone):
            share = copies * values.share(suit, hands.gone)
            if share == 0.0:
                continue
            after = hands._replace(gone=one_more(hands.gone, suit))
            if values.kind(first, suit) in splits:
                after = after._replace(waiting=(first, suit, *rest), number=hands.number + 1)
            else:
                after = after._replace(waiting=rest, pairs=(*hands.pairs, (first, suit)))
            value += share * self._go_on(splits, after)
        return value

    def _worth(self, hands: _SplitInProgress) -> float:
        """Return the value of all hands of one ending, weighted by the probability of the pair's cards in it."""
        drew_other, gone = len(hands.with_other_value), hands.gone
        others, worth = sum(gone) - 1, 0.0
        for suit in hands.with_other_value:
            worth += self._other_value(suit, others, drew_other - 1)
        for first, second in hands.pairs:
            worth += self._pair(first, second, gone, drew_other)
        for suit in hands.waiting:
            worth += self._any_card(suit, gone, drew_other)
        return worth

    def _weights_of(self, others: int, drew_other: int) -> list[tuple[int, float]]:
        """Return the weight of a hand's value by cards of the pair gone besides its first one.

        `others` of them are out, and some other hands drew none."""
        chance = self.values.chance
        return [
            (others + gone, (-1.0) ** gone * comb(drew_other, gone) * prod(chance[1 : others + gone]))
            for gone in range(drew_other + 1)
        ]

    def _worth_with_other_value(self, suit: int, others: int, drew_other: int) -> float:
        """A hand that drew another value."""
        return sum(
            weight * self.values.hand_with_other_value(suit, further_gone)
            for further_gone, weight in self._weights(others, drew_other)
        )

    def _worth_of_pair(self, first: int, second: int, gone: GoneBySuit, drew_other: int) -> float:
        """Return a pair's value; it holds one of the cards besides its first one itself."""
        weights = self._weights(sum(gone) - 1, drew_other)
        return sum(
            weight * self.values.pair_kept(first, second, further_gone - 1, gone) for further_gone, weight in weights
        )

    def _worth_with_any_card(self, first: int, gone: GoneBySuit, drew_other: int) -> float:
        """Return the value of a hand that cannot be split again and gets any second card."""
        values, worth = self.values, 0.0
        suits = [(suit, copies * values.share(suit, gone), one_more(gone, suit)) for suit, copies in values.suits(gone)]
        for further_gone, weight in self._weights(sum(gone) - 1, drew_other):
            pairs = sum(share * values.pair_kept(first, suit, further_gone, after) for suit, share, after in suits)
            worth += weight * (values.hand_with_other_value(first, further_gone) + values.chance[further_gone] * pairs)
        return worth
