"""Many rows in one statement: the driver is asked once for all of them, not once for each.

A driver lets other threads go on while the database works, and waits for its turn after each call: the thread that
writes would wait after every row while the tables are busy."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Column, Connection, Dialect, Table

Row = dict[str, Any]
MOST_ROWS: Final = 1000
"""In one statement; SQLite takes 32,766 parameters."""


def insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    _execute(connection, table, rows, "")


def replace(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert them, or put them in the place of those with the same key; no key comes twice."""
    keys = [column.name for column in table.primary_key]
    rest = [column.name for column in table.columns if not column.primary_key]
    changes = [f'"{name}" = excluded."{name}"' for name in rest]
    named = ", ".join(f'"{key}"' for key in keys)
    _execute(connection, table, rows, f" ON CONFLICT ({named}) DO UPDATE SET {', '.join(changes)}")


def _execute(connection: Connection, table: Table, rows: Sequence[Row], on_conflict: str) -> None:
    columns = list(table.columns)
    names = ", ".join(f'"{column.name}"' for column in columns)
    places = ", ".join(_place(column, connection.dialect) for column in columns)
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        values = ", ".join([f"({places})"] * len(some))
        statement = f'INSERT INTO "{table.name}" ({names}) VALUES {values}{on_conflict}'
        connection.exec_driver_sql(statement, tuple(row[column.name] for row in some for column in columns))


def _place(column: Column[Any], dialect: Dialect) -> str:
    """PostgreSQL asks of what type a column of nothing but NULL is."""
    if dialect.paramstyle == "qmark":
        return "?"
    return f"CAST(%s AS {column.type.compile(dialect)})"
