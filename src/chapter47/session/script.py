"""Scripts: plain text, one act per line, comments after `#`. All bad lines are reported at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from chapter47.core.act import Act, Choose, did_you_mean
from chapter47.core.act_words import BadActError
from chapter47.core.errors import ProblemInWords
from chapter47.core.files import UnreadableFileError, read_text
from chapter47.core.grammar import Grammar
from chapter47.core.text import printable
from chapter47.games import GAMES
from chapter47.session.problems import Problem, UnusableError
from chapter47.session.session import playing_of

WORTH_A_WORD: Final = 60
"""Length in characters above which advice is given only once."""


class ScriptLine(NamedTuple):
    """An act and its line number."""

    number: int
    act: Act


class BadLine(Problem, frozen=True):
    """A script line that is not an act: `message` says what is wrong, `allowed` what to do."""

    message: str = ""

    def __str__(self) -> str:
        cited = f" ({self.citation})" if self.citation else ""
        return f"{self.key}: {self.message} Found: {self.got}. {self.allowed}{cited}".rstrip()

    def in_words(self) -> str:
        return str(self)

    def data(self) -> dict[str, str]:
        return {**super().data(), "message": self.message}


def read(path: Path, acts: Grammar) -> list[ScriptLine]:
    try:
        text = read_text(path)
    except UnreadableFileError as error:
        raise UnusableError(ProblemInWords("--script", f"{path}: {error}", "a UTF-8 text file")) from None
    return parse(text, acts, source=str(path))


def parse(text: str, acts: Grammar, *, source: str = "script") -> list[ScriptLine]:
    lines, wrong = _read(text, acts)
    if len(wrong) > 1 and (game := _game_of(text, acts)):
        raise UnusableError(Problem("script", f"a script of {game}", "a script for this table's game"), source=source)
    if wrong:
        raise UnusableError(*_advice_once(wrong), source=source)
    return lines


class WrongLine(NamedTuple):
    """A line that is not an act, and why."""

    number: int
    line: str
    error: BadActError


def _read(text: str, acts: Grammar) -> tuple[list[ScriptLine], list[WrongLine]]:
    """Read the lines that are acts, and the bad ones, in order."""
    lines, wrong = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        said = _without_comment(line)
        if not said or said.startswith("#"):
            continue
        try:
            lines.append(ScriptLine(number, acts.read(line)))
        except BadActError as error:
            wrong.append(WrongLine(number, printable(said), error))
    return lines, sorted([*wrong, *_misspelt_names(lines)], key=lambda wrong: wrong.number)


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip() or line.strip()


def _game_of(text: str, acts: Grammar) -> str:
    """Find the other game whose script this is, if every line is an act of that game."""
    for game in GAMES:
        if game.playing is not None and (others := playing_of(game).acts) is not acts and not _read(text, others)[1]:
            return game.name
    return ""


def _advice_once(wrong: list[WrongLine]) -> Iterator[Problem]:
    """Give the same long advice only once; later lines refer to the first."""
    given: dict[str, int] = {}
    for number, line, error in wrong:
        first = given.setdefault(error.advice, number)
        is_short = first == number or len(error.advice) < WORTH_A_WORD
        advice = error.advice if is_short else f"See line {first}."
        yield BadLine(f"line {number}", line, advice, error.citation, error.message)


def _misspelt_names(lines: list[ScriptLine]) -> Iterator[WrongLine]:
    """Report deciding players whose name is close to one of the bettors. Whether others may decide is for the rules."""
    names = {line.act.player_name for line in lines if line.act.wagers}
    for number, act in lines:
        if isinstance(act, Choose) and act.player not in names and (near := did_you_mean(act.player, names)):
            error = BadActError(f"{printable(act.player)} has no bet.", near)
            yield WrongLine(number, printable(str(act)), error)


def chooses_chance(lines: list[ScriptLine]) -> bool:
    """Return whether the script names cards, dice or amounts, so that they do not come from the seed."""
    return any(line.act.chooses_chance for line in lines)
