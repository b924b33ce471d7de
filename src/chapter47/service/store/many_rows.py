"""Many rows in one statement: one driver call for all of them, not one per row.

A driver lets other threads run while the database works, and waits for its turn after each call: with one call per row
the writer thread would wait after every row while the tables are busy."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from typing import Final

from sqlalchemy import Connection, Dialect, Table

Row = tuple[object, ...]
"""A value for each column of a table, in column order."""
MOST_ROWS: Final = 1000
"""Rows in one statement; SQLite takes 32,766 parameters."""
MOST_ROWS_PREPARED: Final = 64
"""PostgreSQL gets 1, 2, 4, … 64 rows per statement: few enough statements to keep all of them prepared."""
POSTGRESQL: Final = "postgresql"


def insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    _execute(connection, table, rows, replaces=False)


def replace(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert or replace rows by key; no key occurs twice."""
    _execute(connection, table, rows, replaces=True)


def _execute(connection: Connection, table: Table, rows: Sequence[Row], *, replaces: bool) -> None:
    dialect, first = connection.dialect, 0
    while first < len(rows):
        number = min(len(rows) - first, MOST_ROWS)
        if dialect.name == POSTGRESQL:
            number = min(1 << (number.bit_length() - 1), MOST_ROWS_PREPARED)
        statement = _statement(table, dialect, number, replaces=replaces)
        with _taken_as_it_stands(connection):
            connection.exec_driver_sql(statement, tuple(chain.from_iterable(rows[first : first + number])))
        first += number


@contextmanager
def _taken_as_it_stands(connection: Connection) -> Iterator[None]:
    """Bypass psycopg's search for parameters in every statement, which takes longer than sending it."""
    if connection.dialect.name != POSTGRESQL:
        yield
        return
    import psycopg

    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    usual = driver.cursor_factory
    driver.cursor_factory = psycopg.RawCursor
    try:
        yield
    finally:
        driver.cursor_factory = usual


@lru_cache(maxsize=1024)
def _statement(table: Table, dialect: Dialect, number: int, *, replaces: bool) -> str:
    """Build the statement once per number of rows, so that the driver recognizes it."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    width = len(table.columns)
    values = ", ".join(_places(table, dialect, after=row * width) for row in range(number))
    inserts = f'INSERT INTO "{table.name}" ({names}) VALUES {values}'
    if not replaces:
        return inserts
    keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
    changes = [f'"{column.name}" = excluded."{column.name}"' for column in table.columns if not column.primary_key]
    return f"{inserts} ON CONFLICT ({keys}) DO UPDATE SET {', '.join(changes)}"


def _places(table: Table, dialect: Dialect, *, after: int) -> str:
    """Add type casts, since PostgreSQL cannot infer the type of a column of NULLs."""
    if dialect.name != POSTGRESQL:
        return f"({', '.join('?' * len(table.columns))})"
    types = (column.type.compile(dialect) for column in table.columns)
    return f"({', '.join(f'${place}::{kind}' for place, kind in enumerate(types, start=after + 1))})"
