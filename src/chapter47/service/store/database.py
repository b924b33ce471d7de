"""The database behind a URL: a SQLite file by default, or PostgreSQL through psycopg; one server per database.

`sqlite:///pit.db` is a file in the current folder, `sqlite:////srv/pit.db` an absolute path,
`postgresql://user@host/name` a PostgreSQL database."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError

from chapter47.core.json_object import Json
from chapter47.service.store.errors import StoreError

if TYPE_CHECKING:
    import psycopg

ALLOWED: Final = "sqlite:///FILE or postgresql://USER@HOST/NAME"
POSTGRES_DRIVER: Final = "psycopg"
"""Installed and imported only for PostgreSQL: the extra `chapter47[postgres]`."""
MOST_PAGES_OF_THE_LOG: Final = 16_000
"""SQLite: a commit that finds a longer log empties it and takes longer. Usually it is emptied earlier, beside the
commits."""
KIBIBYTES_KEPT: Final = 32 * 1024
"""SQLite page cache: a new key may belong anywhere among years of keys."""
SERVER_LOCK: Final = 0x4337_0001
"""The number of the PostgreSQL advisory lock that a server holds."""
MEMBER_LOCK: Final = 0x4337_0002
"""The first number of the advisory lock of one process of a cluster; the second identifies the process."""
START_LOCK: Final = 0x4337_0003
"""Lock held while a process of a cluster opens the database, so that only one migrates it."""
SECONDS_TO_CONNECT: Final = 5
LOGGER: Final = logging.getLogger(__name__)
SQLITE_ARGUMENTS: Final = {"isolation_level": None, "check_same_thread": False, "cached_statements": 1000}
"""Number of prepared statements, enough for every number of rows used by `many_rows`."""


class Database:
    """Connections for one writer and many readers."""

    def __init__(self, url: str, *, read_only: bool = False, member: int | None = None) -> None:
        """`member` is the number of this process in a cluster; without one it is the only server."""
        self.url = _read(url)
        self.read_only = read_only
        self._member = member
        self.max_pages: int | None = None
        """SQLite only: a limit that works like a full disk, also set by `?max_page_count=N` in the URL."""
        self.file = self._sqlite_file() if self.url.get_backend_name() == "sqlite" else None
        self.engine = self._engine()
        self._lock: sqlite3.Connection | None = None
        if member is not None and self.file is not None:
            raise StoreError(f"--cluster with {self.shown}", "--database postgresql://USER@HOST/NAME")

    @property
    def whole_url(self) -> str:
        """The URL with the password, for another process of this server."""
        return self.url.render_as_string(hide_password=False)

    @property
    def shown(self) -> str:
        """Return the URL without its password."""
        return self.url.render_as_string(hide_password=True)

    def lock(self) -> None:
        """Lock a SQLite file for one server, with a lock file that the operating system releases when the process
        ends."""
        if self.file is None:
            return
        try:
            lock = sqlite3.connect(f"{self.file}-server", timeout=0, isolation_level=None, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self.shown}: {error}", "a file in a writable folder") from None
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            lock.close()
            raise StoreError(self.shown, "a file that no other server uses") from None
        self._lock = lock
        self.file.touch(mode=0o600)  # a new one has the hashes of passwords in it and is for nobody else

    def writer(self) -> Connection:
        """Open the writing connection; on PostgreSQL it holds the server's lock."""
        connection = self.engine.connect()
        if self.file is None:
            taken = self._take_lock(connection)
            connection.rollback()
            if not taken:
                connection.close()
                others = "no other server uses" if self._member is None else "only servers with --cluster use"
                raise StoreError(self.shown, f"a database that {others}")
            self._check_durability(connection)
        return connection

    def _take_lock(self, connection: Connection) -> bool:
        """Take the lock: a single server holds it exclusively. The processes of a cluster share it and each hold
        another, so that a process that reconnects knows that its earlier connection has ended."""
        if self._member is None:
            return bool(connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": SERVER_LOCK}))
        own = "pg_try_advisory_lock(CAST(:kind AS int4), CAST(:member AS int4))"
        locks = text(f"SELECT pg_try_advisory_lock_shared(:server) AND {own}")
        numbers = {"server": SERVER_LOCK, "kind": MEMBER_LOCK, "member": self._member}
        return bool(connection.scalar(locks, numbers))

    @contextmanager
    def one_start_at_a_time(self, connection: Connection) -> Iterator[None]:
        """Let the processes of a cluster open the database one after the other."""
        if self._member is None:
            yield
            return
        connection.execute(text("SELECT pg_advisory_lock(:number)"), {"number": START_LOCK})
        connection.rollback()
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:number)"), {"number": START_LOCK})
            connection.rollback()

    def _check_durability(self, connection: Connection) -> None:
        """Check that PostgreSQL writes to disk what it confirms."""
        waits = connection.scalar(text("SHOW synchronous_commit"))
        fsync = connection.scalar(text("SHOW fsync"))
        connection.rollback()
        if waits == "off":
            connection.close()
            raise StoreError(f"{self.shown}: synchronous_commit = off", "PostgreSQL with synchronous_commit = on")
        if fsync == "off":
            LOGGER.warning("PostgreSQL runs with fsync = off: a failure of its machine can lose confirmed data.")

    @contextmanager
    def all_at_once(self, connection: Connection) -> Iterator[None]:
        """Send statements to PostgreSQL in one round trip."""
        if self.file is not None:
            yield
            return
        import psycopg

        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
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
        """Open a connection with a consistent snapshot."""
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
            raise StoreError(self.shown, "a file: confirmed data must outlive the process")
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
            event.listen(engine, "connect", _wait_for_the_disk)
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


def _in_general(error: "psycopg.Error") -> DBAPIError:
    """Convert a pipeline error into SQLAlchemy's error for a single statement."""
    import psycopg

    if isinstance(error, psycopg.IntegrityError):
        return IntegrityError(None, None, error)
    return (DataError if isinstance(error, psycopg.DataError) else DBAPIError)(None, None, error)


def _large_numbers_only(connection: "psycopg.Connection[Any]", record: object) -> None:
    """Send all integers as 64 bits, since psycopg would otherwise prepare a new statement for each size of number."""
    from psycopg.types.numeric import Int8BinaryDumper

    del record
    connection.adapters.register_dumper(int, Int8BinaryDumper)


def _wait_for_the_disk(connection: "psycopg.Connection[Any]", record: object) -> None:
    """Make PostgreSQL confirm only what is on its disk, whatever its settings."""
    del record
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        row = cursor.fetchone()
        if row is not None and row[0] == "off":
            cursor.execute("SET SESSION synchronous_commit TO on")
    connection.commit()


def _begin(connection: Connection) -> None:
    """Begin transactions explicitly, since Python's driver would begin them only before some statements."""
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
        if find_spec(POSTGRES_DRIVER) is None:
            raise StoreError(f"{POSTGRES_DRIVER} not installed", "pip install 'chapter47[postgres]'")
        return read.set(drivername="postgresql+psycopg")
    raise StoreError(read.render_as_string(hide_password=True), ALLOWED)
