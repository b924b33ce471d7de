"""One thread writes: whatever waits at a moment is checked, written and committed together."""

import threading
import time
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from chapter47.service.points import passing
from chapter47.service.store import journal, reading, schema
from chapter47.service.store.batch import Batch, Books
from chapter47.service.store.checkpoints import Checkpoints
from chapter47.service.store.database import Database
from chapter47.service.store.errors import KeyUsedError, NotWrittenError, StoreError, StoreLostError
from chapter47.service.store.telling import Told
from chapter47.service.store.unit import Unit

MOST_AT_ONCE: Final = 500
"""Units in one commit."""
MANY: Final = 5
"""Units in one commit: after so many as many are about to come, and the next commit waits for them."""
SECONDS_BETWEEN_COMMITS: Final = 0.015
"""From the beginning of one to that of the next while many units come: a commit alone costs as much as ten units."""
CLOSED: Final = "the store is closed"
SECONDS_BETWEEN_TRIES: Final = 0.1
FILLER: Final = bytes(256 * 1024)
"""More than a moment's units need: if it can be written, they can."""


class Waiting(NamedTuple):
    """A unit, and who is told its number."""

    unit: Unit
    told: Told


class Writer:
    """The thread that writes. Nobody is told before the commit; after a failure nothing is written until `back`."""

    def __init__(self, database: Database, connection: Connection, books: Books) -> None:
        self.database = database
        self.books = books
        self._checkpoints = None if database.file is None else Checkpoints(database)
        self._connection: Connection | None = connection
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lost: StoreLostError | None = None
        self._back = threading.Event()
        self._back.set()
        self._unsure: Batch | None = None
        """A batch of which nobody knows whether it was committed when the database was lost."""
        self._next_begins = 0.0
        """By the monotonic clock; no commit begins before."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chapter47 writer", daemon=True)
        self._thread.start()

    def submit(self, unit: Unit, told: Told) -> None:
        if self._ended.is_set():
            told.set_exception(StoreLostError(CLOSED))
        else:
            self._waiting.put(Waiting(unit, told))

    def wait_until_back(self, seconds: float) -> bool:
        """Whether the database can be written, at once or within so many seconds."""
        return self._back.wait(seconds)

    def close(self) -> None:
        """What waits is still written; then the thread ends."""
        if not self._ended.is_set():
            self._ended.set()
            self._waiting.put(None)
            self._thread.join()
            if self._checkpoints is not None:
                self._checkpoints.close()

    # In the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            taken, goes_on = self._take()
            self._serve(taken)
        for waiting in self._take()[0] if not self._waiting.empty() else ():
            waiting.told.set_exception(StoreLostError(CLOSED))
        if self._connection is not None:
            _quietly(self._connection.close)

    def _take(self) -> tuple[list[Waiting], bool]:
        """Everything that waits now, at least one unless the database is lost; and whether more may come.

        Whoever gave up before is left out; from here on a unit is written whether somebody waits or not."""
        taken = [self._waiting.get()] if self._lost is None else []
        if (early := self._next_begins - time.monotonic()) > 0:
            time.sleep(early)
        begins = time.monotonic()
        while len(taken) < MOST_AT_ONCE and not self._waiting.empty():
            taken.append(self._waiting.get())
        self._next_begins = begins + (SECONDS_BETWEEN_COMMITS if len(taken) >= MANY else 0.0)
        asked = [waiting for waiting in taken if waiting is not None]
        return [waiting for waiting in asked if waiting.told.set_running_or_notify_cancel()], len(asked) == len(taken)

    def _serve(self, taken: list[Waiting]) -> None:
        if self._lost is None:
            self._write(taken)
        else:
            for waiting in taken:
                waiting.told.set_exception(StoreLostError(str(self._lost)))
            if not self._ended.is_set():
                self._try_again()

    def _write(self, taken: list[Waiting]) -> None:
        batch = self._checked(taken)
        if not batch.units:
            return
        passing(1)
        try:
            assert self._connection is not None
            with self.database.all_at_once(self._connection):
                batch.write(self._connection)
            self._unsure = batch
            self._connection.commit()
        except (IntegrityError, DataError) as error:
            self._one_by_one(batch, error)
            return
        except SQLAlchemyError as error:
            self._lose(error, batch)
            return
        except (ValueError, OverflowError) as error:  # of the driver: a text or number that no column takes
            self._one_by_one(batch, error)
            return
        passing(7)
        self._unsure = None
        self.books.take(batch)
        batch.tell()
        if self._checkpoints is not None:
            self._checkpoints.due()

    def _checked(self, taken: Iterable[Waiting]) -> Batch:
        """What may be written of it; the others are told why not."""
        batch = Batch(self.books)
        for waiting in taken:
            try:
                batch.add(waiting.unit, waiting.told)
            except NotWrittenError as refused:
                waiting.told.set_exception(refused)
        return batch

    def _one_by_one(self, batch: Batch, error: Exception) -> None:
        """The database forbids something in it: each unit alone, so that only the one that is forbidden is refused."""
        assert self._connection is not None
        self._unsure = None
        try:
            self._connection.rollback()
            if len(batch.units) == 1:
                unit, told, *_ = batch.units[0]
                told.set_exception(self._forbidden(self._connection, unit, error))
                return
        except SQLAlchemyError as lost:
            self._lose(lost, batch)
            return
        for checked in batch.units:
            self._serve([Waiting(checked.unit, checked.told)])

    @staticmethod
    def _forbidden(connection: Connection, unit: Unit, error: Exception) -> NotWrittenError:
        is_double = isinstance(error, IntegrityError) and unit.key is not None
        used = reading.reply(connection, unit.actor, unit.key or "") if is_double else None
        connection.rollback()
        if unit.key is not None and used is not None:
            return KeyUsedError(unit.actor, unit.key, used)
        return NotWrittenError(reason(error))

    def _lose(self, error: SQLAlchemyError, batch: Batch) -> None:
        self._lost = StoreLostError(reason(error))
        self._back.clear()
        self._drop_connection()
        batch.tell(self._lost)

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            _quietly(connection.rollback)
            _quietly(connection.invalidate)
            _quietly(connection.close)
        _quietly(self.database.engine.dispose)

    def _try_again(self) -> None:
        """Connect, look where the journal ends, write something and take it away again."""
        try:
            self._connection = self.database.writer()
            self._settle_doubt(self._connection)
            self._connection.execute(delete(schema.probe))
            self._connection.execute(insert(schema.probe), {"id": 1, "filler": FILLER})
            self._connection.commit()
            self._connection.execute(delete(schema.probe))
            self._connection.commit()
        except (SQLAlchemyError, StoreError) as error:
            self._lost = StoreLostError(reason(error))
            self._drop_connection()
            time.sleep(SECONDS_BETWEEN_TRIES)
            return
        self._lost = None
        self._back.set()

    def _settle_doubt(self, connection: Connection) -> None:
        """Whether the batch that was lost in the middle of its commit had been committed after all."""
        ends = connection.scalar(select(schema.head.c.hash)) or journal.FIRST
        connection.rollback()
        if self._unsure is not None and ends == self._unsure.hash:
            self.books.take(self._unsure)
            self.books.written_in_doubt(self._unsure)
        self._unsure = None
        if ends != self.books.hash:
            raise StoreError(self.database.shown, "the database that was lost: this one's journal ends elsewhere")


def reason(error: Exception) -> str:
    """In the words of the database."""
    return str(error.orig) if isinstance(error, DBAPIError) and error.orig else str(error)


def _quietly(do: Callable[[], object]) -> None:
    """Of a connection that is lost nothing is expected any more."""
    try:
        do()
    except SQLAlchemyError:
        return
