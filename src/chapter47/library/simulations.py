"""Rounds by the million: the house edge of a table in play, with its error, and how sessions end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chapter47.core.errors import NotPossibleError, Problem, ProblemInWords
from chapter47.core.game import AnyGame
from chapter47.core.input_files import why_not_begun
from chapter47.core.money import cents
from chapter47.core.output_files import output_problems
from chapter47.core.simulating import Simulated, SimulationOptions, Simulator, Watch, unwatched
from chapter47.core.text import percent
from chapter47.library.answers import Answer, by_name, html_table
from chapter47.library.arguments import BadArgumentError, path_of
from chapter47.library.checks import remarks
from chapter47.library.prices import NotOfferedError

if TYPE_CHECKING:
    from chapter47.games import AnyTable

File = str | PathLike[str]
PAGES: Final = (".html", ".htm")
"""How the name of a page of plots ends."""


class WagerSimulation(Answer):
    """What one wager, or one of its bets, cost."""

    house_edge: float | None
    standard_error: float | None
    confidence_95: tuple[float, float] | None
    decided: int | None
    bets: "Mapping[str, WagerSimulation] | None"


WagerSimulation._parts = {"bets": by_name(WagerSimulation)}


class Simulation(Answer):
    """What came out of a run; dollars where not said otherwise."""

    rounds: int
    seed: int
    fresh: bool
    boxes: int
    house_edge: float | None
    standard_error: float | None
    confidence_95: tuple[float, float] | None
    variance: float
    outcomes: Mapping[str, float] | None
    wagers: Mapping[str, WagerSimulation]
    rounds_per_second: int
    seconds: float
    whole: bool
    """False where it was stopped before all rounds were played."""
    sessions: Mapping[str, Any] | None
    notes: tuple[str, ...]
    is_written: bool

    _parts = {"wagers": by_name(WagerSimulation)}  # noqa: RUF012 never changed

    def __init__(self, data: Mapping[str, Any], summary: Mapping[str, str], *, is_written: bool = True) -> None:
        super().__init__(data)
        object.__setattr__(self, "is_written", is_written)
        object.__setattr__(self, "_summary", dict(summary))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data, self.summary())

    def summary(self) -> dict[str, str]:
        """The main figures in words."""
        return dict(self.__dict__["_summary"])

    def __repr__(self) -> str:
        edge = f"house edge {_percent(self.house_edge, 'never decided')}"
        error = _percent(self.standard_error, "unknown")
        return f"<{self.rounds:,} rounds, seed {self.seed}: {edge}, standard error {error}>"

    def _repr_html_(self) -> str:
        lines: dict[str, Simulation | WagerSimulation] = {"main wager": self}
        for name, wager in self.wagers.items():
            lines |= {f"{name} {bet}".strip(): line for bet, line in (wager.bets or {"": wager}).items()}
        edges = html_table(
            f"{self.rounds:,} rounds, seed {self.seed}",
            ("wager", "house edge", "standard error"),
            [
                (name, _percent(line.house_edge, "never decided"), _percent(line.standard_error, "unknown"))
                for name, line in lines.items()
            ],
        )
        return edges + html_table("", ("", ""), [*self.summary().items()])


def _percent(share: float | None, without: str) -> str:
    return without if share is None else percent(share)


def simulator_of(table: "AnyTable", game: "AnyGame | None" = None) -> Simulator[Any]:
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.simulation is None:
        raise NotOfferedError("a game that is simulated", game.name)
    part: Simulator[Any] = game.simulation.load()
    return part


def simulate(
    table: "AnyTable",
    rounds: int = 10_000_000,
    seed: int = 0,
    *,
    fresh: bool = False,
    boxes: int = 1,
    bet: str | Sequence[str] | None = None,
    side: Sequence[str] | None = None,
    detailed: bool = False,
    strategy: File | Mapping[str, Any] | Answer | None = None,
    count: File | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: File | None = None,
    session: int | None = None,
    bankroll: str | None = None,
    records: File | None = None,
    sample: int = 100_000,
    plots: File | None = None,
    force: bool = False,
    table_file: File | None = None,
    game: "AnyGame | None" = None,
    watch: Watch = unwatched,
) -> Simulation:
    """Play rounds of this table; the same seed and rounds give the same digits on any number of cores.

    `strategy` is a strategy file, its data or what `strategy(table)` answers; else the table's best chart. `side` are
    side bets such as `"match-the-dealer=5"`. `records` and `plots` are files to write, over old ones only with `force`
    and never over `table_file`, where the table comes from. Ctrl-C ends it early with what was played. Raises with
    every argument that is wrong before anything is played. `game` is the record of a game that is not one of the
    chapter's."""
    options = SimulationOptions(
        rounds=rounds,
        seed=seed,
        fresh=fresh,
        boxes=boxes,
        bet=bet if bet is None or isinstance(bet, str) else ",".join(bet) if isinstance(bet, Sequence) else str(bet),
        side=side,
        detailed=detailed or bool(session or records or plots),
        strategy=_strategy(strategy),
        count=_path(count),
        workers=workers,
        cluster=cluster,
        checkpoint=_path(checkpoint),
        session=session,
        bankroll=bankroll,
    )
    files = Files(_path(records), sample, _path(plots), force, _path(table_file))
    return _simulated(table, options, files, watch, game)


class Files(NamedTuple):
    """What is written, and what must not be written over."""

    records: Path | None
    sample: int
    plots: Path | None
    force: bool
    table: Path | None


def _simulated(
    table: "AnyTable", options: SimulationOptions, files: Files, watch: Watch, game: "AnyGame | None"
) -> Simulation:
    simulator = simulator_of(table, game)
    problems = [*_problems(options, files.sample, bets_by_name=simulator.bets_by_name)]
    if problems := [*problems, *_file_problems(simulator, options, files)]:
        raise BadArgumentError(problems)
    notes = remarks(table, game, as_dealt="played")
    simulated = simulator.simulate(table, options, watch)
    data = {**simulated.data(), "notes": [*notes, *simulated.notes]}
    is_written = _is_written(simulated, files, data["notes"])
    summary = {**simulator.summary(data), **(simulator.session_summary(data["sessions"]) if "sessions" in data else {})}
    return Simulation(data, summary, is_written=is_written)


def _path(file: File | None) -> Path | None:
    return None if file is None else path_of(file)


def _strategy(given: File | Mapping[str, Any] | Answer | None) -> Path | Mapping[str, Any] | None:
    if isinstance(given, Answer):
        return given.to_dict()
    return given if given is None or isinstance(given, Mapping) else Path(given)


def _problems(options: SimulationOptions, sample: int, *, bets_by_name: bool) -> Iterator[Problem]:
    """Everything that is wrong with what is to be played."""
    from chapter47.core.numeric.sessions import MOST_SESSIONS

    numbers = {"rounds": options.rounds, "boxes": options.boxes, "workers": options.workers, "session": options.session}
    given = {**numbers, "sample": sample, "seed": options.seed}
    if wrong := [key for key, number in given.items() if number is not None and not isinstance(number, int)]:
        yield from (Problem(key, repr(given[key]), "a whole number") for key in wrong)
        return
    for key, number in {**numbers, "sample": sample}.items():
        if number is not None and number < 1:
            yield Problem(key, str(number), "1 or more")
    if options.session and options.rounds // options.session not in range(1, MOST_SESSIONS + 1):
        got = f"{options.rounds // options.session:,} sessions"
        yield Problem("session", got, f"rounds for 1 to {MOST_SESSIONS:,} sessions")
    for key, amount in (("bet", None if bets_by_name else options.bet), ("bankroll", options.bankroll)):
        if amount is not None and not _is_money(amount):
            yield Problem(key, str(amount), "an amount such as 15 or 2.50")


def _is_money(text: str) -> bool:
    with suppress(ValueError, AttributeError, TypeError):
        return cents(text) > 0
    return False


def _file_problems(simulator: Simulator[Any], options: SimulationOptions, files: Files) -> Iterator[Problem]:
    """What would fail after hours of play, one problem of each file."""
    from chapter47.core.numeric.records import check_records

    outputs = {"records": files.records, "plots": files.plots}
    strategy = options.strategy if isinstance(options.strategy, Path) else None
    inputs = (files.table, strategy, options.count)
    problems = output_problems(outputs, (*inputs, options.checkpoint), force=files.force)
    problems += output_problems({"checkpoint": options.checkpoint}, inputs, force=True)
    if files.records and not any(problem.key == "records" for problem in problems):
        problems += _refused("records", files.records, check_records)
    if files.plots and not any(problem.key == "plots" for problem in problems):
        problems += _refused("plots", files.plots, lambda path: _check_plots(path, simulator))
    for key, path in {**outputs, "checkpoint": options.checkpoint}.items():
        if path is not None and (why := _not_written(path)) and key not in [problem.key for problem in problems]:
            problems.append(ProblemInWords(key, f"{path}: {why}", "a file that can be written"))
    yield from problems


def _check_plots(path: Path, simulator: Simulator[Any]) -> None:
    if path.suffix not in PAGES and not path.is_dir():  # a folder is told as one
        raise NotPossibleError(f"a file that ends in {' or '.join(PAGES)}")
    simulator.check_plots()


def _refused(key: str, path: Path, check: Callable[[Path], None]) -> Iterator[Problem]:
    try:
        check(path)
    except NotPossibleError as error:
        yield Problem(key, str(path), error.why)


def _not_written(path: Path) -> str:
    """Why nothing can be written there."""
    if path.is_dir():
        return "a folder"
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("ab"):
            pass
        beside.unlink()
    except OSError as error:
        return why_not_begun(error)
    return ""


def _is_written(simulated: Simulated, files: Files, notes: list[str]) -> bool:
    try:
        if files.records:
            simulated.write_records(files.records, files.sample)
        if files.plots:
            simulated.write_plots(files.plots, files.table.name if files.table else "a table")
    except OSError as error:
        notes.append(f"not written: {error}")
        return False
    return True
