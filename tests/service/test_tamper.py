"""Whatever is changed in the database is found by the audit, or changes nothing that can be read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Any, Final

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from tests.service.played import play

from chapter47.service.audit import Auditor
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.secrets import Secrets

FLIPS: Final = 2_000
KEYS: Final = {
    "journal": ("stream", "seq", "version", "key"),
    "head": ("id",),
    "accounts": ("name",),
    "entries": ("seq", "place"),
    "snapshots": ("stream",),
    "secrets": ("id",),
    "opened": ("id",),
    "rounds": ("stream", "round"),
    "round_players": ("seq", "player"),
    "rows": ("name", "key"),
    "alembic_version": ("version_num",),
}
"""Every table that means something, and what tells its rows apart. `probe` means nothing: it is emptied whenever it was
written, and only shows that the database can be written."""
FORM: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a database in which rounds of three games were played, with small pages: little of it is empty."""
    folder = tmp_path_factory.mktemp("tamper")
    play(f"sqlite:///{folder}/pit.db")
    with closing(sqlite3.connect(folder / "pit.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("VACUUM INTO ?", (str(folder / "copy.db"),))
    return (folder / "copy.db").read_bytes()


@contextmanager
def opened(image: bytes) -> Iterator[sqlite3.Connection]:
    """A database in memory that keeps none of its promises."""
    with closing(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)) as connection:
        connection.deserialize(image)
        yield connection


def first_finding(image: bytes) -> AuditProblem | None:
    """The first thing that the audit finds; it never fails itself."""
    with opened(image) as connection:
        engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
        with engine.connect() as walked:
            return next(Auditor(walked, secrets=Secrets(bytes(32))).findings(), None)


def shown(connection: sqlite3.Connection) -> list[Any] | None:
    """All that can be read: the form of every table and all rows."""
    try:
        rows = [connection.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall() for table in KEYS]
        return [connection.execute(FORM).fetchall(), *rows]
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def told_by(image: bytes) -> list[Any] | None:
    with opened(image) as connection:
        return shown(connection)


def test_nothing_is_found_where_nothing_is_wrong(image: bytes) -> None:
    assert first_finding(image) is None


def test_a_flipped_bit_is_found_or_changes_nothing(image: bytes) -> None:
    random, whole, meant_nothing = Random(47), told_by(image), 0
    for _ in range(FLIPS):
        place, bit = random.randrange(len(image)), 1 << random.randrange(8)
        flipped = bytearray(image)
        flipped[place] ^= bit
        if told_by(bytes(flipped)) == whole:
            meant_nothing += 1
        else:
            assert first_finding(bytes(flipped)), f"bit {bit} of byte {place}"
    assert meant_nothing < FLIPS / 2


def changed(image: bytes, *statements: tuple[str, tuple[Any, ...]]) -> bytes:
    """The database after somebody who knows how to get round its constraints."""
    with opened(image) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement, values in statements:
            connection.execute(statement, values)
        return connection.serialize()


def rows_of(image: bytes, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    with opened(image) as connection:
        cursor = connection.execute(f"SELECT rowid AS rowid, * FROM {table}")
        return [column[0] for column in cursor.description][1:], cursor.fetchall()


def other(value: Any) -> Any:
    """A value of the same kind that is not the same."""
    match value:
        case int():
            return value + 1000
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    return value + "x"


def other_key(table: str, name: str, value: Any) -> Any:
    """The rest of the key stays, so that the copy stands beside its original."""
    if name not in (KEYS[table][1:] or KEYS[table]) or value is None:
        return value
    return 1000 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("table", KEYS)
def test_a_row_that_is_dropped_is_found(image: bytes, table: str) -> None:
    _, rows = rows_of(image, table)
    assert rows
    for row in Random(1).sample(rows, min(len(rows), 6)):
        assert first_finding(changed(image, (f"DELETE FROM {table} WHERE rowid = ?", row[:1]))), row


@pytest.mark.parametrize("table", KEYS)
def test_a_row_that_is_doubled_is_found(image: bytes, table: str) -> None:
    columns, rows = rows_of(image, table)
    for number, *row in Random(2).sample(rows, min(len(rows), 6)):
        copy = [other_key(table, name, value) for name, value in zip(columns, row, strict=True)]
        marks = ", ".join("?" * len(copy))
        assert first_finding(changed(image, (f"INSERT INTO {table} VALUES ({marks})", tuple(copy)))), number


@pytest.mark.parametrize("table", [table for table in KEYS if table not in ("head", "alembic_version")])
def test_rows_that_are_swapped_are_found(image: bytes, table: str) -> None:
    """Two rows exchange all but their keys."""
    columns, rows = rows_of(image, table)
    moved = [name for name in columns if name not in KEYS[table]]
    statement = f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in moved)} WHERE rowid = ?"
    for first, second in (Random(seed).sample(rows, 2) for seed in range(6)):
        values = [tuple(row[1 + columns.index(name)] for name in moved) for row in (first, second)]
        swapped = changed(image, (statement, (*values[1], first[0])), (statement, (*values[0], second[0])))
        assert first_finding(swapped) or told_by(swapped) == told_by(image), (first, second)


@pytest.mark.parametrize("table", KEYS)
def test_a_value_that_is_changed_is_found(image: bytes, table: str) -> None:
    columns, rows = rows_of(image, table)
    random = Random(3)
    for place, name in enumerate(columns, start=1):
        row = random.choice([row for row in rows if row[place] is not None])
        statement = f"UPDATE {table} SET {name} = ? WHERE rowid = ?"
        assert first_finding(changed(image, (statement, (other(row[place]), row[0])))), name
