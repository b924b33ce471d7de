"""Parts of an analysis worked out side by side: so few at a time that their memory stays small on any machine."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Final, TypeVar

from chapter47.core.numeric.progress import Progress

WORKERS: Final = min(2, cpu_count() or 1)

Part = TypeVar("Part")
Found = TypeVar("Found")


def side_by_side(name: str, work: Callable[[Part], Found], parts: Sequence[Part]) -> Iterator[Found]:
    """What each part comes to, in their order, with progress shown."""
    progress = Progress(name, patience=1.0)
    with ThreadPoolExecutor(WORKERS) as pool:
        for number, found in enumerate(pool.map(work, parts)):
            yield found
            progress.at("", (number + 1) / len(parts))
    progress.done()
