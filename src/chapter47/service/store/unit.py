"""Units: everything that is committed together, or not at all."""

from msgspec import Struct

from chapter47.core.json_object import Json
from chapter47.service.money import Entry


class SealedSecret(Struct, frozen=True, gc=False):
    """A secret under its id: what was published, and the sealed secret itself."""

    id: str
    kind: str
    commitment: str
    sealed: bytes


class OpenedSecret(Struct, frozen=True, gc=False):
    """A secret that everybody may see now."""

    id: str
    revealed: bytes


class RowChange(Struct, frozen=True):
    """A row of users, tokens, tables and so on: its new values, or None to delete it."""

    name: str
    key: str
    values: Json | None


class Unit(Struct, frozen=True, kw_only=True):
    """One step of a stream with everything that belongs to it."""

    stream: str
    """`table/ID` or `house`."""
    version: int = 0
    """The stream's version after this unit; 0 takes the next one."""
    kind: str
    actor: str
    at: int
    """Milliseconds by the server's clock; never used for ordering."""
    body: bytes
    """JSON with everything needed to replay it."""
    entries: tuple[Entry, ...] = ()
    key: str | None = None
    """The client's idempotency key: repeating a command with the same key performs it once."""
    reply: bytes | None = None
    snapshot: bytes | None = None
    secrets: tuple[SealedSecret, ...] = ()
    opened: tuple[OpenedSecret, ...] = ()
    round: int = 0
    """The round it belongs to; 0 between rounds."""
    players: tuple[str, ...] = ()
    """The players of the round."""
    rows: tuple[RowChange, ...] = ()
    forgets: tuple[str, ...] = ()
    """Streams whose bodies and replies are purged; their hashes and entries stay."""


class StoredUnit(Struct, frozen=True, kw_only=True):
    """A unit as recorded in the journal."""

    seq: int
    stream: str
    version: int
    kind: str
    actor: str
    at: int
    round: int
    body: bytes


class StoredTable(Struct, frozen=True, kw_only=True):
    """A table that is not closed: its row, its newest snapshot, later units, and its chips."""

    id: str
    values: Json
    version: int
    snapshot: bytes | None
    snapshot_version: int
    units: tuple[StoredUnit, ...]
    balances: dict[str, int]


class StoredRound(Struct, frozen=True, kw_only=True):
    """A round in the list of rounds."""

    table: str
    round: int
    at: int
    players: tuple[str, ...]
    results: dict[str, int] = {}
    """What each player won or lost in the round, fees included, in cents, by the ledger."""
