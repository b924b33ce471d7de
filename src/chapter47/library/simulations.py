"""Millions of rounds: the house edge of a table in play, with its error, and how sessions end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from chapter47.core.count_file import count_path
from chapter47.core.errors import NotPossibleError, Problem, ProblemInWords
from chapter47.core.files import output_problems, why_not_begun
from chapter47.core.game import AnyGame
from chapter47.core.json_object import JsonMapping
from chapter47.core.money import cents
from chapter47.core.simulating import RunProgress, Simulated, SimulationOptions, Simulator, Watch, unwatched
from chapter47.core.text import percent
from chapter47.library.answers import Answer, GameAnswer, by_name, html_table
from chapter47.library.arguments import BadArgumentError, path_of, strategy_of
from chapter47.library.checks import remarks
from chapter47.library.prices import NotOfferedError, StrategyFunction
from chapter47.library.tables import identity

if TYPE_CHECKING:
    from chapter47.games import AnyTable

File = str | PathLike[str]
ROUNDS: Final = 10_000_000
"""Default number of rounds."""
ROUNDS_BY_FUNCTION: Final = 100_000
"""Default number of rounds if the strategy is a function."""
MOST_ROUNDS: Final = 10**12
"""Most rounds of a run that ends at a standard error."""
PAGES: Final = (".html", ".htm")
"""File name endings of a page of plots."""


class WagerSimulation(GameAnswer, frozen=True):
    """What one wager, or one of its bets, cost."""

    house_edge: float | None
    standard_error: float | None
    confidence_95: tuple[float, float] | None
    decided: int | None
    bets: "Mapping[str, WagerSimulation] | None"

    @classmethod
    def of(cls, data: JsonMapping) -> Self:
        return cls(
            data=data,
            house_edge=data.get("house_edge"),
            standard_error=data.get("standard_error"),
            confidence_95=_pair(data.get("confidence_95")),
            decided=data.get("decided"),
            bets=by_name(WagerSimulation.of, data.get("bets")),
        )


class Simulation(GameAnswer, frozen=True):
    """The results of a run; in dollars unless noted otherwise."""

    version: str
    table_hash: str
    """SHA-256 of the table in canonical form."""
    rounds: int
    seed: int
    fresh: bool | None
    boxes: int | None
    of: str | None
    """At craps and baccarat: the wager whose edge `house_edge` is."""
    house_edge: float | None
    standard_error: float | None
    confidence_95: tuple[float, float] | None
    all_bets: WagerSimulation | None
    """At craps and baccarat: the edge of all bets together."""
    variance: float | None
    outcomes: Mapping[str, float] | None
    wagers: Mapping[str, WagerSimulation]
    rounds_per_second: int
    seconds: float
    whole: bool
    """False if it was stopped before all rounds were played."""
    sessions: Mapping[str, Any] | None
    notes: tuple[str, ...]
    is_written: bool
    """False if the records or the plots could not be written; `notes` has the reason."""
    words: Mapping[str, str]

    @classmethod
    def read(cls, data: JsonMapping, words: Mapping[str, str], *, is_written: bool) -> Self:
        """Parse what `chapter47 simulate --json` prints."""
        return cls(
            data=data,
            version=data["version"],
            table_hash=data["table_hash"],
            rounds=data["rounds"],
            seed=data["seed"],
            fresh=data.get("fresh"),
            boxes=data.get("boxes"),
            of=data.get("of"),
            house_edge=data.get("house_edge"),
            standard_error=data.get("standard_error"),
            confidence_95=_pair(data.get("confidence_95")),
            all_bets=WagerSimulation.of(data["all_bets"]) if "all_bets" in data else None,
            variance=data.get("variance"),
            outcomes=data.get("outcomes"),
            wagers=by_name(WagerSimulation.of, data["wagers"]) or {},
            rounds_per_second=data["rounds_per_second"],
            seconds=data["seconds"],
            whole=data["whole"],
            sessions=data.get("sessions"),
            notes=tuple(data["notes"]),
            is_written=is_written,
            words=words,
        )

    def summary(self) -> dict[str, str]:
        """The main figures in words."""
        return dict(self.words)

    def __repr__(self) -> str:
        edge = f"house edge {_percent(self.house_edge, 'never decided')}"
        error = _percent(self.standard_error, "unknown")
        return f"<{self.rounds:,} rounds, seed {self.seed}: {edge}, standard error {error}>"

    def _repr_html_(self) -> str:
        lines: dict[str, Simulation | WagerSimulation] = {} if self.all_bets else {"main wager": self}
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


def _pair(bounds: Sequence[float] | None) -> tuple[float, float] | None:
    return None if bounds is None else (bounds[0], bounds[1])


def _percent(share: float | None, without: str) -> str:
    return without if share is None else percent(share)


def simulator_of(table: "AnyTable", game: "AnyGame | None" = None) -> Simulator[Any]:
    from chapter47.games import game_of

    game = game or game_of(table)
    if game.simulation is None:
        raise NotOfferedError("a game that can be simulated", game.name)
    part: Simulator[Any] = game.simulation.load()
    return part


def simulate(
    table: "AnyTable",
    rounds: int | None = None,
    seed: int = 0,
    *,
    until: float | None = None,
    fresh: bool = False,
    boxes: int = 1,
    bet: str | Sequence[str] | None = None,
    side: Sequence[str] | None = None,
    detailed: bool = False,
    strategy: File | Mapping[str, Any] | Answer | StrategyFunction | None = None,
    count: File | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: File | None = None,
    session: int | None = None,
    bankroll: str | None = None,
    records: File | None = None,
    sample: int = 10_000,
    values: bool = False,
    plots: File | None = None,
    force: bool = False,
    table_file: File | None = None,
    game: "AnyGame | None" = None,
    watch: Watch = unwatched,
) -> Simulation:
    """Play rounds of this table; the same seed and rounds give the same digits on any number of cores.

    The default is ten million rounds. With `until`, a run ends after the first block of rounds that brings the standard
    error of the house edge down to it, and `rounds` is the maximum.

    `strategy` is a strategy file, its data or what `strategy(table)` returns; by default the table's best chart. It
    may be a function `(hand, up, legal) -> move` as in `edge`: the engine then plays the main wager on one core,
    much more slowly, and without `rounds` a hundred thousand rounds. `side` are side bets such as
    `"match-the-dealer=5"`. `records` and `plots` are files to write: the first `sample` rounds as a hand history,
    with `values` the value that each decision lost, and plots. Existing files are overwritten only with `force`;
    `table_file`, from which the table was read, never is. Ctrl-C stops early and keeps the rounds played. Raises with
    every bad argument before anything is played. `game` is the record of a game that is not one of the chapter's."""
    usual = ROUNDS_BY_FUNCTION if callable(strategy) else ROUNDS
    options = options_of(
        rounds if rounds is not None else usual if until is None else MOST_ROUNDS,
        seed,
        bet=bet,
        strategy=strategy,
        count=count,
        fresh=fresh,
        boxes=boxes,
        side=side,
        detailed=detailed or bool(session or plots),
        workers=workers,
        cluster=cluster,
        checkpoint=_path(checkpoint, "checkpoint"),
        session=session,
        bankroll=bankroll,
    )
    files = Files(
        _path(records, "records"), sample, values, _path(plots, "plots"), force, _path(table_file, "table_file")
    )
    return _simulated(table, options, files, StopAtError(until, watch), game)


def options_of(
    rounds: int,
    seed: int,
    *,
    bet: str | Sequence[str] | None,
    strategy: File | Mapping[str, Any] | Answer | StrategyFunction | None,
    count: File | None,
    **others: Any,
) -> SimulationOptions:
    """Return the options of a run, with its files found."""
    return SimulationOptions(
        rounds=rounds,
        seed=seed,
        bet=bet if bet is None or isinstance(bet, str) else ",".join(bet) if isinstance(bet, Sequence) else str(bet),
        strategy=None
        if strategy is None
        else strategy_of(strategy.to_dict() if isinstance(strategy, Answer) else strategy),
        count=None if count is None else count_path(path_of(count, "count")),
        **others,
    )


class StopAtError:
    """Ends a run once its standard error is small enough; until then, the rounds still needed are estimated."""

    def __init__(self, until: float | None, watch: Watch) -> None:
        self.until, self.watch, self.is_reached = until, watch, False

    def __call__(self, reached: RunProgress) -> None:
        error = reached.standard_error
        if self.until is None or error is None:
            self.watch(reached)
            return
        needed = int(reached.played * (error / self.until) ** 2)
        self.watch(reached._replace(rounds=min(max(needed, reached.played), reached.rounds)))
        if error <= self.until:
            self.is_reached = True
            raise KeyboardInterrupt


class Files(NamedTuple):
    """Files to write, and files that must not be overwritten."""

    records: Path | None
    sample: int
    values: bool
    plots: Path | None
    force: bool
    table: Path | None


def _simulated(
    table: "AnyTable", options: SimulationOptions, files: Files, stop: StopAtError, game: "AnyGame | None"
) -> Simulation:
    simulator = simulator_of(table, game)
    problems = [*_until_problems(stop.until), *option_problems(options, files.sample, by_name=simulator.bets_by_name)]
    if callable(options.strategy):
        problems += _function_problems(options, files)
    if problems := [*problems, *_file_problems(simulator, options, files)]:
        raise BadArgumentError(problems)
    notes = remarks(table, game, as_dealt="played")
    simulated = simulator.simulate(table, options, stop)
    data = {**identity(table, game), **simulated.data(), "notes": [*notes, *simulated.notes]}
    if stop.until is not None:
        data |= {"until": stop.until, "whole": data["whole"] or stop.is_reached}
        data["notes"] = _notes_on_end(data["notes"], data["rounds"], options.rounds, is_reached=stop.is_reached)
    is_written = _is_written(simulated, _rows(table, options, simulated, files, game), files, data["notes"])
    summary = {**simulator.summary(data), **(simulator.session_summary(data["sessions"]) if "sessions" in data else {})}
    return Simulation.read(data, summary, is_written=is_written)


def _function_problems(options: SimulationOptions, files: Files) -> Iterator[Problem]:
    """List the options that need a strategy file."""
    names = ("count", "workers", "cluster", "checkpoint", "session", "bankroll")
    given: dict[str, object] = {name: getattr(options, name) for name in names}
    given |= {"side": [bet for bet in options.side or () if bet != "none"], "records": files.records}
    given |= {"values": files.values, "plots": files.plots}
    given["detailed"] = options.detailed and not (options.session or files.plots)  # these two imply it
    for name, value in given.items():
        if value:
            yield ProblemInWords(name, "has no meaning with a function as strategy", "nothing; leave it out")


def _path(file: File | None, key: str) -> Path | None:
    return None if file is None else path_of(file, key)


def _notes_on_end(notes: Sequence[str], played: int, limit: int, *, is_reached: bool) -> list[str]:
    """Note how a run ended: one that reached its standard error was not stopped early; one that did not reach it says
    so."""
    from chapter47.core.numeric.confidence import note_if_stopped

    if is_reached:
        return [note for note in notes if note not in note_if_stopped(played, limit)]
    return [*notes, "the standard error asked for was not reached"]


def _until_problems(until: object) -> Iterator[Problem]:
    if until is not None and not (isinstance(until, int | float) and 0 < until < 1):
        yield Problem("until", str(until), "a standard error of the house edge between 0 and 1, such as 0.0001")


def option_problems(options: SimulationOptions, sample: int = 1, *, by_name: bool) -> Iterator[Problem]:
    """List all problems with what is to be played."""
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
        yield Problem("session", got, f"enough rounds for 1 to {MOST_SESSIONS:,} sessions")
    for key, amount in (("bet", None if by_name else options.bet), ("bankroll", options.bankroll)):
        if amount is not None and not _is_money(amount):
            yield Problem(key, str(amount), "an amount such as 15 or 2.50")


def _is_money(text: str) -> bool:
    with suppress(ValueError, AttributeError, TypeError):
        return cents(text) > 0
    return False


def _file_problems(simulator: Simulator[Any], options: SimulationOptions, files: Files) -> Iterator[Problem]:
    """List problems with files that would otherwise appear only at the end, one per file."""
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
            problems.append(ProblemInWords(key, f"{path}: {why}", "a writable file"))
    yield from problems


def _check_plots(path: Path, simulator: Simulator[Any]) -> None:
    if path.suffix not in PAGES and not path.is_dir():  # a folder is reported as one
        raise NotPossibleError(f"a file name ending in {' or '.join(PAGES)}")
    simulator.check_plots()


def _refused(key: str, path: Path, check: Callable[[Path], None]) -> Iterator[Problem]:
    try:
        check(path)
    except NotPossibleError as error:
        yield Problem(key, str(path), error.why)


def _not_written(path: Path) -> str:
    """Explain why nothing can be written there."""
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


def _rows(
    table: "AnyTable", options: SimulationOptions, simulated: Simulated, files: Files, game: "AnyGame | None"
) -> Iterator[Mapping[str, Any]]:
    from chapter47.games import game_of
    from chapter47.session.histories import TableOrigin, simulated_rounds

    origin = TableOrigin(game or game_of(table), table, "simulate", options.seed)
    return simulated_rounds(origin, simulated.played(files.sample), values=files.values)


def _is_written(simulated: Simulated, rows: Iterator[Mapping[str, Any]], files: Files, notes: list[str]) -> bool:
    from chapter47.core.numeric.records import write_records

    try:
        if files.records:
            _write(files.records, rows, write_records, notes)
        if files.plots:
            simulated.write_plots(files.plots, files.table.name if files.table else "a table")
    except OSError as error:
        notes.append(f"not written: {error}")
        return False
    return True


def _write(
    path: Path,
    rows: Iterator[Mapping[str, Any]],
    write: Callable[[Path, Iterator[Mapping[str, Any]]], int],
    notes: list[str],
) -> None:
    """Write the records; Ctrl-C keeps the rounds written so far."""
    try:
        write(path, rows)
    except KeyboardInterrupt:
        notes.append("the records were stopped early: they hold the rounds written by then")
