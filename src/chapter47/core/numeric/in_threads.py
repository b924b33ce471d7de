"""Parts of an analysis worked out side by side: so few at a time that their memory stays small on any machine."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Final, TypeVar

from chapter47.core.numeric.progress import Progress

WORKERS: Final = min(2, cpu_count() or 1)

Item = TypeVar("Item")
Worked = TypeVar("Worked")


def in_threads(name: str, work: Callable[[Item], Worked], parts: Sequence[Item]) -> Iterator[Worked]:
    """What each part comes to, in their order, with progress shown."""
    progress = Progress(name, patience=1.0)
    with ThreadPoolExecutor(WORKERS) as pool:
        for number, result in enumerate(pool.map(work, parts)):
            yield result
            progress.at("", (number + 1) / len(parts))
    progress.done()
