"""The database behind a URL: SQLite in a file by default, PostgreSQL through psycopg; one server for each.

`sqlite:///pit.db` is a file in the current folder, `sqlite:////srv/pit.db` one by its whole path,
`postgresql://user@host/name` a PostgreSQL database."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.types.numeric import Int8BinaryDumper
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError

from chapter47.core.json_object import Json
from chapter47.service.store.errors import StoreError

ALLOWED: Final = "sqlite:///FILE or postgresql://USER@HOST/NAME"
MOST_PAGES_OF_THE_LOG: Final = 16_000
"""Of SQLite: a commit that finds more empties it, and takes the longer. Mostly it is emptied before, beside them."""
KIBIBYTES_KEPT: Final = 32 * 1024
"""Of SQLite's file, in memory: a key may come to stand anywhere among those of years."""
SERVER_LOCK: Final = 0x4337_0001
"""The number of PostgreSQL's advisory lock that a server holds."""
SECONDS_TO_CONNECT: Final = 5
SQLITE_ARGUMENTS: Final = {"isolation_level": None, "check_same_thread": False, "cached_statements": 1000}
"""Statements for every number of rows are kept, as `many_rows` keeps them."""


class Database:
    """Connections for one writer and for many readers."""

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self.url = _read(url)
        self.read_only = read_only
        self.max_pages: int | None = None
        """SQLite only: a limit that works like a full disk, also given as `?max_page_count=N` in the URL."""
        self.file = self._sqlite_file() if self.url.get_backend_name() == "sqlite" else None
        self.engine = self._engine()
        self._lock: sqlite3.Connection | None = None

    @property
    def shown(self) -> str:
        """The URL without a password."""
        return self.url.render_as_string(hide_password=True)

    def lock(self) -> None:
        """One server on a SQLite file: a lock on the file beside it, which ends with the process however it ends."""
        if self.file is None:
            return
        try:
            lock = sqlite3.connect(f"{self.file}-server", timeout=0, isolation_level=None, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self.shown}: {error}", "a file in a folder that can be written") from None
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            lock.close()
            raise StoreError(self.shown, "a file that no other server uses") from None
        self._lock = lock
        self.file.touch(mode=0o600)  # a new one has the hashes of passwords in it and is for nobody else

    def writer(self) -> Connection:
        """The connection that writes; on PostgreSQL it holds the lock of the one server."""
        connection = self.engine.connect()
        if self.file is None:
            taken = connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": SERVER_LOCK})
            connection.rollback()
            if not taken:
                connection.close()
                raise StoreError(self.shown, "a database that no other server uses")
        return connection

    @contextmanager
    def all_at_once(self, connection: Connection) -> Iterator[None]:
        """PostgreSQL gets these statements together and answers once, not after each."""
        driver = connection.connection.driver_connection
        if not isinstance(driver, psycopg.Connection):
            yield
            return
        failed: SQLAlchemyError | None = None
        try:
            with driver.pipeline() as pipeline:
                try:
                    yield
                except SQLAlchemyError as error:
                    failed = error
                    with suppress(psycopg.Error):  # what it says of the statements after the one that failed
                        pipeline.sync()
        except psycopg.Error as error:
            failed = failed or _in_general(error)
        if failed is not None:
            raise failed

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """A connection that sees one moment, whatever is written meanwhile."""
        with self.engine.connect() as connection:
            if self.file is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection

    def close(self) -> None:
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _sqlite_file(self) -> Path:
        if self.url.database in (None, "", ":memory:"):
            raise StoreError(self.shown, "a file: what is confirmed must outlive the process")
        pages = self.url.query.get("max_page_count")
        if isinstance(pages, str) and pages.isdecimal():
            self.max_pages = int(pages)
        file = Path(str(self.url.database)).resolve()
        self.url = self.url.set(database=str(file), query={})
        if not file.parent.is_dir():
            raise StoreError(self.shown, "a file in a folder that exists")
        if self.read_only and not file.is_file():
            raise StoreError(self.shown, "a database that exists")
        return file

    def _engine(self) -> Engine:
        if self.file is None:
            arguments: Json = {"connect_timeout": SECONDS_TO_CONNECT}
            engine = create_engine(self.url, pool_pre_ping=True, connect_args=arguments)
            event.listen(engine, "connect", _large_numbers_only)
            return engine
        url = self.url
        if self.read_only:
            url = url.set(database=self.file.as_uri(), query={"mode": "ro", "uri": "true"})
        engine = create_engine(url, connect_args=SQLITE_ARGUMENTS)
        event.listen(engine, "connect", self._set_pragmas)
        event.listen(engine, "begin", _begin)
        return engine

    def _set_pragmas(self, connection: sqlite3.Connection, record: object) -> None:
        del record
        if not self.read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA temp_store = MEMORY")  # else every commit makes and removes a file
            connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES_OF_THE_LOG}")
            connection.execute(f"PRAGMA cache_size = -{KIBIBYTES_KEPT}")
            if self.max_pages is not None:
                connection.execute(f"PRAGMA max_page_count = {self.max_pages}")


def _in_general(error: psycopg.Error) -> DBAPIError:
    """As errors are told that came with the answer to a single statement."""
    if isinstance(error, psycopg.IntegrityError):
        return IntegrityError(None, None, error)
    return (DataError if isinstance(error, psycopg.DataError) else DBAPIError)(None, None, error)


def _large_numbers_only(connection: "psycopg.Connection[Any]", record: object) -> None:
    """psycopg would tell PostgreSQL the least type that holds each number, and so a new statement with each number."""
    del record
    connection.adapters.register_dumper(int, Int8BinaryDumper)


def _begin(connection: Connection) -> None:
    """Python's own driver would begin a transaction only before some statements."""
    connection.exec_driver_sql("BEGIN")


def _read(url: str) -> URL:
    try:
        read = make_url(url)
        backend = read.get_backend_name()
    except (ArgumentError, SQLAlchemyError):
        raise StoreError(url, ALLOWED) from None
    if backend == "sqlite":
        return read.set(drivername="sqlite")
    if backend in ("postgresql", "postgres"):
        return read.set(drivername="postgresql+psycopg")
    raise StoreError(read.render_as_string(hide_password=True), ALLOWED)
