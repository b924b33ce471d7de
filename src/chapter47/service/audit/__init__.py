"""The audit: the journal, the ledger and every round, done again from the beginning.

What it finds is told with its place. Nothing is changed; a server may be at work meanwhile."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from chapter47.core.json_object import Json
from chapter47.service.audit import form, play
from chapter47.service.audit.attached import Attached
from chapter47.service.audit.chain import Chain, Manifest, key_and_reply, manifest_of
from chapter47.service.audit.ledger import Ledger
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import AccountRow, EntryRow, HeadRow, JournalRow, Reader
from chapter47.service.secrets import Secrets
from chapter47.service.store.committing import reason
from chapter47.service.store.database import Database
from chapter47.service.store.errors import StoreError

Progress = Callable[[str, float], None]
"""Told what is being done, and which part of it is done."""
UNITS_BETWEEN: Final = 1000
"""How often progress is told."""


def silent(what: str, part: float) -> None:
    """Nobody watches."""


class Audit(Struct, frozen=True):
    """What was looked at, and everything that is wrong."""

    rounds: int
    transactions: int
    units: int
    head: str
    """The hash at the end of the journal: whoever has noted it can tell later whether the journal still holds it."""
    problems: tuple[AuditProblem, ...]

    @property
    def ok(self) -> bool:
        return not self.problems

    def to_dict(self) -> Json:
        problems = [{"where": problem.where, "what": problem.what} for problem in self.problems]
        counted = {"rounds": self.rounds, "transactions": self.transactions, "units": self.units, "head": self.head}
        return {"ok": self.ok, **counted, "problems": problems}


class Auditor:
    """One walk through a database; the counts are complete when all findings were told."""

    def __init__(
        self, connection: Connection, progress: Progress = silent, *, secrets: Secrets | None = None, head: str = ""
    ) -> None:
        """With the key's `secrets` what is still sealed is checked too; `head` is a hash that the journal once had."""
        self._reader = Reader(connection)
        self._secrets, self._head = secrets, head.lower()
        self._connection = connection
        self._progress = progress
        self._chain = Chain()
        self._attached = Attached()
        self._streams: dict[str, None] = {}
        self.transactions = 0

    def findings(self) -> Iterator[AuditProblem]:
        """As they are found; what lies behind something that cannot be read is left out."""
        for part in (self._form, self._books, self._play):
            try:
                yield from part()
            except (SQLAlchemyError, UnicodeDecodeError) as error:
                yield AuditProblem("database", f"cannot be read: {reason(error)}")
                return

    def result(self) -> Audit:
        problems = tuple(self.findings())
        return Audit(
            rounds=len(self._attached.rounds),
            transactions=self.transactions,
            units=self._chain.seq,
            head=self._chain.hash.hex(),
            problems=problems,
        )

    def _form(self) -> Iterator[AuditProblem]:
        yield from form.findings(self._connection)

    def _books(self) -> Iterator[AuditProblem]:
        reader = self._reader
        ledger = Ledger(reader.rows(EntryRow))
        heads = list(reader.rows(HeadRow))
        units = heads[0].seq if heads else 0
        for row in reader.rows(JournalRow):
            self._streams[row.stream] = None
            if row.hash.hex() == self._head:
                self._head = ""
            yield from self._chain.take(row)
            manifest = manifest_of(row)
            if isinstance(manifest, Manifest):
                yield from key_and_reply(row, manifest)
                yield from ledger.take(row, manifest)
                self._attached.take(row, manifest)
                self._chain.forgotten.update(manifest.forgets)
            else:
                yield manifest
            if row.seq % UNITS_BETWEEN == 0 and units:
                self._progress("reads the journal", row.seq / units)
        self.transactions = ledger.transactions
        if self._head:
            yield AuditProblem("journal", f"does not hold {self._head}: rows were cut off, or it is another journal")
        yield from self._chain.end(heads)
        yield from ledger.end(reader.rows(AccountRow))
        yield from self._attached.end(reader)
        yield from reader.told()

    def _play(self) -> Iterator[AuditProblem]:
        kept = [stream for stream in self._streams if stream not in self._chain.forgotten]
        yield from play.findings(self._reader, kept, self._progress, self._secrets)


def audit(url: str, progress: Progress = silent, *, secrets: Secrets | None = None, head: str = "") -> Audit:
    """Raises `StoreError` if there is no such database."""
    database = Database(url, read_only=True)
    try:
        with database.reader() as connection:
            return Auditor(connection, progress, secrets=secrets, head=head).result()
    except SQLAlchemyError as error:
        raise StoreError(f"{database.shown}: {reason(error)}", "a database that can be read") from None
    finally:
        database.close()
