"""Time that passes when a test says so: nothing is waited for, and nothing comes too early on a busy machine."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class ForwardLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be put forward."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def run(test: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=ForwardLoop) as runner:
        return runner.run(test)


def put_forward(seconds: float) -> None:
    """Within `run`: whatever was to come within so many seconds comes now."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ForwardLoop)
    loop.ahead += seconds
