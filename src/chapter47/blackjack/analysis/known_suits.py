"""Values of moves by exact cards, for pay-outs on three cards of one suit.

Values without suits are already computed; three cards of one suit add their extra pay, weighted by the probability that
the missing cards have that suit. The suits of the hand and the dealer's cards are known, those of other cards are
not."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_play import OptimalHand
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints, Moves
from chapter47.blackjack.analysis.exact.exchange import pair_chances
from chapter47.blackjack.analysis.exact.hands import ONE_SUIT, SPADES, Composition
from chapter47.blackjack.analysis.exact.prepared import blank_moves, split_moves
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import NAMES, VALUES, multiset
from chapter47.blackjack.analysis.split.by_suit import GoneBySuit, SplitValueBySuit
from chapter47.core.cards import SUITS, Card

NOTHING: GoneBySuit = (0,) * len(SUITS)


class TwoSuitedCards(NamedTuple):
    """Two cards of one suit that are not split: the values of their moves, and so how they are played."""

    stand: float
    hit: float
    double: float
    hits: bool
    doubles: bool

    @property
    def best(self) -> float:
        return self.double if self.doubles else self.hit if self.hits else self.stand


class KnownSuits:
    """One view of a prepared shoe, and the suits of the dealer's visible cards."""

    def __init__(self, analysed: OptimalHand, shoe: CardCounts, up: tuple[Card, ...], view: int) -> None:
        self.prepared, self.plan, self.moves, self.view = (
            analysed.prepared,
            analysed.optimal.plan,
            analysed.optimal.moves,
            view,
        )
        self.up = up
        self.unseen: Ints = self.prepared.deal.shoe - self.prepared.deal.view_cards[view]
        left = Counter(card for card in shoe.cards if card.rank in "678") - Counter(up)
        self.left = {value: tuple(left[Card(name, suit)] for suit in SUITS) for value, name in enumerate(NAMES)}
        self.gain = cache(self._gain)
        self.two = cache(self._two)

    def share(self, value: int, suit: int, gone: GoneBySuit = NOTHING) -> float:
        """Return the probability that a card of this value has this suit, given the cards gone besides the dealer's."""
        return max(self.left[value][suit] - gone[suit], 0) / max(sum(self.left[value]) - sum(gone), 1)

    def chance(self, value: int, gone: Ints, pair: int = 0, further_gone: int = 0) -> float:
        """Return the probability that the next card has this value, given the cards gone and `further_gone` of a
        pair."""
        left = self.unseen - gone
        left[pair] -= further_gone
        return max(int(left[value]), 0) / max(int(left.sum()), 1)

    def wanting(self, first: int, second: int) -> int | None:
        """Return the card that two cards of one suit still need for a pay-out."""
        pairs = self.prepared.hands.suits.pairs
        return next((third for *two, third in pairs if sorted(two) == sorted((first, second))), None)

    def row(self, *values: int) -> int:
        return self.prepared.hands.row_of[Composition(multiset(values))]

    def _gain(self, values: tuple[int, ...], suit: int, after_split: bool) -> rulebook.SuitedGain:
        hand = Composition(multiset(values), _mark(suit))
        return rulebook.gain_of_one_suit(self.prepared.table, hand, after_split=after_split)

    def worth_of_one_suit(self, values: tuple[int, ...], suit: int) -> float:
        """Return how much more three cards of one suit win than mixed ones, and any fixed prize."""
        ends = self._ends(values)
        worth = float(self.gain(values, suit, False).once @ ends)
        if self.prepared.pays.bonus.any():
            hand = rulebook.player_hand(values, suited=_mark(suit))
            worth += rulebook.paid_besides(self.prepared.table, hand, self.up[0]) * float(ends.sum())
        return worth

    def _ends(self, values: tuple[int, ...]) -> Floats:
        chances: Floats = self.prepared.deal.outcomes[self.prepared.removed.of_hand[self.row(*values)], self.view]
        return chances

    def _two(self, first: int, second: int, suit: int) -> TwoSuitedCards:
        third, row = self.wanting(first, second), self.row(first, second)
        assert third is not None
        values = (first, second, third)
        own = tuple(2 * (first == third) * (each_suit == suit) for each_suit in range(len(SUITS)))
        drawn = self.chance(third, self.prepared.hands.cards[row]) * self.share(third, suit, own)
        stand, hit, double = (float(each[row, self.view]) for each in self.moves[:3])
        hit += drawn * self.worth_of_one_suit(values, suit)
        double += drawn * float(self.gain(values, suit, False).doubled @ self._ends(values))
        doubles = bool(self.prepared.may_double[row]) and double > max(hit, stand)
        return TwoSuitedCards(stand, hit, double, hit > stand, doubles)


def _mark(suit: int) -> int:
    return SPADES if SUITS[suit] == "s" else ONE_SUIT


PairSuits = tuple[int, int]
"""The suits of two cards of one value."""
PAIRS = tuple(combinations_with_replacement(range(len(SUITS)), 2))


class SplitHandsBySuit:
    """The hands of a split pair by suit, for one part of their payments."""

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
        """Return the value of two cards of one suit, played as without a split, given the probability of the third."""
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
        """Return the value of the hand that keeps the first card."""
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
    """Return the value of splitting these two cards, without the effects of busts and rescues."""
    hands = SplitHandsBySuit(known, pair, part=0)
    worth = SplitValueBySuit(hands).value_of(frozenset(PAIRS), suits)
    if len(known.prepared.split_payoffs) > 1:
        worth += SplitHandsBySuit(known, pair, part=1).at_the_dealers_left(suits[0])
    return worth
