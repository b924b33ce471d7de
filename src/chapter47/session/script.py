"""Scripts: plain text, an act on each line, comments after `#`. All bad lines are told at once."""

import shlex
from pathlib import Path
from typing import Final, NamedTuple

from chapter47.core.text import printable
from chapter47.session.acts import Act, BadActError, Stack, act_of
from chapter47.session.problems import Problem, UnusableError

LONGEST_LINE: Final = 10_000
"""Many times what a thousand cards take; the words of a line of megabytes would take minutes to tell apart."""


class Line(NamedTuple):
    """An act and the line on which it stands."""

    number: int
    act: Act


def read(path: Path) -> list[Line]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnusableError(Problem("--script", f"{path}: {error.strerror}", "a readable file")) from None
    except UnicodeDecodeError:
        raise UnusableError(Problem("--script", f"{path}: not UTF-8", "a text in UTF-8")) from None
    return parse(text, source=str(path))


def parse(text: str, *, source: str = "script") -> list[Line]:
    lines, problems = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if words := words_of(line):
                lines.append(Line(number, act_of(words)))
        except BadActError as error:
            problems.append(Problem(f"line {number}", printable(line.strip()), str(error)))
    if problems:
        raise UnusableError(*problems, source=source)
    return lines


def words_of(line: str) -> list[str]:
    """The words of a line; a name with a blank stands in double quotes."""
    if len(line) > LONGEST_LINE:
        raise BadActError(f"a line of at most {LONGEST_LINE} characters")
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split = True
    reader.quotes, reader.escape, reader.commenters = '"', "", "#"
    try:
        return list(reader)
    except ValueError:
        raise BadActError("a closing quotation mark") from None


def stacks_the_shoe(lines: list[Line]) -> bool:
    """Whether the cards come in an order that no seed gives."""
    return any(isinstance(line.act, Stack) for line in lines)
