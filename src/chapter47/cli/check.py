"""The command `check`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from chapter47.cli.common import EXIT, UNREADABLE, AsJson, Day, print_json, read_table, refusals, refuse
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.input_files import why_not_read

if TYPE_CHECKING:
    from chapter47.games import AnyTable


def check(
    path_: Annotated[str, Parameter(name="PATH", help="A table file, or a folder of them.")],
    /,
    *,
    on: Day = None,
    from_: Annotated[Path | None, Parameter("--from", help="The old table file: what does the change require?")] = None,
    json_: AsJson = False,
) -> int:
    """Is this table lawful on this day? Which paragraphs forbid, which notices does it need?

    Of a folder: every table file in it and in its subfolders, and the rules that bind tables to each other.
    Exit: 0 lawful, 1 a paragraph forbids, 2 the file cannot be read, 3 the text of that day is not held.

    Example: chapter47 check examples/blackjack.toml --on 2010-06-07
    """
    from chapter47.library.arguments import day_of
    from chapter47.library.checks import check as judge

    with refusals(json_):
        day = day_of(on, "--on")
    path = _named(path_, json_)
    if path.is_dir():
        if from_:
            refuse([Problem("--from", str(from_), "with one table file, not with a folder")], json_)
        return _check_folder(path, on, json_)
    table = read_table(path, json_)
    old = read_table(from_, json_) if from_ else None
    with refusals(json_, names={"before": "--from"}):
        verdict = judge(table, day, before=old)
    if json_:
        print_json(verdict.to_dict())
    else:
        from chapter47.cli import show_check as show

        show.verdict(str(path), verdict)
        if verdict.change is not None:
            show.change(str(from_), verdict.change)
    return EXIT[verdict.lawful]


def _check_folder(folder: Path, on: str | None, json_: bool) -> int:
    from chapter47.library.checks import check_floor
    from chapter47.library.tables import read_table as read

    tables: dict[str, AnyTable] = {}
    unreadable: dict[str, Chapter47Error] = {}
    for path in _table_files(folder, unreadable):
        name = path.relative_to(folder).as_posix()
        try:
            tables[name] = read(path)
        except Chapter47Error as error:
            unreadable[name] = error
    if str(folder) in unreadable:
        refuse([*unreadable[str(folder)].problems], json_, str(folder))
    if not tables and not unreadable:
        refuse([Problem("folder", str(folder), "a folder with table files (*.toml)")], json_)
    floor = check_floor(tables, on, unreadable=unreadable)
    if json_:
        print_json(floor.to_dict())
    else:
        from chapter47.cli import show_check as show

        show.floor(str(folder), floor, {name: table.game for name, table in tables.items()})
    return UNREADABLE if unreadable else EXIT[floor.lawful]


def _named(path: str, json_: bool) -> Path:
    """An empty name would mean the folder one stands in."""
    if not path:
        refuse([Problem("file", "an empty name", "a table file, or a folder of them")], json_)
    return Path(path)


def _table_files(folder: Path, unreadable: dict[str, Chapter47Error]) -> list[Path]:
    """Those of subfolders too, a pit each perhaps, but not what is hidden. A folder that may not be read is told."""

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
