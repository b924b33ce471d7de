"""Rows as they lie in the database, each value of the kind that its column has: a damaged file may hold anything."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection

from chapter47.service.audit.problem import AuditProblem

ROWS_AT_ONCE: Final = 2000
NONE: Final = type(None)
T = TypeVar("T", bound=tuple[object, ...])


class JournalRow(NamedTuple):
    """A row of the journal; `manifest` is what it says of everything that was committed with it."""

    seq: int
    stream: str
    version: int
    kind: str
    actor: str
    at: int
    round: int
    body: bytes
    body_hash: bytes
    manifest: bytes
    key: str | None
    reply: bytes | None
    previous: bytes
    hash: bytes

    @property
    def where(self) -> str:
        return f"journal {self.seq} ({self.stream} version {self.version})"


class EntryRow(NamedTuple):
    seq: int
    place: int
    debit: str
    credit: str
    amount: int
    why: str
    citation: str


class AccountRow(NamedTuple):
    name: str
    balance: int
    may_overdraw: int | bool


class HeadRow(NamedTuple):
    id: int
    seq: int
    hash: bytes


class SnapshotRow(NamedTuple):
    stream: str
    seq: int
    version: int
    sealed: bytes


class SecretRow(NamedTuple):
    id: str
    seq: int
    kind: str
    commitment: str
    sealed: bytes


class OpenedRow(NamedTuple):
    id: str
    seq: int
    revealed: bytes


class RoundRow(NamedTuple):
    stream: str
    round: int
    seq: int
    at: int


class RoundPlayerRow(NamedTuple):
    player: str
    seq: int
    stream: str
    round: int


class ListedRow(NamedTuple):
    """A row of users, tables …"""

    name: str
    key: str
    seq: int
    data: bytes


TABLES: Final[dict[type[tuple[object, ...]], tuple[str, str]]] = {
    JournalRow: ("journal", "seq"),
    EntryRow: ("entries", "seq, place"),
    AccountRow: ("accounts", "name"),
    HeadRow: ("head", "id"),
    SnapshotRow: ("snapshots", "stream"),
    SecretRow: ("secrets", "id"),
    OpenedRow: ("opened", "id"),
    RoundRow: ("rounds", "stream, round"),
    RoundPlayerRow: ("round_players", "player, seq"),
    ListedRow: ("rows", "name, key"),
}
"""Where each of them lies, and in which order they are read."""


class Reader:
    """Reads rows; those that are not what they should be go to `bad` and are left out."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.bad: list[AuditProblem] = []

    @property
    def mark(self) -> str:
        """How the database's driver marks a value in a statement."""
        return "?" if self.connection.dialect.name == "sqlite" else "%s"

    def rows(self, kind: type[T], condition: str = "", values: tuple[object, ...] = ()) -> Iterator[T]:
        table, sorting = TABLES[kind]
        fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        columns = ", ".join(fields)
        allowed = [_allowed(hint) for hint in kind.__annotations__.values()]
        result = self.connection.exec_driver_sql(
            f"SELECT {columns} FROM {table} {condition} ORDER BY {sorting}",
            values,
            execution_options={"yield_per": ROWS_AT_ONCE},
        )
        with closing(result):  # also for a reader that stops before the end
            for row in result:
                if all(type(value) in kinds for value, kinds in zip(row, allowed, strict=True)):
                    yield kind(*row)
                else:
                    self.bad.append(AuditProblem(f"{table} {row[0]!r}", "holds a value of the wrong kind"))

    def told(self) -> Iterator[AuditProblem]:
        """What was wrong with rows that were read."""
        yield from self.bad
        self.bad.clear()


def _allowed(hint: Any) -> tuple[type, ...]:
    return getattr(hint, "__args__", (hint,))
