"""Servers that start fast: each is forked from a process that has loaded everything and done nothing yet.

What runs is the command `chapter47 serve` in a process of its own, which can be killed like any other, in a house whose
passwords take little work."""

import asyncio
import gc
import importlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Self

from tests.give_up import SECONDS
from tests.service.quick_sign_in import with_quick_sign_in
from tests.service.running import AT_ONCE, RunningServer

import chapter47.service.server
import chapter47.web.site  # both are loaded for the servers that are forked
from chapter47.cli.app import main
from chapter47.service import crash_points

CONTEXT: Final = get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.service.nursery"])


def serve(
    prepare: Callable[[Path], None], arguments: list[str], output: Path, errors: Path, environment: dict[str, str]
) -> None:
    """In the new process."""
    for path, number in ((output, 1), (errors, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    os.environ.update(environment)
    importlib.reload(crash_points)
    sys.argv = ["chapter47", *arguments]
    with_quick_sign_in()
    prepare(output.parent)
    main()


def as_it_is(folder: Path) -> None:
    """Nothing is odd about this house."""
    del folder


class ForkedServer(RunningServer):
    """The same server without the time that its imports take."""

    prepare: Callable[[Path], None] = staticmethod(as_it_is)
    """Done in the new process before it serves, with the folder of the server."""
    _forked: BaseProcess | None = None
    _starts = 0

    def start(self, environment: Mapping[str, str] | None = None) -> Self:
        self._starts += 1
        output = self.folder / f"stdout-{self._starts}.txt"
        arguments = self.command()[self.command().index("serve") :]
        self._forked = CONTEXT.Process(
            target=serve, args=(self.prepare, arguments, output, self.folder / "stderr.txt", dict(environment or {}))
        )
        self._forked.start()
        lines = self._lines(output, 1 if self.one_time else 2)
        self.url = lines[0]
        if not self.one_time:
            self.one_time = lines[1].rpartition(": ")[2]
        return self

    def _lines(self, output: Path, number: int) -> list[str]:
        """What it has printed; a server that is set to kill itself may not get that far."""
        until = monotonic() + SECONDS
        while monotonic() < until:
            lines = output.read_text(encoding="utf-8").split("\n")[:-1] if output.exists() else []
            if len(lines) >= number:
                return lines
            if not self.is_running:
                break
            sleep(0.01)
        raise AssertionError(f"the server did not start: {self.errors()}")

    @property
    def is_running(self) -> bool:
        return self._forked is not None and self._forked.is_alive()

    def ask_to_end(self) -> None:
        if self._forked is not None:
            self._forked.terminate()

    def kill_now(self) -> None:
        if self._forked is not None:
            self._forked.kill()

    def kill(self) -> None:
        if self._forked is not None:
            self._forked.kill()
            self.end()

    def terminate(self, number: int = signal.SIGTERM) -> int:
        """The exit code."""
        assert self._forked is not None
        assert self._forked.pid is not None
        os.kill(self._forked.pid, number)
        code = self.end()
        assert code is not None, "it does not end"
        return code

    def end(self) -> int | None:
        """Waits until it has ended: the exit code, below zero for the signal that killed it."""
        assert self._forked is not None
        self._forked.join(SECONDS)
        code = self._forked.exitcode
        self._forked.close()
        self._forked = None
        return code


@asynccontextmanager
async def running(folder: Path, *arguments: str, settings: str = AT_ONCE) -> AsyncIterator[ForkedServer]:
    server = ForkedServer(folder, *arguments, settings=settings)
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        if server.is_running:
            server.kill()


gc.freeze()
__all__ = ["ForkedServer", "chapter47", "running"]
