"""Every round of a tiny shoe by the text alone: one box, one bettor, full doubles, insurance for the half or none.

A second opinion on the engine: it shares nothing with it but the cards. A round is written as one straight story that
asks for cards and decisions; the round is repeated until every answer has been given to every question.
Face-down cards are drawn when they are dealt and shown when they are turned, so that rounds which nobody at the table
could distinguish count as equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from chapter47.core.cards import Card

WAGER = 10_00
T = TypeVar("T")


def points_of(card: Card) -> int:
    """2.2(b): what a card counts, the ace as eleven."""
    return 11 if card.is_ace else 10 if card.rank in "TJQK" else int(card.rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the licensee elects, in the words of a table file."""

    hole_card: str = "none"
    surrender: bool = False
    split_hands: int = 2
    resplit_aces: bool = False
    soft_17: str = "stand"
    even_money: bool = False
    insurance_at_turn: bool = False
    """2.9(b): for a single bettor, the bettor's turn is the same moment."""
    double_card: str = "face-up"
    multiple_action_wagers: int = 3


Rounds = dict[tuple[str, ...], int | None]
"""What the table saw, and what the bettor won or lost in cents; nothing where the shoe ran out."""


def rounds(shoe: Sequence[Card], house: House, game: "type[Story] | None" = None) -> Rounds:
    """Every round there is; those that differ only in what nobody saw are one."""
    by_story: Rounds = {}
    answers = Answers()
    while True:
        story, net = (game or Story)(shoe, house, answers).tell()
        assert by_story.setdefault(story, net) == net, story
        if not answers.another():
            return by_story


class Answers:
    """Picks an answer to each question so that, run after run, all combinations come up once."""

    def __init__(self) -> None:
        self._picked: list[tuple[int, int]] = []
        self._at = 0

    def pick(self, options: Sequence[T]) -> T:
        if self._at == len(self._picked):
            self._picked.append((0, len(options)))
        self._at += 1
        return options[self._picked[self._at - 1][0]]

    def another(self) -> bool:
        """Move on to the next combination, if there is one."""
        self._at = 0
        while self._picked:
            which, among = self._picked.pop()
            if which + 1 < among:
                self._picked.append((which + 1, among))
                return True
        return False


class _ShoeEmptyError(Exception):
    pass


@dataclass(slots=True)
class Hand:
    cards: list[Card]
    of_split: bool = False
    doubled: bool = False
    surrendered: bool = False
    down: Card | None = None

    @property
    def points(self) -> int:
        return count(self.cards)[0]

    @property
    def stake(self) -> int:
        return 2 * WAGER if self.doubled else WAGER

    @property
    def is_pair(self) -> bool:
        return len(self.cards) == 2 and points_of(self.cards[0]) == points_of(self.cards[1])

    @property
    def still_matters(self) -> bool:
        """2.12(c): whether the dealer's count can still change its result, as far as anyone can see."""
        return not self.surrendered and self.points <= 21


def count(cards: Sequence[Card]) -> tuple[int, bool]:
    """2.2(b): the points, and whether an ace counts eleven in them."""
    low = sum(1 if card.is_ace else points_of(card) for card in cards)
    soft = low <= 11 and any(card.is_ace for card in cards)
    return (low + 10 if soft else low), soft


def blackjack(cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and count(cards)[0] == 21


@dataclass(slots=True)
class Story:
    shoe: Sequence[Card]
    house: House
    answers: Answers
    shown: list[str] = field(default_factory=list)
    left: list[Card] = field(default_factory=list)

    def tell(self) -> tuple[tuple[str, ...], int | None]:
        self.left = sorted(self.shoe, key=str)
        try:
            net = self._round()
        except _ShoeEmptyError:
            net = None
        return tuple(self.shown), net

    # Cards and questions

    def _unseen(self) -> Card:
        if not self.left:
            raise _ShoeEmptyError
        card = self.answers.pick(list(dict.fromkeys(self.left)))
        self.left.remove(card)
        return card

    def _show(self, card: Card) -> Card:
        self.shown.append(str(card))
        return card

    def _seen(self) -> Card:
        return self._show(self._unseen())

    def _ask(self, *options: str) -> str:
        """A decision; with only one option, nothing is recorded."""
        if len(options) == 1:
            return options[0]
        self.shown.append(self.answers.pick(options))
        return self.shown[-1]

    # The round

    def _round(self) -> int:
        first, up, second = self._seen(), self._seen(), self._seen()  # 2.6(e)
        hole = None if self.house.hole_card == "none" else self._unseen()  # 2.6(j)
        mine, dealer = [first, second], [up]
        wish = self._insurance(mine, up)
        if hole and self._read(up, hole):  # 2.6(j)1: no further card, and nothing to decide
            hands = [Hand(mine)]
        else:
            hands = [Hand(mine)] if blackjack(mine) else self._decisions(mine)
        dealer.append(self._show(hole) if hole else self._seen())  # 2.6(h), (j): always, whatever became of the hands
        if not blackjack(mine) and any(hand.still_matters for hand in hands):
            self._dealer_draws(dealer)
        self._turn_doubles(hands)
        if wish == "even-money":
            return WAGER  # 2.7(c)
        return self._insured(wish, dealer) + self._won(hands, dealer)

    def _insurance(self, mine: list[Card], up: Card) -> str:
        """2.9(a), (b) against an ace; 2.7(c) gives a blackjack even money instead."""
        if not up.is_ace:
            return "decline"
        if self.house.even_money and blackjack(mine) and self._ask("even-money", "decline") == "even-money":
            return "even-money"
        return self._ask("insure", "decline")

    def _read(self, up: Card, hole: Card) -> bool:
        """2.6(j): the card reader is asked about an ace or a ten."""
        if self.house.hole_card != "card-reader" or points_of(up) < 10:
            return False
        has_blackjack = blackjack([up, hole])
        self.shown.append("blackjack" if has_blackjack else "no blackjack")
        return has_blackjack

    def _decisions(self, mine: list[Card]) -> list[Hand]:
        """2.6(f), (g): one hand after the other, the first incomplete one on the dealer's left."""
        hands, at = [Hand(mine)], 0
        while at < len(hands):
            hand = hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self._seen())  # 2.11(b)
            decision = self._ask(*self._allowed(hand, len(hands)))
            if decision == "split":
                hands[at : at + 1] = [Hand([card], of_split=True) for card in hand.cards]
            elif decision == "hit":
                hand.cards.append(self._seen())
            else:
                self._finish(hand, decision)
                at += 1
        return hands

    def _finish(self, hand: Hand, decision: str) -> None:
        hand.surrendered = decision == "surrender"
        hand.doubled = decision == "double"
        if hand.doubled and self.house.double_card == "face-down":
            hand.down = self._unseen()  # 2.10(c)
        elif hand.doubled:
            hand.cards.append(self._seen())

    def _allowed(self, hand: Hand, hands: int) -> list[str]:
        allowed = ["stand"]
        if hand.points < 21 and not (hand.of_split and hand.cards[0].is_ace):  # 2.12(a), (a)3; 2.11(c)2
            allowed.append("hit")
            if len(hand.cards) == 2:
                allowed.append("double")  # 2.10(a)
        if self._may_split(hand, hands):
            allowed.append("split")
        if self.house.surrender and len(hand.cards) == 2 and not hand.of_split:
            allowed.append("surrender")  # 2.8(a)
        return allowed

    def _may_split(self, hand: Hand, hands: int) -> bool:
        """2.11(a); again only as far as (c)1 and (e) let the licensee permit it."""
        if not hand.is_pair or hands == self.house.split_hands:
            return False
        return not hand.of_split or not hand.cards[0].is_ace or self.house.resplit_aces

    def _dealer_draws(self, dealer: list[Card]) -> None:
        """2.12(b)."""
        while True:
            points, soft = count(dealer)
            if points > 17 or (points == 17 and not (soft and self.house.soft_17 == "hit")):
                return
            dealer.append(self._seen())

    def _turn_doubles(self, hands: list[Hand]) -> None:
        """2.10(c): when the wagers are settled, from the dealer's right."""
        for hand in reversed(hands):
            if hand.down:
                hand.cards.append(self._show(hand.down))

    # The money

    def _insured(self, wish: str, dealer: list[Card]) -> int:
        """2.9(a), (c): two to one on half the wager, by the dealer's second card alone."""
        if wish != "insure":
            return 0
        return WAGER if points_of(dealer[1]) == 10 else -WAGER // 2

    def _won(self, hands: list[Hand], dealer: list[Card]) -> int:
        mine = hands[0].cards
        natural = not hands[0].of_split and blackjack(mine)
        if blackjack(dealer):  # 2.3(b), 2.7(b), 2.8(a)2; 2.10(b), 2.11(d): never more than the first wager
            return 0 if natural else -WAGER
        if natural:
            return WAGER * 3 // 2  # 2.7(a), (b)
        return sum(result_of(hand, count(dealer)[0]) for hand in hands)


def result_of(hand: Hand, dealer: int) -> int:
    """2.3(a), (b), (e) and 2.8(a), against a dealer who has no blackjack."""
    if hand.surrendered:
        return -WAGER // 2
    if hand.points > 21:
        return -hand.stake
    if dealer > 21 or hand.points > dealer:
        return hand.stake
    return 0 if hand.points == dealer else -hand.stake
