"""Notes of a disputed round: a script in which cards may be open, with what the dealer did and what was seen."""

import re
from typing import Final, NamedTuple

from chapter47.core.act import Act
from chapter47.core.act_words import BadActError
from chapter47.core.cards import RANKS, SUITS
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.grammar import Grammar
from chapter47.core.money import cents

UNKNOWN: Final = "?"
HEADINGS: Final = ("table", "time", "date", "staff", "round", "note")
_OBSERVED: Final = re.compile(
    r'observed (?:"(?P<quoted>[^"]+)"|(?P<player>\S+)) (?P<sign>[+\-−]?)\$?(?P<amount>\d+(?:\.\d{1,2})?)'
    r"(?: on (?P<wager>\S.*))?",
    re.ASCII | re.IGNORECASE,
)
_DID: Final = re.compile(r"dealer did:? (?P<what>\S.*)", re.IGNORECASE)
_DISPUTED: Final = re.compile(r"disputed (?P<line>\S.*)", re.IGNORECASE)
_HEADING: Final = re.compile(rf"(?P<key>{'|'.join(HEADINGS)}):\s*(?P<value>.*)", re.IGNORECASE)
_EXACT: Final = re.compile(rf"[{RANKS}][{SUITS}]")


class BadNotesError(Chapter47Error):
    """Notes that cannot be read, or that describe something impossible."""


class NotedLine(NamedTuple):
    """A line of the notes: an act, cards, or what the dealer did."""

    number: int
    text: str
    act: Act | None = None
    tokens: tuple[str, ...] = ()
    """The cards of a line of cards, as noted."""
    disputed: bool = False
    """Whether the round goes on without the act if the rules refuse it."""
    did: str = ""
    """What the dealer did, in the words of the notes."""


class Observed(NamedTuple):
    """What a player was paid or lost, in all or on one wager."""

    player: str
    wager: str


class ReadNotes(NamedTuple):
    """The contents of the notes."""

    headings: dict[str, str]
    lines: tuple[NotedLine, ...]
    observed: dict[Observed, int]

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(token for line in self.lines for token in line.tokens)


def read_notes(text: str, acts: Grammar) -> ReadNotes:
    """Read the notes; every line that cannot be read is reported."""
    headings: dict[str, str] = {}
    lines: list[NotedLine] = []
    observed: dict[Observed, int] = {}
    problems: list[Problem] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        if heading := _HEADING.fullmatch(line):
            headings[heading["key"].lower()] = heading["value"]
        elif seen := _OBSERVED.fullmatch(line):
            of = Observed(seen["quoted"] or seen["player"], (seen["wager"] or "").strip())
            if of in observed:
                problems.append(Problem(f"line {number}", line, f"one amount for {of.player} {of.wager}".strip()))
            observed[of] = cents(seen["amount"]) * (-1 if seen["sign"] in ("-", "−") else 1)
        elif did := _DID.fullmatch(line):
            lines.append(NotedLine(number, line, did=did["what"]))
        elif line.split()[0] in ("cards", "card"):
            lines.append(_cards_line(number, line, problems))
        elif noted := _act_line(number, line, acts, problems):
            lines.append(noted)
    if not lines and not problems:
        problems.append(Problem("notes", "no line", "one act per line, as in a script"))
    if problems:
        raise BadNotesError(problems)
    return ReadNotes(headings, tuple(lines), observed)


def _act_line(number: int, line: str, acts: Grammar, problems: list[Problem]) -> NotedLine | None:
    disputed = _DISPUTED.fullmatch(line)
    try:
        act = acts.read(disputed["line"] if disputed else line)
    except BadActError as error:
        problems.append(Problem(f"line {number}", f"{line}: {error.message}", error.advice, error.citation))
        return None
    return NotedLine(number, line, act, disputed=disputed is not None)


def _cards_line(number: int, line: str, problems: list[Problem]) -> NotedLine:
    tokens = tuple(_token(word) for word in line.split()[1:])
    for token in tokens:
        if not (token in (UNKNOWN, *RANKS) or _EXACT.fullmatch(token)):
            allowed = "a card such as 8h, a rank such as 8 or T, or ?"
            problems.append(Problem(f"line {number}", token, allowed))
    return NotedLine(number, line, tokens=tokens)


def _token(word: str) -> str:
    """Read `10` as T, and small letters of ranks: `kh` is Kh."""
    word = word.replace("10", "T")
    return word[:1].upper() + word[1:].lower() if word else word
