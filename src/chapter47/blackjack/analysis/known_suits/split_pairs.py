"""A split pair by its very cards, where a pay-out asks for three cards of one suit."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Moves
from chapter47.blackjack.analysis.exact.exchange import pair_chances
from chapter47.blackjack.analysis.exact.prepared import blank_moves, split_moves
from chapter47.blackjack.analysis.exact.values import VALUES, multiset
from chapter47.blackjack.analysis.known_suits.hands import KnownSuits
from chapter47.blackjack.analysis.split.by_suit import GoneBySuit, SplitValueBySuit
from chapter47.core.cards import SUITS

PairSuits = tuple[int, int]
"""The suits of two cards of one value."""
PAIRS = tuple(combinations_with_replacement(range(len(SUITS)), 2))


class SplitHandsBySuit:
    """The hands of a split pair by suit, for one part of what they are paid."""

    def __init__(self, known: KnownSuits, pair: int, part: int) -> None:
        self.known, self.pair, self.part = known, pair, part
        self.prepared, self.view = known.prepared, known.view
        self.most_hands, deal = self.prepared.most_hands[pair], self.prepared.deal
        seen = deal.view_cards[self.view : self.view + 1]
        self.chance = pair_chances(deal.shoe, seen, deal.view_size, pair, self.most_hands)[:, 0].tolist()
        self.moves = cache(self._moves)
        self.hand_with_other_value = cache(self._hand_with_other_value)

    def _moves(self, further_gone: int) -> Moves:
        moves = blank_moves(self.prepared)
        split_moves(
            self.prepared, self.prepared.split_payoffs[self.part], self.pair, further_gone, self.known.plan, moves
        )
        return moves

    def suits(self, gone: GoneBySuit) -> list[tuple[int, int]]:
        del gone
        return [(suit, 1) for suit in range(len(SUITS))]

    def share(self, suit: int, gone: GoneBySuit) -> float:
        return self.known.share(self.pair, suit, gone)

    def kind(self, first: int, second: int) -> PairSuits:
        return min(first, second), max(first, second)

    def _hand_with_other_value(self, suit: int, further_gone: int) -> float:
        known, worth_of_hand = self.known, 0.0
        own = np.array(multiset((self.pair,)))
        for second in (value for value in range(VALUES) if value != self.pair):
            worth, third = self._as_mixed(second, further_gone), known.wanting(self.pair, second)
            if third is not None:
                suited = self._suited(second, suit, further_gone, known.share(third, suit))
                worth += known.share(second, suit) * (suited - worth)
            worth_of_hand += known.chance(second, own, self.pair, further_gone) * worth
        return worth_of_hand

    def pair_kept(self, first: int, second: int, further_gone: int, gone: GoneBySuit) -> float:
        if first != second or self.known.wanting(self.pair, self.pair) is None:
            return self._as_mixed(self.pair, further_gone)
        return self._suited(self.pair, first, further_gone, self.share(first, gone))

    def _as_mixed(self, second: int, further_gone: int) -> float:
        return float(self.moves(further_gone).best[self.known.row(self.pair, second), self.view])

    def _suited(self, second: int, suit: int, further_gone: int, likely: float) -> float:
        """Two cards of one suit, played as they would be without a split; the third is so likely of that suit."""
        known, row, moves = self.known, self.known.row(self.pair, second), self.moves(further_gone)
        third, plan = known.wanting(self.pair, second), known.two(self.pair, second, suit)
        assert third is not None
        values = (self.pair, second, third)
        gain = known.gain(values, suit, True)
        ends = self.prepared.deal.outcomes[
            self.prepared.removed.of_split[self.pair, further_gone, known.row(*values)], self.view
        ]
        drawn = known.chance(third, self.prepared.hands.cards[row], self.pair, further_gone) * likely
        if plan.doubles and self.prepared.may_double_split[row]:
            paid = gain.above if self.part else gain.doubled
            return float(moves.double[row, self.view]) + drawn * float(paid @ ends)
        if plan.hits:
            paid = gain.above if self.part else gain.once
            return float(moves.hit[row, self.view]) + drawn * float(paid @ ends)
        return float(moves.stand[row, self.view])

    def at_the_dealers_left(self, suit: int) -> float:
        """The hand that keeps the first card."""
        weights, worth = self.prepared.split_payoffs[self.part].weights[self.pair], 0.0
        for further_gone in range(1, len(weights.other)):
            worth += float(weights.other[further_gone, self.view]) * self.hand_with_other_value(suit, further_gone)
            worth += (
                float(weights.same[further_gone, self.view])
                * self.chance[further_gone]
                * self._as_mixed(self.pair, further_gone)
            )
        return worth


def split_of(known: KnownSuits, pair: int, suits: PairSuits) -> float:
    """What splitting these two cards is worth, but for what hands over 21 and rescues add."""
    hands = SplitHandsBySuit(known, pair, part=0)
    worth = SplitValueBySuit(hands).value_of(frozenset(PAIRS), suits)
    if len(known.prepared.split_payoffs) > 1:
        worth += SplitHandsBySuit(known, pair, part=1).at_the_dealers_left(suits[0])
    return worth
