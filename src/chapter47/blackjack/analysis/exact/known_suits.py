"""What moves are worth by the very cards, where a pay-out asks for three cards of one suit.

Values without suits are at hand; three cards of one suit add what they are paid above mixed ones, as often as the cards
wanting are of that suit. The suits of the hand and of the dealer's cards are known, those of other cards are not."""

from collections import Counter
from functools import cache
from typing import NamedTuple

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.hands import ONE_SUIT, SPADES, Hand
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.blackjack.analysis.exact.values import NAMES, multiset
from chapter47.blackjack.analysis.priced import Played
from chapter47.blackjack.analysis.split.by_suit import Gone
from chapter47.core.cards import SUITS, Card

NOTHING: Gone = (0,) * len(SUITS)


class Two(NamedTuple):
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
    """One view of a study, and the suits of what is seen of the dealer."""

    def __init__(self, found: Played, shoe: Shoe, up: tuple[Card, ...], view: int) -> None:
        self.where, self.plan, self.moves, self.view = found.study, found.optimal.plan, found.optimal.moves, view
        self.up = up
        self.unseen: Ints = self.where.deal.shoe - self.where.deal.view_cards[view]
        left = Counter(card for card in shoe.cards if card.rank in "678") - Counter(up)
        self.left = {value: tuple(left[Card(name, suit)] for suit in SUITS) for value, name in enumerate(NAMES)}
        self.gain = cache(self._gain)
        self.two = cache(self._two)

    def share(self, value: int, suit: int, gone: Gone = NOTHING) -> float:
        """How likely a card of this value is of this suit, where such cards are gone besides what the dealer shows."""
        return max(self.left[value][suit] - gone[suit], 0) / max(sum(self.left[value]) - sum(gone), 1)

    def chance(self, value: int, gone: Ints, pair: int = 0, more: int = 0) -> float:
        """That the next card is of this value, where these cards and `more` of a pair are gone."""
        left = self.unseen - gone
        left[pair] -= more
        return max(int(left[value]), 0) / max(int(left.sum()), 1)

    def wanting(self, first: int, second: int) -> int | None:
        """The card that two cards of one suit still need for a pay-out."""
        pairs = self.where.hands.suits.pairs
        return next((third for *two, third in pairs if sorted(two) == sorted((first, second))), None)

    def row(self, *values: int) -> int:
        return self.where.hands.numbers[Hand(multiset(values))]

    def _gain(self, values: tuple[int, ...], suit: int, after_split: bool) -> rulebook.Gain:
        hand = Hand(multiset(values), _mark(suit))
        return rulebook.gain_of_one_suit(self.where.table, hand, after_split=after_split)

    def worth_of_one_suit(self, values: tuple[int, ...], suit: int) -> float:
        """What three cards of one suit win above mixed ones, and besides."""
        ends = self._ends(values)
        found = float(self.gain(values, suit, False).once @ ends)
        if self.where.pays.beside.any():
            hand = rulebook.held(values, suited=_mark(suit))
            found += rulebook.paid_besides(self.where.table, hand, self.up[0]) * float(ends.sum())
        return found

    def _ends(self, values: tuple[int, ...]) -> Floats:
        found: Floats = self.where.deal.outcomes[self.where.removed.of_hand[self.row(*values)], self.view]
        return found

    def _two(self, first: int, second: int, suit: int) -> Two:
        third, row = self.wanting(first, second), self.row(first, second)
        assert third is not None
        values = (first, second, third)
        own = tuple(2 * (first == third) * (one == suit) for one in range(len(SUITS)))
        drawn = self.chance(third, self.where.hands.cards[row]) * self.share(third, suit, own)
        stand, hit, double = (float(each[row, self.view]) for each in self.moves[:3])
        hit += drawn * self.worth_of_one_suit(values, suit)
        double += drawn * float(self.gain(values, suit, False).doubled @ self._ends(values))
        doubles = bool(self.where.may_double[row]) and double > max(hit, stand)
        return Two(stand, hit, double, hit > stand, doubles)


def _mark(suit: int) -> int:
    return SPADES if SUITS[suit] == "s" else ONE_SUIT
