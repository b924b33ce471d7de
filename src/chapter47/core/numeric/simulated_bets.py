"""The answer to a simulation of named bets at any game: figures, sessions, records and plots."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from chapter47.core.errors import Problem, ProblemInWords
from chapter47.core.history import PlayedRound
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import cents
from chapter47.core.numeric import plots
from chapter47.core.numeric.confidence import line_figures
from chapter47.core.numeric.run_sums import Ints, RunSums
from chapter47.core.numeric.sessions import Sessions, sessions, sessions_in_words
from chapter47.core.simulating import SimulationOptions
from chapter47.core.text import percent

BANKROLL_IN_BETS: Final = 100
ALL_BETS: Final = "all bets together"
ROUNDS_DRAWN: Final = 1_000_000
"""How many rounds are drawn for the results."""


class BetsPlayed(ABC):
    """A run of a game: its counts, and how to read them."""

    seed: int
    rounds: int
    """Whether all requested rounds were played."""
    counted: RunSums
    seconds: float

    @property
    @abstractmethod
    def at_stake(self) -> int:
        """The sum of all bets of a round, in cents."""

    @abstractmethod
    def own_figures(self) -> Json:
        """Figures besides the edges of the main wager and of all bets together."""

    @property
    @abstractmethod
    def main_wager(self) -> str:
        """The wager whose edge is the game's, as in its exact price; the first one bet on if that is not among the
        bets."""

    @abstractmethod
    def bets_on_main_wager(self) -> tuple[Ints, Ints]:
        """Like `all_bets`, for the bets on the main wager."""

    @abstractmethod
    def all_bets(self) -> tuple[Ints, Ints]:
        """The weights that sum the results of all bets and their stakes."""

    @abstractmethod
    def results(self, rounds: int) -> Iterator[Ints]:
        """The result of each round for all bets together in cents, block by block."""

    @abstractmethod
    def played(self, rounds: int) -> Iterator[PlayedRound]:
        """The first rounds, dealt and settled by the engine."""

    def line(self, net: Ints, staked: Ints) -> Json:
        """Return the edge of some bets, with its error."""
        return line_figures(self.counted.house_edge(net, staked), self.counted.standard_error(net, staked))


@dataclass(frozen=True)
class SimulatedBets:
    """The results, as the answer of a command."""

    run: BetsPlayed
    options: SimulationOptions
    notes: Sequence[str]
    summary: Mapping[str, str]
    """Rows with the game's own figures, for the page of plots."""

    @property
    def counts(self) -> RunSums:
        return self.run.counted

    @property
    def is_whole(self) -> bool:
        return self.run.counted.rounds == self.run.rounds

    def data(self) -> Json:
        run = self.run
        rounds = run.counted.rounds
        return {
            "rounds": rounds,
            "seed": run.seed,
            "of": run.main_wager,
            **run.line(*run.bets_on_main_wager()),
            "all_bets": run.line(*run.all_bets()),
            **run.own_figures(),
            "rounds_per_second": per_second(rounds, run.seconds),
            "seconds": round(run.seconds, 3),
            "whole": self.is_whole,
            **({"sessions": self.sessions.data()} if self.sessions else {}),
        }

    @cached_property
    def sessions(self) -> Sessions | None:
        """Return sessions, if requested and at least one was played to its end."""
        return sessions_of(self.run.results(self.run.counted.rounds), self.run, self.options, self.run.at_stake)

    def played(self, sample: int) -> Iterator[PlayedRound]:
        return self.run.played(min(sample, self.run.counted.rounds))

    def write_plots(self, path: Path, name: str) -> None:
        data = self.data()
        edges = plots.edges_of({**data["all_bets"], "wagers": data["wagers"]}, ALL_BETS)
        figures = [plots.edges_figure(edges), self._results_figure()]
        if data.get("penetration"):
            figures.append(plots.penetration_figure(data["penetration"]))
        if self.sessions is not None:
            figures += [plots.sessions_figure(self.sessions), plots.bankroll_figure(self.sessions)]
        rows = {"rounds": f"{data['rounds']:,}", "seed": str(data["seed"]), **plots.edges_in_words(edges)}
        rows_of_sessions = sessions_in_words(data["sessions"]) if "sessions" in data else {}
        plots.write_page(path, f"Simulation of {name}", {**rows, **self.summary, **rows_of_sessions}, figures)

    def _results_figure(self) -> Any:
        rounds = min(self.run.counted.rounds, ROUNDS_DRAWN)
        often: Counter[int] = Counter()
        for block in self.run.results(rounds):
            often.update(block.tolist())
        shares = {net / 100: count / rounds for net, count in sorted(often.items())}
        return plots.results_figure(shares, "How rounds end, all bets together", "dollars won or lost")


def sessions_of(results: Iterator[Ints], run: BetsPlayed, options: SimulationOptions, at_stake: int) -> Sessions | None:
    if not options.session or run.counted.rounds < options.session:
        return None
    bankroll = cents(options.bankroll) if options.bankroll else BANKROLL_IN_BETS * at_stake
    return sessions(results, options.session, bankroll)


def per_second(number: int, seconds: float) -> int:
    return round(number / seconds) if seconds else 0


def edge_in_words(line: JsonMapping) -> str:
    """Describe the edge with its standard error."""
    if line["house_edge"] is None:
        return "never decided"
    error = "unknown" if line["standard_error"] is None else percent(line["standard_error"])
    return f"{percent(line['house_edge'])}, standard error {error}"


def texts_of_bets(options: SimulationOptions) -> list[str]:
    """Split `pass=10,pass-odds=20`, together with bets given as side bets."""
    return [*(options.bet.split(",") if options.bet else ()), *(options.side or ())]


def meaningless(options: SimulationOptions, names: Sequence[str], game: str) -> list[Problem]:
    """List options that were set but belong to other games."""
    unset = SimulationOptions(rounds=options.rounds, seed=options.seed)
    return [
        ProblemInWords(name, f"has no meaning at {game}", "nothing; leave it out")
        for name in names
        if getattr(options, name) != getattr(unset, name)
    ]
