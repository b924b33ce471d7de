"""What a count is worth at a table, from its tags alone and from rounds played with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from chapter47.core.count_file import CountReading, count_data, count_path
from chapter47.core.errors import Problem
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.numeric.bankroll import kelly_of_risk
from chapter47.core.simulating import CountingOptions, Watch, unwatched
from chapter47.core.text import percent
from chapter47.desk.count_figures import (
    Bankroll,
    BetLimits,
    Ramp,
    as_bet,
    by_count,
    figures,
    of_file,
    optimal,
    ramp_rows,
)
from chapter47.desk.count_quality import indices as index_rows
from chapter47.desk.count_quality import quality
from chapter47.desk.win_per_hour import usual_rounds
from chapter47.library.answers import GameAnswer, html_table
from chapter47.library.arguments import BadArgumentError, path_of
from chapter47.library.simulations import simulator_of
from chapter47.library.tables import identity

if TYPE_CHECKING:
    from chapter47.core.numeric.count_sums import CountSums
    from chapter47.games import AnyTable

ROUNDS: Final = 5_000_000
SWEPT: Final = ("penetration", "boxes", "spread")
MOST_BOXES: Final = 7
DEEPEST: Final = 0.9
"""Share of the shoe dealt, at most, for indices."""


class CountAnalysis(GameAnswer, frozen=True):
    """What a count is worth at a table; without rounds only its quality."""

    version: str
    table_hash: str
    count: str
    tags: Mapping[str, float]
    quality: Mapping[str, float | None]
    removal: Mapping[str, float]
    rounds: int
    seed: int
    by_count: tuple[Mapping[str, Any], ...] | None
    ramp: tuple[Mapping[str, Any], ...] | None
    score: Mapping[str, float] | None
    c_score: Mapping[str, float] | None
    n0: Mapping[str, float | None] | None
    risk_of_ruin: Mapping[str, float] | None
    sweep: tuple[Mapping[str, Any], ...] | None
    indices: tuple[Mapping[str, Any], ...] | None
    notes: tuple[str, ...]

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        values: Json = {field: data.get(field) for field in cls.__struct_fields__} | {"data": data}
        for field in ("by_count", "ramp", "sweep", "indices", "notes"):
            values[field] = None if values[field] is None else tuple(values[field])
        return cls(**values)

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (row["count"], f"{row['frequency']:.4f}", percent(row["advantage"], signed=True), f"{row['variance']:.4f}")
            for row in self.by_count or ()
        ]
        return html_table(self.count, ("count", "frequency", "advantage", "variance"), rows)


def count(
    table: "AnyTable",
    count: str | PathLike[str] = "hi-lo",
    *,
    rounds: int = ROUNDS,
    indices: bool = False,
    depth: float | None = None,
    seed: int = 1,
    bankroll: float = 10_000,
    kelly: float = 1.0,
    risk: float | None = None,
    spread: float = 12,
    unit: float | None = None,
    boxes: int = 1,
    penetration: float | None = None,
    play: str = "play-all",
    leave: float | None = None,
    trip: int = 1000,
    rounds_per_hour: float | None = None,
    sweep: Mapping[str, Sequence[float]] | None = None,
    workers: int | None = None,
    watch: Watch = unwatched,
) -> CountAnalysis:
    """What a count is worth at a table: `count(table, "halves")`, or a count file.

    `rounds` are played with one unit on every box and the plays of the count; with 0, only the quality is computed. The
    ramp is the best one for `bankroll`, `spread` and a share of Kelly, or for a lifetime risk of ruin (`risk`).
    `play` is `play-all`, `back-counting` (bet only with an advantage) or `leaving` (a new shoe below `leave`).
    `indices` adds at which count the best play of each hand changes, with the share `depth` of the shoe dealt (by
    default a sixth, for running counts half of the penetration). `sweep` repeats the analysis for values of
    `penetration`, `boxes` and `spread`."""
    if problems := [
        *_problems(rounds, bankroll, kelly, risk, spread, unit, boxes, penetration, play, trip, sweep, depth)
    ]:
        raise BadArgumentError(problems)
    path = count_path(path_of(count, "count"))
    data: Json = {**identity(table), "count": str(count), **quality(table, path), "rounds": 0, "seed": seed}
    notes: list[str] = []
    if indices:
        data["indices"] = index_rows(table, path, depth)
    hourly = rounds_per_hour or float(usual_rounds(table, boxes))
    chosen = Bankroll(
        float(bankroll), kelly_of_risk(risk) if risk else kelly, spread, unit, trip, hourly, play == "back-counting"
    )
    if rounds:
        bench = Bench(table, path, rounds, seed, -1.0 if play == "leaving" and leave is None else leave, workers, watch)
        sums = bench.play(boxes, penetration)
        if sums is None:
            notes.append(f"rounds by count are not simulated at {table.game}")
        else:
            data |= {"rounds": sums.played, "play": play, "boxes": boxes, **bench.worth(sums, chosen, notes)}
            data["whole"] = sums.played == rounds
        if sums is not None and sweep:
            data["sweep"] = [*bench.swept(sweep, boxes, penetration, chosen)]
    return CountAnalysis.of({**data, "notes": notes})


class Bench(NamedTuple):
    """One count at one table."""

    table: "AnyTable"
    path: Path
    rounds: int
    seed: int
    leave: float | None
    workers: int | None
    watch: Watch

    def play(self, boxes: int, penetration: float | None) -> "CountSums | None":
        """Play rounds by count; None if the game does not support that."""
        run = simulator_of(self.table).by_count
        if run is None:
            return None
        options = CountingOptions(
            count=self.path,
            rounds=self.rounds,
            seed=self.seed,
            boxes=boxes,
            penetration=penetration,
            leave=self.leave,
            workers=self.workers,
        )
        return run(self.table, options, self.watch)

    def ramps(self, sums: "CountSums", chosen: Bankroll) -> tuple[Ramp, Ramp]:
        """Return the ramp to bet and the optimal ramp. A ramp in the count file is the one to bet."""
        best = optimal(sums, chosen)
        steps = CountReading(data := count_data(self.path), tuple(data)).ramp()
        if steps:
            return of_file(sums, dict(steps), chosen.unit or self.table.minimum / 100), best
        limits = BetLimits(self.table.minimum / 100, self.table.maximum / 100, getattr(self.table, "chip", 100) / 100)
        return as_bet(sums, best, chosen, limits), best

    def worth(self, sums: "CountSums", chosen: Bankroll, notes: list[str]) -> Json:
        ramp, best = self.ramps(sums, chosen)
        if ramp.mean <= 0:
            notes.append("this ramp loses: N0 and the intervals of risk have no value")
        return {
            "shoes": sums.shoes,
            "by_count": by_count(sums),
            "bankroll": chosen.dollars,
            "kelly": chosen.kelly,
            "spread": chosen.spread,
            "rounds_per_hour": chosen.rounds_per_hour,
            "trip": chosen.trip,
            "ramp": ramp_rows(ramp, best),
            **figures(ramp, best, chosen),
        }

    def swept(
        self, sweep: Mapping[str, Sequence[float]], boxes: int, penetration: float | None, chosen: Bankroll
    ) -> Iterator[Json]:
        """Return the main figures for every combination of the values."""
        penetrations: Sequence[float | None] = sweep.get("penetration") or [penetration]
        for dealt, boxed in product(penetrations, sweep.get("boxes") or [boxes]):
            sums = self.play(int(boxed), dealt)
            assert sums is not None
            for spread in sweep.get("spread") or [chosen.spread]:
                there = replace(chosen, spread=float(spread))
                ramp, best = self.ramps(sums, there)
                worked_out = figures(ramp, best, there)
                kept = ("score", "c_score", "n0", "win_per_100", "standard_deviation_per_100", "risk_of_ruin")
                yield {
                    "penetration": dealt,
                    "boxes": int(boxed),
                    "spread": float(spread),
                    **{name: worked_out[name] for name in kept},
                }


def _problems(
    rounds: int,
    bankroll: float,
    kelly: float,
    risk: float | None,
    spread: float,
    unit: float | None,
    boxes: int,
    penetration: float | None,
    play: str,
    trip: int,
    sweep: Mapping[str, Sequence[float]] | None,
    depth: float | None,
) -> Iterator[Problem]:
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 0:
        yield Problem("rounds", repr(rounds), "0 or more")
    for key, number in (("bankroll", bankroll), ("kelly", kelly), ("unit", unit), ("trip", trip)):
        if number is not None and not number > 0:
            yield Problem(key, repr(number), "more than 0")
    if risk is not None and not 0 < risk < 1:
        yield Problem("risk", repr(risk), "a probability between 0 and 1")
    if play not in ("play-all", "back-counting", "leaving"):
        yield Problem("play", repr(play), "play-all, back-counting, leaving")
    swept = dict(sweep or {})
    for key in swept:
        if key not in SWEPT:
            yield Problem("sweep", key, ", ".join(SWEPT))
    for number in [spread, *swept.get("spread", ())]:
        if not number >= 1:
            yield Problem("spread", repr(number), "1 or more")
    for number in [boxes, *swept.get("boxes", ())]:
        if number != int(number) or not 1 <= number <= MOST_BOXES:
            yield Problem("boxes", repr(number), f"1 to {MOST_BOXES}")
    for dealt in [penetration, *swept.get("penetration", ())]:
        if dealt is not None and not 0 < dealt < 1:
            yield Problem("penetration", repr(dealt), "a share of the shoe between 0 and 1")
    if depth is not None and not 0 <= depth <= DEEPEST:
        yield Problem("depth", repr(depth), f"a share of the shoe from 0 to {DEEPEST}")


def read_sweep(words: Sequence[str]) -> dict[str, list[float]]:
    """Parse `penetration=0.6,0.75` and so on; raises with everything that cannot be read."""
    swept: dict[str, list[float]] = {}
    problems = []
    for word in words:
        key, _, values = word.partition("=")
        try:
            swept[key] = [float(value) for value in values.split(",")]
        except ValueError:
            problems.append(Problem("sweep", word, "NAME=VALUE,VALUE such as penetration=0.6,0.75"))
    if problems:
        raise BadArgumentError(problems)
    return swept
