"""Every table played again: its events follow from the rules, its entries from the events, its cards from what was
opened."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from chapter47 import games
from chapter47.core.errors import Chapter47Error
from chapter47.core.event import BadEventError, Collected, Event, Paid
from chapter47.core.hosting import Hosting
from chapter47.core.log import FIRST_EVENT_LINE, Entry, LogError
from chapter47.core.money import dollars
from chapter47.core.playing import Playing
from chapter47.service import money
from chapter47.service.audit.again import Again, Committed, OpenedChance, Recorded
from chapter47.service.audit.finding import Finding
from chapter47.service.audit.reading import EntryRow, JournalRow, OpenedRow, Reader, SecretRow
from chapter47.service.commands import Body
from chapter47.session.session import playing_of

Progress = Callable[[str, float], None]


def findings(reader: Reader, streams: list[str], progress: Progress) -> Iterator[Finding]:
    tables = [stream for stream in streams if stream.startswith("table/")]
    for number, stream in enumerate(tables):
        progress(f"plays {stream} again", number / len(tables))
        yield from Table(reader, stream).findings()


class Opened(NamedTuple):
    """How the game of a table is played, and the posting of the table."""

    playing: Playing[Any]
    hosting: Hosting
    posting: Any


class Table:
    """The stream of one table."""

    def __init__(self, reader: Reader, stream: str) -> None:
        self._reader = reader
        self.stream = stream
        self.id = stream.removeprefix("table/")
        self._findings: list[Finding] = []
        self._seqs = array("q")
        """To which unit each line of the table's log belongs."""

    def findings(self) -> Iterator[Finding]:
        opened = self._opened()
        if opened is not None:
            yield from self._by_the_rules(opened.playing, opened.posting)
            committed = self._committed()
            if not self._findings:
                chance = OpenedChance(committed, by_seed=opened.hosting.draws_each_round(opened.posting))
                again = Again(self.id, opened.playing, opened.hosting, opened.posting, chance)
                yield from again.findings(self._recorded(opened.playing))
        yield from self._told()

    def _opened(self) -> Opened | None:
        first = next(self._units(), None)
        if first is None:
            return None
        try:
            posting = games.parse(_body(first).file)
            game = games.game_of(posting)
            if game.hosting is None:
                raise LookupError(f"{game.name} is not played here")
            return Opened(playing_of(game), game.hosting.load(), posting)
        except (msgspec.MsgspecError, LookupError, UnicodeDecodeError, Chapter47Error) as error:
            self._findings.append(Finding(first.where, f"opens no table that can be played: {error}"))
            return None

    def _told(self) -> Iterator[Finding]:
        yield from self._findings
        self._findings.clear()

    def _units(self) -> Iterator[JournalRow]:
        return self._reader.rows(JournalRow, f"WHERE stream = {self._reader.mark}", (self.stream,))

    # By the rules --------------------------------------------------------------------------------------------------

    def _by_the_rules(self, playing: Playing[Any], posting: Any) -> Iterator[Finding]:
        try:
            for _ in playing.replay(posting, self._log(playing)):
                yield from self._told()
        except LogError as error:
            yield from self._told()
            yield Finding(self._where(error.line), f"does not follow from the rules: {error.why}")

    def _where(self, line: int) -> str:
        place = line - FIRST_EVENT_LINE
        return f"journal {self._seqs[place]} ({self.stream})" if 0 <= place < len(self._seqs) else self.stream

    def _log(self, playing: Playing[Any]) -> Iterator[Entry]:
        """The table's whole log; what the entries of each unit say is compared on the way."""
        for unit, events, entries in self._played(playing):
            self._findings.extend(_paid(unit, self.id, [entry.event for entry in events], entries))
            for entry in events:
                self._seqs.append(unit.seq)
                yield Entry(entry.source, entry.event, FIRST_EVENT_LINE + len(self._seqs) - 1)

    def _played(self, playing: Playing[Any]) -> Iterator[tuple[JournalRow, list[Entry], list[EntryRow]]]:
        entries = _Entries(self._reader, self.stream)
        for unit in self._units():
            yield unit, list(self._events(playing, unit)), entries.of(unit.seq)

    def _events(self, playing: Playing[Any], unit: JournalRow) -> Iterator[Entry]:
        try:
            for line in msgspec.json.decode(_body(unit).events, type=list[dict[str, Any]]):
                source = line.pop("of", None)
                if source not in playing.log.sources:
                    raise BadEventError(f"{source!r} does not speak at this table")
                yield Entry(source, playing.log.events.from_json(line))
        except (BadEventError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._findings.append(Finding(unit.where, f"has an event that cannot be read: {error}"))

    # From what was opened ------------------------------------------------------------------------------------------

    def _committed(self) -> list[Committed]:
        """Every commitment in the order of its publication; what is told of it is what was stored."""
        stored = {row.id: row for row in self._reader.rows(SecretRow)}
        revealed = {row.id: row for row in self._reader.rows(OpenedRow)}
        told: dict[str, Committed] = {}
        for unit in self._units():
            body = _body(unit)
            for secret in body.published:
                row = stored.get(secret.get("id", ""))
                if row is None or (row.seq, row.kind, row.commitment) != (unit.seq, *_announced(secret)):
                    self._findings.append(Finding(unit.where, "published another commitment than was stored"))
                told[secret.get("id", "")] = Committed(*_announced(secret), None)
            for secret in body.opened:
                id_ = secret.get("id", "")
                if id_ not in told or id_ not in revealed or msgspec.json.decode(revealed[id_].revealed) != secret:
                    self._findings.append(Finding(unit.where, "opened something else than was stored"))
                    continue
                told[id_] = told[id_]._replace(opened=secret)
                self._findings.extend(Finding(unit.where, problem) for problem in told[id_].problems())
        return list(told.values())

    def _recorded(self, playing: Playing[Any]) -> Iterator[Recorded]:
        for unit, events, entries in self._played(playing):
            body = _body(unit)
            moved = [money.Entry(*entry[2:]) for entry in entries]
            yield Recorded(unit.where, body.act, body.opens, body.steps, events, moved)


class _Entries:
    """The entries of a stream's units, in their order."""

    def __init__(self, reader: Reader, stream: str) -> None:
        mine = f"WHERE seq IN (SELECT seq FROM journal WHERE stream = {reader.mark})"
        self._rows = reader.rows(EntryRow, mine, (stream,))
        self._next = next(self._rows, None)

    def of(self, seq: int) -> list[EntryRow]:
        mine = []
        while self._next and self._next.seq <= seq:
            if self._next.seq == seq:
                mine.append(self._next)
            self._next = next(self._rows, None)
        return mine


def _body(unit: JournalRow) -> Body:
    return msgspec.json.decode(unit.body, type=Body)


def _announced(secret: dict[str, str]) -> tuple[str, str]:
    return secret.get("kind", ""), secret.get("commitment", "")


def _paid(unit: JournalRow, table: str, events: list[Event], entries: list[EntryRow]) -> Iterator[Finding]:
    """What every player won and lost by the events is what the entries gave and took."""
    won: Counter[str] = Counter()
    for event in events:
        if isinstance(event, (Paid, Collected)):
            won[event.bettor] += event.amount if isinstance(event, Paid) else -event.amount
    moved: Counter[str] = Counter()
    for entry in entries:
        moved[_player(entry.credit, table)] += entry.amount
        moved[_player(entry.debit, table)] -= entry.amount
    for player in sorted((won.keys() | moved.keys()) - {""}):
        if won[player] != moved[player]:
            what = f"{player} won {dollars(won[player])} by its events and {dollars(moved[player])} by its entries"
            yield Finding(unit.where, what)


def _player(account: str, table: str) -> str:
    """Whose chips an account holds, in the bankroll or at this table; empty for those of the house."""
    for before, after in (("player/", "/bankroll"), (money.layout(table, ""), ""), (money.owed(table, ""), "")):
        if account.startswith(before) and account.endswith(after):
            return account.removeprefix(before).removesuffix(after)
    return ""
