"""What baccarat answers where rounds by the million are asked for: its part `simulation`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.simulation import run
from chapter47.baccarat.simulation.bets import RoundBet, read_bets, usual_bets
from chapter47.baccarat.simulation.kernel import BANKER_WINS, PLAYER_WINS, TIES
from chapter47.baccarat.simulation.run import BaccaratSimulation
from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.money import amount, cents
from chapter47.core.numeric.confidence import interval
from chapter47.core.numeric.sessions import Sessions, sessions
from chapter47.core.simulating import Reached, SimulationOptions, Simulator, Watch
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import percent

BANKROLL_IN_BETS: Final = 100
NOT_FOR_BACCARAT: Final = ("strategy", "count")
NAMES: Final = {"banker": BANKER_WINS, "player": PLAYER_WINS, "tie": TIES}


class NoPlotsError(NotPossibleError):
    """Plots of a baccarat simulation are not drawn."""

    key = "plots"


@dataclass(frozen=True)
class SimulatedBaccarat:
    """What came out, as the answer of a command."""

    simulation: BaccaratSimulation
    session: int | None
    bankroll: str | None
    notes: Sequence[str]

    @property
    def is_whole(self) -> bool:
        return self.simulation.counted.rounds == self.simulation.rounds

    def data(self) -> dict[str, Any]:
        """The house edge is that of all bets together."""
        came = self.simulation
        rounds = came.counted.rounds
        return {
            "rounds": rounds,
            "seed": came.seed,
            "fresh": came.fresh,
            "of": "all bets together",
            **_line(came, came.bets),
            "wagers": {bet.wager: {**_line(came, [bet]), "bet": amount(bet.amount)} for bet in came.bets},
            "shoes": came.counted.shoes,
            "results": {name: int(came.counted.seen[code]) for name, code in NAMES.items()},
            "rounds_per_second": round(rounds / came.seconds) if came.seconds else 0,
            "seconds": round(came.seconds, 3),
            "whole": self.is_whole,
            **({"sessions": told.data()} if (told := self._sessions()) else {}),
        }

    def _sessions(self) -> Sessions | None:
        rounds = self.simulation.counted.rounds
        if not self.session or rounds < self.session:
            return None
        staked = sum(bet.amount for bet in self.simulation.bets)
        bankroll = cents(self.bankroll) if self.bankroll else BANKROLL_IN_BETS * staked
        return sessions(self.simulation.results(rounds), self.session, bankroll)

    def write_records(self, path: Path, sample: int) -> None:
        """The first rounds, a row each: what all bets together brought, in cents."""
        rounds = min(sample, self.simulation.counted.rounds)
        lines = [f"{net}\n" for block in self.simulation.results(rounds) for net in block]
        path.write_text("net\n" + "".join(lines), encoding="utf-8")

    def write_plots(self, path: Path, name: str) -> None:
        del path, name
        check_plots()


def _line(came: BaccaratSimulation, bets: Sequence[RoundBet]) -> dict[str, Any]:
    edge, error = came.house_edge(*bets), came.standard_error(*bets)
    sure = None if error is None else list(interval(edge, error))
    return {"house_edge": edge, "standard_error": error, "confidence_95": sure}


def simulate(table: BaccaratTable, options: SimulationOptions, watch: Watch) -> SimulatedBaccarat:
    """Whoever plays makes the same bets in every round."""
    bets = _bets(table, options)

    def tell(so_far: BaccaratSimulation) -> None:
        error = so_far.standard_error(*so_far.bets)
        if error is not None:
            watch(Reached(so_far.counted.rounds, options.rounds, so_far.house_edge(*so_far.bets), error))

    came = run.simulate(
        table,
        bets,
        options.rounds,
        options.seed,
        fresh=options.fresh,
        workers=options.workers,
        cluster=options.cluster,
        checkpoint=options.checkpoint,
        watch=tell,
    )
    return SimulatedBaccarat(came, options.session, options.bankroll, _notes(table, bets))


def _notes(table: BaccaratTable, bets: Sequence[RoundBet]) -> list[str]:
    notes = [f"bets of every round: {', '.join(f'{bet.wager}={amount(bet.amount)}' for bet in bets)}"]
    if table.rounds_on_collection:
        notes.append("fees are to the cent: what is added when their sum is rounded is not counted")
    return notes


def _bets(table: BaccaratTable, options: SimulationOptions) -> list[RoundBet]:
    """`banker=25,tie=5`; else every wager for the table's minimum."""
    unknown = [
        Problem(name, "set", "an option that means something at baccarat")
        for name in NOT_FOR_BACCARAT
        if getattr(options, name)
    ]
    texts = [*(options.bet.split(",") if options.bet else ()), *(options.side or ())]
    bets, problems = read_bets(table, texts or usual_bets(table))
    if not bets and not problems:
        problems.append(Problem("offers", ", ".join(table.offers), "a wager of 3.2(a)", "19:47-3.2(b)"))
    if unknown or problems:
        raise TableFileError([*unknown, *problems], "simulate")
    return bets


def check_plots() -> None:
    raise NoPlotsError("a game whose simulation is drawn", "baccarat")


def summary(data: Mapping[str, Any]) -> dict[str, str]:
    error = data["standard_error"]
    return {
        "house edge": percent(data["house_edge"]),
        "standard error": "unknown" if error is None else percent(error),
        "shoes": f"{data['shoes']:,}",
        "rounds a second": f"{data['rounds_per_second']:,}",
    }


def session_summary(data: Mapping[str, Any]) -> dict[str, str]:
    return {"sessions": f"{data['sessions']:,}", "risk of ruin": percent(data["risk_of_ruin"])}


SIMULATOR: Final = Simulator[BaccaratTable](
    simulate=simulate,
    check_plots=check_plots,
    summary=summary,
    session_summary=session_summary,
    bets_by_name=True,
)
