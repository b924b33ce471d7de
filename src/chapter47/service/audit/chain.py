"""The hash chain: each row of the journal must have the hash that follows from it and the previous row."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import HeadRow, JournalRow
from chapter47.service.store import journal


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What was committed with a unit, as hexadecimal hashes."""

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
    """Checks the rows in order."""

    def __init__(self) -> None:
        self.seq = 0
        self.hash = journal.FIRST
        self._versions: dict[str, int] = {}
        self._emptied: dict[str, str] = {}
        """Streams whose first body is missing, and where."""
        self.forgotten: set[str] = set()
        """Streams whose bodies were purged after their retention period."""

    def take(self, row: JournalRow) -> Iterator[AuditProblem]:
        if row.seq != self.seq + 1:
            yield AuditProblem(row.where, f"follows journal {self.seq}: rows in between are missing")
        elif row.previous != self.hash:
            yield AuditProblem(row.where, "does not name the hash of the previous row")
        version = self._versions.get(row.stream, 0) + 1
        if row.version != version:
            yield AuditProblem(row.where, f"should be version {version} of its stream")
        if row.hash != _hash(row):
            yield AuditProblem(row.where, "was changed: its hash does not match")
        if not row.body:
            self._emptied.setdefault(row.stream, row.where)
        elif journal.body_hash(row.body) != row.body_hash:
            yield AuditProblem(row.where, "was changed: its hash does not match its body")
        self.seq, self.hash = row.seq, row.hash
        self._versions[row.stream] = row.version

    def end(self, heads: list[HeadRow]) -> Iterator[AuditProblem]:
        for stream, emptied_row in self._emptied.items():
            if stream not in self.forgotten:
                yield AuditProblem(emptied_row, "has no body, although its stream was never purged")
        expected = [(1, self.seq, self.hash)] if self.seq else []
        if [tuple(head)[:3] for head in heads] != expected:
            places = ", ".join(f"{head.seq}" for head in heads) or "nowhere"
            yield AuditProblem("head", f"says that the journal ends at {places}; it ends at {self.seq}")


def manifest_of(row: JournalRow) -> Manifest | AuditProblem:
    """Read what a row says was committed with it."""
    try:
        return msgspec.json.decode(row.manifest, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return AuditProblem(row.where, "has an unreadable manifest")


def key_and_reply(row: JournalRow, manifest: Manifest) -> Iterator[AuditProblem]:
    if row.key != manifest.key:
        yield AuditProblem(row.where, "has a key that differs from its manifest")
    if row.body and manifest.reply != (None if row.reply is None else journal.digest(row.reply)):
        yield AuditProblem(row.where, "has a reply that differs from its manifest")


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
