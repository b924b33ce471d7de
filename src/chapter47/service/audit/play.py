"""Replays every table: events must follow from the rules, entries from events, cards from the opened secrets."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from chapter47 import games
from chapter47.core.act_words import BadActError
from chapter47.core.errors import Chapter47Error
from chapter47.core.event import BadEventError, Collected, Event, Paid
from chapter47.core.hosting import Hosting
from chapter47.core.log import FIRST_EVENT_LINE, LogEntry, LogError
from chapter47.core.money import dollars
from chapter47.core.playing import AnyPlaying
from chapter47.games import AnyTable
from chapter47.service import money
from chapter47.service.audit.again import Again, Recorded
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import EntryRow, JournalRow, OpenedRow, Reader, SecretRow
from chapter47.service.chance import Secret
from chapter47.service.commands import Body, UnitLog
from chapter47.service.ledger_entries import FEE
from chapter47.service.opened_chance import Committed, OpenedChance
from chapter47.service.secrets import NotSealedHereError, Secrets
from chapter47.session.session import playing_of

Progress = Callable[[str, float], None]


def findings(
    reader: Reader, streams: list[str], progress: Progress, secrets: Secrets | None = None
) -> Iterator[AuditProblem]:
    tables = [stream for stream in streams if stream.startswith("table/")]
    for number, stream in enumerate(tables):
        progress(f"replays {stream}", number / len(tables))
        yield from Table(reader, stream, secrets).findings()


class PlayedTable(NamedTuple):
    """How a table's game is played, and the table's posting."""

    playing: AnyPlaying
    hosting: Hosting
    posting: AnyTable


class Table:
    """The stream of one table."""

    def __init__(self, reader: Reader, stream: str, secrets: Secrets | None = None) -> None:
        self._reader = reader
        self._secrets = secrets
        self.stream = stream
        self.id = stream.removeprefix("table/")
        self._findings: list[AuditProblem] = []
        self._seqs = array("q")
        """The journal row of each line of the table's log."""
        self._committed: dict[str, Committed] = {}
        """Commitments by id, in order of publication."""

    def findings(self) -> Iterator[AuditProblem]:
        """Check the rules first, then the commitments; replay what passes from the opened secrets."""
        opened = self._opened()
        if opened is not None:
            for part in (self._by_the_rules, self._commitments, self._from_what_was_opened):
                reported = False
                for finding in part(opened):
                    reported = True
                    yield finding
                if reported:
                    return
        yield from self._report()

    def _opened(self) -> PlayedTable | None:
        first = next(self._units(), None)
        if first is None:
            return None
        try:
            posting = games.parse(_body(first).file)
            game = games.game_of(posting)
            if game.hosting is None:
                raise LookupError(f"{game.name} cannot be played here")
            return PlayedTable(playing_of(game), game.hosting.load(), posting)
        except (msgspec.MsgspecError, LookupError, UnicodeDecodeError, Chapter47Error) as error:
            self._findings.append(AuditProblem(first.where, f"opens a table that cannot be played: {error}"))
            return None

    def _report(self) -> Iterator[AuditProblem]:
        yield from self._findings
        self._findings.clear()

    def _units(self) -> Iterator[JournalRow]:
        return self._reader.rows(JournalRow, f"WHERE stream = {self._reader.mark}", (self.stream,))

    # By the rules --------------------------------------------------------------------------------------------------

    def _by_the_rules(self, opened: PlayedTable) -> Iterator[AuditProblem]:
        try:
            for _ in opened.playing.replay(opened.posting, self._log(opened.playing)):
                yield from self._report()
        except LogError as error:
            yield from self._report()
            yield AuditProblem(self._where(error.line), f"does not follow from the rules: {error.why}")
        yield from self._report()

    def _where(self, line: int) -> str:
        place = line - FIRST_EVENT_LINE
        return f"journal {self._seqs[place]} ({self.stream})" if 0 <= place < len(self._seqs) else self.stream

    def _log(self, playing: AnyPlaying) -> Iterator[LogEntry]:
        """Read the table's whole log, comparing each unit's entries on the way."""
        for unit, events, entries in self._played(playing):
            self._findings.extend(_paid(unit, self.id, [entry.event for entry in events], entries))
            for entry in events:
                self._seqs.append(unit.seq)
                yield replace(entry, line=FIRST_EVENT_LINE + len(self._seqs) - 1)

    def _played(self, playing: AnyPlaying) -> Iterator[tuple[JournalRow, list[LogEntry], list[EntryRow]]]:
        entries, log = _Entries(self._reader, self.stream), UnitLog(playing)
        for unit in self._units():
            yield unit, list(self._events(playing, log, unit)), entries.of(unit.seq)

    def _events(self, playing: AnyPlaying, log: UnitLog, unit: JournalRow) -> Iterator[LogEntry]:
        try:
            for entry in log.entries(_body(unit)):
                if entry.source not in playing.log.sources:
                    raise BadEventError(f"{entry.source!r} does not act at this table")
                yield entry
        except (BadEventError, BadActError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._findings.append(AuditProblem(unit.where, f"has an unreadable event: {error}"))

    # From what was opened ------------------------------------------------------------------------------------------

    def _commitments(self, opened: PlayedTable) -> Iterator[AuditProblem]:
        """Check that what was published and opened is what was stored, and that the hashes match."""
        del opened
        stored = {row.id: row for row in self._reader.rows(SecretRow)}
        revealed = {row.id: row.revealed for row in self._reader.rows(OpenedRow)}
        for unit in self._units():
            body = _body(unit)
            for secret in body.published:
                id_, kind, commitment = (secret.get(name, "") for name in ("id", "kind", "commitment"))
                row = stored.get(id_)
                if row is None or (row.seq, row.kind, row.commitment) != (unit.seq, kind, commitment):
                    yield AuditProblem(unit.where, "published a commitment that differs from the stored one")
                self._committed[id_] = Committed(kind, commitment, None)
            for secret in body.opened:
                id_ = secret.get("id", "")
                if id_ not in self._committed or msgspec.json.encode(secret) != revealed.get(id_):
                    yield AuditProblem(unit.where, "opened a secret that differs from the stored one")
                    continue
                committed = self._committed[id_] = self._committed[id_]._replace(opened=secret)
                yield from (AuditProblem(unit.where, problem) for problem in committed.problems())
        if self._secrets is not None:
            yield from self._still_sealed(self._secrets, stored)

    def _still_sealed(self, secrets: Secrets, stored: Mapping[str, SecretRow]) -> Iterator[AuditProblem]:
        """With the key, check that sealed secrets match their published hashes, so that they can be replayed too."""
        for id_, committed in self._committed.items():
            if committed.opened is None and id_ in stored:
                try:
                    secret = msgspec.json.decode(secrets.open(stored[id_].sealed, id_), type=Secret)
                except (NotSealedHereError, msgspec.MsgspecError):
                    yield AuditProblem(f"secret {id_}", "does not open with this key")
                    continue
                sealed = self._committed[id_] = committed._replace(opened=secret.revealed)
                yield from (AuditProblem(f"secret {id_}", problem) for problem in sealed.problems())

    def _from_what_was_opened(self, opened: PlayedTable) -> Iterator[AuditProblem]:
        playing, hosting, posting = opened
        committed = list(self._committed.values())
        chance = OpenedChance(committed, by_seed=hosting.draws_each_round(posting))
        yield from Again(self.id, playing, hosting, posting, chance).findings(self._recorded(playing))

    def _recorded(self, playing: AnyPlaying) -> Iterator[Recorded]:
        for unit, events, entries in self._played(playing):
            body = _body(unit)
            moved = [money.Entry(*entry[2:]) for entry in entries]
            yield Recorded(unit.where, body.act, body.opens, body.steps, events, moved, unit.kind)


class _Entries:
    """The entries of a stream's units, in order."""

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


def _paid(unit: JournalRow, table: str, events: list[Event], entries: list[EntryRow]) -> Iterator[AuditProblem]:
    """Check that each player's wins and losses by the events equal those by the entries."""
    won: Counter[str] = Counter()
    for event in events:
        if isinstance(event, (Paid, Collected)):
            won[event.bettor] += event.amount if isinstance(event, Paid) else -event.amount
    moved: Counter[str] = Counter()
    for entry in entries:
        if entry.why == FEE:
            continue
        moved[_player(entry.credit, table)] += entry.amount
        moved[_player(entry.debit, table)] -= entry.amount
    for player in sorted((won.keys() | moved.keys()) - {""}):
        if won[player] != moved[player]:
            what = (
                f"{player} won {dollars(won[player])} by the events but {dollars(moved[player])} by the ledger entries"
            )
            yield AuditProblem(unit.where, what)


def _player(account: str, table: str) -> str:
    """Return whose chips an account holds, in the bankroll or at this table; empty for the house's."""
    for before, after in (("player/", "/bankroll"), (money.layout(table, ""), ""), (money.owed(table, ""), "")):
        if account.startswith(before) and account.endswith(after):
            return account.removeprefix(before).removesuffix(after)
    return ""
