"""What all commands share: reading table files, reporting bad input, printing JSON, exit codes."""

import json
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Final, Never

from cyclopts import Parameter
from msgspec.structs import replace

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.json_object import JsonMapping
from chapter47.core.version import VERSION

if TYPE_CHECKING:
    from chapter47.games import ReadTable

LAWFUL, UNLAWFUL, UNREADABLE, NOT_HELD = 0, 1, 2, 3
DONE: Final = 0
STOPPED: Final = 130
EXIT: Final = {True: LAWFUL, False: UNLAWFUL, None: NOT_HELD}


def option(name: str, text: str) -> Parameter:
    """An option with a value; a list gets no `--empty-` option."""
    return Parameter(name, help=text, negative=())


def flag(name: str, text: str) -> Parameter:
    """An option without a value; its help shows no default."""
    return Parameter(name, help=text, negative=(), show_default=False)


AsJson = Annotated[bool, flag("--json", "Print JSON.")]
Day = Annotated[str | None, Parameter("--on", help="Apply the law of this date, such as 2010-06-07.")]
TableFile = Annotated[Path, Parameter(help="A table file.")]


@contextmanager
def refusals(
    json_: bool,
    *,
    options: Collection[str] = (),
    names: Mapping[str, str] = MappingProxyType({}),
    source: str | None = None,
) -> Iterator[None]:
    """Report the library's errors under the names of the command's options, and exit with code 2."""
    try:
        yield
    except Chapter47Error as error:
        ours = {**{option: f"--{option}" for option in options}, **names} if error.source in ("", *options) else {}
        named = [replace(problem, key=ours.get(problem.key, problem.key)) for problem in error.problems]
        refuse(named, json_, error.source if source is None else source)


def read_table(path: Path, json_: bool) -> "ReadTable":
    from chapter47.library.tables import read_table as read

    with refusals(json_):
        return read(path)


def refuse(problems: list[Problem], json_: bool, source: str = "") -> Never:
    """Print every problem of the input and exit with code 2."""
    if json_:
        print_json({"errors": [problem.data() for problem in problems]})
    else:
        for problem in problems:
            prefix = f"{source}: " if source else ""
            print(f"{prefix}{problem.in_words()}", file=sys.stderr)
    sys.exit(UNREADABLE)


def print_answer(data: JsonMapping, table: "ReadTable | None" = None) -> None:
    """Print an answer as JSON with the program's version and, of one table, its hash: `identity` of the table."""
    from chapter47.library.tables import identity

    print_json({**data, **({"version": VERSION} if table is None else identity(table))})


def print_json(data: object) -> None:
    """Print JSON, escaping characters that the output cannot encode."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    print(text)
