"""The shoe a round begins with: any cards, by value and where a pay-out asks for it by suit."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.analysis.exact.values import VALUES, value_index
from chapter47.blackjack.rules.burn_and_reshuffle import (
    DRAWN_FROM,
    Side,
    is_the_first_players_card,
    side_that_deals,
)
from chapter47.blackjack.rules.decks import stacks
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import SUITS, Card
from chapter47.core.errors import NotPricedError


class CardCounts(NamedTuple):
    """Its cards; `black` and `red` are how readily a card of that colour is the first one of the box.

    A determinant card that becomes the player's first card has told its colour (19:47-2.6(d))."""

    cards: tuple[Card, ...]
    black: int = 1
    red: int = 1
    side: str = ""

    @property
    def counts(self) -> Ints:
        """How many cards of each value."""
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
        """How likely a six, a seven or an eight is of a given suit; it must be the same for all suits."""
        for rank in "678":
            suits = [card.suit for card in self.cards if card.rank == rank]
            if len({suits.count(suit) for suit in SUITS}) > 1:
                raise NotPricedError("suited pay-outs are priced for shoes with as many cards of each suit only")
        return Fraction(1, len(SUITS))

    def chance_of(self, hand: tuple[Card, ...], up: tuple[Card, ...]) -> Fraction:
        """That just these cards are drawn, whichever of the hand's was the first."""
        left, chance = Counter(self.cards), Fraction(1)
        for card in (*hand, *up):
            chance *= Fraction(left[card], max(left.total(), 1))
            left[card] -= 1
        usual = Fraction(sum(map(self.readily, self.cards)), max(len(self.cards), 1))
        return chance * sum(map(self.readily, hand)) / (max(len(hand), 1) * usual)


def full_shoes(table: TableRules) -> tuple[CardCounts, ...]:
    """All that a round may be dealt from, each as likely as the other: of a double shoe both sides."""
    first, *others = stacks(table)
    if not others:
        return (CardCounts(first),)
    if not all(others):
        raise NotPricedError("a double shoe needs a deck on each side")
    return both_sides(table, first, *others)


def both_sides(table: TableRules, on_left: tuple[Card, ...], on_right: tuple[Card, ...]) -> tuple[CardCounts, ...]:
    """With as many red as black cards of each rank. Sides alike are one shoe, with half of its first cards told."""
    left, right = _side(table, "left", on_left), _side(table, "right", on_right)
    if on_left != on_right:
        return left, right
    return (CardCounts(left.cards, left.black + right.black, left.red + right.red),)


def _side(table: TableRules, side: Side, cards: tuple[Card, ...]) -> CardCounts:
    """Dealt from after the determinant card chose it, which is its first card if it was drawn from here."""
    if not is_the_first_players_card(drawn_from=DRAWN_FROM, deals=side):
        return CardCounts(cards, side=side)
    black, red = (2 * (side_that_deals(Card("A", suit), table.double_shoe_red_side) == side) for suit in "sh")
    return CardCounts(cards, black, red, side)
