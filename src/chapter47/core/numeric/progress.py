"""Progress of a long analysis, on the error stream if that is a terminal: one line that disappears when it is done.

Nothing is shown for work that takes less than three seconds."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from time import monotonic
from typing import Final, TypeVar

PATIENCE = 3.0
EVERY = 1.0
CLEARS_THE_LINE = "\r\x1b[K"


class Progress:
    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.name, self.patience = name, patience
        self.begun = self.latest = monotonic()
        self.shown = False

    def at(self, what: str, part: float) -> None:
        now = monotonic()
        if now - self.begun < self.patience or now - self.latest < EVERY or not sys.stderr.isatty():
            return
        self.latest, self.shown = now, True
        print(f"{CLEARS_THE_LINE}{self.name}: {what} {part:4.0%}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self.shown:
            print(CLEARS_THE_LINE, end="", file=sys.stderr, flush=True)


WORKERS: Final = min(2, cpu_count() or 1)

Item = TypeVar("Item")
Worked = TypeVar("Worked")


def in_threads(name: str, work: Callable[[Item], Worked], parts: Sequence[Item]) -> Iterator[Worked]:
    """Compute each part and return the results in order, showing progress."""
    progress = Progress(name, patience=1.0)
    with ThreadPoolExecutor(WORKERS) as pool:
        for number, result in enumerate(pool.map(work, parts)):
            yield result
            progress.at("", (number + 1) / len(parts))
    progress.done()
