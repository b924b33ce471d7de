"""A backup is a SQLite file with every row of one moment, of either database; the key is never in it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from chapter47.service.store import many_rows
from chapter47.service.store.committing import reason
from chapter47.service.store.database import Database
from chapter47.service.store.errors import StoreError
from chapter47.service.store.migrating import migrate, newest_revision, revision_of
from chapter47.service.store.schema import PASSING, journal, metadata

ROWS_AT_ONCE: Final = 1000


def back_up(url: str, file: Path) -> int:
    """Copy a database into a new file, even while a server is running; returns the number of journal rows."""
    source = Database(url, read_only=True)
    try:
        with source.reader() as connection:
            if (revision := revision_of(connection)) != newest_revision():
                got = f"{source.shown}, form {revision or 'unknown'}"
                raise StoreError(got, f"a database of form {newest_revision()}: start the server once to migrate it")
            connection.exec_driver_sql("SELECT 1")
            rows = _filled(connection, f"sqlite:///{file}")
        _as_one_file(file)
        return rows
    except SQLAlchemyError as error:
        raise StoreError(f"{source.shown}: {reason(error)}", "a readable database") from None
    finally:
        source.close()


def _as_one_file(file: Path) -> None:
    """Keep everything in the file itself, without SQLite's log and a server's lock file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    file.with_name(f"{file.name}-server").unlink(missing_ok=True)


def restore(file: Path, url: str) -> int:
    """Copy a backup into an empty database; returns the number of journal rows."""
    source = Database(f"sqlite:///{file}", read_only=True)
    try:
        with source.reader() as connection:
            return _filled(connection, url)
    except SQLAlchemyError as error:
        raise StoreError(f"{source.shown}: {reason(error)}", "a backup that chapter47 backup made") from None
    finally:
        source.close()


def _filled(source: Connection, url: str) -> int:
    """Copy a consistent snapshot into an empty database; raises `StoreError` if it is not empty."""
    target = Database(url)
    try:
        target.lock()
        with target.writer() as connection:
            migrate(connection, target.shown)
            if connection.scalar(select(journal.c.seq).limit(1)) is not None:
                raise StoreError(f"{target.shown} is in use", "an empty database")
            connection.rollback()
            rows = 0
            for table in (table for table in metadata.sorted_tables if table not in PASSING):
                copied = _copied(source, connection, table.name)
                rows = copied if table is journal else rows
            connection.commit()
            return rows
    except SQLAlchemyError as error:
        raise StoreError(f"{target.shown}: {reason(error)}", "an empty, writable database") from None
    finally:
        target.close()


def _copied(source: Connection, target: Connection, name: str) -> int:
    table = metadata.tables[name]
    copied = 0
    result = source.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
    for rows in result.partitions(ROWS_AT_ONCE):
        many_rows.insert(target, table, [tuple(row) for row in rows])
        copied += len(rows)
    return copied
