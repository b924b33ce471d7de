"""`chapter47 serve` in a house where things go wrong: a starter of the tests' own, which the program knows nothing of.

`python -m tests.service.odd_server FOLDER serve …` is the command itself, but its clock is set by the file `clock` in
the folder (milliseconds that it is ahead of the true one, or behind), and while a file `full` lies there, no database
of SQLite gets another page, as on a full disk. It serves programs only."""

import sys
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, event
from tests.service.running import RunningServer

MOST_PAGES: Final = 1_000_000


class OddServer(RunningServer):
    """Such a server, and what its house lets happen to it."""

    def command(self) -> list[str]:
        python, module, _, *arguments = super().command()
        return [python, module, "tests.service.odd_server", str(self.folder), *arguments]

    def set_clock(self, milliseconds: int) -> None:
        """All at once, so that nobody reads half a number."""
        new = self.folder / "clock.new"
        new.write_text(str(milliseconds), encoding="utf-8")
        new.replace(self.folder / "clock")

    def fill_the_disk(self) -> None:
        (self.folder / "full").touch()

    def make_room(self) -> None:
        (self.folder / "full").unlink()


def main(folder: Path) -> None:
    from tests.service.quick_sign_in import with_quick_sign_in

    from chapter47.cli import serve
    from chapter47.cli.app import main as chapter47
    from chapter47.service import server

    true_clock = server._now

    def clock() -> int:
        set_to = folder / "clock"
        return true_clock() + (int(set_to.read_text(encoding="utf-8")) if set_to.exists() else 0)

    def limit_pages(connection: Connection) -> None:
        """Before every transaction; a database is never made smaller than it is."""
        if connection.dialect.name == "sqlite":
            pages = 1 if (folder / "full").exists() else MOST_PAGES
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}").close()

    with_quick_sign_in()
    serve._pages = list  # a house without pages, whose framework takes longest to load
    server._now = clock
    event.listen(Engine, "begin", limit_pages)
    chapter47()


if __name__ == "__main__":
    at = Path(sys.argv.pop(1))
    main(at)
