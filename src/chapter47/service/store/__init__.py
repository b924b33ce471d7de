"""The store: a journal, a ledger and rows in one database; everything a command does is committed together."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from typing import Final, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from chapter47.core.json_object import Json
from chapter47.service.store import journal, reading, start_checks
from chapter47.service.store.batch import Sign
from chapter47.service.store.committing import Writer, reason
from chapter47.service.store.completions import LoopCompletion, Outbox
from chapter47.service.store.corrections import StoredCorrection, corrections_of
from chapter47.service.store.database import Database
from chapter47.service.store.errors import (
    KeyUsedError,
    LeaseLostError,
    LedgerRefusedError,
    NotWrittenError,
    StoreError,
    StoreLostError,
    VersionTakenError,
)
from chapter47.service.store.fence import Fence
from chapter47.service.store.following import NewsOfOthers
from chapter47.service.store.migrating import migrate
from chapter47.service.store.unit import (
    OpenedSecret,
    RowChange,
    SealedSecret,
    StoredRound,
    StoredTable,
    StoredUnit,
    Unit,
)
from chapter47.service.store.write_figures import WriteFigures

__all__ = [
    "Fence",
    "KeyUsedError",
    "LeaseLostError",
    "LedgerRefusedError",
    "NewsOfOthers",
    "NotWrittenError",
    "OpenedSecret",
    "RowChange",
    "SealedSecret",
    "Store",
    "StoreError",
    "StoreLostError",
    "StoredHistory",
    "StoredRound",
    "StoredTable",
    "StoredUnit",
    "Unit",
    "VersionTakenError",
]
T = TypeVar("T")
SECONDS_OF_A_WAIT: Final = 0.5
SECONDS_OF_A_PROBE: Final = 3.0
MOST_ROUNDS: Final = 100


def _refuse_if(database: Database, wrong: Iterator[str], allowed: str = start_checks.RESTORE) -> None:
    """Raises `StoreError` with the first problems."""
    if problems := list(islice(wrong, start_checks.MOST_SHOWN)):
        raise StoreError(f"{database.shown}: {'; '.join(problems)}", allowed)


class StoredHistory:
    """Read access to a database, also while a server uses it in another process."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    def open_to_read(cls, url: str) -> Self:
        return cls(Database(url, read_only=True))

    def version(self, stream: str) -> int:
        """Return the newest version of a stream."""
        return self._read(lambda connection: reading.version_of(connection, stream))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read connection; raises `StoreLostError` if the database is unreachable."""
        try:
            with self.database.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreLostError(reason(error)) from None

    def answered(self, actor: str, key: str) -> tuple[str, bytes] | None:
        """Return the fingerprint of the request under this key, if its unit has one, and the reply."""
        return self._read(lambda connection: reading.answered(connection, actor, key))

    def rounds(
        self,
        *,
        table: str | None = None,
        player: str | None = None,
        since: int = 0,
        before: int | None = None,
        limit: int = MOST_ROUNDS,
    ) -> list[StoredRound]:
        """List rounds, newest first."""
        return self._read(
            lambda connection: reading.rounds_of(
                connection, table=table, player=player, since=since, before=before, limit=limit
            )
        )

    def units_of(
        self, table: str, round: int | None = None, *, after: int = 0, up_to: int | None = None
    ) -> list[StoredUnit]:
        """Return units, optionally between two versions or of one round."""
        stream = f"table/{table}"
        return self._read(lambda connection: reading.units_of(connection, stream, round, after=after, up_to=up_to))

    def units_with_secrets(self, table: str) -> list[StoredUnit]:
        """Return units that committed to something or opened it."""
        return self._read(lambda connection: reading.units_with_secrets(connection, f"table/{table}"))

    def played(self, table: str, round: int, player: str) -> bool:
        """Return whether this player took part in the round."""
        return self._read(lambda connection: player in reading.players(connection, f"table/{table}", round))

    def results(self, table: str, round: int) -> dict[str, int]:
        """Return what each player won or lost in the round."""
        stream = f"table/{table}"
        return self._read(
            lambda connection: reading.results(connection, stream, round, reading.players(connection, stream, round))
        )

    def corrections(self, table: str, round: int) -> list[StoredCorrection]:
        """Return the corrections of a round, the oldest first."""
        return self._read(lambda connection: corrections_of(connection, table, round))

    def house(self, *, kinds: Iterable[str] = (), since: int = 0, limit: int | None = None) -> list[StoredUnit]:
        """Return what happened beside the tables since a time: the newest units, in order."""
        return self._read(lambda connection: reading.house_units(connection, tuple(kinds), since, limit))

    def rows(self, name: str) -> dict[str, Json]:
        """Return all rows of a list, by key."""
        return self._read(lambda connection: reading.rows_named(connection, name))

    def row(self, name: str, key: str) -> Json | None:
        """Return one row of a list."""
        return self._read(lambda connection: reading.row_of(connection, name, key))

    def secrets(self, ids: Iterable[str]) -> dict[str, SealedSecret]:
        return self._read(lambda connection: reading.secrets_with(connection, ids))

    def opened(self, ids: Iterable[str]) -> dict[str, OpenedSecret]:
        return self._read(lambda connection: reading.opened_with(connection, ids))

    def _read(self, read: Callable[[Connection], T]) -> T:
        with self.reading() as connection:
            return read(connection)


class Store(StoredHistory):
    """An open database, with this process as its only server or as one of a cluster."""

    def __init__(self, database: Database, writer: Writer) -> None:
        super().__init__(database)
        self._writer = writer
        self._outbox: Outbox | None = None
        self.last_written = 0
        """The time of the newest row when the database was opened."""

    @classmethod
    def open(cls, url: str, fence: Fence | None = None) -> Self:
        """Open the database and migrate it; raises `StoreError` if another server uses it, or a newer version wrote
        it. With a fence other processes of its cluster may use it too."""
        database = Database(url, member=None if fence is None else fence.number)
        with ExitStack() as undone:
            undone.callback(database.close)
            try:
                database.lock()
                connection = undone.enter_context(database.writer())
                _refuse_if(database, start_checks.wrong_pages(connection))
                with database.one_start_at_a_time(connection):
                    migrate(connection, database.shown)
                connection.rollback()
                with database.reader() as snapshot:
                    _refuse_if(database, start_checks.wrong_form(snapshot), "a database with this version's schema")
                    _refuse_if(database, start_checks.wrong_balances(snapshot))
                    _refuse_if(database, start_checks.wrong_end(snapshot))
                    books = reading.books(snapshot)
                    last_written = reading.newest_time(snapshot)
            except SQLAlchemyError as error:
                raise StoreError(f"{database.shown}: {reason(error)}", "a writable database") from None
            except (sqlite3.Error, ValueError, TypeError, LookupError, AssertionError) as error:
                raise StoreError(f"{database.shown}: {error}", start_checks.RESTORE) from None
            undone.pop_all()
        opened = cls(database, Writer(database, connection, books, fence))
        opened.last_written = last_written
        return opened

    def authenticate(self, sign: Sign, noted: tuple[int, str] | None = None, *, trusted: bool = False) -> None:
        """Check that the journal ends as the key's owner wrote it, and sign it from now on.

        `noted` is a row known to have been there, by number and hash. Raises `StoreError`; with `trusted`, a person has
        confirmed that another key or an older journal is right."""
        shown = self.database.shown
        ends, mac, held = self._read(lambda connection: reading.signed_end(connection, noted[0] if noted else 0))
        if not trusted and noted and (held is None or held.hex() != noted[1]):
            got = f"{shown}: the journal does not hold row {noted[0]} as noted; it ends at row {ends[0]}"
            raise StoreError(got, "the database that was in use, or --restored if this one comes from a backup")
        expected = sign(journal.signed(*ends))
        if not trusted and ends[0] and (mac != expected if mac is not None else noted is not None):
            got = f"{shown}: the end of the journal was not signed with this key"
            raise StoreError(got, "the key file of this database, or a backup: rows were written without the key")
        self._writer.books.sign = sign

    @property
    def figures(self) -> WriteFigures:
        return self._writer.figures

    @property
    def queued(self) -> int:
        """Return how many units wait to be written."""
        return self._writer.queued

    @property
    def head(self) -> tuple[int, str]:
        """Return the number of the last row of the journal, and its hash in hexadecimal."""
        books = self._writer.books
        return books.seq, books.hash.hex()

    def close(self) -> None:
        """Close the database after writing what is queued."""
        self._writer.close()
        self.database.close()

    # Writing -------------------------------------------------------------------------------------------------------

    async def commit(self, unit: Unit, epoch: int | None = None) -> int:
        """Commit a unit and return its journal number once it is on disk.

        In a cluster `epoch` is that of the lease under which it was made; by default the one that is held now.

        Raises `LedgerRefusedError`, `VersionTakenError`, `KeyUsedError` (nothing of this unit is written), and
        `StoreLostError`: then wait for `back` and commit the same unit again."""
        loop = asyncio.get_running_loop()
        completion = LoopCompletion(loop.create_future(), self._outbox_of(loop))
        self._writer.submit(unit, completion, epoch=self.epoch_of(unit.stream) if epoch is None else epoch)
        return await completion.waiting

    def epoch_of(self, stream: str) -> int:
        """The epoch of the lease on a stream, in a cluster; 0 without one."""
        fence = self._writer.fence
        return 0 if fence is None else fence.epochs.get(stream, 0)

    def _outbox_of(self, loop: asyncio.AbstractEventLoop) -> Outbox:
        if self._outbox is None or self._outbox.loop is not loop:
            self._outbox = Outbox(loop)
        return self._outbox

    def commit_soon(self, unit: Unit) -> "Future[int]":
        """Commit without an event loop."""
        completion: Future[int] = Future()
        self._writer.submit(unit, completion)
        return completion

    async def forget(self, *, now: int, retention: int) -> tuple[str, ...]:
        """Purge the history of tables closed longer ago than `retention` (in milliseconds).

        Entries, hashes and the list of rounds stay, so that the audit still passes. Time is taken from the journal, so
        a wrong system clock purges nothing."""
        before, streams = await asyncio.to_thread(
            self._read, lambda connection: reading.past_retention(connection, now, retention)
        )
        if streams:
            body = journal.canonical({"before": before, "streams": streams})
            await self.commit(
                Unit(stream=reading.HOUSE, kind="forgotten", actor="house", at=now, body=body, forgets=streams)
            )
        return streams

    async def back(self) -> None:
        """Wait until the database can be written."""
        while not await asyncio.to_thread(self._writer.wait_until_back, SECONDS_OF_A_WAIT):
            pass

    @property
    def lost(self) -> bool:
        return not self._writer.wait_until_back(0)

    async def can_write(self) -> bool:
        """Return whether the database can be written, by trying it unless it is known to be lost."""
        if self.lost:
            return False
        loop = asyncio.get_running_loop()
        completion = LoopCompletion(loop.create_future(), self._outbox_of(loop))
        self._writer.submit(None, completion)
        try:
            async with asyncio.timeout(SECONDS_OF_A_PROBE):
                await completion.waiting
        except (StoreLostError, TimeoutError):
            return False
        return True

    # A cluster ------------------------------------------------------------------------------------------------------

    def hear_of_others(self, hears: Callable[[NewsOfOthers], None]) -> None:
        """Call this in the running event loop with everything that other processes write."""
        loop = asyncio.get_running_loop()

        def tell(news: NewsOfOthers) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(hears, news)

        self._writer.on_news = tell

    async def follow(self, seq: int | None = None) -> None:
        """Read what other processes have written, unless already read up to this row of the journal."""
        if seq is not None and self._writer.books.seq >= seq:
            return
        loop = asyncio.get_running_loop()
        completion = LoopCompletion(loop.create_future(), self._outbox_of(loop))
        self._writer.submit(None, completion, follows=True)
        await completion.waiting

    def follow_soon(self) -> None:
        """Do the same soon, from any thread."""
        self._writer.submit(None, Future(), follows=True)

    def newest_time(self) -> int:
        """Return the time of the last row of the journal."""
        return self._read(reading.newest_time)

    # Tables to go on with -----------------------------------------------------------------------------------------

    def tables(self) -> list[StoredTable]:
        """Return every row of `tables` whose `status` is not `closed`, with everything needed to resume."""
        return self._read(lambda connection: reading.stored_tables(connection, dict(self._writer.books.balances)))

    def table(self, id_: str) -> StoredTable:
        """Return one of them."""
        return self._read(lambda connection: reading.stored_table(connection, id_, self.balances(f"table/{id_}/")))

    # The ledger as committed ----------------------------------------------------------------------------------------

    def balance(self, account: str) -> int:
        return self._writer.books.balances.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return every account whose name starts with the prefix."""
        held = list(self._writer.books.balances.items())
        return {name: balance for name, balance in held if name.startswith(prefix)}

    def version(self, stream: str) -> int:
        return self._writer.books.versions.get(stream, 0)
