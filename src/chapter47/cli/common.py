"""What all commands share: reading a table file, refusing bad input, printing for programs, exit codes."""

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

if TYPE_CHECKING:
    from chapter47.games import ReadTable

LAWFUL, UNLAWFUL, UNREADABLE, NOT_HELD = 0, 1, 2, 3
DONE: Final = 0
STOPPED: Final = 130
EXIT: Final = {True: LAWFUL, False: UNLAWFUL, None: NOT_HELD}


def option(name: str, text: str) -> Parameter:
    """One with a value; a list has no second option that empties it."""
    return Parameter(name, help=text, negative=())


def flag(name: str, text: str) -> Parameter:
    """One that is there or not: not being there is no value to be told."""
    return Parameter(name, help=text, negative=(), show_default=False)


AsJson = Annotated[bool, flag("--json", "Answer in JSON, for programs.")]
Day = Annotated[str | None, Parameter("--on", help="The day whose law counts, such as 2010-06-07.")]
TableFile = Annotated[Path, Parameter(help="A table file.")]


@contextmanager
def refusals(
    json_: bool,
    *,
    options: Collection[str] = (),
    names: Mapping[str, str] = MappingProxyType({}),
    source: str | None = None,
) -> Iterator[None]:
    """What the library refuses is told, each option by its own name, or by that in `names`; the command ends with exit
    code 2."""
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
    """Say everything that is wrong with the input, and stop with exit code 2."""
    if json_:
        print_json({"errors": [problem.data() for problem in problems]})
    else:
        for problem in problems:
            prefix = f"{source}: " if source else ""
            cited = f"; {problem.citation}" if problem.citation else ""
            print(f"{prefix}{problem.key}: {problem.got} (allowed: {problem.allowed}{cited})", file=sys.stderr)
    sys.exit(UNREADABLE)


def print_json(data: object) -> None:
    """With escapes where the output lacks a letter: what is read back is the same."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    print(text)
