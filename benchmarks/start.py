"""How long a check takes from the start of its process to its answer, and what `import chapter47` costs."""

import resource
import subprocess
import sys

AIM = 0.35
AIM_OF_THE_IMPORT = 0.03
"""More than Python itself takes to start."""


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


def report() -> None:
    print(f"check of a table: {seconds():.3f} s of CPU for people, {seconds('--json'):.3f} s for machines, aim {AIM} s")
    print(f"import chapter47: {import_seconds():.3f} s more than Python itself, aim {AIM_OF_THE_IMPORT} s")
