"""What is committed together, or not at all."""

from msgspec import Struct

from chapter47.core.json_object import Json
from chapter47.service.money import Entry


class SealedSecret(Struct, frozen=True, gc=False):
    """A secret under its id: what was published of it, and the secret itself, sealed."""

    id: str
    kind: str
    commitment: str
    sealed: bytes


class OpenedSecret(Struct, frozen=True, gc=False):
    """A secret that everybody may see now."""

    id: str
    revealed: bytes


class RowChange(Struct, frozen=True):
    """A row of users, tokens, tables …: its new values, or none if it is taken away."""

    name: str
    key: str
    values: Json | None


class Unit(Struct, frozen=True, kw_only=True):
    """One step of a stream with everything that belongs to it."""

    stream: str
    """`table/ID` or `house`."""
    version: int = 0
    """The stream's version after it; 0 takes whichever comes next."""
    kind: str
    actor: str
    at: int
    """Milliseconds by the clock of the server; it never decides an order."""
    body: bytes
    """JSON with everything that is needed to do it again."""
    entries: tuple[Entry, ...] = ()
    key: str | None = None
    """The client's own key: the same actor's command under the same key is done once."""
    reply: bytes | None = None
    snapshot: bytes | None = None
    secrets: tuple[SealedSecret, ...] = ()
    opened: tuple[OpenedSecret, ...] = ()
    round: int = 0
    """The round that it belongs to; 0 between rounds."""
    players: tuple[str, ...] = ()
    """Whose round it is."""
    rows: tuple[RowChange, ...] = ()
    forgets: tuple[str, ...] = ()
    """Streams whose bodies and replies are taken away; their hashes and entries stay."""


class StoredUnit(Struct, frozen=True, kw_only=True):
    """A unit as the journal has it."""

    seq: int
    stream: str
    version: int
    kind: str
    actor: str
    at: int
    round: int
    body: bytes


class StoredTable(Struct, frozen=True, kw_only=True):
    """A table that is not closed: its row, its newest snapshot, what was committed after it, and its chips."""

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
