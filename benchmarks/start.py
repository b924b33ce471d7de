"""How long a check takes from the start of its process to its answer, and what `import chapter47` costs."""

import resource
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.figures import Figure, Size, main

AIM = "0.35 s"
AIM_OF_THE_IMPORT = "0.03 s"


def seconds(*arguments: str, runs: int = 10) -> float:
    """The best of several runs: CPU seconds of the whole process, on a warm disk."""
    return min(_once("check", "examples/blackjack.toml", *arguments) for _ in range(runs))


def import_seconds(runs: int = 20) -> float:
    """The best of several runs with the import, less the best without it."""
    with_it, without = (min(_process("-c", code) for _ in range(runs)) for code in ("import chapter47", "pass"))
    return with_it - without


def _once(*arguments: str) -> float:
    return _process("-m", "chapter47", *arguments)


def _process(*arguments: str) -> float:
    before = _spent()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(size: Size) -> Iterator[Figure]:
    runs = size.number(10)
    yield Figure("check of a table, for people", seconds(runs=runs), "s of CPU", AIM)
    yield Figure("check of a table, --json", seconds("--json", runs=runs), "s of CPU", AIM)
    yield Figure("import chapter47, beyond Python's own start", import_seconds(2 * runs), "s of CPU", AIM_OF_THE_IMPORT)


if __name__ == "__main__":
    main(measure)
