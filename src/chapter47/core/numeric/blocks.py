"""A run: blocks of rounds played in parallel, anywhere, and added in order.

Block n of a seed is always the same rounds, and blocks are added in order of their numbers: the result depends only on
the seed and the number of rounds, not on who played which block or when."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Final, Generic, Protocol, Self, TypeVar

BLOCK: Final = 1 << 18
"""Rounds per block."""


class AddsUp(Protocol):
    """The result of a block: counts that can be added."""

    def __add__(self, other: Self, /) -> Self: ...


Counts = TypeVar("Counts", bound=AddsUp)
Play = Callable[[int, int], Counts]
"""Plays block number n with this many rounds."""


@dataclass(frozen=True)
class RunState(Generic[Counts]):
    """Progress of a run: the blocks before `following` are in `counts`."""

    rounds: int
    following: int = 0
    counts: Counts | None = None
    size: int = BLOCK

    @property
    def blocks(self) -> int:
        return -(-self.rounds // self.size)

    @property
    def played(self) -> int:
        return min(self.following * self.size, self.rounds)

    @property
    def is_over(self) -> bool:
        return self.following >= self.blocks

    def rounds_of(self, block: int) -> int:
        return min(self.size, self.rounds - block * self.size)

    def after(self, counts: Counts) -> "RunState[Counts]":
        total = counts if self.counts is None else self.counts + counts
        return RunState(self.rounds, self.following + 1, total, self.size)


def cores() -> int:
    """Return the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(play: Play[Counts], course: RunState[Counts], executor: Executor, at_once: int) -> Iterator[RunState[Counts]]:
    """Play the rest of a run, `at_once` blocks in flight, reporting each step."""
    waiting: deque[Future[Counts]] = deque()
    begun = course.following
    try:
        while not course.is_over:
            while begun < course.blocks and len(waiting) < at_once:
                waiting.append(executor.submit(play, begun, course.rounds_of(begun)))
                begun += 1
            course = course.after(waiting.popleft().result())
            yield course
    finally:
        for block in waiting:
            block.cancel()
