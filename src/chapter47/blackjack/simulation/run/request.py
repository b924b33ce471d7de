"""A request for a simulation: everything the result depends on."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.counting.count_system import CountSystem
from chapter47.blackjack.simulation.kernel.program import (
    ChartOrFile,
    Program,
    SideStake,
    compile_program,
    least_wagers,
)
from chapter47.blackjack.simulation.kernel.side_bet_tables import CannotSimulateError
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers.facts import Placing
from chapter47.core.errors import Problem
from chapter47.core.money import cents
from chapter47.core.text import printable


@dataclass(frozen=True)
class SimulationRequest:
    """Rounds of a table, with a strategy and stakes in cents; `seed` and `rounds` determine the cards."""

    table: TableRules
    strategy: ChartOrFile
    rounds: int
    seed: int = 0
    fresh: bool = False
    """Whether all cards are shuffled before every round."""
    stakes: Sequence[Sequence[int]] = ()
    """Stakes of each box; by default one box with the minimum wager."""
    sides: Sequence[SideStake] = ()
    counting: CountSystem | None = None
    detailed: bool = False
    """Whether rounds are distinguished by penetration and recorded one by one; this takes longer."""

    @property
    def wagers(self) -> Sequence[Sequence[int]]:
        return self.stakes or [least_wagers(self.table)]

    def program(self) -> Program:
        return compile_program(
            self.table,
            self.strategy,
            stakes=self.wagers,
            side_bets=self.sides,
            counting=self.counting,
            fresh=self.fresh,
        )


def fingerprint(program: Program) -> str:
    """Identify a program: its rules, chart, stakes and cards."""
    return sha256(program.to_bytes()).hexdigest()[:16]


class SideBetChoice(NamedTuple):
    """Side bets that can be made together, and the reasons why others cannot."""

    made: list[SideStake]
    left_out: dict[str, str]


def all_side_bets(table: TableRules, stakes: Sequence[Sequence[int]]) -> SideBetChoice:
    """Return every bet of every side wager that the table offers, at the minimum, as far as they can be combined."""
    choice = SideBetChoice([], {})
    for name, offer in table.wagers.items():
        wager = wager_at(table, name)
        for bet in wager.bets(table, offer):
            least = max(
                wager.stakes(Placing(table, offer, bet, 0, sum(wagers), least_main=min(wagers))).least
                for wagers in stakes
            )
            _add(choice, table, stakes, SideStake(name, least, bet))
    return choice


def _add(choice: SideBetChoice, table: TableRules, stakes: Sequence[Sequence[int]], side: SideStake) -> None:
    try:
        compile_program(table, stakes=stakes, side_bets=[*choice.made, side])
    except CannotSimulateError as error:
        choice.left_out[side.name] = error.why
    else:
        choice.made.append(side)


def side_bets(table: TableRules, texts: Sequence[str]) -> list[SideStake]:
    """Return the requested side bets; raises with every one that cannot be made."""
    made: list[SideStake] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            made.append(side_bet(table, text))
        except CannotSimulateError as error:
            problems += error.problems
    if problems:
        raise CannotSimulateError("; ".join(problem.got for problem in problems), problems=problems)
    return made


def side_bet(table: TableRules, text: str) -> SideStake:
    """Parse a text such as `match-the-dealer=5` or `over-under-13:over=10`."""
    left, _, amount = text.partition("=")
    name, _, bet = left.partition(":")
    if name not in table.wagers:
        offered = ", ".join(table.wagers) or "none; this table offers no side wager"
        raise _no_side_bet(text, f"{name} is not offered here", offered)
    bets = wager_at(table, name).bets(table, table.wagers[name])
    if bet not in bets:
        named = ", ".join(f"{name}:{each}" for each in bets) if any(bets) else f"{name} without a bet of its own"
        raise _no_side_bet(text, f"{name} has no bet {bet!r}" if bet else f"{name} has several bets", named)
    try:
        return SideStake(name, cents(amount), bet)
    except ValueError:
        raise _no_side_bet(text, "not an amount", f"an amount such as {name}=5") from None


def _no_side_bet(text: str, why: str, allowed: str) -> CannotSimulateError:
    return CannotSimulateError(why, problems=[Problem("side", f"{printable(text)}: {why}", allowed)])
