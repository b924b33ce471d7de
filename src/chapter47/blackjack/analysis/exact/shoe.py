"""The shoe a round begins with: any cards, by value and, if a pay-out needs it, by suit."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Ints
from chapter47.blackjack.analysis.exact.hands import MIXED, SPADES, Composition, SuitsThatCount
from chapter47.blackjack.analysis.exact.values import VALUES, Multiset, value_index
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import (
    DRAWN_FROM,
    Side,
    is_the_first_players_card,
    side_that_deals,
)
from chapter47.blackjack.rules.decks import stacks
from chapter47.core.cards import SUITS, Card
from chapter47.core.errors import NotPricedError


class CardCounts(NamedTuple):
    """Its cards; `black` and `red` weight the colour of the box's first card.

    A determinant card that becomes the player's first card has revealed its colour (19:47-2.6(d))."""

    cards: tuple[Card, ...]
    black: int = 1
    red: int = 1
    side: str = ""
    suits_are_even: bool = False
    """Whether the unseen cards are treated as evenly spread over the suits, whatever cards are gone."""

    @property
    def counts(self) -> Ints:
        """Count the cards of each value."""
        counts = np.zeros(VALUES, dtype=np.int64)
        for card in self.cards:
            counts[value_index(card)] += 1
        return counts

    @property
    def tells_colour(self) -> bool:
        return self.black != self.red

    def readily(self, card: Card) -> int:
        return self.red if card.is_red else self.black

    def share_of_a_suit(self) -> Fraction:
        """Return the probability that a six, seven or eight has a given suit; it must be the same for all suits."""
        for rank in () if self.suits_are_even else "678":
            suits = [card.suit for card in self.cards if card.rank == rank]
            if len({suits.count(suit) for suit in SUITS}) > 1:
                raise NotPricedError("suited pay-outs are priced only for shoes with equal numbers of each suit")
        return Fraction(1, len(SUITS))

    def chance_of(self, hand: tuple[Card, ...], up: tuple[Card, ...]) -> Fraction:
        """Return the probability of drawing exactly these cards, whichever of them was first."""
        left, chance = Counter(self.cards), Fraction(1)
        for card in (*hand, *up):
            chance *= Fraction(left[card], max(left.total(), 1))
            left[card] -= 1
        usual = Fraction(sum(map(self.readily, self.cards)), max(len(self.cards), 1))
        return chance * sum(map(self.readily, hand)) / (max(len(hand), 1) * usual)


def full_shoes(table: TableRules) -> tuple[CardCounts, ...]:
    """List the shoes that a round may be dealt from, all equally likely: the shoe, or both sides of a double shoe."""
    first, *others = stacks(table)
    if not others:
        return (CardCounts(first),)
    if not all(others):
        raise NotPricedError("a double shoe needs a deck on each side")
    return both_sides(table, first, *others)


def both_sides(table: TableRules, on_left: tuple[Card, ...], on_right: tuple[Card, ...]) -> tuple[CardCounts, ...]:
    """Return both sides, with as many red as black cards of each rank. Equal sides are one shoe, half of whose first
    cards are known by colour."""
    left, right = _side(table, "left", on_left), _side(table, "right", on_right)
    if on_left != on_right:
        return left, right
    return (CardCounts(left.cards, left.black + right.black, left.red + right.red),)


def _side(table: TableRules, side: Side, cards: tuple[Card, ...]) -> CardCounts:
    """Return a side after the determinant card chose it, which is its first card if it was drawn from there."""
    if not is_the_first_players_card(drawn_from=DRAWN_FROM, deals=side):
        return CardCounts(cards, side=side)
    black, red = (2 * (side_that_deals(Card("A", suit), table.double_shoe_red_side) == side) for suit in "sh")
    return CardCounts(cards, black, red, side)


class SuitChances(NamedTuple):
    suits: SuitsThatCount
    each: tuple[int, ...]
    """How many cards of one suit the full shoe has of each value."""

    def two_cards(self, hand: Composition) -> float:
        """Return the share of hands of these two values that are suited like this one."""
        alike = self._same(hand.cards, known=1)
        if hand.suited == MIXED:
            return float(1 - alike)
        if len(self.suits.marks) == 1:
            return float(alike)
        return float(alike / 4 if hand.suited == SPADES else alike * Fraction(3, 4))

    def third_card(self, cards: Multiset) -> float:
        """Return the probability that the third card has the suit of the first two."""
        return float(self._same(cards, known=2))

    def _same(self, cards: Multiset, *, known: int) -> Fraction:
        """Return the probability that the next card has the suit shared by the previous cards."""
        if max(cards) == 1:
            return Fraction(1, len(SUITS))
        each = self.each[cards.index(max(cards))]
        left = max(each * len(SUITS) - known, 1)
        return Fraction(max(each - known, 0), left)


def suit_chances(shoe: CardCounts, suits: SuitsThatCount) -> SuitChances:
    if suits.marks:
        shoe.share_of_a_suit()
    if SPADES in suits.marks and shoe.tells_colour:
        raise NotPricedError("pay-outs for spades are not priced where a determinant card reveals its colour")
    counts, gone = shoe.counts, len(SUITS) - 1 if shoe.suits_are_even else 0
    return SuitChances(suits, tuple((int(counts[value]) + gone) // len(SUITS) for value in range(VALUES)))
