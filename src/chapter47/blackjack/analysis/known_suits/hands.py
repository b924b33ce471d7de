"""What moves are worth by the very cards, where a pay-out asks for three cards of one suit.

Values without suits are at hand; three cards of one suit add what they are paid above mixed ones, as often as the cards
wanting are of that suit. The suits of the hand and of the dealer's cards are known, those of other cards are not."""

from collections import Counter
from functools import cache
from typing import NamedTuple

from chapter47.blackjack.analysis.chart.analysed_hand import AnalysedHand
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.hands import ONE_SUIT, SPADES, Composition
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import NAMES, multiset
from chapter47.blackjack.analysis.split.by_suit import GoneBySuit
from chapter47.core.cards import SUITS, Card

NOTHING: GoneBySuit = (0,) * len(SUITS)


class TwoSuitedCards(NamedTuple):
    """Two cards of one suit that are not split: what their moves are worth, and so how they are played."""

    stand: float
    hit: float
    double: float
    hits: bool
    doubles: bool

    @property
    def best(self) -> float:
        return self.double if self.doubles else self.hit if self.hits else self.stand


class KnownSuits:
    """One view of a prepared shoe, and the suits of what is seen of the dealer."""

    def __init__(self, analysed: AnalysedHand, shoe: CardCounts, up: tuple[Card, ...], view: int) -> None:
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
        """How likely a card of this value is of this suit, where such cards are gone besides what the dealer shows."""
        return max(self.left[value][suit] - gone[suit], 0) / max(sum(self.left[value]) - sum(gone), 1)

    def chance(self, value: int, gone: Ints, pair: int = 0, further_gone: int = 0) -> float:
        """That the next card is of this value, where these cards and `further_gone` of a pair are gone."""
        left = self.unseen - gone
        left[pair] -= further_gone
        return max(int(left[value]), 0) / max(int(left.sum()), 1)

    def wanting(self, first: int, second: int) -> int | None:
        """The card that two cards of one suit still need for a pay-out."""
        pairs = self.prepared.hands.suits.pairs
        return next((third for *two, third in pairs if sorted(two) == sorted((first, second))), None)

    def row(self, *values: int) -> int:
        return self.prepared.hands.row_of[Composition(multiset(values))]

    def _gain(self, values: tuple[int, ...], suit: int, after_split: bool) -> rulebook.SuitedGain:
        hand = Composition(multiset(values), _mark(suit))
        return rulebook.gain_of_one_suit(self.prepared.table, hand, after_split=after_split)

    def worth_of_one_suit(self, values: tuple[int, ...], suit: int) -> float:
        """What three cards of one suit win above mixed ones, and besides."""
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
