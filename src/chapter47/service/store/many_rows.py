"""Many rows in one statement: the driver is asked once for all of them, not once for each.

A driver lets other threads go on while the database works, and waits for its turn after each call: the thread that
writes would wait after every row while the tables are busy."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from typing import Final

import psycopg
from sqlalchemy import Connection, Dialect, Table

Row = tuple[object, ...]
"""A value for each column of a table, in the order of its columns."""
MOST_ROWS: Final = 1000
"""In one statement; SQLite takes 32,766 parameters."""
MOST_ROWS_PREPARED: Final = 64
"""PostgreSQL gets 1, 2, 4, … 64 rows in a statement: so few statements that all of them stay prepared."""
POSTGRESQL: Final = "postgresql"


def insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    _execute(connection, table, rows, replaces=False)


def replace(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert them, or put them in the place of those with the same key; no key comes twice."""
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
    """psycopg's own cursor looks for parameters in a statement every time, which takes longer than to send it."""
    driver = connection.connection.driver_connection
    if not isinstance(driver, psycopg.Connection):
        yield
        return
    usual = driver.cursor_factory
    driver.cursor_factory = psycopg.RawCursor
    try:
        yield
    finally:
        driver.cursor_factory = usual


@lru_cache(maxsize=1024)
def _statement(table: Table, dialect: Dialect, number: int, *, replaces: bool) -> str:
    """Written once for so many rows; the driver then knows it again and need not read it anew."""
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
    """PostgreSQL asks of what type a column of nothing but NULL is."""
    if dialect.name != POSTGRESQL:
        return f"({', '.join('?' * len(table.columns))})"
    types = (column.type.compile(dialect) for column in table.columns)
    return f"({', '.join(f'${place}::{kind}' for place, kind in enumerate(types, start=after + 1))})"
