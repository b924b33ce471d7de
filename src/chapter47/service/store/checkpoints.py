"""Copies SQLite's write-ahead log into the database file beside the commits, so that no commit waits for it.

The writer thread empties the log itself only if it has grown long anyway."""

import sqlite3
import threading
from contextlib import closing, suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from chapter47.service.store.database import Database

SECONDS_BETWEEN_CHECKPOINTS: Final = 1.0


class Checkpoints:
    """The thread that copies, a second after a write."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._written = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chapter47 checkpoints", daemon=True)
        self._thread.start()

    def due(self) -> None:
        """Note that something was committed."""
        self._written.set()

    def close(self) -> None:
        self._ended.set()
        self._written.set()
        self._thread.join()

    def _run(self) -> None:
        while self._written.wait() and not self._ended.wait(SECONDS_BETWEEN_CHECKPOINTS):
            self._written.clear()
            with suppress(SQLAlchemyError, sqlite3.Error):  # the thread that writes tells of it
                self._copy()

    def _copy(self) -> None:
        """Copy twice, to include what was committed meanwhile: the log restarts only when all of it is copied."""
        with closing(self._database.engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
            for _ in range(2):
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
