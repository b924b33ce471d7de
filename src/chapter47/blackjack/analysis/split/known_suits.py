"""A split pair by its very cards, where a pay-out asks for three cards of one suit."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Moves
from chapter47.blackjack.analysis.exact.known_suits import KnownSuits
from chapter47.blackjack.analysis.exact.prepared import blank_moves, split_moves
from chapter47.blackjack.analysis.exact.values import VALUES, multiset
from chapter47.blackjack.analysis.split.by_suit import Gone, SplitWorth
from chapter47.blackjack.analysis.split.exchange import pair_chances
from chapter47.core.cards import SUITS

Pair = tuple[int, int]
"""The suits of two cards of one value."""
PAIRS = tuple(combinations_with_replacement(range(len(SUITS)), 2))


class SplitHands:
    """The hands of a split pair by suit, for one part of what they are paid."""

    def __init__(self, known: KnownSuits, pair: int, part: int) -> None:
        self.known, self.pair, self.part = known, pair, part
        self.where, self.view = known.where, known.view
        self.most, deal = self.where.most[pair], self.where.deal
        seen = deal.view_cards[self.view : self.view + 1]
        self.chance = pair_chances(deal.shoe, seen, deal.view_size, pair, self.most)[:, 0].tolist()
        self.moves = cache(self._moves)
        self.plain = cache(self._plain)

    def _moves(self, more: int) -> Moves:
        found = blank_moves(self.where)
        split_moves(self.where, self.where.parts[self.part], self.pair, more, self.known.plan, found)
        return found

    def suits(self, gone: Gone) -> list[tuple[int, int]]:
        del gone
        return [(suit, 1) for suit in range(len(SUITS))]

    def share(self, suit: int, gone: Gone) -> float:
        return self.known.share(self.pair, suit, gone)

    def kind(self, first: int, second: int) -> Pair:
        return min(first, second), max(first, second)

    def _plain(self, suit: int, more: int) -> float:
        known, found = self.known, 0.0
        own = np.array(multiset((self.pair,)))
        for second in (value for value in range(VALUES) if value != self.pair):
            worth, third = self._as_mixed(second, more), known.wanting(self.pair, second)
            if third is not None:
                suited = self._suited(second, suit, more, known.share(third, suit))
                worth += known.share(second, suit) * (suited - worth)
            found += known.chance(second, own, self.pair, more) * worth
        return found

    def kept(self, first: int, second: int, more: int, gone: Gone) -> float:
        if first != second or self.known.wanting(self.pair, self.pair) is None:
            return self._as_mixed(self.pair, more)
        return self._suited(self.pair, first, more, self.share(first, gone))

    def _as_mixed(self, second: int, more: int) -> float:
        return float(self.moves(more).best[self.known.row(self.pair, second), self.view])

    def _suited(self, second: int, suit: int, more: int, likely: float) -> float:
        """Two cards of one suit, played as they would be without a split; the third is so likely of that suit."""
        known, row, moves = self.known, self.known.row(self.pair, second), self.moves(more)
        third, plan = known.wanting(self.pair, second), known.two(self.pair, second, suit)
        assert third is not None
        values = (self.pair, second, third)
        gain = known.gain(values, suit, True)
        ends = self.where.deal.outcomes[self.where.removed.of_split[self.pair, more, known.row(*values)], self.view]
        drawn = known.chance(third, self.where.hands.cards[row], self.pair, more) * likely
        if plan.doubles and self.where.may_double_split[row]:
            paid = gain.above if self.part else gain.doubled
            return float(moves.double[row, self.view]) + drawn * float(paid @ ends)
        if plan.hits:
            paid = gain.above if self.part else gain.once
            return float(moves.hit[row, self.view]) + drawn * float(paid @ ends)
        return float(moves.stand[row, self.view])

    def at_the_dealers_left(self, suit: int) -> float:
        """The hand that keeps the first card."""
        weights, found = self.where.parts[self.part].weights[self.pair], 0.0
        for more in range(1, len(weights.other)):
            found += float(weights.other[more, self.view]) * self.plain(suit, more)
            found += float(weights.same[more, self.view]) * self.chance[more] * self._as_mixed(self.pair, more)
        return found


def split_of(known: KnownSuits, pair: int, suits: Pair) -> float:
    """What splitting these two cards is worth, but for what hands over 21 and rescues add."""
    hands = SplitHands(known, pair, part=0)
    found = SplitWorth(hands).of(frozenset(PAIRS), suits)
    if len(known.where.parts) > 1:
        found += SplitHands(known, pair, part=1).at_the_dealers_left(suits[0])
    return found
