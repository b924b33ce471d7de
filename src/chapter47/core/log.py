"""The log of a table: JSON lines, the table first, then every event with its paragraph and the acts that caused it.

The games are passed in."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from chapter47.core.act import Act
from chapter47.core.act_words import BadActError
from chapter47.core.errors import Chapter47Error, ProblemInWords
from chapter47.core.event import BadEventError, Event, EventTypes
from chapter47.core.files import UnreadableFileError, read_text
from chapter47.core.findings import P
from chapter47.core.game import AnyGame, Game
from chapter47.core.grammar import Grammar
from chapter47.core.json_object import Json
from chapter47.core.loose_types import OfItsGame
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.tablefile.toml import from_data
from chapter47.core.version import VERSION

FORM: Final = 2
WITHOUT_ACTS: Final = 1
"""The form of logs that contain only events."""
FIRST_EVENT_LINE: Final = 2
TABLE, SHOE, ROUND = "table", "shoe", "round"
Sources = Mapping[str, tuple[type[Event], ...]]
"""The sources in a log, and which events belong to each."""


class LogError(Chapter47Error):
    """A log that cannot be read or does not reproduce: the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        self.why = why
        super().__init__([ProblemInWords(f"line {line}" if line else "file", why, "a log that `play --log` wrote")])


class MismatchError(LogError):
    """A line that differs from the replay: both events, and the source of the second."""

    def __init__(self, line: int, events: EventTypes, logged: Event, follows: Event, says: str) -> None:
        self.logged, self.follows, self.says = logged, follows, says
        raw = [written(events.to_json(event)) for event in (logged, follows)]
        super().__init__(line, f"the log says {raw[0]}, {says} {raw[1]}")


class LogEntry(Struct, frozen=True, gc=False, eq=False):
    """A line of the log: its source and its event."""

    source: str
    event: Event
    line: int = 0
    """Its line in the file it was read from; not part of the event."""
    unscripted: bool = False
    """Whether its card, throw or amount came by chance in a script that names others."""
    acts: tuple[Act, ...] = ()
    """The acts that caused this event and those after it; an entry without acts follows from an earlier act or is a
    step of the dealer."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LogEntry) and (self.source, self.event) == (other.source, other.event)

    def __ne__(self, other: object) -> bool:  # a Struct does not derive it from `==`
        return not self == other

    def __hash__(self) -> int:
        return hash((self.source, self.event))


def credit(log: list[LogEntry], start: int, acts: tuple[Act, ...]) -> None:
    """Note which acts caused the entries from `start` on."""
    first = log[start]
    log[start] = LogEntry(first.source, first.event, first.line, first.unscripted, acts)


class Frame(NamedTuple):
    """One replayed line of a log: the event, and the round after it in the game's own form."""

    line: int
    entry: LogEntry
    state: OfItsGame


class LogForm(NamedTuple):
    """The entries that a game's log may contain."""

    events: EventTypes
    sources: Sources


class Context(NamedTuple):
    """The program version that wrote a log, and the date or text by which its table was judged."""

    version: str | None
    on: str | None
    text: str | None


class Log(NamedTuple):
    """A log that was read."""

    game: AnyGame
    table: OfItsGame
    """Its posting, a record of its game."""
    seed: int | None
    """The seed of its shuffles, if it names one."""
    entries: list[LogEntry]


# Writing -----------------------------------------------------------------------------------------------------------


def head(table: Mapping[str, object], seed: int | None, context: Context) -> Json:
    """Build the first line: the log format, its context, the seed of its shuffles, the table."""
    first_line = {"chapter47": "log", "form": FORM, **context._asdict()}
    return {**first_line, "seed": seed, "table": plain(table)}


def context_of(game: Game[P], table: P) -> Context:
    """Return the context for a log written now."""
    return Context(VERSION, str(table.on) if table.on else None, None if table.on else game.text or None)


def lines(game: Game[P], table: P, entries: Iterable[LogEntry], *, seed: int | None = None) -> Iterator[str]:
    yield written(head(game.posting.write(table), seed, context_of(game, table)))
    events = form_of(game).events
    for entry in entries:
        yield line_of(events, entry)


def form_of(game: AnyGame) -> LogForm:
    """Return the log format of a game, from the part that plays it."""
    if game.playing is None:
        raise LogError(1, f"{game.name} cannot be played here")
    form: LogForm = game.playing.load().log
    return form


def line_of(events: EventTypes, entry: LogEntry) -> str:
    mark: Json = {"unscripted": True} if entry.unscripted else {}
    if entry.acts:
        mark["acts"] = [str(act) for act in entry.acts]
    return written({"of": entry.source, **events.to_json(entry.event), **mark})


def written(data: Json) -> str:
    """Encode on one line, with a space after each comma and colon."""
    return msgspec.json.format(msgspec.json.encode(data), indent=0).decode()


def plain(table: Mapping[str, object]) -> Json:
    """Encode dates as text, since JSON has none."""
    return {**table, "on": str(table["on"])} if "on" in table else dict(table)


# Reading -----------------------------------------------------------------------------------------------------------


def text_of(path: Path) -> str:
    try:
        return read_text(path)
    except UnreadableFileError as error:
        raise LogError(0, str(error)) from None


def parse(text: str, games: tuple[AnyGame, ...]) -> Log:
    """Parse the table and its entries; raises `LogError` with the first bad line."""
    if not text:
        raise LogError(1, "an empty log")
    first, *rest = text.split("\n")  # not at the other line breaks of Unicode, which are reported as they are
    first_line = _json(1, first)
    table = _table(first_line, games)
    game = {game.name: game for game in games}[table.game]
    form, grammar = form_of(game), _grammar_of(game)
    seed = first_line.get("seed")
    if seed is not None and type(seed) is not int:
        raise LogError(1, "seed must be a whole number or null")
    numbered = enumerate(rest, start=FIRST_EVENT_LINE)
    return Log(game, table, seed, [_entry(form, grammar, number, line) for number, line in numbered if line.strip()])


def context_in(text: str) -> Context | None:
    """Return the context in the first line; older logs have none."""
    first_line = _json(1, text.partition("\n")[0])
    if "version" not in first_line:
        return None
    return Context(*(value if isinstance(value := first_line.get(key), str) else None for key in Context._fields))


def line_in_file(entry: LogEntry, number: int) -> int:
    """Return the entry's line in its file, counting blank lines; `number` if it comes from no file."""
    return entry.line or number


def belongs(form: LogForm, entry: LogEntry, line: int) -> None:
    """Check that the source may state this event; raises `LogError`."""
    if not isinstance(entry.event, form.sources[entry.source]):
        raise LogError(line, f"{form.events.tag(entry.event)} is not an event of the {entry.source}")


def with_day(table: Json) -> Json:
    """Restore what `plain` has written, as a table file gives it."""
    try:
        return {**table, "on": date.fromisoformat(table["on"])} if "on" in table else table
    except (TypeError, ValueError):
        raise LogError(1, "table.on is a date such as 2010-06-07") from None


def _json(number: int, line: str) -> Json:
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise LogError(number, "not JSON") from None
    except ValueError:
        raise LogError(number, "a number with thousands of digits") from None
    if not isinstance(data, dict):
        raise LogError(number, "not a JSON object")
    return data


def _grammar_of(game: AnyGame) -> Grammar:
    assert game.playing is not None
    grammar: Grammar = game.playing.load().acts
    return grammar


def _table(data: Json, games: tuple[AnyGame, ...]) -> OfItsGame:
    if data.get("chapter47") == "log" and data.get("form") == WITHOUT_ACTS:
        raise LogError(1, "a log of form 1, which holds no acts; this version replays form 2. Record the game again")
    if data.get("chapter47") != "log" or data.get("form") != FORM or not isinstance(data.get("table"), dict):
        raise LogError(1, f'the first line must be the table: {{"chapter47": "log", "form": {FORM}, "table": …}}')
    try:
        return from_data(with_day(data["table"]), games)
    except TableFileError as error:
        raise LogError(1, str(error)) from None


def _entry(form: LogForm, grammar: Grammar, number: int, line: str) -> LogEntry:
    data = _json(number, line)
    source, acts = data.pop("of", None), data.pop("acts", [])
    if not isinstance(source, str) or source not in form.sources:
        *most, last = form.sources
        raise LogError(number, f'"of" must be {", ".join(most)} or {last}')
    unscripted = data.pop("unscripted", False)
    if not isinstance(unscripted, bool):
        raise LogError(number, '"unscripted" is true or false')
    if not isinstance(acts, list) or not all(isinstance(act, str) for act in acts):
        raise LogError(number, '"acts" is a list of lines such as "Ann bet 25 on 1"')
    try:
        return LogEntry(source, form.events.from_json(data), number, unscripted, tuple(map(grammar.read, acts)))
    except (BadEventError, BadActError) as error:
        raise LogError(number, str(error)) from None
