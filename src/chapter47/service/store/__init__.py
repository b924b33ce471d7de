"""The store: a journal, a ledger and rows in one database; whatever a command does is committed together."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from typing import Final, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from chapter47.core.json_object import Json
from chapter47.service.store import journal, reading
from chapter47.service.store.committing import Writer, reason
from chapter47.service.store.database import Database
from chapter47.service.store.errors import (
    KeyUsedError,
    LedgerRefusedError,
    NotWrittenError,
    StoreError,
    StoreLostError,
    VersionTakenError,
)
from chapter47.service.store.migrating import migrate
from chapter47.service.store.telling import Outbox, ToldInLoop
from chapter47.service.store.unit import (
    OpenedSecret,
    RowChange,
    SealedSecret,
    StoredRound,
    StoredTable,
    StoredUnit,
    Unit,
)

__all__ = [
    "KeyUsedError",
    "LedgerRefusedError",
    "NotWrittenError",
    "OpenedSecret",
    "RowChange",
    "SealedSecret",
    "Store",
    "StoreError",
    "StoreLostError",
    "StoredRound",
    "StoredTable",
    "StoredUnit",
    "Unit",
    "VersionTakenError",
]
T = TypeVar("T")
SECONDS_OF_A_WAIT: Final = 0.5
MOST_ROUNDS: Final = 100


class Store:
    """An open database, with this process as its only server."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self.database = database
        self._writer = writer
        self._outbox: Outbox | None = None

    @classmethod
    def open(cls, url: str) -> Self:
        """Brings its tables to the newest form; raises `StoreError` if another server uses it, or a newer one did."""
        database = Database(url)
        with ExitStack() as undone:
            undone.callback(database.close)
            try:
                database.lock()
                connection = undone.enter_context(database.writer())
                migrate(connection, database.shown)
                books = reading.books(connection)
                connection.rollback()
            except SQLAlchemyError as error:
                raise StoreError(f"{database.shown}: {reason(error)}", "a database that can be written") from None
            undone.pop_all()
        return cls(database, Writer(database, connection, books))

    def close(self) -> None:
        """What waits to be written is written before."""
        self._writer.close()
        self.database.close()

    # Writing -------------------------------------------------------------------------------------------------------

    async def commit(self, unit: Unit) -> int:
        """Its number in the journal, once it is on the disk.

        Raises `LedgerRefusedError`, `VersionTakenError`, `KeyUsedError` (nothing of this unit is written), and
        `StoreLostError`: then wait for `back` and commit the same unit again."""
        loop = asyncio.get_running_loop()
        if self._outbox is None or self._outbox.loop is not loop:
            self._outbox = Outbox(loop)
        told = ToldInLoop(loop.create_future(), self._outbox)
        self._writer.submit(unit, told)
        return await told.waiting

    def commit_soon(self, unit: Unit) -> "Future[int]":
        """The same for whoever has no event loop."""
        told: Future[int] = Future()
        self._writer.submit(unit, told)
        return told

    async def forget(self, *, now: int, retention: int) -> tuple[str, ...]:
        """Takes away what happened at tables that were closed longer ago than `retention` (both in milliseconds).

        Entries, hashes and the list of rounds stay, so that the audit still holds. Time has passed only as far as
        the journal shows it: a clock that was set wrong today forgets nothing."""
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
        """Waits until the database can be written."""
        while not await asyncio.to_thread(self._writer.wait_until_back, SECONDS_OF_A_WAIT):
            pass

    @property
    def lost(self) -> bool:
        return not self._writer.wait_until_back(0)

    # Reading -------------------------------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from; raises `StoreLostError` where the database cannot be reached."""
        try:
            with self.database.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreLostError(reason(error)) from None

    def tables(self) -> list[StoredTable]:
        """Every row of `tables` whose `status` is not `closed`, with all that is needed to go on."""
        return self._read(lambda connection: reading.stored_tables(connection, dict(self._writer.books.balances)))

    def table(self, id_: str) -> StoredTable:
        """One of them."""
        return self._read(lambda connection: reading.stored_table(connection, id_, self.balances(f"table/{id_}/")))

    def answered(self, actor: str, key: str) -> tuple[str, bytes] | None:
        """A sign of what was asked under this key, where the unit has one, and what was answered."""
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
        """The newest first."""
        return self._read(
            lambda connection: reading.rounds_of(
                connection, table=table, player=player, since=since, before=before, limit=limit
            )
        )

    def units_of(
        self, table: str, round: int | None = None, *, after: int = 0, up_to: int | None = None
    ) -> list[StoredUnit]:
        """Of all versions or of those between two, of all rounds or of one."""
        stream = f"table/{table}"
        return self._read(lambda connection: reading.units_of(connection, stream, round, after=after, up_to=up_to))

    def units_with_secrets(self, table: str) -> list[StoredUnit]:
        """Those that committed to something or opened it."""
        return self._read(lambda connection: reading.units_with_secrets(connection, f"table/{table}"))

    def played(self, table: str, round: int, player: str) -> bool:
        """Whether this player took part in the round."""
        return self._read(lambda connection: player in reading.players(connection, f"table/{table}", round))

    def house(self, *, kinds: Iterable[str] = (), since: int = 0, limit: int | None = None) -> list[StoredUnit]:
        """What happened beside the tables from a time on: the newest units, in their order."""
        return self._read(lambda connection: reading.house_units(connection, tuple(kinds), since, limit))

    def rows(self, name: str) -> dict[str, Json]:
        """All rows of a list, by their keys."""
        return self._read(lambda connection: reading.rows_named(connection, name))

    def secrets(self, ids: Iterable[str]) -> dict[str, SealedSecret]:
        return self._read(lambda connection: reading.secrets_with(connection, ids))

    def opened(self, ids: Iterable[str]) -> dict[str, OpenedSecret]:
        return self._read(lambda connection: reading.opened_with(connection, ids))

    def _read(self, read: Callable[[Connection], T]) -> T:
        with self.reading() as connection:
            return read(connection)

    # The ledger as committed ----------------------------------------------------------------------------------------

    def balance(self, account: str) -> int:
        return self._writer.books.balances.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Every account whose name begins so."""
        held = list(self._writer.books.balances.items())
        return {name: balance for name, balance in held if name.startswith(prefix)}

    def version(self, stream: str) -> int:
        return self._writer.books.versions.get(stream, 0)
