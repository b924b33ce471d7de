"""Scripts: plain text, an act on each line, comments after `#`. All bad lines are told at once."""

import shlex
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple

from chapter47.core.act import Act, ActForms, BadActError, Choose
from chapter47.core.input_files import UnreadableFileError, read_text
from chapter47.core.text import printable
from chapter47.session.problems import Problem, UnusableError

LONGEST_LINE: Final = 10_000
"""Many times what a thousand cards take; the words of a line of megabytes would take minutes to tell apart."""


class Line(NamedTuple):
    """An act and the line on which it stands."""

    number: int
    act: Act


def read(path: Path, acts: ActForms) -> list[Line]:
    try:
        text = read_text(path)
    except UnreadableFileError as error:
        raise UnusableError(Problem("--script", f"{path}: {error}", "a text in UTF-8")) from None
    return parse(text, acts, source=str(path))


def parse(text: str, acts: ActForms, *, source: str = "script") -> list[Line]:
    lines, problems = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        words: list[str] = []
        try:
            if words := words_of(line):
                lines.append(Line(number, acts.read(words)))
        except BadActError as error:
            allowed = f"{error}{meant(words[0], acts.by_word) if words else ''}"
            problems.append(Problem(f"line {number}", printable(line.strip()), allowed, error.citation))
    problems += misspelt(lines, acts)
    if problems:
        raise UnusableError(*sorted(problems, key=lambda problem: int(problem.key.split()[1])), source=source)
    return lines


def misspelt(lines: list[Line], acts: ActForms) -> list[Problem]:
    """Decisions that the game does not know, and names almost like one that wagers: told before anything is dealt.

    That somebody else does not wager at all is for the rules to say."""
    names = {getattr(line.act, "bettor", "") for line in lines if line.act.wagers}
    problems = []
    for line in lines:
        act = line.act
        if not isinstance(act, Choose):
            continue
        if act.move not in acts.moves:
            allowed = f"a decision{meant(act.move, acts.moves)}: {', '.join(acts.moves)}"
        elif act.bettor not in names and (near := meant(act.bettor, names)):
            allowed = f"somebody who wagers{near}: {', '.join(sorted(names))}"
        else:
            continue
        problems.append(Problem(f"line {line.number}", printable(str(act)), allowed))
    return problems


def meant(word: str, known: Iterable[str]) -> str:
    """The word that may have been meant."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near and near[0] != word else ""


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
    return any(line.act.beyond_the_seed for line in lines)
