"""The rounds of 6 to 5, double exposure and multiple action by the text alone, worked as in `by_the_text`."""

from dataclasses import dataclass

from tests.properties.by_the_text import WAGER, Hand, Story, blackjack, count, points_of, result_of

from chapter47.core.cards import Card


@dataclass(slots=True)
class DoubleExposure(Story):
    """2.6(k): both dealer's cards open."""

    def _round(self) -> int:
        first, up, second, other = self._seen(), self._seen(), self._seen(), self._seen()
        mine, dealer = [first, second], [up, other]
        if blackjack(mine):
            return WAGER  # (k)1, 2
        if blackjack(dealer):
            return -WAGER  # (k)6
        hands = self._decisions(mine)
        if any(hand.still_matters for hand in hands):
            self._dealer_draws(dealer)
        self._turn_doubles(hands)
        points = count(dealer)[0]
        return sum(-hand.stake if hand.points == points else result_of(hand, points) for hand in hands)

    def _allowed(self, hand: Hand, hands: int) -> list[str]:
        allowed = super(DoubleExposure, self)._allowed(hand, hands)
        points, soft = count(hand.cards)
        if soft or not 9 <= points <= 11:
            allowed = [move for move in allowed if move != "double"]  # (k)4
        return allowed


@dataclass(slots=True)
class SixToFive(Story):
    """2.6A: a busted hand is lost when it busts, whatever the dealer gets."""

    def _won(self, hands: list[Hand], dealer: list[Card]) -> int:
        natural = not hands[0].of_split and blackjack(hands[0].cards)
        if not blackjack(dealer):
            return WAGER * 6 // 5 if natural else sum(result_of(hand, count(dealer)[0]) for hand in hands)
        if natural:
            return 0
        return -sum(hand.stake for hand in hands if _busted(hand)) - first_wager(hands)


def _busted(hand: Hand) -> bool:
    """For all to see: a face-down double card is turned only when the wagers are settled."""
    return hand.points > 21 and hand.down is None


def first_wager(hands: list[Hand]) -> int:
    """2.10(b), 2.11(d): of what is left, the original wager."""
    return WAGER if any(not _busted(hand) for hand in hands) else 0


@dataclass(slots=True)
class MultipleAction(Story):
    """2.18 with the minimum number of wagers, all of the same size."""

    def _round(self) -> int:
        first, up, second = self._seen(), self._seen(), self._seen()
        mine = [first, second]
        wishes = self._wishes(mine, up)
        if not blackjack(mine):
            return self._played(self._decisions(mine), up, wishes)
        if wishes == ["even-money"] or points_of(up) < 10:
            self._seen()
            return len(self._spots) * (WAGER if wishes == ["even-money"] else WAGER * 3 // 2)  # 2.7(a), (c)
        return sum(self._natural(up, wish) for wish in wishes)

    @property
    def _spots(self) -> range:
        return range(self.house.multiple_action_wagers)

    def _wishes(self, mine: list[Card], up: Card) -> list[str]:
        """(d): insurance wager by wager; even money on all of them."""
        offered = up.is_ace and self.house.even_money and blackjack(mine)
        if offered and self._ask("even-money", "decline") == "even-money":
            return ["even-money"]
        return [self._ask("insure", "decline") if up.is_ace else "decline" for _ in self._spots]

    def _natural(self, up: Card, wish: str) -> int:
        dealer = [up, self._seen()]
        return self._insured(wish, dealer) + (0 if blackjack(dealer) else WAGER * 3 // 2)

    def _played(self, hands: list[Hand], up: Card, wishes: list[str]) -> int:
        net = -sum(hand.stake for hand in hands if _busted(hand)) * len(self._spots)  # (f)
        hands = [hand for hand in hands if not _busted(hand)]
        for wish in wishes:
            if not hands:
                net -= WAGER // 2 if wish == "insure" else 0  # (f)1: no further card
                continue
            dealer = [up, self._seen()]
            net += self._insured(wish, dealer)
            if any(hand.still_matters for hand in hands):
                self._dealer_draws(dealer)
            net += self._first_or_later(hands, dealer)
        return net

    def _first_or_later(self, hands: list[Hand], dealer: list[Card]) -> int:
        """With the first dealer's hand the face-down double cards are turned; who is over 21 then loses all."""
        new = [hand for hand in hands if hand.down and len(hand.cards) == 2]
        self._turn_doubles([hand for hand in hands if hand in new])
        if blackjack(dealer):
            won = -WAGER if hands else 0
        else:
            won = sum(result_of(hand, count(dealer)[0]) for hand in hands)
        over = [hand for hand in hands if hand.points > 21]
        for hand in over:
            hands.remove(hand)
        return won - sum(hand.stake for hand in over) * (len(self._spots) - 1)
