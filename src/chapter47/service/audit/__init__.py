"""The audit: verifies the journal, the ledger and every round from the beginning.

Each finding names its place. The audit changes nothing, and the server may be running."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from chapter47.core.json_object import Json
from chapter47.service.audit import form, play
from chapter47.service.audit.attached import Attached
from chapter47.service.audit.chain import Chain, Manifest, key_and_reply, manifest_of
from chapter47.service.audit.corrections import Corrections
from chapter47.service.audit.ledger import Ledger
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import AccountRow, EntryRow, HeadRow, JournalRow, ListedRow, Reader
from chapter47.service.secrets import Secrets
from chapter47.service.store.committing import reason
from chapter47.service.store.database import Database
from chapter47.service.store.errors import StoreError
from chapter47.service.store.journal import signed

Progress = Callable[[str, float], None]
"""Called with the current step and the completed share."""
UNITS_BETWEEN: Final = 1000
"""Units between progress reports."""


def silent(what: str, part: float) -> None:
    """Report no progress."""


class Audit(Struct, frozen=True):
    """What was checked, and all problems found."""

    rounds: int
    transactions: int
    units: int
    head: str
    """The last hash of the journal: write it down, and a later audit can prove that the journal still contains it."""
    problems: tuple[AuditProblem, ...]
    signed: bool = False
    """Whether the key was given and the journal's end is signed with it."""
    corrections: int = 0

    @property
    def ok(self) -> bool:
        return not self.problems

    def to_dict(self) -> Json:
        problems = [{"where": problem.where, "what": problem.what} for problem in self.problems]
        counted = {"rounds": self.rounds, "transactions": self.transactions, "units": self.units, "head": self.head}
        more = {"corrections": self.corrections, "signed": self.signed}
        return {"ok": self.ok, **counted, **more, "problems": problems}


class _Key(Struct, frozen=True):
    """The row that names the key with which the server signs."""

    fingerprint: str


class Auditor:
    """One pass through a database; the counts are complete once all findings have been consumed."""

    def __init__(
        self,
        connection: Connection,
        progress: Progress = silent,
        *,
        secrets: Secrets | None = None,
        heads: Iterable[str] = (),
    ) -> None:
        """With the `secrets` of the key file, the signature and sealed secrets are checked too; `heads` are hashes the
        journal once ended with."""
        self._reader = Reader(connection)
        self._secrets, self._heads = secrets, {head.lower() for head in heads}
        self._connection = connection
        self._progress = progress
        self._chain = Chain()
        self._attached = Attached()
        self._corrections = Corrections()
        self._streams: dict[str, None] = {}
        self.transactions = 0
        self.signed = False
        """Whether the end of the journal was found to be signed with the key."""

    def findings(self) -> Iterator[AuditProblem]:
        """Yield problems as they are found; skip whatever depends on unreadable rows."""
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
            signed=self.signed,
            corrections=self._corrections.number,
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
            self._heads.discard(row.hash.hex())
            yield from self._chain.take(row)
            manifest = manifest_of(row)
            if isinstance(manifest, Manifest):
                yield from key_and_reply(row, manifest)
                yield from ledger.take(row, manifest)
                self._attached.take(row, manifest)
                yield from self._corrections.take(row, self._attached.rounds)
                self._chain.forgotten.update(manifest.forgets)
            else:
                yield manifest
            if row.seq % UNITS_BETWEEN == 0 and units:
                self._progress("reads the journal", row.seq / units)
        self.transactions = ledger.transactions
        for head in sorted(self._heads):
            yield AuditProblem("journal", f"does not contain {head}: rows were cut off, or this is a different journal")
        yield from self._chain.end(heads)
        yield from self._signature(heads)
        yield from ledger.end(reader.rows(AccountRow))
        yield from self._attached.end(reader)
        yield from reader.read_problems()

    def _signature(self, heads: list[HeadRow]) -> Iterator[AuditProblem]:
        """Check, with the key, that the end of the journal was signed with it."""
        if self._secrets is None or not heads:
            return
        keyed = self._fingerprint()
        if keyed not in (None, self._secrets.fingerprint):
            yield AuditProblem("head", "was signed with another key")
        elif heads[0].mac is None:
            if keyed:
                yield AuditProblem("head", "is not signed")
        elif heads[0].mac != self._secrets.sign(signed(heads[0].seq, heads[0].hash)):
            yield AuditProblem("head", "was not signed with this key: rows were written without it")
        else:
            self.signed = True

    def _fingerprint(self) -> str | None:
        """Return the fingerprint of the signing key; an unreadable row is a separate finding."""
        for row in self._reader.rows(ListedRow, "WHERE name = 'settings' AND key = 'key'"):
            try:
                return msgspec.json.decode(row.data, type=_Key).fingerprint
            except (msgspec.MsgspecError, UnicodeDecodeError):
                return ""
        return None

    def _play(self) -> Iterator[AuditProblem]:
        kept = [stream for stream in self._streams if stream not in self._chain.forgotten]
        yield from play.findings(self._reader, kept, self._progress, self._secrets)


def audit(url: str, progress: Progress = silent, *, secrets: Secrets | None = None, heads: Iterable[str] = ()) -> Audit:
    """Audit a database; raises `StoreError` if there is none."""
    database = Database(url, read_only=True)
    try:
        with database.reader() as connection:
            return Auditor(connection, progress, secrets=secrets, heads=heads).result()
    except SQLAlchemyError as error:
        raise StoreError(f"{database.shown}: {reason(error)}", "a readable database") from None
    finally:
        database.close()


def key_beside(url: str) -> Path | None:
    """Return the key file beside a SQLite database, if there is one."""
    file = Database(url, read_only=True).file
    path = file.with_suffix(".key") if file else None
    return path if path and path.is_file() else None
