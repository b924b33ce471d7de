"""What craps answers where rounds by the million are asked for: its part `simulation`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.money import amount, cents
from chapter47.core.numeric.confidence import interval
from chapter47.core.numeric.records import write_records
from chapter47.core.numeric.sessions import Sessions, sessions
from chapter47.core.simulating import Reached, SimulationOptions, Simulator, Watch
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import percent
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.simulation import run
from chapter47.craps.simulation.run import CrapsSimulation
from chapter47.craps.simulation.standing_bets import StandingBet, read_bets

BANKROLL_IN_BETS: Final = 100
NOT_FOR_CRAPS: Final = ("fresh", "strategy", "count")


class NoPlotsError(NotPossibleError):
    """Plots of a craps simulation are not drawn."""

    key = "plots"


@dataclass(frozen=True)
class SimulatedCraps:
    """What came out, as the answer of a command."""

    simulation: CrapsSimulation
    seed: int
    session: int | None
    bankroll: str | None
    notes: Sequence[str]

    @property
    def is_whole(self) -> bool:
        return self.simulation.counted.rounds == self.simulation.rounds

    def data(self) -> dict[str, Any]:
        came = self.simulation
        rounds = came.counted.rounds
        return {
            "rounds": rounds,
            "seed": self.seed,
            "of": "all bets together",
            **_line(came, None),
            "wagers": _wagers(came),
            "rolls": came.rolls,
            "shooters": came.shooters,
            "rolls_per_second": round(came.rolls / came.seconds) if came.seconds else 0,
            "rounds_per_second": round(rounds / came.seconds) if came.seconds else 0,
            "seconds": round(came.seconds, 3),
            "whole": self.is_whole,
            **({"sessions": found.data()} if (found := self._sessions()) else {}),
        }

    def _sessions(self) -> Sessions | None:
        rounds = self.simulation.counted.rounds
        if not self.session or rounds < self.session:
            return None
        staked = sum(bet.amount for bet in self.simulation.tables.bets)
        bankroll = cents(self.bankroll) if self.bankroll else BANKROLL_IN_BETS * staked
        results = run.results_of_rounds(self.simulation.tables, self.seed, rounds)
        return sessions(results, self.session, bankroll)

    def write_records(self, path: Path, sample: int) -> None:
        """The first rounds, a row each: what all bets together brought, in cents."""
        rounds = min(sample, self.simulation.counted.rounds)
        blocks = run.results_of_rounds(self.simulation.tables, self.seed, rounds)
        write_records(path, ({"net": block} for block in blocks))

    def write_plots(self, path: Path, name: str) -> None:
        check_plots()


def _line(came: CrapsSimulation, bet: int | None) -> dict[str, Any]:
    edge, error = came.house_edge(bet), came.standard_error(bet)
    sure = None if edge is None or error is None else list(interval(edge, error))
    return {"house_edge": edge, "standard_error": error, "confidence_95": sure}


def _wagers(came: CrapsSimulation) -> dict[str, Any]:
    wagers: dict[str, Any] = {}
    for place, bet in enumerate(came.tables.bets):
        figures = {**_line(came, place), "staked": amount(came.staked(place))}
        if bet.number:
            wagers.setdefault(bet.wager, {"bets": {}})["bets"][str(bet.number)] = figures
        else:
            wagers[bet.wager] = figures
    return wagers


def simulate(table: CrapsPosting, options: SimulationOptions, watch: Watch) -> SimulatedCraps:
    """A player makes the bets whenever they may be made; another one shoots and backs the line."""
    bets = _bets(table, options)

    def tell(so_far: CrapsSimulation) -> None:
        edge = so_far.house_edge()
        if edge is not None:
            watch(Reached(so_far.counted.rounds, options.rounds, edge, so_far.standard_error()))

    came = run.simulate(
        table,
        bets,
        options.rounds,
        options.seed,
        workers=options.workers,
        cluster=options.cluster,
        checkpoint=options.checkpoint,
        watch=tell,
    )
    return SimulatedCraps(came, options.seed, options.session, options.bankroll, _notes(bets))


def _notes(bets: Sequence[StandingBet]) -> list[str]:
    return [f"bets made whenever they may be: {', '.join(f'{bet.name}={amount(bet.amount)}' for bet in bets)}"]


def _bets(table: CrapsPosting, options: SimulationOptions) -> list[StandingBet]:
    """`pass=10,pass-odds=20`, and those of `side`; else pass for the table's minimum."""
    unknown = [
        Problem(name, "set", "an option that means something at craps")
        for name in NOT_FOR_CRAPS
        if getattr(options, name)
    ]
    texts = [*(options.bet.split(",") if options.bet else ()), *(options.side or ())]
    bets, problems = read_bets(table, texts or [f"pass={amount(table.limits('pass')[0])}"])
    if unknown or problems:
        raise TableFileError([*unknown, *problems], "simulate")
    return bets


def check_plots() -> None:
    raise NoPlotsError("a game whose simulation is drawn", "craps")


def summary(data: Mapping[str, Any]) -> dict[str, str]:
    error = data["standard_error"]
    return {
        "house edge": "never decided" if data["house_edge"] is None else percent(data["house_edge"]),
        "standard error": "unknown" if error is None else percent(error),
        "rolls": f"{data['rolls']:,}",
        "shooters": f"{data['shooters']:,}",
        "rolls a second": f"{data['rolls_per_second']:,}",
    }


def session_summary(data: Mapping[str, Any]) -> dict[str, str]:
    return {"sessions": f"{data['sessions']:,}", "risk of ruin": percent(data["risk_of_ruin"])}


SIMULATOR: Final = Simulator[CrapsPosting](
    simulate=simulate,
    check_plots=check_plots,
    summary=summary,
    session_summary=session_summary,
    bets_by_name=True,
)
