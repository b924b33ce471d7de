"""The hash chain of the journal: each row's hash covers the row and the previous hash.

The hash is SHA-256 over one line of JSON: a list of seq, stream, version, kind, actor, at, round, the SHA-256 of the
body, the manifest and the previous hash (in hexadecimal). The manifest names everything else committed, with hashes."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from chapter47.service.money import Entry
from chapter47.service.store.unit import RowChange, Unit

FIRST: Final = bytes(32)
"""The hash before the first row."""


class Linked(Protocol):
    """The parts of a row that its hash covers, besides the previous hash."""

    @property
    def stream(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def at(self) -> int: ...
    @property
    def round(self) -> int: ...


def canonical(data: object) -> bytes:
    """Encode as JSON in exactly one way."""
    return msgspec.json.encode(data, order="deterministic")


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def entries_digest(entries: Iterable[Entry]) -> str:
    return digest(canonical([[e.debit, e.credit, e.amount, e.why, e.citation] for e in entries]))


def row_data(change: RowChange) -> bytes | None:
    return None if change.values is None else canonical(change.values)


def manifest(unit: Unit) -> bytes:
    """List what is committed with a unit beside its own row."""
    parts = {
        "entries": entries_digest(unit.entries) if unit.entries else None,
        "key": unit.key,
        "reply": None if unit.reply is None else digest(unit.reply),
        "players": unit.players,
        "snapshot": None if unit.snapshot is None else digest(unit.snapshot),
        "secrets": [[secret.id, secret.kind, secret.commitment, digest(secret.sealed)] for secret in unit.secrets],
        "opened": [[secret.id, digest(secret.revealed)] for secret in unit.opened],
        "rows": [[change.name, change.key, _row_digest(change)] for change in unit.rows],
        "forgets": unit.forgets,
    }
    return canonical({name: part for name, part in parts.items() if part not in (None, [], ())})


def _row_digest(change: RowChange) -> str | None:
    data = row_data(change)
    return None if data is None else digest(data)


def body_hash(body: bytes) -> bytes:
    return sha256(body).digest()


def link(row: Linked, *, seq: int, version: int, body_hash: bytes, manifest: bytes, previous: bytes) -> bytes:
    """Return the hash of a row; it does not need the body, which may be purged after years."""
    covered = [seq, row.stream, version, row.kind, row.actor, row.at, row.round, body_hash.hex()]
    return sha256(canonical([*covered, manifest.decode(), previous.hex()])).digest()


def signed(seq: int, hash_: bytes) -> bytes:
    """Return what the server signs at the end of the journal, so that nobody without its key can add a row."""
    return canonical([seq, hash_.hex()])


def content(unit: Unit, manifest: bytes) -> bytes:
    """Return what identifies a unit, wherever it was written."""
    covered = [unit.stream, unit.version, unit.kind, unit.actor, unit.at, unit.round, digest(unit.body)]
    return sha256(canonical([*covered, manifest.decode()])).digest()
