"""Heavy work in separate processes, with limits in total and per user, and cached answers."""

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, Final

from chapter47.service.terms import ServiceError

WAITING: Final = 16
OF_ONE: Final = 3
KEPT: Final = 200
SECONDS: Final = 5.0
SECONDS_UNTIL_ABANDONED: Final = 10.0
"""Seconds without anybody waiting after which a queued question is dropped; pages ask again at once."""
NICENESS: Final = 5
"""Priority of the work: below the tables, but not so low that it stops on a busy machine."""
Question = tuple[str, str, tuple[Hashable, ...]]
"""The module and the name of a function, and its arguments."""


def _end_with_the_server() -> None:
    """End this process as soon as the server has ended, for whatever reason."""
    if server := parent_process():
        server.join()
        os._exit(0)


def _prepare_process() -> None:
    Thread(target=_end_with_the_server, daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)


def spawned() -> Executor:
    """One process, which starts with the first piece of work."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_prepare_process)


def _bounded(processor_seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
    """In the process of the work: end a piece that takes more than so many seconds of its processor."""
    if current_thread() is not main_thread():
        return function(*arguments)
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, processor_seconds)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise ServiceError("work.too-long", "This takes too long to work out", allowed="Ask for less at once", status=422)


@dataclass(slots=True)
class _Asked:
    """A question that is queued or being computed."""

    who: str
    answer: asyncio.Task[Any]
    requests: int = 0
    """Number of requests waiting for the answer."""
    left_at: float = 0.0
    """When the last of them stopped waiting."""

    @property
    def is_abandoned(self) -> bool:
        idle = asyncio.get_running_loop().time() - self.left_at
        return not self.requests and idle >= SECONDS_UNTIL_ABANDONED


class Work:
    """Runs functions of a module in another process; the same question is computed once."""

    def __init__(
        self,
        make: Callable[[], Executor] = spawned,
        *,
        at_once: int = 1,
        waiting: int = WAITING,
        processor_seconds: float | None = None,
    ) -> None:
        """`processor_seconds` is how long one piece of work may take; None for any time."""
        self._make = make
        self._most_waiting, self._processor_seconds = waiting, processor_seconds
        self._executor: Executor | None = None
        self._turn = asyncio.Semaphore(at_once)
        self._kept: OrderedDict[Question, Any] = OrderedDict()
        self._asked: dict[Question, _Asked] = {}

    async def run(
        self, who: str, function: Callable[..., Any], *arguments: Hashable, seconds: float | None = SECONDS
    ) -> Any:
        """Return the answer; refuse the question if too many are queued, in total or for this user. Work that takes
        longer than `seconds` continues, and its answer is ready when the question is asked again. A queued question is
        dropped if nobody asks it again."""
        question = (function.__module__, function.__qualname__, arguments)
        if question in self._kept:
            self._kept.move_to_end(question)
            return self._kept[question]
        if question not in self._asked:
            self._begin(who, question, function)
        asked = self._asked[question]
        asked.requests += 1
        try:
            return await asyncio.wait_for(asyncio.shield(asked.answer), seconds)
        except TimeoutError:
            late = ServiceError(
                "work.unfinished", "This is still being computed", allowed="Ask again in a second", status=429
            )
            late.headers = {"Retry-After": "1"}
            raise late from None
        finally:
            asked.requests -= 1
            asked.left_at = asyncio.get_running_loop().time()

    @property
    def unanswered(self) -> int:
        return len(self._asked)

    def questions_of(self, who: str) -> int:
        """Return how many questions of this user are queued or being computed."""
        return sum(asked.who == who and not asked.is_abandoned for asked in self._asked.values())

    def _begin(self, who: str, question: Question, function: Callable[..., Any]) -> None:
        if self.unanswered >= self._most_waiting or self.questions_of(who) >= OF_ONE:
            allowed = f"{OF_ONE} requests at a time per person, {self._most_waiting} in all; try again in a moment"
            raise ServiceError("work.busy", "Too many requests are being computed now", allowed=allowed, status=429)
        answer = asyncio.ensure_future(self._in_turn(question, function))
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits for it
        self._asked[question] = _Asked(who, answer)

    async def _in_turn(self, question: Question, function: Callable[..., Any]) -> Any:
        try:
            async with self._turn:
                if self._asked[question].is_abandoned:
                    return None
                answer = await self._worked_out(function, question[2])
                self._keep(question, answer)
                return answer
        finally:
            del self._asked[question]

    async def _worked_out(self, function: Callable[..., Any], arguments: tuple[Hashable, ...]) -> Any:
        if self._executor is None:
            self._executor = self._make()
        if self._processor_seconds is not None:
            function, arguments = _bounded, (self._processor_seconds, function, *arguments)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)
        except BrokenProcessPool:
            self._executor = None  # the next question starts another process
            allowed = "Ask again: another process will compute it"
            raise ServiceError("work.failed", "This could not be computed", allowed=allowed, status=503) from None

    def _keep(self, question: Question, answer: Any) -> None:
        self._kept[question] = answer
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def stop(self) -> None:
        if isinstance(self._executor, ProcessPoolExecutor):
            for process in list((self._executor._processes or {}).values()):
                process.kill()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
