"""Units committed together: each is checked against what is committed and what precedes it in the batch."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, tuple_, update

from chapter47.service.crash_points import passing
from chapter47.service.money import changes, may_overdraw
from chapter47.service.store import journal, many_rows, schema
from chapter47.service.store.completions import Completion
from chapter47.service.store.errors import LedgerRefusedError, NotWrittenError, VersionTakenError
from chapter47.service.store.many_rows import Row
from chapter47.service.store.unit import Unit

Sign = Callable[[bytes], bytes]


class RoundNow(NamedTuple):
    """The newest round of a stream, and its known players."""

    number: int
    players: frozenset[str]


class Books:
    """The committed state that the next unit depends on."""

    def __init__(self) -> None:
        self.seq = 0
        self.hash = journal.FIRST
        self.versions: dict[str, int] = {}
        self.balances: dict[str, int] = {}
        self.rounds: dict[str, RoundNow] = {}
        self.sign: Sign | None = None
        """Signs the end of the journal."""
        self.in_doubt: dict[bytes, int] = {}
        """Units that were written without a confirmation, by content, with their numbers."""

    def take(self, batch: "Batch") -> None:
        """Apply a committed batch."""
        self.seq, self.hash = batch.seq, batch.hash
        self.versions.update(batch.versions)
        self.balances.update(batch.balances)
        self.rounds.update(batch.rounds)

    def written_in_doubt(self, batch: "Batch") -> None:
        for unit, _, seq, _, manifest in batch.units:
            self.in_doubt[journal.content(unit, manifest)] = seq


class CheckedUnit(NamedTuple):
    """A unit that may be written, and its position."""

    unit: Unit
    completion: Completion
    seq: int
    version: int
    manifest: bytes


class Batch:
    """Units for one commit."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self.units: list[CheckedUnit] = []
        self.seq, self.hash = books.seq, books.hash
        self.versions: dict[str, int] = {}
        self.balances: dict[str, int] = {}
        self.rounds: dict[str, RoundNow] = {}
        self._journal: list[Row] = []
        self._entries: list[Row] = []
        self._rounds: list[Row] = []
        self._round_players: list[Row] = []

    def add(self, unit: Unit, completion: Completion) -> None:
        """Add a unit; raises `NotWrittenError`, leaving the batch unchanged, if it cannot follow what precedes it."""
        _check_texts(unit)
        manifest = journal.manifest(unit)
        if self._books.in_doubt:
            written = self._books.in_doubt.pop(journal.content(unit, manifest), None)
            if written is not None:
                completion.set_result(written)
                return
        version = self._next_version(unit)
        self.balances.update(self._balances_after(unit))
        self.versions[unit.stream] = version
        self.seq += 1
        self.units.append(CheckedUnit(unit, completion, self.seq, version, manifest))
        self._add_to_journal(unit, version, manifest)
        self._add_entries(unit)
        if unit.round:
            self._add_round(unit)

    def tell(self) -> None:
        """Notify everybody who waits of the number of the unit."""
        for checked in self.units:
            checked.completion.set_result(checked.seq)

    @property
    def waiting(self) -> list[Completion]:
        return [checked.completion for checked in self.units]

    # Checking ------------------------------------------------------------------------------------------------------

    def _next_version(self, unit: Unit) -> int:
        now = self.versions.get(unit.stream, self._books.versions.get(unit.stream, 0))
        if unit.version not in (0, now + 1):
            raise VersionTakenError(unit.stream, now)
        return now + 1

    def _balances_after(self, unit: Unit) -> dict[str, int]:
        after = {}
        for account, change in changes(unit.entries).items():
            before = self.balances.get(account, self._books.balances.get(account, 0))
            if before + change < 0 and not may_overdraw(account):
                raise LedgerRefusedError(account, before, -change)
            after[account] = before + change
        for account in {name for entry in unit.entries for name in (entry.debit, entry.credit)} - after.keys():
            after[account] = self.balances.get(account, self._books.balances.get(account, 0))
        return after

    # Rows ----------------------------------------------------------------------------------------------------------

    def _add_to_journal(self, unit: Unit, version: int, manifest: bytes) -> None:
        previous, body_hash = self.hash, journal.body_hash(unit.body)
        self.hash = journal.link(
            unit, seq=self.seq, version=version, body_hash=body_hash, manifest=manifest, previous=previous
        )
        self._journal.append(
            (
                self.seq,
                unit.stream,
                version,
                unit.kind,
                unit.actor,
                unit.at,
                unit.round,
                unit.body,
                body_hash,
                manifest,
                unit.key,
                unit.reply,
                previous,
                self.hash,
            )
        )

    def _add_entries(self, unit: Unit) -> None:
        seq = self.seq
        self._entries += [
            (seq, place, entry.debit, entry.credit, entry.amount, entry.why, entry.citation)
            for place, entry in enumerate(unit.entries, start=1)
        ]

    def _add_round(self, unit: Unit) -> None:
        now = self.rounds.get(unit.stream, self._books.rounds.get(unit.stream))
        if now is None or unit.round != now.number:
            now = RoundNow(unit.round, frozenset())
            self._rounds.append((unit.stream, unit.round, self.seq, unit.at))
        new = [player for player in unit.players if player not in now.players]
        self._round_players += [(player, self.seq, unit.stream, unit.round) for player in new]
        self.rounds[unit.stream] = RoundNow(unit.round, now.players.union(new)) if new else now

    # Writing -------------------------------------------------------------------------------------------------------

    def write(self, connection: Connection) -> None:
        """Write everything, without committing."""
        many_rows.insert(connection, schema.journal, self._journal)
        passing(2)
        self._write_balances(connection)
        passing(3)
        many_rows.insert(connection, schema.entries, self._entries)
        passing(4)
        self._write_the_rest(connection)
        passing(5)
        mac = None if self._books.sign is None else self._books.sign(journal.signed(self.seq, self.hash))
        many_rows.replace(connection, schema.head, [(1, self.seq, self.hash, mac)])
        passing(6)

    def _write_balances(self, connection: Connection) -> None:
        accounts = [(name, balance, may_overdraw(name)) for name, balance in self.balances.items()]
        many_rows.replace(connection, schema.accounts, accounts)

    def _write_the_rest(self, connection: Connection) -> None:
        many_rows.insert(connection, schema.rounds, self._rounds)
        many_rows.insert(connection, schema.round_players, self._round_players)
        secrets = [
            (row.id, seq, row.kind, row.commitment, row.sealed)
            for unit, _, seq, _, _ in self.units
            for row in unit.secrets
        ]
        many_rows.insert(connection, schema.secrets, secrets)
        opened = [(row.id, seq, row.revealed) for unit, _, seq, _, _ in self.units for row in unit.opened]
        many_rows.insert(connection, schema.opened, opened)
        many_rows.replace(connection, schema.snapshots, list(self._newest_snapshots().values()))
        self._write_rows(connection)
        forgotten = [stream for unit, *_ in self.units for stream in unit.forgets]
        if forgotten:
            in_them = schema.journal.c.stream.in_(forgotten)
            connection.execute(update(schema.journal).where(in_them).values(body=b"", reply=None))

    def _newest_snapshots(self) -> Mapping[str, Row]:
        return {
            unit.stream: (unit.stream, seq, version, unit.snapshot)
            for unit, _, seq, version, _ in self.units
            if unit.snapshot is not None
        }

    def _write_rows(self, connection: Connection) -> None:
        newest = {
            (change.name, change.key): (seq, journal.row_data(change))
            for unit, _, seq, _, _ in self.units
            for change in unit.rows
        }
        written = [(*place, seq, data) for place, (seq, data) in newest.items() if data is not None]
        many_rows.replace(connection, schema.rows, written)
        gone = [place for place, (_, data) in newest.items() if data is None]
        if gone:
            columns = tuple_(schema.rows.c.name, schema.rows.c.key)
            connection.execute(delete(schema.rows).where(columns.in_(gone)))


def _check_texts(unit: Unit) -> None:
    """Refuse texts with null characters or lone surrogates, which databases do not accept."""
    texts = [unit.stream, unit.kind, unit.actor, unit.key or "", *unit.players]
    texts += [text for entry in unit.entries for text in (entry.debit, entry.credit, entry.why, entry.citation)]
    texts += [text for change in unit.rows for text in (change.name, change.key)]
    together = "".join(texts)
    if together.isascii() and "\x00" not in together:
        return
    for text in texts:
        if "\x00" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
            raise NotWrittenError(f"{text[:80]!a} cannot be stored")
