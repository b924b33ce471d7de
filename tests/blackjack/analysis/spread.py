"""The chance of each net result of a round from a tiny shoe, dealt through the engine; all stakes together are one."""

from collections import Counter
from typing import Any

from tests.blackjack.analysis.enumeration import Enumeration, blackjack, facts, without

from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedCard, NeedMove, NeedPeek, NeedSettlement, NeedTurn, Settled
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round
from chapter47.core.cards import Card

Spread = dict[int, float]
"""Chances by net result in cents."""


def mean_and_variance(dealt: dict[float, float]) -> tuple[float, float]:
    mean = sum(net * chance for net, chance in dealt.items())
    return mean, sum(net * net * chance for net, chance in dealt.items()) - mean**2


class Spreading(Enumeration):
    """For a policy that answers every question."""

    spreads: dict[Any, Spread]

    def results(self, shoe: tuple[Card, ...]) -> dict[float, float]:
        self.spreads = {}
        spread = self._spread(self._staked(), Counter(shoe), None)
        return {net / self.stakes: chance for net, chance in spread.items()}

    def _spread(self, state: Round, left: Counter[Card], hole: Card | None) -> Spread:
        key = (facts(state), frozenset(left.items()), hole)
        spread = self.spreads.get(key)
        if spread is None:
            spread = self.spreads[key] = self._compute_spread(state, left, hole)
        return spread

    def _compute_spread(self, state: Round, left: Counter[Card], hole: Card | None) -> Spread:
        match need := pending(state):
            case Settled():
                return {0: 1.0}
            case NeedSettlement():
                return self._after(play.settle(state), left, hole)
            case NeedPeek():
                assert hole is not None
                return self._after(play.peek(state, blackjack(state, hole)), left, hole)
            case NeedTurn():
                assert hole is not None
                return self._after(play.turn(state, hole), left, None)
            case NeedCard(face_down=face_down):
                return self._drawn(state, left, hole, face_down=face_down)
            case NeedMove(at=at):
                move = self.policy(state, state.hand(at), need)
                assert move
                return self._after(self._chosen(state, move), left, hole)
            case _:
                raise AssertionError(need)

    def _drawn(self, state: Round, left: Counter[Card], hole: Card | None, *, face_down: bool) -> Spread:
        spread: Spread = {}
        total = left.total()
        assert total, "the shoe is too small for this round"
        for card, count in left.items():
            if count:
                step = play.give(state, None if face_down else card)
                after = self._after(step, without(left, card), card if face_down else hole)
                for net, chance in after.items():
                    spread[net] = spread.get(net, 0.0) + count / total * chance
        return spread

    def _after(self, result: play.Result, left: Counter[Card], hole: Card | None) -> Spread:
        state, won = self._done(result)
        return {won + net: chance for net, chance in self._spread(state, left, hole).items()}
