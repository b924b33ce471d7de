"""`chapter47 serve` in a house where things go wrong, of which the program knows nothing.

It is the command itself, but its clock is set by the file `clock` in the folder of the server (milliseconds that it is
ahead of the true one, or behind), and while a file `full` exists, no database of SQLite gets another page, as on a
full disk. It serves programs only."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, event
from tests.service.nursery import ForkedServer

from chapter47.cli import serve
from chapter47.service import server

MOST_PAGES: Final = 1_000_000


def let_things_go_wrong(folder: Path) -> None:
    """In the process of the server."""
    true_clock = server._now

    def clock() -> int:
        set_to = folder / "clock"
        return true_clock() + (int(set_to.read_text(encoding="utf-8")) if set_to.exists() else 0)

    def limit_pages(connection: Connection) -> None:
        """Before every transaction; a database is never made smaller than it is."""
        if connection.dialect.name == "sqlite":
            pages = 1 if (folder / "full").exists() else MOST_PAGES
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}").close()

    serve._pages = list  # a house without pages, whose framework takes longest to start
    server._now = clock
    event.listen(Engine, "begin", limit_pages)


class OddServer(ForkedServer):
    """Such a server, and what its house lets happen to it."""

    prepare: Callable[[Path], None] = staticmethod(let_things_go_wrong)

    def set_clock(self, milliseconds: int) -> None:
        """All at once, so that nobody reads half a number."""
        new = self.folder / "clock.new"
        new.write_text(str(milliseconds), encoding="utf-8")
        new.replace(self.folder / "clock")

    def fill_the_disk(self) -> None:
        (self.folder / "full").touch()

    def make_room(self) -> None:
        (self.folder / "full").unlink()
