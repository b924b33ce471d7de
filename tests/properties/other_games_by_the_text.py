"""Switch and Spanish 21 by the text alone, as `by_the_text` does blackjack: one box, one bettor, every answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.properties.by_the_text import WAGER, Answers, Hand, House, Rounds, Story, blackjack, count

from chapter47.core.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherHouse(House):
    """What a Switch or Spanish 21 table may elect besides."""

    loses: bool = False
    """The other reading of 2A.5(b)1."""
    literal_3: bool = False
    literal_e: bool = False
    """The literal readings of 19.5(a)3 and (e)."""


def switch_rounds(shoe: Sequence[Card], house: OtherHouse) -> Rounds:
    return _all(_SwitchStory, shoe, house)


def spanish_rounds(shoe: Sequence[Card], house: OtherHouse) -> Rounds:
    return _all(_SpanishStory, shoe, house)


def _all(kind: "type[_SwitchStory | _SpanishStory]", shoe: Sequence[Card], house: OtherHouse) -> Rounds:
    by_story: Rounds = {}
    answers = Answers()
    while True:
        story, net = kind(shoe, house, answers).tell()
        assert by_story.setdefault(story, net) == net, story
        if not answers.another():
            return by_story


@dataclass(slots=True)
class _SwitchHand(Hand):
    dealt: int = 0
    """The first or the second hand of the box, from which it came."""
    switched: bool = False

    @property
    def natural(self) -> bool:
        """2A.1: neither split nor made by a switch."""
        return blackjack(self.cards) and not self.of_split and not self.switched


def _exchange(hands: list[_SwitchHand], *, switched: bool) -> None:
    first, second = hands
    first.cards[1], second.cards[1] = second.cards[1], first.cards[1]
    first.switched = second.switched = switched


def _nothing_further(hands: list[_SwitchHand]) -> bool:
    """2A.7(g)2: neither hand has got a card, nor is one of them over."""
    return len(hands) == 2 and all(len(hand.cards) == 2 and not hand.surrendered for hand in hands)


class _SwitchStory(Story):
    house: OtherHouse

    def _round(self) -> int:
        ones, up = [self._seen(), self._seen()], self._seen()  # 2A.7(d)
        twos = [self._seen(), self._seen()]
        hole = None if self.house.hole_card == "none" else self._unseen()  # 2A.7(l)1
        hands = [_SwitchHand([first, two], dealt=n) for n, (first, two) in enumerate(zip(ones, twos, strict=True))]
        wishes = [self._ask("insure", "decline") if up.is_ace else "decline" for _ in hands]  # 2A.8(a)1, 2
        if not (hole and self._read(up, hole)):  # 2A.7(l)2
            hands = self._box(hands)
        dealer = [up, self._show(hole) if hole else self._seen()]
        if any(hand.still_matters and not hand.natural for hand in hands):  # 2A.12(c)
            self._dealer_draws(dealer)
        return sum(self._insured(wish, dealer) for wish in wishes) + self._settled(hands, dealer)

    def _box(self, hands: list[_SwitchHand]) -> list[_SwitchHand]:
        """2A.7(g) to (j)."""
        may_take_back = self._ask("keep", "switch") == "switch"
        if may_take_back:
            _exchange(hands, switched=True)
            if all(hand.points == 21 for hand in hands) and self._ask("keep", "switch-back") == "switch-back":
                _exchange(hands, switched=False)
                may_take_back = False
        at = 0
        while at < len(hands):
            hand = hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self._seen())  # 2A.11(b)
            decision = self._ask(*self._options(hands, hand, may_take_back=may_take_back))
            if decision == "switch-back":
                _exchange(hands, switched=False)
                at, may_take_back = 0, False
            elif decision == "split":
                hands[at : at + 1] = [_SwitchHand([card], of_split=True, dealt=hand.dealt) for card in hand.cards]
            elif decision == "hit":
                hand.cards.append(self._seen())
            else:
                self._finish(hand, decision)
                at += 1
        return hands

    def _options(self, hands: list[_SwitchHand], hand: _SwitchHand, *, may_take_back: bool) -> list[str]:
        if hand.points >= 21:
            return ["stand"]
        options = self._allowed(hand, sum(other.dealt == hand.dealt for other in hands))
        return [*options, "switch-back"] if may_take_back and _nothing_further(hands) else options

    def _dealer_draws(self, dealer: list[Card]) -> None:
        """2A.12(b)."""
        while count(dealer) < (17, False) or count(dealer) == (17, True):
            dealer.append(self._seen())

    def _settled(self, hands: list[_SwitchHand], dealer: list[Card]) -> int:
        if not blackjack(dealer):
            return sum(_switch_result(hand, count(dealer)[0]) for hand in hands)
        return sum(self._against_blackjack([hand for hand in hands if hand.dealt == n]) for n in (0, 1))

    def _against_blackjack(self, hands: list[_SwitchHand]) -> int:
        """2A.5(b), (b)1, 2A.9(a)2; 2A.10(c) and 2A.11(d): never more than the wager of that hand."""
        hand = hands[0]
        stands_off = hand.natural or (blackjack(hand.cards) and not self.house.loses)
        return 0 if len(hands) == 1 and stands_off and not hand.surrendered else -WAGER


def _switch_result(hand: _SwitchHand, dealer: int) -> int:
    """2A.5(a), (b), (c), (g), against a dealer who has no blackjack."""
    if hand.surrendered:
        return -WAGER // 2
    if hand.points > 21:
        return -hand.stake
    if hand.natural:
        return WAGER
    if dealer == 22:
        return 0
    if dealer > 22 or hand.points > dealer:
        return hand.stake
    return 0 if hand.points == dealer else -hand.stake


@dataclass(slots=True)
class _SpanishHand(Hand):
    rescued: bool = False

    @property
    def natural(self) -> bool:
        return blackjack(self.cards) and not self.of_split


class _SpanishStory(Story):
    house: OtherHouse

    def _round(self) -> int:
        first, up, second = self._seen(), self._seen(), self._seen()
        hole = None if self.house.hole_card == "none" else self._unseen()
        hands = [_SpanishHand([first, second])]
        wish = self._ask("insure", "decline") if up.is_ace else "decline"
        if not (hole and self._read(up, hole)):
            hands = self._hands(hands)
        dealer = [up, self._show(hole) if hole else self._seen()]
        live = [hand for hand in hands if hand.still_matters and not hand.rescued]
        if any(not hand.natural or self.house.literal_e for hand in live):
            self._dealer_draws(dealer)
        return self._insured(wish, dealer) + self._settled(hands, dealer, up)

    def _hands(self, hands: list[_SpanishHand]) -> list[_SpanishHand]:
        at = 0
        while at < len(hands):
            hand = hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self._seen())
            decision = self._ask(*self._options(hand, len(hands)))
            if decision == "split":
                hands[at : at + 1] = [_SpanishHand([card], of_split=True) for card in hand.cards]
            elif decision == "hit":
                hand.cards.append(self._seen())
            else:
                self._finish(hand, decision)
                hand.rescued = hand.doubled and hand.points <= 21 and self._ask("let-stand", "rescue") == "rescue"
                at += 1
        return hands

    def _options(self, hand: _SpanishHand, hands: int) -> list[str]:
        """Doubling on any number of cards, split aces like any other hand."""
        if hand.points >= 21:
            return ["stand"]
        options = ["stand", "hit", "double"]
        if self._may_split(hand, hands):
            options.append("split")
        if self.house.surrender and len(hand.cards) == 2 and not hand.of_split:
            options.append("surrender")
        return options

    def _settled(self, hands: list[_SpanishHand], dealer: list[Card], up: Card) -> int:
        if blackjack(dealer):
            return self._against_blackjack(hands)
        return sum(self._result(hand, count(dealer)[0], up) for hand in hands)

    def _against_blackjack(self, hands: list[_SpanishHand]) -> int:
        """19.5(a)3, (b); of all that does not win no more than the original wager is lost."""
        winners = [hand for hand in hands if hand.natural or (self.house.literal_3 and blackjack(hand.cards))]
        return len(winners) * WAGER * 3 // 2 - (WAGER if len(winners) < len(hands) else 0)

    def _result(self, hand: _SpanishHand, dealer: int, up: Card) -> int:
        """19.5(a), (b), against a dealer who has no blackjack."""
        if hand.surrendered:
            return -WAGER // 2
        if hand.rescued:
            return -WAGER
        if hand.points > 21:
            return -hand.stake
        if dealer <= 21 and hand.points <= dealer and hand.points < 21:
            return 0 if hand.points == dealer else -hand.stake
        return self._winnings(hand, dealer) + _super_bonus(hand, up)

    def _winnings(self, hand: _SpanishHand, dealer: int) -> int:
        """19.5(e), (f)."""
        two_cards = hand.natural or (self.house.literal_3 and blackjack(hand.cards))
        if two_cards and (dealer == 21 or not self.house.literal_e):
            return WAGER * 3 // 2
        if hand.points != 21 or hand.doubled:
            return hand.stake
        return WAGER * _half_units(hand.cards) // 2


def _half_units(cards: Sequence[Card]) -> int:
    """19.5(f) in halves of the wager: 2 is even money."""
    long = {5: 3, 6: 4}.get(len(cards), 6 if len(cards) > 6 else 2)
    if sorted(card.rank for card in cards) not in (["6", "7", "8"], ["7", "7", "7"]):
        return long
    suits = {card.suit for card in cards}
    return 3 if len(suits) > 1 else 6 if suits == {"s"} else 4


def _super_bonus(hand: _SpanishHand, up: Card) -> int:
    """19.5(g) on an original wager of $10."""
    suited = [card.rank for card in hand.cards] == ["7"] * 3 and len({card.suit for card in hand.cards}) == 1
    return 1000_00 if suited and up.rank == "7" and not hand.doubled and not hand.of_split else 0
