"""What all commands share: reading a table file, refusing bad input, printing for programs, exit codes."""

import json
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Never

from cyclopts import Parameter

if TYPE_CHECKING:
    from chapter47.blackjack.simulation.counting.count_file import CountSystemError
    from chapter47.blackjack.table_rules import TableRules
    from chapter47.core.tablefile.problems import TableFileError
    from chapter47.session.problems import UnusableError

LAWFUL, UNLAWFUL, UNREADABLE, NOT_HELD = 0, 1, 2, 3
DONE: Final = 0
STOPPED: Final = 130

AsJson = Annotated[bool, Parameter("--json", negative=(), show_default=False, help="Answer in JSON, for programs.")]


def read_day(text: str | None, json_: bool) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        refuse([{"key": "--on", "got": text, "allowed": "a day such as 2010-06-07"}], json_)


def read_table(path: Path, json_: bool) -> "TableRules":
    from chapter47.core.tablefile.problems import TableFileError
    from chapter47.games import read

    try:
        return read(path)
    except TableFileError as error:
        refuse(error_data(error), json_, source=error.source)


def error_data(error: "TableFileError | UnusableError | CountSystemError") -> list[dict[str, str]]:
    """Each problem with its key, what was given and what is allowed; the citation where a paragraph says so."""
    cited = [{"citation": one.citation} if one.citation else {} for one in error.problems]
    return [
        {"key": one.key, "got": one.got, "allowed": one.allowed, **more}
        for one, more in zip(error.problems, cited, strict=True)
    ]


def refuse(errors: list[dict[str, str]], json_: bool, source: str = "") -> Never:
    """Say everything that is wrong with the input, and stop with exit code 2."""
    if json_:
        print_json({"errors": errors})
    else:
        for one in errors:
            where = f"{source}: " if source else ""
            print(f"{where}{one['key']}: {one['got']} (allowed: {one['allowed']})", file=sys.stderr)
    sys.exit(UNREADABLE)


def print_json(data: object) -> None:
    """With escapes where the output lacks a letter: what is read back is the same."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    print(text)
