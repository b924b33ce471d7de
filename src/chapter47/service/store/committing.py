"""One writer thread: everything that is queued is checked, written and committed together."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from chapter47.service.crash_points import passing
from chapter47.service.store import journal, reading, schema
from chapter47.service.store.batch import Batch, Books
from chapter47.service.store.checkpoints import Checkpoints
from chapter47.service.store.completions import Completion
from chapter47.service.store.database import Database
from chapter47.service.store.errors import KeyUsedError, LeaseLostError, NotWrittenError, StoreError, StoreLostError
from chapter47.service.store.fence import FIRST_EPOCH, Fence, is_fenced
from chapter47.service.store.following import NewsOfOthers, catch_up, is_written
from chapter47.service.store.unit import Unit
from chapter47.service.store.write_figures import WriteFigures

MOST_AT_ONCE: Final = 500
"""Units in one commit."""
MANY: Final = 5
"""After a commit of this many units, as many are about to arrive, and the next commit waits for them."""
SECONDS_BETWEEN_COMMITS: Final = 0.015
"""Seconds between the starts of two commits while many units arrive: a commit alone costs as much as ten units."""
CLOSED: Final = "the store is closed"
SECONDS_BETWEEN_TRIES: Final = 0.1
FILLER: Final = bytes(256 * 1024)
"""Size of a probe, larger than any batch: if the probe can be written, the batch can."""
LOGGER: Final = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """A unit, and the recipient of its number; without a unit, a question whether the database can be written."""

    unit: Unit | None
    completion: Completion
    follows: bool = False
    """Whether to read what other processes have written, instead of writing."""
    epoch: int = 0
    """In a cluster: the epoch of the lease under which the unit was made."""


class Writer:
    """The writer thread. Nobody is notified before the commit; after a failure nothing is written until `back`."""

    def __init__(self, database: Database, connection: Connection, books: Books, fence: Fence | None = None) -> None:
        self.database = database
        self.books = books
        self.fence = fence
        """The fence; set in a cluster."""
        self.on_news: Callable[[NewsOfOthers], None] = lambda news: None
        """Called in the writer thread with what other processes have written."""
        self._checkpoints = None if database.file is None else Checkpoints(database)
        self._connection: Connection | None = connection
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lost: StoreLostError | None = None
        self._lost_since = 0.0
        self._back = threading.Event()
        self._back.set()
        self._unsure: Batch | None = None
        """A batch that may or may not have been committed when the database was lost."""
        self.figures = WriteFigures()
        self._next_begins = 0.0
        """Monotonic time before which no commit begins."""
        self._ended = threading.Event()
        if fence is not None:
            fence.limit(connection)
        self._thread = threading.Thread(target=self._run, name="chapter47 writer", daemon=True)
        self._thread.start()

    def submit(self, unit: Unit | None, completion: Completion, *, follows: bool = False, epoch: int = 0) -> None:
        if self._ended.is_set():
            completion.set_exception(StoreLostError(CLOSED))
        else:
            self._waiting.put(Waiting(unit, completion, follows, epoch))

    @property
    def queued(self) -> int:
        """Return how many units wait."""
        return self._waiting.qsize()

    def wait_until_back(self, seconds: float) -> bool:
        """Return whether the database can be written, now or within a number of seconds."""
        return self._back.wait(seconds)

    def close(self) -> None:
        """Write what is queued, then end the thread."""
        if not self._ended.is_set():
            self._ended.set()
            self._waiting.put(None)
            self._thread.join()
            if self._checkpoints is not None:
                self._checkpoints.close()

    # In the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        more = True
        while more:
            taken, more = self._take()
            self._serve(taken)
        for waiting in self._take()[0] if not self._waiting.empty() else ():
            waiting.completion.set_exception(StoreLostError(CLOSED))
        if self._connection is not None:
            _quietly(self._connection.close)

    def _take(self) -> tuple[list[Waiting], bool]:
        """Take everything that is queued, at least one unit unless the database is lost, and whether more may follow.

        Units whose client has given up are dropped; from here on, a unit is written whether or not anybody waits."""
        taken = [self._waiting.get()] if self._lost is None else []
        if (early := self._next_begins - time.monotonic()) > 0:
            time.sleep(early)
        begins = time.monotonic()
        while len(taken) < MOST_AT_ONCE and not self._waiting.empty():
            taken.append(self._waiting.get())
        self._next_begins = begins + (SECONDS_BETWEEN_COMMITS if len(taken) >= MANY else 0.0)
        asked = [waiting for waiting in taken if waiting is not None]
        return [waiting for waiting in asked if waiting.completion.set_running_or_notify_cancel()], len(asked) == len(
            taken
        )

    def _serve(self, taken: list[Waiting]) -> None:
        if self._lost is None:
            self._write([waiting for waiting in taken if waiting.unit is not None])
            self._follow([waiting.completion for waiting in taken if waiting.follows])
            self._answer_probes(
                [waiting.completion for waiting in taken if waiting.unit is None and not waiting.follows]
            )
        else:
            for waiting in taken:
                waiting.completion.set_exception(StoreLostError(str(self._lost)))
            if not self._ended.is_set():
                self._try_again()

    def _write(self, taken: list[Waiting]) -> None:
        if self.fence is not None and taken:
            try:
                taken = self._fenced(self.fence, taken)
            except (SQLAlchemyError, StoreError) as error:
                self._lose(error, [waiting.completion for waiting in taken])
                return
        batch = self._checked(taken)
        if not batch.units:
            if self.fence is not None and self._connection is not None:
                _quietly(self._connection.rollback)
            return
        passing(1)
        began = time.monotonic()
        try:
            assert self._connection is not None
            with self.database.all_at_once(self._connection):
                batch.write(self._connection)
                if self.fence is not None:
                    self.fence.notify(self._connection)
            self._unsure = batch
            self._connection.commit()
        except (IntegrityError, DataError) as error:
            self._one_by_one(taken, batch, error)
            return
        except SQLAlchemyError as error:
            self._lose(error, batch.waiting)
            return
        except (ValueError, OverflowError) as error:  # of the driver: a text or number that no column takes
            self._one_by_one(taken, batch, error)
            return
        passing(7)
        self._unsure = None
        self.figures.committed(time.monotonic() - began, Counter(checked.unit.kind for checked in batch.units))
        self.books.take(batch)
        batch.tell()
        if self._checkpoints is not None:
            self._checkpoints.due()

    def _fenced(self, fence: Fence, taken: list[Waiting]) -> list[Waiting]:
        """Begin the transaction, read what others have written, and refuse units for streams that are no longer
        ours."""
        assert self._connection is not None
        self._catch_up(self._connection)  # before the lock too: much to read holds nobody up
        fence.begin(self._connection)
        self._catch_up(self._connection)
        units = [(waiting.unit, waiting.epoch) for waiting in taken if waiting.unit is not None]
        fenced = [(unit, epoch) for unit, epoch in units if is_fenced(unit.stream, unit.kind)]
        new = {unit.stream for unit, _ in fenced if unit.version == 1}
        epochs = fence.current(self._connection, {unit.stream for unit, _ in fenced}, new) if fenced else {}
        lost = {id(unit) for unit, epoch in fenced if epochs.get(unit.stream) != (epoch or FIRST_EPOCH)}
        for waiting in taken:
            if id(waiting.unit) in lost and waiting.unit is not None:
                waiting.completion.set_exception(LeaseLostError(waiting.unit.stream))
        return [waiting for waiting in taken if id(waiting.unit) not in lost]

    def _catch_up(self, connection: Connection) -> None:
        if (news := catch_up(connection, self.books)) is not None:
            self.on_news(news)

    def _follow(self, asked: list[Completion]) -> None:
        """Read what others have written, without blocking anybody."""
        if asked and self._lost is None:
            try:
                assert self._connection is not None
                self._catch_up(self._connection)
                self._connection.rollback()
            except (SQLAlchemyError, StoreError) as error:
                self._lose(error, [])
        self._answer(asked, self.books.seq)

    def _answer(self, asked: Iterable[Completion], result: int) -> None:
        for completion in asked:
            if self._lost is None:
                completion.set_result(result)
            else:
                completion.set_exception(StoreLostError(str(self._lost)))

    def _answer_probes(self, probes: list[Completion]) -> None:
        """Answer whether the database can be written now, by writing to it."""
        if probes and self._lost is None:
            try:
                assert self._connection is not None
                self._write_probe(self._connection, bytes(1))
            except SQLAlchemyError as error:
                self._lose(error, [])
        self._answer(probes, 0)

    def _write_probe(self, connection: Connection, filler: bytes) -> None:
        if self.fence is not None:
            self.fence.begin(connection)
        connection.execute(delete(schema.probe))
        connection.execute(insert(schema.probe), {"id": 1, "filler": filler})
        connection.commit()
        connection.execute(delete(schema.probe))
        connection.commit()

    def _checked(self, taken: Iterable[Waiting]) -> Batch:
        """Keep what may be written, and report the reason to the others."""
        batch = Batch(self.books)
        for waiting in taken:
            assert waiting.unit is not None
            try:
                batch.add(waiting.unit, waiting.completion)
            except NotWrittenError as refused:
                waiting.completion.set_exception(refused)
        return batch

    def _one_by_one(self, taken: list[Waiting], batch: Batch, error: Exception) -> None:
        """Write unit by unit after the database refused a batch, so that only the offending unit is refused."""
        assert self._connection is not None
        self._unsure = None
        try:
            self._connection.rollback()
            if len(batch.units) == 1:
                unit, completion, *_ = batch.units[0]
                completion.set_exception(self._forbidden(self._connection, unit, error))
                return
        except SQLAlchemyError as lost:
            self._lose(lost, batch.waiting)
            return
        epochs = {id(waiting.unit): waiting.epoch for waiting in taken}
        for checked in batch.units:
            self._serve([Waiting(checked.unit, checked.completion, epoch=epochs[id(checked.unit)])])

    @staticmethod
    def _forbidden(connection: Connection, unit: Unit, error: Exception) -> NotWrittenError:
        is_double = isinstance(error, IntegrityError) and unit.key is not None
        used = reading.reply(connection, unit.actor, unit.key or "") if is_double else None
        connection.rollback()
        if unit.key is not None and used is not None:
            return KeyUsedError(unit.actor, unit.key, used)
        return NotWrittenError(reason(error))

    def _lose(self, error: SQLAlchemyError | StoreError, waiting: Iterable[Completion]) -> None:
        self._lost = StoreLostError(reason(error))
        self._lost_since = time.monotonic()
        self.figures.times_lost += 1
        self._back.clear()
        LOGGER.error("The database cannot be written: %s. Tables pause until it can.", reason(error).strip())
        self._drop_connection()
        for completion in waiting:
            completion.set_exception(StoreLostError(str(self._lost)))

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            _quietly(connection.rollback)
            _quietly(connection.invalidate)
            _quietly(connection.close)
        _quietly(self.database.engine.dispose)

    def _try_again(self) -> None:
        """Reconnect, find the end of the journal, and write and delete a probe."""
        try:
            self._connection = self.database.writer()
            if self.fence is not None:
                self.fence.limit(self._connection)
            self._settle_doubt(self._connection)
            self._write_probe(self._connection, FILLER)
        except (SQLAlchemyError, StoreError) as error:
            self._lost = StoreLostError(reason(error))
            self._drop_connection()
            time.sleep(SECONDS_BETWEEN_TRIES)
            return
        self._lost = None
        self._back.set()
        LOGGER.warning("The database can be written again after %.1f s.", time.monotonic() - self._lost_since)

    def _settle_doubt(self, connection: Connection) -> None:
        """Find out whether the batch interrupted by the failure was committed."""
        if self._unsure is not None and is_written(connection, self._unsure.seq, self._unsure.hash):
            self.books.take(self._unsure)
            self.books.written_in_doubt(self._unsure)
        self._unsure = None
        if self.fence is not None:
            self._catch_up(connection)
            connection.rollback()
            return
        ends = connection.scalar(select(schema.head.c.hash)) or journal.FIRST
        connection.rollback()
        if ends != self.books.hash:
            raise StoreError(self.database.shown, "the original database: the journal of this one ends elsewhere")


def reason(error: Exception) -> str:
    """Return the database's own error message."""
    return str(error.orig) if isinstance(error, DBAPIError) and error.orig else str(error)


def _quietly(do: Callable[[], object]) -> None:
    """Close a lost connection, ignoring errors."""
    try:
        do()
    except SQLAlchemyError:
        return
