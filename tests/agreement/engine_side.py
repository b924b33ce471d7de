"""The engine plays a round by the same cards and the same policy as the kernel, and says what every wager won."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import is_blackjack
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedAmount, NeedCard, NeedMove, NeedPeek, NeedSettlement, NeedTurn, Settled
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.simulation.kernel.game_tables import DECK
from chapter47.blackjack.simulation.kernel.program import SideStake
from chapter47.blackjack.simulation.kernel.records import FIRST_DISPLAY
from chapter47.blackjack.state import Legal, Round, Stake
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal
from chapter47.core.numeric.generator import split_mix

Won = Counter[tuple[Any, ...]]
"""Cents won by each wager: box, hand, wager, spot, bet."""


class Asked(NamedTuple):
    """A decision as both sides note it."""

    box: int
    hand: int
    question: str
    spot: int
    moves: tuple[str, ...]
    move: str
    amount: int


class Played(NamedTuple):
    won: Won
    asked: list[Asked]
    cards: int
    """How many were drawn."""
    standing: tuple[Stake, ...]
    meters: dict[str, tuple[int, int, int]]


class NoCardLeftError(Exception):
    """The given cards do not last for the round."""


MASK: Final = 0x7FFFFFFF


class Policy:
    """A move from a hash of the seed and the number of the decision; the kernel has the same."""

    def __init__(self, seed: int):
        self.seed = seed
        self.decisions = self.displays = 0

    def choose(self, legal: tuple[Legal, ...]) -> tuple[str, int]:
        word = int(split_mix(self.seed, self.decisions))
        self.decisions += 1
        move = legal[(word >> 33) % len(legal)]
        if not move.most:
            return move.name, 0
        return move.name, move.least + move.step * ((word & MASK) % ((move.most - move.least) // move.step + 1))

    def amount(self, weights: dict[int, int]) -> int:
        part = (int(split_mix(self.seed, FIRST_DISPLAY + self.displays)) >> 1) % sum(weights.values())
        self.displays += 1
        for amount, weight in sorted(weights.items()):
            if part < weight:
                return amount
            part -= weight
        raise AssertionError(weights)


class EngineRound:
    """One round, with the cards that lie face down."""

    def __init__(self, wagered: Sequence[play.Result], shoe: NDArray[np.uint8], seed: int):
        """`wagered` are the acts up to the close of bets: a chip may be collected when it is staked (2.19(b))."""
        self.shoe: list[int] = shoe.tolist()
        self.next = 0
        self.policy = Policy(seed)
        self.down: dict[Place, list[Card]] = {}
        self.won: Won = Counter()
        self.asked: list[Asked] = []
        self.staying: list[Stake] = []
        for result in wagered:
            self.take(result)

    def take(self, result: play.Result) -> None:
        assert not isinstance(result, Refusal), str(result)
        self.state = result.state
        for event in result.events:
            if isinstance(event, (e.Paid, e.Collected)):
                amount = event.amount if isinstance(event, e.Paid) else -event.amount
                self.won[event.at.box, event.at.hand, event.wager, event.spot, event.bet] += amount
            elif isinstance(event, e.CarriedOver):
                made = {"made": event.amount, "won": event.won, "standing": True}
                stake = Stake(event.at, event.bettor, event.amount, event.wager, bet=event.bet)
                self.staying.append(replace(stake, **made))

    def draw(self) -> Card:
        if self.next == len(self.shoe):
            raise NoCardLeftError
        self.next += 1
        return DECK[self.shoe[self.next - 1]]

    def deal(self, need: NeedCard) -> None:
        card = self.draw()
        if need.face_down:
            self.down.setdefault(need.at, []).append(card)
        self.take(play.give(self.state, None if need.face_down else card))

    def move(self, need: NeedMove) -> None:
        name, amount = self.policy.choose(need.legal)
        moves = tuple(legal.name for legal in need.legal)
        self.asked.append(Asked(need.at.box, need.at.hand, need.question, need.spot, moves, name, amount))
        self.take(play.choose(self.state, need.bettor, name, amount))

    def play(self) -> Played:
        while not isinstance(need := pending(self.state), Settled):
            match need:
                case NeedCard():
                    self.deal(need)
                case NeedMove():
                    self.move(need)
                case NeedTurn(at=at):
                    self.take(play.turn(self.state, self.down[at].pop(0)))
                case NeedPeek():
                    hole = self.down[self.state.dealer.at][0]
                    self.take(play.peek(self.state, is_blackjack((*self.state.dealer.cards, hole))))
                case NeedAmount(amounts=amounts):
                    self.take(play.show_amount(self.state, self.policy.amount(dict(amounts))))
                case NeedSettlement():
                    self.take(play.settle(self.state))
                case _:
                    raise AssertionError(need)
        return Played(self.won, self.asked, self.next, tuple(self.staying), dict(self.state.meters))


def open_round(
    table: TableRules,
    stakes: list[list[int]],
    side_bets: list[SideStake],
    standing: tuple[Stake, ...],
    meters: dict[str, tuple[int, int, int]],
) -> list[play.Result]:
    """The wagers of a round until bets are closed; a side bet that stays is not made again while one of its kind is in
    play."""
    state = play.open_round(table, standing=standing, meters=meters)
    made: list[play.Result] = []
    for box, wagers in enumerate(stakes, start=1):
        for amount in wagers:
            made.append(play.bet(state, box, str(box), amount))
            state = _after(made[-1])
    for box in range(1, len(stakes) + 1):
        stays = {stake.wager for stake in standing if stake.at.box == box}
        for side in side_bets:
            if side.wager not in stays and (amount := side.on(box - 1)):
                made.append(play.side_bet(state, box, str(box), side.wager, amount, side.bet))
                state = _after(made[-1])
    return [*made, play.close_bets(state)]


def _after(result: play.Result) -> Round:
    assert not isinstance(result, Refusal), str(result)
    return result.state
