"""A split pair whose cards are followed one by one, suit by suit; all else is as in `exchange`."""

from collections.abc import Hashable
from functools import cache
from math import comb, prod
from typing import Final, NamedTuple, Protocol

SUITS: Final = 4

GoneBySuit = tuple[int, ...]
"""How many cards of the pair's value are gone, by suit."""


class ValuesBySuit(Protocol):
    """What the hands of a pair are worth by suit; `further_gone` cards of the pair are gone besides a hand's own."""

    @property
    def most_hands(self) -> int:
        """How many hands the pair can become."""

    @property
    def chance(self) -> list[float]:
        """Of one more card of the pair, by the number of them gone."""

    def suits(self, gone: GoneBySuit) -> list[tuple[int, int]]:
        """The suits that such a card can have; of suits that are alike the first stands for so many."""

    def share(self, suit: int, gone: GoneBySuit) -> float:
        """How likely such a card is of this suit."""

    def hand_with_other_value(self, suit: int, further_gone: int) -> float:
        """A hand that draws another value."""

    def pair_kept(self, first: int, second: int, further_gone: int, gone: GoneBySuit) -> float:
        """A pair that is played as it is."""

    def kind(self, first: int, second: int) -> Hashable:
        """Which pairs are split goes by this."""


class _SplitInProgress(NamedTuple):
    """Split hands on their way: those that wait for a second card, those that drew another value, pairs kept."""

    waiting: tuple[int, ...]
    gone: GoneBySuit
    number: int = 2
    with_other_value: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()


def one_more(gone: GoneBySuit, suit: int) -> GoneBySuit:
    return (*gone[:suit], gone[suit] + 1, *gone[suit + 1 :])


class SplitValueBySuit:
    """What a pair is worth split; hands that many endings have in common are valued once."""

    def __init__(self, values: ValuesBySuit) -> None:
        self.values = values
        self._weights = cache(self._weights_of)
        self._other_value = cache(self._worth_with_other_value)
        self._pair = cache(self._worth_of_pair)
        self._any_card = cache(self._worth_with_any_card)

    def value_of(self, splits: frozenset[Hashable], suits: tuple[int, int]) -> float:
        """With these suits, where pairs of these kinds are split again and others are not."""
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
        """All hands of one ending, weighed by the chance of the pair's cards in it."""
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
        """How much a hand's value counts by cards of the pair that are gone besides its first one.

        So many `others` of them are out, and so many other hands drew none."""
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
        """Of the cards besides its first one a pair holds one itself."""
        weights = self._weights(sum(gone) - 1, drew_other)
        return sum(
            weight * self.values.pair_kept(first, second, further_gone - 1, gone) for further_gone, weight in weights
        )

    def _worth_with_any_card(self, first: int, gone: GoneBySuit, drew_other: int) -> float:
        """A hand that may not be split again and gets any second card."""
        values, worth = self.values, 0.0
        suits = [(suit, copies * values.share(suit, gone), one_more(gone, suit)) for suit, copies in values.suits(gone)]
        for further_gone, weight in self._weights(sum(gone) - 1, drew_other):
            pairs = sum(share * values.pair_kept(first, suit, further_gone, after) for suit, share, after in suits)
            worth += weight * (values.hand_with_other_value(first, further_gone) + values.chance[further_gone] * pairs)
        return worth
