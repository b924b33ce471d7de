"""The command `check`."""

import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from chapter47.cli.common import (
    EXIT,
    LAWFUL,
    UNREADABLE,
    AsJson,
    Day,
    flag,
    print_answer,
    print_json,
    read_table,
    refusals,
    refuse,
)
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.files import why_not_read

if TYPE_CHECKING:
    from chapter47.games import AnyTable, ReadTable

    Tables = dict[str, AnyTable]


def check(
    path_: Annotated[str, Parameter(name="PATH", help="A table file, or a folder of them.")],
    /,
    *,
    on: Day = None,
    from_: Annotated[
        str | None,
        Parameter("--from", help="The old table file or folder, or a date: also list what the change requires."),
    ] = None,
    days: Annotated[bool, flag("--days", "Show the verdict for every day from 1978 to 2011.")] = False,
    sarif: Annotated[bool, flag("--sarif", "Print the findings as SARIF, for code hosts and editors.")] = False,
    json_: AsJson = False,
) -> int:
    """Check whether a table is lawful on a date, and list the notices it needs.

    A folder is checked with its subfolders: every table file, then the rules that bind tables to each other.
    Where the text of that date is not held, the table is judged by the nearest texts before and after it.
    Exit 0: lawful. 1: a paragraph forbids it. 2: the file cannot be read. 3: the text of that date is not held.

    Example: chapter47 check examples/blackjack.toml --on 2010-06-07
             chapter47 check examples/blackjack.toml --days
             chapter47 check examples --sarif
    """
    from chapter47.library.arguments import day_of
    from chapter47.library.checks import check as judge

    with refusals(json_):
        day = day_of(on, "--on")
    path = _named(path_, json_)
    if sarif:
        return _check_sarif(path, on, {"--from": from_, "--days": days or None, "--json": json_ or None})
    if days:
        return _check_days(path, {"--on": on, "--from": from_}, json_)
    if path.is_dir():
        return _check_folder(path, on, from_, json_)
    table = read_table(path, json_)
    old = _old_table(from_, table, json_) if from_ is not None else None
    with refusals(json_, names={"before": "--from"}):
        verdict = judge(table, day, before=old)
    if json_:
        print_answer(verdict.to_dict(), table)
    else:
        from chapter47.cli import show_check as show

        show.verdict(str(path), verdict)
        if verdict.change is not None:
            show.change(str(from_), verdict)
    return EXIT[verdict.lawful]


def _old_table(named: str, table: "ReadTable", json_: bool) -> "ReadTable":
    """Read the old table file, or take this table as it was on a date."""
    from dataclasses import replace as with_values

    if (day := _day(named)) is not None:
        return with_values(table, on=day)
    if Path(named).is_dir():
        refuse([Problem("--from", f"{named}, a folder", "a table file or a date, for a single table file")], json_)
    return read_table(Path(named), json_)


def _day(named: str) -> date | None:
    try:
        return date.fromisoformat(named)
    except ValueError:
        return None


def _check_days(path: Path, others: Mapping[str, object], json_: bool) -> int:
    from chapter47.desk.verdict_days import count_days, verdict_stretches
    from chapter47.games import game_of

    problems = [Problem("--days", str(path), "only for a single table file")] if path.is_dir() else []
    problems += [Problem(name, str(given), "only without --days") for name, given in others.items() if given]
    if problems:
        refuse(problems, json_)
    table = read_table(path, json_)
    stretches = verdict_stretches(table, game_of(table))
    if json_:
        rows = [
            {"from": str(days.start), "until": str(days.end), "lawful": days.lawful, "headline": days.headline}
            for days in stretches
        ]
        print_answer({"counts": count_days(stretches), "days": rows})
    else:
        from chapter47.cli import show_check as show

        show.days(str(path), stretches)
    return LAWFUL


def _check_sarif(path: Path, on: str | None, others: Mapping[str, object]) -> int:
    from chapter47.desk.sarif import sarif
    from chapter47.library.checks import check_floor

    if problems := [Problem(name, "given", "not with --sarif") for name, given in others.items() if given]:
        refuse(problems, json_=False)
    unreadable: dict[str, Chapter47Error] = {}
    folder = path.is_dir()
    tables = _read_all(table_files(path, unreadable) if folder else [path], unreadable)
    texts = {name: Path(name).read_text(encoding="utf-8", errors="replace") for name in (*tables, *unreadable)
             if Path(name).is_file()}  # fmt: skip
    floor = check_floor(tables, on, unreadable=unreadable)
    print_json(sarif(floor if folder else replace(floor, floor_findings=()), texts))
    return UNREADABLE if unreadable else EXIT[floor.lawful]


def _read_all(paths: list[Path], unreadable: dict[str, Chapter47Error], folder: Path | None = None) -> "Tables":
    """Read tables by name, including all files of a folder; unreadable files are kept as such."""
    from chapter47.library.tables import read_table as read

    tables: Tables = {}
    for path in paths:
        name = path.relative_to(folder).as_posix() if folder else path.as_posix()
        try:
            tables[name] = read(path)
        except Chapter47Error as error:
            unreadable[name] = error
    return tables


def _old_tables(named: str, tables: "Tables", json_: bool) -> "Tables":
    """Read the tables of the old folder, or take these tables as they were on a date."""
    from dataclasses import replace as with_values

    if (day := _day(named)) is not None:
        return {name: with_values(table, on=day) for name, table in tables.items()}
    if not Path(named).is_dir():
        refuse([Problem("--from", named, "a folder or a date, for a folder")], json_)
    unreadable: dict[str, Chapter47Error] = {}
    old = _read_all(table_files(Path(named), unreadable), unreadable, Path(named))
    if unreadable:
        refuse([problem for error in unreadable.values() for problem in error.problems], json_, named)
    return old


def _check_folder(folder: Path, on: str | None, from_: str | None, json_: bool) -> int:
    from chapter47.library.checks import check_floor

    unreadable: dict[str, Chapter47Error] = {}
    tables = _read_all(table_files(folder, unreadable), unreadable, folder)
    if str(folder) in unreadable:
        refuse([*unreadable[str(folder)].problems], json_, str(folder))
    if not tables and not unreadable:
        refuse([Problem("folder", str(folder), "a folder with table files (*.toml)")], json_)
    old = _old_tables(from_, tables, json_) if from_ is not None else None
    floor = check_floor(tables, on, unreadable=unreadable, before=old)
    if json_:
        print_answer(floor.to_dict())
    else:
        from chapter47.cli import show_check as show

        show.floor(str(folder), floor, {name: table.game for name, table in tables.items()})
        show.floor_changes(str(from_), floor)
    return UNREADABLE if unreadable else EXIT[floor.lawful]


def _named(path: str, json_: bool) -> Path:
    """Refuse an empty name, which would mean the current folder."""
    if not path:
        refuse([Problem("file", "an empty name", "a table file, or a folder of them")], json_)
    return Path(path)


def table_files(folder: Path, unreadable: dict[str, Chapter47Error]) -> list[Path]:
    """List table files, including subfolders but not hidden ones; report a folder that cannot be read."""

    def closed(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):  # one that has gone meanwhile has no tables
            path = Path(error.filename)
            name = str(folder) if path == folder else path.relative_to(folder).as_posix()
            unreadable[name] = Chapter47Error([Problem("folder", why_not_read(error), "a folder that can be read")])

    files: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=closed):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files += [Path(place, name) for name in names if name.endswith(".toml") and not name.startswith(".")]
    return sorted(files)
