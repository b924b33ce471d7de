"""What `make run` starts: a demo server on a free local port, opened in the browser if there is one."""

import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI

from chapter47.core.errors import Chapter47Error
from chapter47.service.server import PORT, ServerOptions, run
from chapter47.service.terms import DEMONSTRATION
from chapter47.web import add_pages

HOST: Final = "127.0.0.1"
FOLDER: Final = Path("build/demo")
NEXT: Final = """Open {address} and choose a table: you get a guest seat and $1,000 in play chips.
Press "Sit down", choose a chip, tap a bright spot, press Play; every message of the dealer says why.
Press Ctrl-C to stop the server. Run `.venv/bin/chapter47 --help` to see what else there is."""


def free_port() -> int:
    """Return the usual port, or any free one."""
    for port in (PORT, 0):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((HOST, port))
            except OSError:
                continue
            return int(tried.getsockname()[1])
    return PORT


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    port = free_port()
    address = f"http://{HOST}:{port}"

    def begun() -> None:
        print(NEXT.format(address=address), flush=True)
        if has_screen():
            webbrowser.open(address)

    def show(app: FastAPI) -> None:
        """Announce the address once the server answers."""
        serves = app.router.lifespan_context

        @asynccontextmanager
        async def announced(app: FastAPI) -> AsyncIterator[None]:
            async with serves(app):
                begun()
                yield

        app.router.lifespan_context = announced

    database = f"sqlite:///{FOLDER / 'pit.db'}"
    options = ServerOptions(demo=True, port=port, database=database, announced=False, settings=DEMONSTRATION)
    try:
        return run(options, [add_pages, show])
    except Chapter47Error as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
