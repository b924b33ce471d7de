"""SQLite's log is copied into its file beside the commits: whoever waits for a commit does not wait for that.

The thread that writes empties the log by itself only where it has grown long all the same."""

import sqlite3
import threading
from contextlib import closing, suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from chapter47.service.store.database import Database

SECONDS_BETWEEN_CHECKPOINTS: Final = 1.0


class Checkpoints:
    """The thread that copies, a second after something was written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._written = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chapter47 checkpoints", daemon=True)
        self._thread.start()

    def due(self) -> None:
        """Something was committed."""
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
        """Twice, for what was committed meanwhile: the log begins anew only when all of it was copied."""
        with closing(self._database.engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
            for _ in range(2):
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
