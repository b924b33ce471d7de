"""Every round played again: the events follow from the rules, and the entries follow from the events."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from chapter47 import games
from chapter47.core.errors import Chapter47Error
from chapter47.core.event import BadEventError, Collected, Event, Paid
from chapter47.core.log import FIRST_EVENT_LINE, Entry, LogError
from chapter47.core.money import dollars
from chapter47.core.playing import Playing
from chapter47.service import money
from chapter47.service.audit.finding import Finding
from chapter47.service.audit.reading import EntryRow, JournalRow, Reader
from chapter47.session.session import playing_of

BY_HAND: Final = ("cage", "correction")
"""Kinds of units whose entries people order: what follows from no event."""


class Table:
    """The stream of one table, read once in its order."""

    def __init__(self, reader: Reader, stream: str) -> None:
        self._reader = reader
        self.stream = stream
        self.id = stream.removeprefix("table/")
        self.findings: list[Finding] = []
        self._seqs = array("q")
        """To which unit each line of the table's log belongs."""
        self._units = _units(reader, stream)

    def play_again(self) -> Iterator[Finding]:
        first = next(self._units, None)
        if first is None:
            return
        playing, posting = self._opened(first)
        if playing is not None:
            try:
                for _ in playing.replay(posting, self._log(playing, first)):
                    yield from self._told()
            except LogError as error:
                yield from self._told()
                yield Finding(self._where(error.line), f"does not follow from the rules: {error.why}")
        yield from self._told()

    def _told(self) -> Iterator[Finding]:
        yield from self.findings
        self.findings.clear()

    def _opened(self, first: JournalRow) -> tuple[Playing[Any] | None, Any]:
        """How the game of its table file is played, and the posting."""
        try:
            posting = games.parse(_body(first)["file"])
            return playing_of(games.game_of(posting)), posting
        except (KeyError, TypeError, LookupError, ValueError, Chapter47Error) as error:
            self.findings.append(Finding(first.where, f"opens no table that can be played: {error}"))
            return None, None

    def _where(self, line: int) -> str:
        place = line - FIRST_EVENT_LINE
        return (
            f"{self.stream} journal {self._seqs[place]}"
            if 0 <= place < len(self._seqs)
            else f"{self.stream} at its end"
        )

    def _log(self, playing: Playing[Any], first: JournalRow) -> Iterator[Entry]:
        """The table's whole log; what the entries of each unit say is compared on the way."""
        unit: JournalRow | None = first
        entries = _Entries(self._reader, self.stream)
        while unit is not None:
            events = list(self._events(playing, unit))
            self.findings.extend(_paid(unit, self.id, [entry.event for entry in events], entries.of(unit.seq)))
            for entry in events:
                self._seqs.append(unit.seq)
                yield Entry(entry.source, entry.event, FIRST_EVENT_LINE + len(self._seqs) - 1)
            unit = next(self._units, None)

    def _events(self, playing: Playing[Any], unit: JournalRow) -> Iterator[Entry]:
        try:
            for line in _body(unit).get("events", ()):
                said = dict(line)
                source = said.pop("of", None)
                if source not in playing.log.sources:
                    raise BadEventError(f"{source!r} does not speak at this table")
                yield Entry(source, playing.log.events.from_json(said))
        except (BadEventError, TypeError, ValueError) as error:
            self.findings.append(Finding(unit.where, f"has an event that cannot be read: {error}"))


class _Entries:
    """The entries of a stream's units, in their order."""

    def __init__(self, reader: Reader, stream: str) -> None:
        mine = f"WHERE seq IN (SELECT seq FROM journal WHERE stream = {_mark(reader)})"
        self._rows = reader.rows(EntryRow, mine, (stream,))
        self._next = next(self._rows, None)

    def of(self, seq: int) -> list[EntryRow]:
        mine = []
        while self._next and self._next.seq <= seq:
            if self._next.seq == seq:
                mine.append(self._next)
            self._next = next(self._rows, None)
        return mine


def findings(reader: Reader, streams: list[str], progress: Callable[[str, float], None]) -> Iterator[Finding]:
    tables = [stream for stream in streams if stream.startswith("table/")]
    for number, stream in enumerate(tables):
        progress(f"plays {stream} again", number / len(tables))
        yield from Table(reader, stream).play_again()


def _units(reader: Reader, stream: str) -> Iterator[JournalRow]:
    return reader.rows(JournalRow, f"WHERE stream = {_mark(reader)}", (stream,))


def _mark(reader: Reader) -> str:
    """How the database's driver marks a value in a statement."""
    return "?" if reader.connection.dialect.name == "sqlite" else "%s"


def _body(unit: JournalRow) -> dict[str, Any]:
    body = msgspec.json.decode(unit.body)
    if not isinstance(body, dict):
        raise TypeError("its body is not an object")
    return body


def _paid(unit: JournalRow, table: str, events: list[Event], entries: list[EntryRow]) -> Iterator[Finding]:
    """What every player won and lost by the events is what the entries gave and took."""
    if unit.kind in BY_HAND:
        return
    won: Counter[str] = Counter()
    for event in events:
        if isinstance(event, (Paid, Collected)):
            won[event.bettor] += event.amount if isinstance(event, Paid) else -event.amount
    moved: Counter[str] = Counter()
    for entry in entries:
        moved[_player(entry.credit, table)] += entry.amount
        moved[_player(entry.debit, table)] -= entry.amount
    for player in sorted(won.keys() | moved.keys() - {""}):
        if won[player] != moved[player]:
            what = f"{player} won {dollars(won[player])} by its events and {dollars(moved[player])} by its entries"
            yield Finding(unit.where, what)


def _player(account: str, table: str) -> str:
    """Whose chips an account holds, in the bankroll or at this table; empty for those of the house."""
    for before, after in (("player/", "/bankroll"), (money.layout(table, ""), ""), (money.owed(table, ""), "")):
        if account.startswith(before) and account.endswith(after):
            return account.removeprefix(before).removesuffix(after)
    return ""
