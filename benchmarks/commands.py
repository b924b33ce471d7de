"""What a command takes in a process of its own: start-up, loading of compiled code, answer."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.figures import Figure, Size, main

AIM = "3 s"
AIM_SWITCH = "20 s"
AIM_MEMORY = "500 MB"
AIM_WITHOUT_HANDS = "0.7 s"
WITHOUT_HANDS = {"baccarat": ("--seen", "4s 4h Tc"), "craps": ("--point", "6", "--layout", "pass 6=10")}
"""The games without hands to play, which have no strategy, and a question for `advise` at each."""
FOUR_HANDS = 'decks = 6\nboxes = 6\nhole_card = "card-reader"\nsplit_hands = 4\n'
SWITCH_FOUR_HANDS = 'game = "switch"\nsplit_hands = 4\n'
EXAMPLES = Path(__file__).parents[1] / "examples"


class Cold(NamedTuple):
    cpu: float
    wall: float
    megabytes: float


def cold(*arguments: str, runs: int) -> Cold:
    """The best of several runs, after one that may compile."""
    _once(*arguments)
    return min(_once(*arguments) for _ in range(runs))


def _once(*arguments: str) -> Cold:
    begun = time.perf_counter()
    command = [sys.executable, "-m", "chapter47", *arguments]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {child.returncode}")
    return Cold(used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss * 1024 / 1e6)


def tables(folder: Path) -> Iterator[tuple[str, Path]]:
    """The examples, the table of the usual comparison, and the longest of all."""
    for path in sorted(EXAMPLES.glob("*.toml")):
        yield path.stem, path
    for name, text in (("six decks, four hands", FOUR_HANDS), ("switch, four hands", SWITCH_FOUR_HANDS)):
        path = folder / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        yield name, path


def asks(name: str, path: Path) -> Iterator[tuple[str, ...]]:
    yield "edge", str(path)
    if name in WITHOUT_HANDS:
        yield "advise", str(path), *WITHOUT_HANDS[name]
        return
    yield "strategy", str(path)
    hands, up = (("As 6d", "Th 5c") if "switch" in name else ("As 6d",)), ("5h Th" if "exposure" in name else "5h")
    yield "advise", str(path), *hands, "--up", up


def aim_of(name: str) -> str:
    return AIM_SWITCH if "switch" in name else AIM_WITHOUT_HANDS if name in WITHOUT_HANDS else AIM


def measure(size: Size) -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        for name, path in size.some(tables(Path(folder))):
            for command in asks(name, path):
                best = cold(*command, runs=size.number(3))
                yield Figure(f"{command[0]}, {name}", best.cpu, "s of CPU", aim_of(name))
                yield Figure(f"{command[0]}, {name}: on the clock", best.wall, "s")
                yield Figure(f"{command[0]}, {name}: memory", best.megabytes, "MB", AIM_MEMORY)


if __name__ == "__main__":
    main(measure)
