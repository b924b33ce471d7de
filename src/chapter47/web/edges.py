"""House edges, worked out beside the pages: in a process of its own, one after the other, so that no page waits."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

from chapter47.core.errors import Chapter47Error
from chapter47.core.text import percent
from chapter47.games import game_of, parse


def house_edge(file: str) -> str:
    """Of a table file, in words."""
    from chapter47.library.prices import edge

    try:
        share = edge(parse(file)).house_edge
    except Chapter47Error as error:
        return f"not priced: {error}"
    return "not priced" if share is None else f"house edge {percent(share)}"


def _last_in_line() -> None:
    """Whoever plays goes first."""
    with suppress(OSError, AttributeError):
        os.nice(19)


def _own_process() -> Executor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_last_in_line)


def priced_at_once(file: str) -> bool:
    """Whether the game of a table file says so; whatever cannot be read is refused at once."""
    try:
        return game_of(parse(file)).priced_at_once
    except Chapter47Error:
        return True


class Edges:
    """What is known of the edges, and what is still asked for: one after the other, what takes no time first."""

    def __init__(self, work: Callable[[], Executor] = _own_process) -> None:
        self._make = work
        self._executor: Executor | None = None
        self._known: dict[str, str] = {}
        self._waiting: dict[str, bool] = {}
        """Files, and whether they are priced at once."""
        self._worker: asyncio.Task[None] | None = None

    def known(self, file: str) -> str | None:
        """Nothing while it is not known yet; it is worked out from the first time it is asked."""
        if file not in self._known and file not in self._waiting:
            self._waiting[file] = priced_at_once(file)
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._work())
        return self._known.get(file)

    @property
    def progress(self) -> str:
        asked = len(self._known) + len(self._waiting)
        return f"house edges: {len(self._known)} of {asked} worked out" if self._waiting else ""

    async def _work(self) -> None:
        while self._waiting:
            file = max(self._waiting, key=self._waiting.__getitem__)
            self._known[file] = await self._worked_out(file)
            del self._waiting[file]

    async def _worked_out(self, file: str) -> str:
        if self._executor is None:
            self._executor = self._make()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, house_edge, file)
        except Exception as error:  # a process that has died: the lobby goes on without the figure
            return f"not priced: {type(error).__name__}"

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
        if isinstance(self._executor, ProcessPoolExecutor):
            for process in list((self._executor._processes or {}).values()):
                process.kill()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
