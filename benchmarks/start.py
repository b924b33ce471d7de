"""How long a check takes from the start of its process to its answer."""

import resource
import subprocess
import sys

AIM = 0.35


def seconds(*arguments: str, runs: int = 10) -> float:
    """The best of several runs: CPU seconds of the whole process, on a warm disk."""
    return min(_once("check", "examples/blackjack.toml", *arguments) for _ in range(runs))


def _once(*arguments: str) -> float:
    before = _spent()
    subprocess.run([sys.executable, "-m", "chapter47", *arguments], check=True, stdout=subprocess.DEVNULL)
    return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report() -> None:
    print(f"check of a table: {seconds():.3f} s of CPU for people, {seconds('--json'):.3f} s for machines, aim {AIM} s")
