"""The log of a table: JSON lines, the table first, then every event with its paragraph. The games are handed in."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from chapter47.core.errors import Chapter47Error, ProblemInWords
from chapter47.core.event import BadEventError, Event, EventTypes
from chapter47.core.findings import P
from chapter47.core.game import AnyGame, Game
from chapter47.core.input_files import UnreadableFileError, read_text
from chapter47.core.json_object import Json
from chapter47.core.loose_types import OfItsGame
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.tablefile.reading import from_data
from chapter47.core.version import VERSION

FORM: Final = 1
FIRST_EVENT_LINE: Final = 2
Sources = Mapping[str, tuple[type[Event], ...]]
"""Who speaks in a log, and which events are theirs."""


class LogError(Chapter47Error):
    """A log that cannot be read or does not reproduce: the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        self.why = why
        super().__init__([ProblemInWords(f"line {line}" if line else "file", why, "a log that `play --log` wrote")])


class MismatchError(LogError):
    """A line that says something else than what follows: both events, and who says the second."""

    def __init__(self, line: int, events: EventTypes, logged: Event, follows: Event, says: str) -> None:
        self.logged, self.follows, self.says = logged, follows, says
        raw = [written(events.to_json(event)) for event in (logged, follows)]
        super().__init__(line, f"the log says {raw[0]}, {says} {raw[1]}")


class LogEntry(Struct, frozen=True, gc=False, eq=False):
    """A line of the log: who says it, and what happened."""

    source: str
    event: Event
    line: int = 0
    """Where it stood in the file that it was read from, which says nothing about what happened."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LogEntry) and (self.source, self.event) == (other.source, other.event)

    def __ne__(self, other: object) -> bool:  # a Struct does not derive it from `==`
        return not self == other

    def __hash__(self) -> int:
        return hash((self.source, self.event))


class Frame(NamedTuple):
    """One line of a log, done again: the event and the round after it, as the game has it."""

    line: int
    entry: LogEntry
    state: OfItsGame


class LogForm(NamedTuple):
    """What a log of a game is made of."""

    events: EventTypes
    sources: Sources


class Context(NamedTuple):
    """By which program a log was written, and by which law its table was judged: a day, or the text without one."""

    version: str | None
    on: str | None
    text: str | None


class Log(NamedTuple):
    """A log that was read."""

    game: AnyGame
    table: OfItsGame
    """Its posting: a record of its own for each game."""
    seed: int | None
    """The seed of its shuffles, where it names one."""
    entries: list[LogEntry]


# Writing -----------------------------------------------------------------------------------------------------------


def head(table: Mapping[str, object], seed: int | None, context: Context) -> Json:
    """The first line: the form of the log, by what it was written and judged, the seed of its shuffles, the table."""
    told = {"chapter47": "log", "form": FORM, **context._asdict()}
    return {**told, "seed": seed, "table": plain(table)}


def context_of(game: Game[P], table: P) -> Context:
    """What a log that is written now bears."""
    return Context(VERSION, str(table.on) if table.on else None, None if table.on else game.text or None)


def lines(game: Game[P], table: P, entries: Iterable[LogEntry], *, seed: int | None = None) -> Iterator[str]:
    yield written(head(game.posting.write(table), seed, context_of(game, table)))
    events = form_of(game).events
    for entry in entries:
        yield line_of(events, entry)


def form_of(game: AnyGame) -> LogForm:
    """What the log of a game is made of, as the part that plays it says."""
    if game.playing is None:
        raise LogError(1, f"{game.name} is not played here")
    form: LogForm = game.playing.load().log
    return form


def line_of(events: EventTypes, entry: LogEntry) -> str:
    return written({"of": entry.source, **events.to_json(entry.event)})


def written(data: Json) -> str:
    """On one line, with a blank after each comma and colon."""
    return msgspec.json.format(msgspec.json.encode(data), indent=0).decode()


def plain(table: Mapping[str, object]) -> Json:
    """JSON has no days: write them as text."""
    return {**table, "on": str(table["on"])} if "on" in table else dict(table)


# Reading -----------------------------------------------------------------------------------------------------------


def text_of(path: Path) -> str:
    try:
        return read_text(path)
    except UnreadableFileError as error:
        raise LogError(0, str(error)) from None


def parse(text: str, games: tuple[AnyGame, ...]) -> Log:
    """The table and its entries; raises `LogError` with the first line that is wrong."""
    if not text:
        raise LogError(1, "an empty log")
    first, *rest = text.split("\n")  # not at the other line breaks of Unicode, which are told as what they are
    told = _json(1, first)
    table = _table(told, games)
    game = {game.name: game for game in games}[table.game]
    form = form_of(game)
    seed = told.get("seed")
    if seed is not None and type(seed) is not int:
        raise LogError(1, "seed is a whole number or null")
    numbered = enumerate(rest, start=FIRST_EVENT_LINE)
    return Log(game, table, seed, [_entry(form, number, line) for number, line in numbered if line.strip()])


def context_told(text: str) -> Context | None:
    """What the first line says of its context; older logs say nothing."""
    told = _json(1, text.partition("\n")[0])
    if "version" not in told:
        return None
    return Context(*(value if isinstance(value := told.get(key), str) else None for key in Context._fields))


def line_in_file(entry: LogEntry, number: int) -> int:
    """Where the entry stood in its file, blank lines counted; `number` where it comes from no file."""
    return entry.line or number


def belongs(form: LogForm, entry: LogEntry, line: int) -> None:
    """Nobody may say what is another's to say; raises `LogError`."""
    if not isinstance(entry.event, form.sources[entry.source]):
        raise LogError(line, f"{form.events.tag(entry.event)} is not an event of the {entry.source}")


def with_day(table: Json) -> Json:
    """What `plain` has written, as a table file gives it."""
    try:
        return {**table, "on": date.fromisoformat(table["on"])} if "on" in table else table
    except (TypeError, ValueError):
        raise LogError(1, "table.on is a day such as 2010-06-07") from None


def _json(number: int, line: str) -> Json:
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise LogError(number, "not JSON") from None
    except ValueError:
        raise LogError(number, "a number of thousands of digits") from None
    if not isinstance(data, dict):
        raise LogError(number, "not a JSON object")
    return data


def _table(data: Json, games: tuple[AnyGame, ...]) -> OfItsGame:
    if data.get("chapter47") != "log" or data.get("form") != FORM or not isinstance(data.get("table"), dict):
        raise LogError(1, f'the first line is the table: {{"chapter47": "log", "form": {FORM}, "table": …}}')
    try:
        return from_data(with_day(data["table"]), games)
    except TableFileError as error:
        raise LogError(1, str(error)) from None


def _entry(form: LogForm, number: int, line: str) -> LogEntry:
    data = _json(number, line)
    source = data.pop("of", None)
    if not isinstance(source, str) or source not in form.sources:
        *most, last = form.sources
        raise LogError(number, f'"of" is {", ".join(most)} or {last}')
    try:
        return LogEntry(source, form.events.from_json(data), number)
    except BadEventError as error:
        raise LogError(number, str(error)) from None
