"""The command `compare`."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.check import table_files
from chapter47.cli.common import EXIT, AsJson, Day, flag, option, print_answer, refusals, refuse
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.files import output_problems

if TYPE_CHECKING:
    from chapter47.desk.compare import Comparison
    from chapter47.desk.win_per_hour import Assumptions
    from chapter47.games import AnyTable


def compare(
    *paths: Annotated[Path, Parameter(help="Table files, or folders of them.")],
    on: Day = None,
    between: Annotated[
        tuple[str, str] | None, option("--between", "Two dates: compare one table with itself on both.")
    ] = None,
    players: Annotated[int, option("--players", "Players at each table.")] = 4,
    boxes: Annotated[
        str | None, option("--boxes", "Average number of occupied boxes; by default one per player.")
    ] = None,
    wager: Annotated[
        str | None, option("--wager", "Average wager per box in dollars; by default the table minimum.")
    ] = None,
    rounds_per_hour: Annotated[
        str | None, option("--rounds-per-hour", "Rounds per hour; by default a planning figure for this many players.")
    ] = None,
    take_up: Annotated[
        list[str] | None,
        option("--take-up", "Share of boxes that bet on a side wager: match-the-dealer=0.3, or with a stake, =0.3@5."),
    ] = None,
    drop: Annotated[str | None, option("--drop", "Drop per hour in dollars, to compute the hold.")] = None,
    csv_: Annotated[Path | None, option("--csv", "Write one row per table to this file.")] = None,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
    json_: AsJson = False,
) -> int:
    """Compare tables: verdict, notices, edge, variance, chart and win per hour, side by side.

    A folder stands for all table files in it; the totals cover the whole floor.
    With --between, show what a change of the law means for one table: verdict, findings, notices, edge and chart.
    Exit 0: all are lawful. 1: one is not. 2: bad input. 3: the text of a date is not held.

    Example: chapter47 compare examples/blackjack.toml examples/six-to-five.toml --players 5 --wager 25
             chapter47 compare examples/blackjack.toml --between 1996-05-20 2010-06-07
    """
    from chapter47.cli.show_compare import progress
    from chapter47.desk.compare import compare as compared
    from chapter47.desk.compare import consequences

    tables = _tables(paths, json_)
    if between and (len(tables) > 1 or on):
        refuse([Problem("--between", " ".join(between), "one table file, without --on")], json_)
    assumed = _assumed(players, boxes, wager, rounds_per_hour, take_up or [], drop, json_)
    if problems := output_problems({"--csv": csv_}, paths, force=force):
        refuse(problems, json_)
    with refusals(json_, options=("on",), names={"take-up": "--take-up", "between": "--between"}):
        if between:
            (table,) = tables.values()
            comparison = consequences(table, *between, assumed=assumed, progress=progress)
        else:
            comparison = compared(tables, on, assumed=assumed, progress=progress)
    if csv_:
        _write_csv(csv_, comparison)
    if json_:
        print_answer(comparison.to_dict())
    else:
        from chapter47.cli.show_compare import show

        show(comparison)
    return EXIT[comparison.lawful]


def _tables(paths: tuple[Path, ...], json_: bool) -> "dict[str, AnyTable]":
    """Read every table by its file name; report all unreadable files at once."""
    from chapter47.library.tables import read_table

    unreadable: dict[str, Chapter47Error] = {}
    files = [file for path in paths for file in (table_files(path, unreadable) if path.is_dir() else [path])]
    tables: dict[str, AnyTable] = {}
    for file in files:
        try:
            tables[str(file)] = read_table(file)
        except Chapter47Error as error:
            unreadable[str(file)] = error
    problems = [
        Problem(f"{name}: {problem.key}", problem.got, problem.allowed, problem.citation)
        for name, error in unreadable.items()
        for problem in error.problems
    ]
    if not problems and not tables:
        problems = [Problem("tables", " ".join(map(str, paths)) or "none", "table files, or folders with table files")]
    if problems:
        refuse(problems, json_)
    return tables


def _assumed(
    players: int,
    boxes: str | None,
    wager: str | None,
    rounds: str | None,
    take_up: list[str],
    drop: str | None,
    json_: bool,
) -> "Assumptions":
    from chapter47.desk.win_per_hour import Assumptions, read_take_up

    problems = [] if players > 0 else [Problem("--players", str(players), "a whole number from 1")]
    numbers = {"--boxes": boxes, "--wager": wager, "--rounds-per-hour": rounds, "--drop": drop}
    values = {name: _positive(name, text, problems) for name, text in numbers.items()}
    try:
        side_wagers = read_take_up(take_up)
    except Chapter47Error as error:
        problems += [Problem("--take-up", problem.got, problem.allowed) for problem in error.problems]
    if problems:
        refuse(problems, json_)
    dollars = {
        name: None if values[name] is None else round(100 * (values[name] or 0)) for name in ("--wager", "--drop")
    }
    return Assumptions(
        players=players,
        boxes=values["--boxes"],
        wager=dollars["--wager"],
        rounds_per_hour=values["--rounds-per-hour"],
        side_wagers=side_wagers,
        drop=dollars["--drop"],
    )


def _positive(name: str, text: str | None, problems: list[Problem]) -> float | None:
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        problems.append(Problem(name, text, "a number greater than 0"))
    return value


def _write_csv(path: Path, comparison: "Comparison") -> None:
    hour = ("total", "main", "standard_deviation", "hold", "rounds_per_hour", "boxes", "average_wager")
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        figures = ("house_edge", "house_edge_optimal", "variance")
        rows.writerow(["table", "game", "lawful", "headline", *figures, *(f"win_per_hour.{name}" for name in hour)])
        for table in comparison.tables:
            answers = [getattr(table.edge, figure) for figure in figures]
            verdict = [table.verdict.lawful, table.verdict.headline]
            rows.writerow([table.name, table.game, *verdict, *answers, *(table.win_per_hour[name] for name in hour)])
