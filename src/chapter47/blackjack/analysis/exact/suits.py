"""How suits fall, where a pay-out asks for three cards of one suit.

The values of the cards say nothing about their suits, so of cards of one value each is as likely to be of any suit as
the full shoe has it, whatever else is gone."""

from fractions import Fraction
from typing import NamedTuple

from chapter47.blackjack.analysis.exact.hands import MIXED, SPADES, Composition, SuitsThatCount
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import VALUES, Multiset
from chapter47.core.cards import SUITS
from chapter47.core.errors import NotPricedError


class SuitChances(NamedTuple):
    suits: SuitsThatCount
    each: tuple[int, ...]
    """How many cards of one suit the full shoe has of each value."""

    def two_cards(self, hand: Composition) -> float:
        """Of all hands of these two values, how many are suited as this one is."""
        alike = self._same(hand.cards, known=1)
        if hand.suited == MIXED:
            return float(1 - alike)
        if len(self.suits.marks) == 1:
            return float(alike)
        return float(alike / 4 if hand.suited == SPADES else alike * Fraction(3, 4))

    def third_card(self, cards: Multiset) -> float:
        """How likely the third card is of the suit that the first two share."""
        return float(self._same(cards, known=2))

    def _same(self, cards: Multiset, *, known: int) -> Fraction:
        """How likely the next card is of the one suit of the cards before it."""
        if max(cards) == 1:
            return Fraction(1, len(SUITS))
        each = self.each[cards.index(max(cards))]
        left = max(each * len(SUITS) - known, 1)
        return Fraction(max(each - known, 0), left)


def suit_chances(shoe: CardCounts, suits: SuitsThatCount) -> SuitChances:
    if suits.marks:
        shoe.share_of_a_suit()
    if SPADES in suits.marks and shoe.tells_colour:
        raise NotPricedError("pay-outs for spades are not priced where a determinant card tells its colour")
    counts = shoe.counts
    return SuitChances(suits, tuple(int(counts[value]) // len(SUITS) for value in range(VALUES)))
