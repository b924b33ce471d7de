"""What a benchmark reports: figures, printed as they come, and a table of all of them at the end."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil
from typing import Final, NamedTuple, TypeVar

Case = TypeVar("Case")


class Figure(NamedTuple):
    """One measured value, and what it should be."""

    name: str
    value: float
    unit: str
    aim: str = ""
    plain: str = ""
    """What the plain kernel does, where the same work was measured with it in the same run."""
    peer: str = ""
    """What the best open peer that we know of does, its name, and how that was measured."""


class Size(NamedTuple):
    """How much work a benchmark does: `FULL` for figures worth reading, `TINY` to see that it runs."""

    share: float

    def number(self, full: int) -> int:
        """That share of the rounds, runs or seconds of a full benchmark, at least one."""
        return max(1, ceil(full * self.share))

    def some(self, cases: Iterable[Case]) -> list[Case]:
        """That share of the cases, at least the first."""
        listed = list(cases)
        return listed[: self.number(len(listed))]


FULL: Final = Size(1)
TINY: Final = Size(0.001)
Measure = Callable[[Size], Iterator[Figure]]


def line(figure: Figure) -> str:
    aim = f"  aim {figure.aim}" if figure.aim else ""
    return f"  {figure.name:<58}{_shown(figure.value):>12} {figure.unit}{aim}"


def _shown(value: float) -> str:
    """Three digits that count."""
    return f"{value:,.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3}f}"


def run(name: str, measure: Measure, size: Size = FULL) -> list[Figure]:
    """Runs one benchmark, prints its figures as they come, and returns them."""
    figures = []
    print(name, flush=True)
    for figure in measure(size):
        figures.append(figure)
        print(line(figure), flush=True)
    return figures


COLUMNS: Final = ("work", "ours", "plain kernel", "best open peer", "goal")


def table(benchmarks: Mapping[str, Iterable[Figure]]) -> str:
    """All figures in one table, as Markdown; `–` where nothing was measured or is known."""
    rows = [
        (f"{name}: {figure.name}", f"{_shown(figure.value)} {figure.unit}", figure.plain, figure.peer, figure.aim)
        for name, figures in benchmarks.items()
        for figure in figures
    ]
    lines = [COLUMNS, ("---",) * len(COLUMNS), *rows]
    return "\n".join("| " + " | ".join(cell or "–" for cell in cells) + " |" for cells in lines)


def main(measure: Measure) -> None:
    """What `python -m benchmarks.NAME` does; `--tiny` only shows that it runs."""
    run(sys.argv[0].rpartition("/")[2].removesuffix(".py"), measure, TINY if "--tiny" in sys.argv else FULL)
