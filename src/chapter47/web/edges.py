"""House edges, worked out beside the pages: in a process of its own, one after the other, so that no page waits."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

from chapter47.core.errors import Chapter47Error
from chapter47.core.text import percent


def house_edge(file: str) -> str:
    """Of a table file, in words."""
    from chapter47.games import parse
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


class Edges:
    """What is known of the edges, and what is still asked for."""

    def __init__(self, work: Callable[[], Executor] = _own_process) -> None:
        self._make = work
        self._executor: Executor | None = None
        self._known: dict[str, str] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}

    def known(self, file: str) -> str | None:
        """Nothing while it is not known yet; it is worked out from the first time it is asked."""
        if file not in self._known and file not in self._asked:
            self._asked[file] = asyncio.create_task(self._work_out(file))
        return self._known.get(file)

    @property
    def progress(self) -> str:
        waiting = len(self._asked) - len(self._known)
        return f"house edges: {len(self._known)} of {len(self._asked)} worked out" if waiting > 0 else ""

    async def _work_out(self, file: str) -> None:
        if self._executor is None:
            self._executor = self._make()
        try:
            self._known[file] = await asyncio.get_running_loop().run_in_executor(self._executor, house_edge, file)
        except Exception as error:  # a process that has died: the lobby goes on without the figure
            self._known[file] = f"not priced: {type(error).__name__}"

    def stop(self) -> None:
        for task in self._asked.values():
            task.cancel()
        if isinstance(self._executor, ProcessPoolExecutor):
            for process in list((self._executor._processes or {}).values()):
                process.kill()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
