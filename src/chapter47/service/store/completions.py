"""How waiting clients learn that a unit is written: by a future of any thread, or of an event loop."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import NamedTuple, Protocol


class Completion(Protocol):
    """Someone who waits for a unit; a `concurrent.futures` future is one."""

    def set_running_or_notify_cancel(self) -> bool: ...
    def set_result(self, result: int, /) -> None: ...
    def set_exception(self, exception: BaseException, /) -> None: ...


class Outbox:
    """Results for an event loop from the writer thread: one call per commit, not one per unit."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._outcomes: deque[tuple[asyncio.Future[int], int | BaseException]] = deque()
        self._called = False

    def put(self, waiting: "asyncio.Future[int]", outcome: int | BaseException) -> None:
        """Add a result, from any thread."""
        self._outcomes.append((waiting, outcome))
        if not self._called:
            self._called = True
            with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        self._called = False  # before the first is taken out: what comes after the last calls again
        while self._outcomes:
            waiting, outcome = self._outcomes.popleft()
            if waiting.done():
                continue
            if isinstance(outcome, int):
                waiting.set_result(outcome)
            else:
                waiting.set_exception(outcome)


class LoopCompletion(NamedTuple):
    """A client waiting in an event loop."""

    waiting: "asyncio.Future[int]"
    outbox: Outbox

    def set_running_or_notify_cancel(self) -> bool:
        return not self.waiting.cancelled()

    def set_result(self, result: int, /) -> None:
        self.outbox.put(self.waiting, result)

    def set_exception(self, exception: BaseException, /) -> None:
        self.outbox.put(self.waiting, exception)
