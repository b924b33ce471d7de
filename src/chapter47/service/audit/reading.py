"""Rows as stored, with every value checked against its column's type: a damaged file may contain anything."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection

from chapter47.service.audit.problem import AuditProblem

ROWS_AT_ONCE: Final = 2000
NONE: Final = type(None)
T = TypeVar("T", bound=tuple[object, ...])


class JournalRow(NamedTuple):
    """A row of the journal; `manifest` lists everything committed with it."""

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
    mac: bytes | None


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
    """A row of users, tables and other lists."""

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
"""The table each record is read from, and in which order."""


class Reader:
    """Reads rows; invalid ones go to `bad` and are skipped."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.bad: list[AuditProblem] = []

    @property
    def mark(self) -> str:
        """Return the database driver's parameter placeholder."""
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
                    self.bad.append(AuditProblem(f"{table} {row[0]!r}", "holds a value of the wrong type"))

    def read_problems(self) -> Iterator[AuditProblem]:
        """Return the problems with rows read so far."""
        yield from self.bad
        self.bad.clear()


def _allowed(hint: Any) -> tuple[type, ...]:
    return getattr(hint, "__args__", (hint,))
