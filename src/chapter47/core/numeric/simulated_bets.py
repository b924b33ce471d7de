"""What a simulation of bets by name answers, whatever the game: figures, sessions, records and plots."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from chapter47.core.errors import Problem, ProblemInWords
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import cents
from chapter47.core.numeric import plots
from chapter47.core.numeric.confidence import line_figures
from chapter47.core.numeric.records import write_records
from chapter47.core.numeric.run_sums import Ints, RunSums
from chapter47.core.numeric.sessions import Sessions, sessions, sessions_in_words
from chapter47.core.simulating import SimulationOptions
from chapter47.core.text import percent

BANKROLL_IN_BETS: Final = 100
ALL_BETS: Final = "all bets together"
ROUNDS_DRAWN: Final = 1_000_000
"""Of so many rounds the results are drawn."""


class BetsPlayed(ABC):
    """A run of a game: what was counted, and how it is read."""

    seed: int
    rounds: int
    """As many as were asked for."""
    counted: RunSums
    seconds: float

    @property
    @abstractmethod
    def at_stake(self) -> int:
        """What all bets of a round come to, in cents."""

    @abstractmethod
    def own_figures(self) -> Json:
        """What is told besides the edge of all bets together."""

    @abstractmethod
    def all_bets(self) -> tuple[Ints, Ints]:
        """The weights that sum up what all bets brought, and what was staked on them."""

    @abstractmethod
    def results(self, rounds: int) -> Iterator[Ints]:
        """What each round brought all bets together in cents, block by block."""

    def line(self, net: Ints, staked: Ints) -> Json:
        """The edge of some bets, with its error."""
        return line_figures(self.counted.house_edge(net, staked), self.counted.standard_error(net, staked))


@dataclass(frozen=True)
class SimulatedBets:
    """What came out, as the answer of a command."""

    run: BetsPlayed
    options: SimulationOptions
    notes: Sequence[str]
    summary: Mapping[str, str]
    """Rows for the page of plots, of the game's own figures."""

    @property
    def is_whole(self) -> bool:
        return self.run.counted.rounds == self.run.rounds

    def data(self) -> Json:
        run = self.run
        rounds = run.counted.rounds
        return {
            "rounds": rounds,
            "seed": run.seed,
            "of": ALL_BETS,
            **run.line(*run.all_bets()),
            **run.own_figures(),
            "rounds_per_second": per_second(rounds, run.seconds),
            "seconds": round(run.seconds, 3),
            "whole": self.is_whole,
            **({"sessions": self.sessions.data()} if self.sessions else {}),
        }

    @cached_property
    def sessions(self) -> Sessions | None:
        """Where sessions were asked for, and one was played to its end."""
        return sessions_of(self.run.results(self.run.counted.rounds), self.run, self.options, self.run.at_stake)

    def write_records(self, path: Path, sample: int) -> None:
        """The first rounds, a row each: its number, and what all bets together brought, in cents."""
        write_records(path, _numbered(self.run.results(min(sample, self.run.counted.rounds))))

    def write_plots(self, path: Path, name: str) -> None:
        data = self.data()
        edges = plots.edges_of(data, ALL_BETS)
        figures = [plots.edges_figure(edges), self._results_figure()]
        if data.get("penetration"):
            figures.append(plots.penetration_figure(data["penetration"]))
        if self.sessions is not None:
            figures += [plots.sessions_figure(self.sessions), plots.bankroll_figure(self.sessions)]
        rows = {"rounds": f"{data['rounds']:,}", "seed": str(data["seed"]), **plots.edges_in_words(edges)}
        told = sessions_in_words(data["sessions"]) if "sessions" in data else {}
        plots.write_page(path, f"Simulation of {name}", {**rows, **self.summary, **told}, figures)

    def _results_figure(self) -> Any:
        rounds = min(self.run.counted.rounds, ROUNDS_DRAWN)
        often: Counter[int] = Counter()
        for block in self.run.results(rounds):
            often.update(block.tolist())
        shares = {net / 100: count / rounds for net, count in sorted(often.items())}
        return plots.results_figure(shares, "How rounds end, all bets together", "dollars won or lost")


def _numbered(blocks: Iterator[Ints]) -> Iterator[dict[str, Ints]]:
    first = 1
    for net in blocks:
        yield {"round": np.arange(first, first + len(net)), "net": net}
        first += len(net)


def sessions_of(results: Iterator[Ints], run: BetsPlayed, options: SimulationOptions, at_stake: int) -> Sessions | None:
    if not options.session or run.counted.rounds < options.session:
        return None
    bankroll = cents(options.bankroll) if options.bankroll else BANKROLL_IN_BETS * at_stake
    return sessions(results, options.session, bankroll)


def per_second(number: int, seconds: float) -> int:
    return round(number / seconds) if seconds else 0


def edge_in_words(data: JsonMapping) -> dict[str, str]:
    error = data["standard_error"]
    return {
        "house edge": "never decided" if data["house_edge"] is None else percent(data["house_edge"]),
        "standard error": "unknown" if error is None else percent(error),
    }


def texts_of_bets(options: SimulationOptions) -> list[str]:
    """`pass=10,pass-odds=20`, and those that are given as side bets."""
    return [*(options.bet.split(",") if options.bet else ()), *(options.side or ())]


def meaningless(options: SimulationOptions, names: Sequence[str], game: str) -> list[Problem]:
    """Options of other games that were set."""
    unset = SimulationOptions(rounds=options.rounds, seed=options.seed)
    return [
        ProblemInWords(name, f"means nothing at {game}", "to leave it out")
        for name in names
        if getattr(options, name) != getattr(unset, name)
    ]
