"""Scripts: plain text, an act on each line, comments after `#`. All bad lines are told at once."""

import re
import shlex
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple

from chapter47.core.act import Act, ActForms, BadActError, Choose
from chapter47.core.input_files import UnreadableFileError, read_text
from chapter47.core.text import printable
from chapter47.games import GAMES
from chapter47.session.problems import Problem, ProblemInWords, UnusableError
from chapter47.session.session import playing_of

A_DECISION: Final = "a decision"
WHO_WAGERS: Final = "somebody who wagers"
WORTH_A_WORD: Final = 60
"""Characters; a list that is longer is told once."""
LONGEST_LINE: Final = 10_000
"""Many times what a thousand cards take; the words of a line of megabytes would take minutes to tell apart."""
BETWEEN_BLANKS: Final = re.compile(r"[^ \t\r\n]+")
QUOTED_OR_COMMENTED: Final = re.compile(r'["#]')
"""Most lines are not; their words are found without reading them letter by letter."""


class ScriptLine(NamedTuple):
    """An act and the line on which it stands."""

    number: int
    act: Act


def read(path: Path, acts: ActForms) -> list[ScriptLine]:
    try:
        text = read_text(path)
    except UnreadableFileError as error:
        raise UnusableError(ProblemInWords("--script", f"{path}: {error}", "a text in UTF-8")) from None
    return parse(text, acts, source=str(path))


def parse(text: str, acts: ActForms, *, source: str = "script") -> list[ScriptLine]:
    lines, wrong = _read(text, acts)
    if wrong and (game := _game_of(text, acts)):
        raise UnusableError(Problem("script", f"a script of {game}", "one of this table's game"), source=source)
    if wrong:
        raise UnusableError(*_each_list_once(wrong), source=source)
    return lines


class WrongLine(NamedTuple):
    """A line that cannot be meant so; `among` lists what could stand there, and is told once."""

    number: int
    line: str
    allowed: str
    among: str = ""
    citation: str = ""


def _read(text: str, acts: ActForms) -> tuple[list[ScriptLine], list[WrongLine]]:
    """The lines that are acts, and those that are wrong, in their order."""
    lines, wrong = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        words: list[str] = []
        try:
            if words := words_of(line):
                lines.append(ScriptLine(number, acts.read(words)))
        except BadActError as error:
            allowed = f"{error.wrong}{meant(words[0], acts.by_word) if words else ''}"
            wrong.append(WrongLine(number, _without_comment(line), allowed, error.looks, error.citation))
    return lines, sorted([*wrong, *misspelt(lines, acts)])


def _without_comment(line: str) -> str:
    return printable(line.partition("#")[0].strip() or line.strip())


def _game_of(text: str, acts: ActForms) -> str:
    """The other game whose script this is, if every line of it is one of that game's."""
    for game in GAMES:
        if game.playing is not None and (others := playing_of(game).acts) is not acts and not _read(text, others)[1]:
            return game.name
    return ""


def _each_list_once(wrong: list[WrongLine]) -> Iterator[Problem]:
    """Where the same could stand on several lines, the later ones name the first."""
    told: dict[str, int] = {}
    for line in wrong:
        first = told.setdefault(line.among, line.number)
        among = line.among if first == line.number or len(line.among) < WORTH_A_WORD else f"as on line {first}"
        yield Problem(f"line {line.number}", line.line, _joined(among, line.allowed), line.citation)


def _joined(among: str, allowed: str) -> str:
    """`a decision (did you mean hit?): stand, hit`, or the form of a line and what is wrong with this one."""
    if allowed.startswith((A_DECISION, WHO_WAGERS)):
        return f"{allowed}: {among}"
    return f"{among}{'; ' if among and allowed[:1] not in ('', ' ') else ''}{allowed}"


def misspelt(lines: list[ScriptLine], acts: ActForms) -> list[WrongLine]:
    """Decisions that the game does not know, and names almost like one that wagers: told before anything is dealt.

    That somebody else does not wager at all is for the rules to say."""
    names = {getattr(line.act, "bettor", "") for line in lines if line.act.wagers}
    wrong = []
    for line in lines:
        act = line.act
        if not isinstance(act, Choose):
            continue
        if not acts.moves:
            allowed, among = meant(act.bettor, acts.by_word), acts.otherwise.looks
        elif act.move not in acts.moves:
            allowed, among = f"{A_DECISION}{meant(act.move, acts.moves)}", ", ".join(acts.moves)
        elif act.bettor not in names and (near := meant(act.bettor, names)):
            allowed, among = f"{WHO_WAGERS}{near}", ", ".join(sorted(names))
        else:
            continue
        wrong.append(WrongLine(line.number, printable(str(act)), allowed, among))
    return wrong


def meant(word: str, known: Iterable[str]) -> str:
    """The word that may have been meant."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near and near[0] != word else ""


def words_of(line: str) -> list[str]:
    """The words of a line; a name with a blank stands in double quotes."""
    if len(line) > LONGEST_LINE:
        raise BadActError(f"a line of at most {LONGEST_LINE} characters")
    if not QUOTED_OR_COMMENTED.search(line):
        return BETWEEN_BLANKS.findall(line)
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split = True
    reader.quotes, reader.escape, reader.commenters = '"', "", "#"
    try:
        return list(reader)
    except ValueError:
        raise BadActError("a closing quotation mark") from None


def stacks_the_shoe(lines: list[ScriptLine]) -> bool:
    """Whether the cards come in an order that no seed gives."""
    return any(line.act.beyond_the_seed for line in lines)
