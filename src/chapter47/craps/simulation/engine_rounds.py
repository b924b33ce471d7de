"""The simulator's rounds thrown at the engine's table: the same dice and standing bets, with every event."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from chapter47.core.act import Act
from chapter47.core.chance import Scripted
from chapter47.core.dice import ROLLS
from chapter47.core.event import RoundOver
from chapter47.core.findings import Refusal
from chapter47.core.history import PlayedRound
from chapter47.core.log import LogEntry
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.generator import stream
from chapter47.core.numeric.run_sums import RunSums
from chapter47.craps import acts
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import stakeable
from chapter47.craps.simulation import kernels
from chapter47.craps.simulation.standing_bets import StandingBet, odds_behind, shooters
from chapter47.craps.table.in_play import CrapsInPlay
from chapter47.craps.wagers import WAGERS, stake_at_least

SHOOTER: Final = "Shooter"
"""The player who shoots and bets the line if no standing bet does."""
THROWS_AT_ONCE: Final = 4096


def played_rounds(posting: CrapsPosting, bets: Sequence[StandingBet], seed: int, rounds: int) -> Iterator[PlayedRound]:
    """Yield the first rounds of a run with all their events; every block is a sitting."""
    course: RunState[RunSums] = RunState(rounds)
    for block in range(course.blocks):
        table = _ThrownTable(posting, bets, _dice(seed, block))
        for _ in range(course.rounds_of(block)):
            yield PlayedRound(table.play(), sitting=block + 1)


def _dice(seed: int, block: int) -> Iterator[tuple[int, int]]:
    """Yield the throws of a block."""
    chance = stream(seed, block)
    while True:
        thrown = np.zeros(THROWS_AT_ONCE, dtype=np.uint8)
        kernels.throw_dice(chance, thrown)
        yield from (tuple(ROLLS[number]) for number in thrown.tolist())  # type: ignore[misc]  # two faces


class _ThrownTable:
    """An engine table at which players make their bets whenever they may; the dice pass among those who bet the
    line."""

    def __init__(self, posting: CrapsPosting, bets: Sequence[StandingBet], dice: Iterator[tuple[int, int]]) -> None:
        self.posting, self.bets = posting, bets
        self.shooters = shooters(bets) or (SHOOTER,)
        self.table = CrapsInPlay(posting, Scripted(dice=dice))
        self.seen = 0
        for player in dict.fromkeys((*self.shooters, *(bet.player for bet in bets))):
            self._perform(acts.Join(player))

    def play(self) -> Sequence[LogEntry]:
        """Throw until a round is over, and return its lines of the log."""
        while not any(isinstance(entry.event, RoundOver) for entry in self.table.log[self.seen :]):
            self._throw()
        entries = self.table.log[self.seen :]
        self.seen = len(self.table.log)
        return entries

    def _throw(self) -> None:
        while not self.table.layout.shooter:
            offered = self.table.layout.offered
            takes = acts.TakeDice if offered in self.shooters else acts.DeclineDice
            self._perform(takes(offered))
        layout = self.table.layout
        if not layout.point and self.shooters == (SHOOTER,):
            self._perform(acts.Bet(SHOOTER, stake_at_least(self.posting, WAGERS["pass"], 0), "pass"))
        lying = {(stake.bettor, stake.wager, stake.number) for stake in layout.stakes}
        for bet in self.bets:
            self._make(bet, lying)
        self._perform(acts.SendDice())
        self.table.step()

    def _make(self, bet: StandingBet, lying: set[tuple[str, str, int]]) -> None:
        layout = self.table.layout
        supports = WAGERS[bet.wager].supports
        if not supports:
            if (bet.player, bet.wager, bet.number) not in lying and not isinstance(
                stakeable(layout, bet.player, bet.wager, bet.number), Refusal
            ):
                self._perform(acts.Bet(bet.player, bet.amount, bet.wager, bet.number))
            return
        odds = acts.LayOdds if WAGERS[bet.wager].against else acts.TakeOdds
        for stake in layout.stakes:
            supported = stake.wager == supports and stake.bettor == bet.player and stake.number
            if supported and (bet.player, bet.wager, stake.number) not in lying:
                amount = odds_behind(self.posting, bet, self.bets, stake.number)
                self._perform(odds(bet.player, amount, str(stake.number)))

    def _perform(self, act: Act) -> None:
        refusal = self.table.perform(act)
        assert refusal is None, f"{act}: {refusal}"
