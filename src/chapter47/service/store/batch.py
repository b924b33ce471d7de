"""Units that are committed together: each is checked against what is committed and what comes before it here."""

from collections.abc import Mapping
from concurrent.futures import Future
from typing import NamedTuple

from sqlalchemy import Connection, delete, tuple_, update

from chapter47.service.money import changes, may_overdraw
from chapter47.service.points import passing
from chapter47.service.store import journal, many_rows, schema
from chapter47.service.store.errors import LedgerRefusedError, NotWrittenError, StoreLostError, VersionTakenError
from chapter47.service.store.many_rows import Row
from chapter47.service.store.unit import Unit


class RoundNow(NamedTuple):
    """The newest round of a stream, and who is known to play it."""

    number: int
    players: frozenset[str]


class Books:
    """What is committed, as far as the next unit depends on it."""

    def __init__(self) -> None:
        self.seq = 0
        self.hash = journal.FIRST
        self.versions: dict[str, int] = {}
        self.balances: dict[str, int] = {}
        self.rounds: dict[str, RoundNow] = {}
        self.in_doubt: dict[bytes, int] = {}
        """Units that were written though nobody was told: by their content, under which number."""

    def take(self, batch: "Batch") -> None:
        """The batch is committed."""
        self.seq, self.hash = batch.seq, batch.hash
        self.versions.update(batch.versions)
        self.balances.update(batch.balances)
        self.rounds.update(batch.rounds)

    def written_in_doubt(self, batch: "Batch") -> None:
        self.in_doubt.update((checked.content, checked.seq) for checked in batch.units)


class CheckedUnit(NamedTuple):
    """A unit that may be written, and where it comes to stand."""

    unit: Unit
    told: "Future[int]"
    seq: int
    version: int
    content: bytes


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

    def add(self, unit: Unit, told: "Future[int]") -> None:
        """Raises `NotWrittenError` if the unit cannot stand after what is before it; then nothing of it is here."""
        _check_texts(unit)
        manifest = journal.manifest(unit)
        content = journal.content(unit, manifest)
        written = self._books.in_doubt.pop(content, None)
        if written is not None:
            told.set_result(written)
            return
        version = self._next_version(unit)
        self.balances.update(self._balances_after(unit))
        self.versions[unit.stream] = version
        self.seq += 1
        self.units.append(CheckedUnit(unit, told, self.seq, version, content))
        self._add_to_journal(unit, version, manifest)
        self._add_entries(unit)
        if unit.round:
            self._add_round(unit)

    def tell(self, lost: StoreLostError | None = None) -> None:
        """Everybody who waits hears the number of the unit, or that the database is lost."""
        for checked in self.units:
            if lost is None:
                checked.told.set_result(checked.seq)
            else:
                checked.told.set_exception(StoreLostError(str(lost)))

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
            {
                "seq": self.seq,
                "stream": unit.stream,
                "version": version,
                "kind": unit.kind,
                "actor": unit.actor,
                "at": unit.at,
                "round": unit.round,
                "body": unit.body,
                "body_hash": body_hash,
                "manifest": manifest,
                "key": unit.key,
                "reply": unit.reply,
                "previous": previous,
                "hash": self.hash,
            }
        )

    def _add_entries(self, unit: Unit) -> None:
        for place, entry in enumerate(unit.entries, start=1):
            self._entries.append(
                {
                    "seq": self.seq,
                    "place": place,
                    "debit": entry.debit,
                    "credit": entry.credit,
                    "amount": entry.amount,
                    "why": entry.why,
                    "citation": entry.citation,
                }
            )

    def _add_round(self, unit: Unit) -> None:
        now = self.rounds.get(unit.stream, self._books.rounds.get(unit.stream))
        place = {"stream": unit.stream, "round": unit.round, "seq": self.seq}
        if now is None or unit.round != now.number:
            now = RoundNow(unit.round, frozenset())
            self._rounds.append({**place, "at": unit.at})
        new = [player for player in unit.players if player not in now.players]
        self._round_players.extend({**place, "player": player} for player in new)
        self.rounds[unit.stream] = RoundNow(unit.round, now.players.union(new))

    # Writing -------------------------------------------------------------------------------------------------------

    def write(self, connection: Connection) -> None:
        """Everything but the commit."""
        many_rows.insert(connection, schema.journal, self._journal)
        passing(2)
        self._write_balances(connection)
        passing(3)
        many_rows.insert(connection, schema.entries, self._entries)
        passing(4)
        self._write_the_rest(connection)
        passing(5)
        many_rows.replace(connection, schema.head, [{"id": 1, "seq": self.seq, "hash": self.hash}])
        passing(6)

    def _write_balances(self, connection: Connection) -> None:
        accounts = [
            {"name": name, "balance": balance, "may_overdraw": may_overdraw(name)}
            for name, balance in self.balances.items()
        ]
        many_rows.replace(connection, schema.accounts, accounts)

    def _write_the_rest(self, connection: Connection) -> None:
        many_rows.insert(connection, schema.rounds, self._rounds)
        many_rows.insert(connection, schema.round_players, self._round_players)
        secrets = [
            {"id": row.id, "seq": seq, "kind": row.kind, "commitment": row.commitment, "sealed": row.sealed}
            for unit, _, seq, _, _ in self.units
            for row in unit.secrets
        ]
        many_rows.insert(connection, schema.secrets, secrets)
        opened = [
            {"id": row.id, "seq": seq, "revealed": row.revealed}
            for unit, _, seq, _, _ in self.units
            for row in unit.opened
        ]
        many_rows.insert(connection, schema.opened, opened)
        many_rows.replace(connection, schema.snapshots, list(self._newest_snapshots().values()))
        self._write_rows(connection)
        forgotten = [stream for unit, *_ in self.units for stream in unit.forgets]
        if forgotten:
            in_them = schema.journal.c.stream.in_(forgotten)
            connection.execute(update(schema.journal).where(in_them).values(body=b"", reply=None))

    def _newest_snapshots(self) -> Mapping[str, Row]:
        return {
            unit.stream: {"stream": unit.stream, "seq": seq, "version": version, "sealed": unit.snapshot}
            for unit, _, seq, version, _ in self.units
            if unit.snapshot is not None
        }

    def _write_rows(self, connection: Connection) -> None:
        newest = {
            (change.name, change.key): {"name": change.name, "key": change.key, "seq": seq, "data": data}
            for unit, _, seq, _, _ in self.units
            for change in unit.rows
            for data in [journal.row_data(change)]
        }
        many_rows.replace(connection, schema.rows, [row for row in newest.values() if row["data"] is not None])
        gone = [place for place, row in newest.items() if row["data"] is None]
        if gone:
            columns = tuple_(schema.rows.c.name, schema.rows.c.key)
            connection.execute(delete(schema.rows).where(columns.in_(gone)))


def _check_texts(unit: Unit) -> None:
    """No database takes a text with a null or with half a character: only this unit is refused for it."""
    texts = [unit.stream, unit.kind, unit.actor, unit.key or "", *unit.players]
    texts += [text for entry in unit.entries for text in (entry.debit, entry.credit, entry.why, entry.citation)]
    texts += [text for change in unit.rows for text in (change.name, change.key)]
    for text in texts:
        if "\x00" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
            raise NotWrittenError(f"{text[:80]!a} cannot be stored")
