"""The chain: every row of the journal has the hash that follows from it and from the row before."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import HeadRow, JournalRow
from chapter47.service.store import journal


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What was committed with a unit: hashes in hexadecimal."""

    entries: str | None = None
    key: str | None = None
    reply: str | None = None
    players: tuple[str, ...] = ()
    snapshot: str | None = None
    secrets: tuple[tuple[str, str, str, str], ...] = ()
    opened: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, str, str | None], ...] = ()
    forgets: tuple[str, ...] = ()


class Chain:
    """Takes the rows in their order."""

    def __init__(self) -> None:
        self.seq = 0
        self.hash = journal.FIRST
        self._versions: dict[str, int] = {}
        self._emptied: dict[str, str] = {}
        """Where the first body of a stream is missing."""
        self.forgotten: set[str] = set()
        """Streams whose bodies were taken away after their time."""

    def take(self, row: JournalRow) -> Iterator[AuditProblem]:
        if row.seq != self.seq + 1:
            yield AuditProblem(row.where, f"follows after journal {self.seq}: rows are missing between them")
        elif row.previous != self.hash:
            yield AuditProblem(row.where, "does not name the hash of the row before it")
        version = self._versions.get(row.stream, 0) + 1
        if row.version != version:
            yield AuditProblem(row.where, f"should be version {version} of its stream")
        if row.hash != _hash(row):
            yield AuditProblem(row.where, "has been changed: its hash does not follow from it")
        if not row.body:
            self._emptied.setdefault(row.stream, row.where)
        elif journal.body_hash(row.body) != row.body_hash:
            yield AuditProblem(row.where, "has been changed: its hash does not follow from its body")
        self.seq, self.hash = row.seq, row.hash
        self._versions[row.stream] = row.version

    def end(self, heads: list[HeadRow]) -> Iterator[AuditProblem]:
        for stream, emptied_row in self._emptied.items():
            if stream not in self.forgotten:
                yield AuditProblem(emptied_row, "has no body, and nobody has forgotten its stream")
        expected = [(1, self.seq, self.hash)] if self.seq else []
        if [tuple(head) for head in heads] != expected:
            told = ", ".join(f"{head.seq}" for head in heads) or "nowhere"
            yield AuditProblem("head", f"says that the journal ends at {told}; it ends at {self.seq}")


def manifest_of(row: JournalRow) -> Manifest | AuditProblem:
    """What it says was committed with it."""
    try:
        return msgspec.json.decode(row.manifest, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return AuditProblem(row.where, "has a manifest that cannot be read")


def key_and_reply(row: JournalRow, manifest: Manifest) -> Iterator[AuditProblem]:
    if row.key != manifest.key:
        yield AuditProblem(row.where, "was given another key than its manifest says")
    if row.body and manifest.reply != (None if row.reply is None else journal.digest(row.reply)):
        yield AuditProblem(row.where, "has another reply than its manifest says")


def _hash(row: JournalRow) -> bytes | None:
    try:
        return journal.link(
            row,
            seq=row.seq,
            version=row.version,
            body_hash=row.body_hash,
            manifest=row.manifest,
            previous=row.previous,
        )
    except UnicodeDecodeError:
        return None
