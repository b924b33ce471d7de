"""The rules as arrays: the next state and the payments, for every state with standing bets and every throw.

A state is the point of the table and the set of come points, because everything else is on the layout before every
throw. The results come from the functions that settle a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.dice import ROLLS, Roll
from chapter47.craps.decision import Result
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules import payout_odds, throwing
from chapter47.craps.rules.line_wagers import NO_POINT, POINTS, is_come_out_roll, point_after
from chapter47.craps.simulation.standing_bets import StandingBet, odds_behind
from chapter47.craps.wagers import WAGERS, Wager, WagerAtThrow, decide, fee_of, odds_paid

State = tuple[int, frozenset[int]]
"""The point of the table, and the come points."""
START: Final[State] = (NO_POINT, frozenset())
THROWS: Final = len(ROLLS)
COME: Final = ("come", "dont-come")
COME_ODDS: Final = ("come-odds", "dont-come-odds")


@dataclass(frozen=True)
class Tables:
    """Results by state and throw, a row of `THROWS` per state; the first state is that of the first throw."""

    bets: tuple[StandingBet, ...]
    following: NDArray[np.int32]
    """Where the row of the next state begins."""
    round_over: NDArray[np.uint8]
    hand_over: NDArray[np.uint8]
    """Whether the shooter loses the dice."""
    net: NDArray[np.int64]
    """Net result in cents, by row and bet."""
    staked: NDArray[np.int64]
    """Stake of each bet that is decided, including void ones."""

    @property
    def fingerprint(self) -> str:
        """Identify tables and bets: a run resumes only with its own."""
        arrays = (self.following, self.round_over, self.hand_over, self.net, self.staked)
        return sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]

    @cached_property
    def net_of_all(self) -> NDArray[np.int64]:
        return np.asarray(self.net.sum(axis=1), dtype=np.int64)

    def net_of(self, player: str) -> NDArray[np.int64]:
        """Return the net result of all bets of one player."""
        own = [place for place, bet in enumerate(self.bets) if bet.player == player]
        return np.asarray(self.net[:, own].sum(axis=1), dtype=np.int64)

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """Return, by cell, each bet's result and stake, one throw, and the shooter who loses the dice."""
        throws = np.ones((len(self.following), 1), dtype=np.int64)
        shooters = self.hand_over.astype(np.int64)[:, None]
        return np.ascontiguousarray(np.hstack([self.net, self.staked, throws, shooters]))

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(bet.player for bet in self.bets))


class _Tabulation:
    """One table and its standing bets, while their states are being enumerated."""

    def __init__(self, posting: CrapsPosting, bets: Sequence[StandingBet]) -> None:
        self.posting, self.bets = posting, tuple(bets)
        self.amounts = {
            (bet, point): odds_behind(posting, bet, bets, point) if WAGERS[bet.wager].supports else bet.amount
            for bet in bets
            for point in (NO_POINT, *POINTS)
            if point or not WAGERS[bet.wager].supports
        }
        self.results: dict[tuple[int, int, int, Roll], tuple[int, int]] = {}
        self.come = next((WAGERS[bet.wager] for bet in bets if bet.wager in COME), None)

    def tables(self) -> Tables:
        numbers: dict[State, int] = {START: 0}
        rows = []
        waiting = [START]
        for state in waiting:
            lying = [self._lies(bet, state) for bet in self.bets]
            for roll in ROLLS:
                after = self._after(state, roll)
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                rows.append((numbers[after] * THROWS, state[0], roll, self._brings(lying, state[0], roll)))
        return Tables(
            self.bets,
            np.array([row[0] for row in rows], dtype=np.int32),
            np.array([point_after(point, roll.total) == NO_POINT for _, point, roll, _ in rows], dtype=np.uint8),
            np.array([throwing.must_pass_the_dice(point, roll.total) for _, point, roll, _ in rows], dtype=np.uint8),
            np.array([[net for net, _ in row[3]] for row in rows], dtype=np.int64).reshape(len(rows), -1),
            np.array([[staked for _, staked in row[3]] for row in rows], dtype=np.int64).reshape(len(rows), -1),
        )

    def _after(self, state: State, roll: Roll) -> State:
        point, come_points = state
        if self.come is None:
            return point_after(point, roll.total), come_points
        kept = {number for number in come_points if point_after(number, roll.total) == number}
        if self.come.accepted(self.posting, point, True):
            kept |= {point_after(NO_POINT, roll.total)} - {NO_POINT}
        return point_after(point, roll.total), frozenset(kept)

    def _brings(self, lying: list[tuple[int, ...]], point: int, roll: Roll) -> list[tuple[int, int]]:
        """Return net and staked of each bet, by the numbers it is on."""
        return [self._sum(place, numbers, point, roll) for place, numbers in enumerate(lying)]

    def _sum(self, place: int, numbers: tuple[int, ...], point: int, roll: Roll) -> tuple[int, int]:
        net = staked = 0
        for number in numbers:
            net_here, staked_here = self._result(place, number, point, roll)
            net += net_here
            staked += staked_here
        return net, staked

    def _lies(self, bet: StandingBet, state: State) -> tuple[int, ...]:
        """Return the numbers on which the bet is before a throw."""
        point, come_points = state
        wager = WAGERS[bet.wager]
        if bet.wager in COME:
            return (*come_points, NO_POINT) if wager.accepted(self.posting, point, True) else tuple(come_points)
        if bet.wager in COME_ODDS:
            return tuple(come_points)
        if wager.supports:
            return () if is_come_out_roll(point) else (point,)
        return (point if wager.line else bet.number,)

    def _result(self, place: int, number: int, point: int, roll: Roll) -> tuple[int, int]:
        """Return a cached result: most states differ in other bets only."""
        key = (place, number, point, roll)
        if key not in self.results:
            bet = self.bets[place]
            amount = self.amounts[bet, number if WAGERS[bet.wager].supports else NO_POINT]
            self.results[key] = self._settled(WAGERS[bet.wager], WagerAtThrow(number, point), roll, amount)
        return self.results[key]

    def _settled(self, wager: Wager, standing: WagerAtThrow, roll: Roll, amount: int) -> tuple[int, int]:
        fee = fee_of(self.posting, wager, standing.number, amount)
        made = payout_odds.fee_is_paid_when_made(self.posting)
        match decide(self.posting, wager, standing, roll).result:
            case Result.WON:
                ratio = odds_paid(self.posting, wager, standing.number, roll)
                return payout_odds.winnings(amount, ratio) - fee, amount
            case Result.LOST:
                return -amount - (fee if made else 0), amount
            case Result.VOID:
                return 0, amount
            case _:
                return 0, 0


def tabulated(posting: CrapsPosting, bets: Sequence[StandingBet]) -> Tables:
    return _Tabulation(posting, bets).tables()
