"""Time that passes when a test says so: nothing is waited for, and nothing comes too early on a busy machine."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from tests.give_up import SECONDS

T = TypeVar("T")


class ForwardLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be put forward."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def run(test: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=ForwardLoop) as runner:
        watch = threading.Timer(SECONDS, runner.get_loop().call_soon_threadsafe, [_give_up, runner.get_loop()])
        watch.start()
        try:
            return runner.run(test)
        finally:
            watch.cancel()


def _give_up(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel(f"nothing came within {SECONDS} s")


def put_forward(seconds: float) -> None:
    """Within `run`: whatever was to come within so many seconds comes now."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ForwardLoop)
    loop.ahead += seconds
