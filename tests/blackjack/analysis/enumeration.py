"""Every deal of a tiny shoe, played through the engine itself: the independent check of the analysis."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from chapter47.blackjack import events as e
from chapter47.blackjack.hands import LIMIT, card_value
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.moves import is_finished
from chapter47.blackjack.round.needs import NeedCard, NeedMove, NeedPeek, NeedSettlement, NeedTurn, Settled
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Hand, Round
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import Card

STAKE = 2000
"""In cents; every odd of the chapter pays whole cents on it."""

Policy = Callable[[Round, Hand, NeedMove], str | None]
"""The move for a question, or nothing: then every move is tried and the best one counts."""


class Enumeration:
    """The expected result of a round from this shoe, as a part of all that is staked before the deal."""

    def __init__(self, table: TableRules, policy: Policy) -> None:
        self.table = table
        self.policy = policy
        self.known: dict[Any, float] = {}
        game = GAMES[table.game]
        self.stakes = STAKE * game.wagers(table)[0] * game.hands_per_box

    def expected(self, shoe: tuple[Card, ...]) -> float:
        return self._value(self._staked(), Counter(shoe), None)

    def _staked(self) -> Round:
        """Every wager that the game asks for is made, each of the same amount."""
        state = play.open_round(self.table)
        for _ in range(GAMES[self.table.game].wagers(self.table)[0]):
            state = self._done(play.bet(state, 1, "Ann", STAKE))[0]
        return self._done(play.close_bets(state))[0]

    def after(self, shoe: tuple[Card, ...], first: tuple[Card, ...], *up: Card) -> tuple[Round, Counter[Card]]:
        """The state in which this hand is to be played against what is seen of the dealer, and the cards left."""
        state = self._staked()
        for card in (first[0], up[0], first[1], *up[1:]):
            state = self._done(play.give(state, card))[0]
        return state, Counter(shoe) - Counter((*first, *up))

    def value(self, state: Round, left: Counter[Card]) -> float:
        return self._value(state, left, None)

    def value_of(self, state: Round, left: Counter[Card], move: str) -> float:
        return self._go_on(self._chosen(state, move), left, None)

    def _value(self, state: Round, left: Counter[Card], hole: Card | None) -> float:
        key = (facts(state), frozenset(left.items()), hole)
        value = self.known.get(key)
        if value is None:
            value = self.known[key] = self._worked_out(state, left, hole)
        return value

    def _worked_out(self, state: Round, left: Counter[Card], hole: Card | None) -> float:
        match need := pending(state):
            case Settled():
                return 0.0
            case NeedSettlement():
                return self._go_on(play.settle(state), left, hole)
            case NeedPeek():
                assert hole is not None
                return self._go_on(play.peek(state, blackjack(state, hole)), left, hole)
            case NeedTurn():
                assert hole is not None
                return self._go_on(play.turn(state, hole), left, None)
            case NeedCard(face_down=face_down):
                return self._mean(state, left, hole, face_down=face_down)
            case NeedMove(at=at, legal=legal):
                move = self.policy(state, state.hand(at), need)
                moves = [move] if move else [option.name for option in legal]
                return max(self._go_on(self._chosen(state, choice), left, hole) for choice in moves)
            case _:
                raise AssertionError(need)

    def _mean(self, state: Round, left: Counter[Card], hole: Card | None, *, face_down: bool) -> float:
        total, value = left.total(), 0.0
        assert total, "the shoe is too small for this round"
        for card, count in left.items():
            if count:
                step = play.give(state, None if face_down else card)
                value += count / total * self._go_on(step, without(left, card), card if face_down else hole)
        return value

    def _chosen(self, state: Round, move: str) -> play.Result:
        need = pending(state)
        assert isinstance(need, NeedMove)
        most = next(option for option in need.legal if option.name == move).most
        return play.choose(state, "Ann", move, most)

    def _go_on(self, result: play.Result, left: Counter[Card], hole: Card | None) -> float:
        state, won = self._done(result)
        return won / self.stakes + self._value(state, left, hole)

    @staticmethod
    def _done(result: play.Result) -> tuple[Round, int]:
        assert isinstance(result, play.Step), result
        won = 0
        for event in result.events:
            if isinstance(event, e.Paid):
                won += event.amount
            elif isinstance(event, e.Collected):
                won -= event.amount
        return result.state, won


def without(left: Counter[Card], card: Card) -> Counter[Card]:
    """`left - Counter((card,))`, which is slow and asked for before every card."""
    fewer: Counter[Card] = Counter()
    dict.update(fewer, left)
    fewer[card] -= 1
    if not fewer[card]:
        del fewer[card]
    return fewer


def blackjack(state: Round, hole: Card) -> bool:
    assert state.upcard is not None
    return card_value(state.upcard) + card_value(hole) == 21


def facts(state: Round) -> tuple[Any, ...]:
    """All that decides how a round goes on; the order of a hand's cards does not, nor that of finished hands.

    But the order of two cards tells what a switch makes of them.
    By the reading first-wager of 2.3(e) the hand at the dealer's left is paid differently."""
    ranked = state.rules.reads("19:47-2.3(e)", "first-wager")
    two = GAMES[state.rules.game].hands_per_box == 2
    going: list[Hand] = []
    ended: list[tuple[Any, ...]] = []
    for hand in state.hands:
        if is_finished(state, hand):
            ended.append((hand.at.hand * ranked, _ending(hand), _staked(state, hand)))
        else:
            going.append(replace(hand, cards=_in_order(hand.cards)))
    dealer = (state.dealer.cards[:2], state.dealer.total, len(state.dealer.cards), state.dealer.down)
    open_stakes = tuple(sorted((stake.wager, stake.spot, stake.double) for stake in state.stakes if stake.open))
    begun = tuple(first_two(state, number) for number in (0, 1)) if two else ()
    if two and len(state.hands) == 2 and all(hand.size <= 2 for hand in state.hands):
        begun = tuple(hand.cards for hand in state.hands)
    return (
        tuple(going),
        tuple(sorted(ended)),
        begun,
        dealer,
        open_stakes,
        state.asks,
        state.spot,
        state.answered,
        state.peeked,
        state.dealer_done,
        state.over,
    )


def first_two(state: Round, number: int) -> tuple[Card, ...]:
    """The two cards that one of a box's hands began with, after the switch; of a split pair both are alike."""
    hands = [hand for hand in state.hands if hand.of == number]
    cards = tuple(hand.cards[0] for hand in hands[:2] if hand.cards) if hands[0].split else hands[0].cards[:2]
    return _in_order(cards)


@cache
def _in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=str))


def _ending(hand: Hand) -> tuple[int, int, str, bool, bool, bool, int]:
    """What a finished hand is settled by: its count, and for the optional pay-outs its cards."""
    cards = "".join(sorted(map(str, hand.cards))) if hand.total.points == LIMIT and len(hand.cards) == 3 else ""
    points = min(hand.total.points, LIMIT + 1)
    return points, min(len(hand.cards), 7), cards, hand.doubled, hand.surrendered, hand.blackjack, hand.of


def _staked(state: Round, hand: Hand) -> int:
    return sum(stake.whole for stake in state.stakes_on(hand.at))
