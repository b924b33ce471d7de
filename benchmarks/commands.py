"""What a command takes in a process of its own: start-up, the loading of compiled code, the answer."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

LIMIT = 3.0
LIMIT_SWITCH = 20.0
LIMIT_MEGABYTES = 500
LIMIT_WITHOUT_COMPILED_CODE = 0.7
WITHOUT_HANDS = {"baccarat": ("--seen", "4s 4h Tc"), "craps": ("--point", "6", "--layout", "pass 6=10")}
"""The examples of games that have no hands to play, and so no strategy, and what is told for advice there."""
FOUR_HANDS = 'decks = 6\nboxes = 6\nhole_card = "card-reader"\nsplit_hands = 4\n'
SWITCH_FOUR_HANDS = 'game = "switch"\nsplit_hands = 4\n'
RUNS = 3


class Cold(NamedTuple):
    cpu: float
    wall: float
    megabytes: float


def cold(*arguments: str, runs: int = RUNS) -> Cold:
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
    for path in sorted(Path("examples").glob("*.toml")):
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


def report() -> None:
    aims = f"{LIMIT} s, Switch {LIMIT_SWITCH} s, craps and baccarat {LIMIT_WITHOUT_COMPILED_CODE} s"
    print(f"commands, each in a new process (aims: {aims}, {LIMIT_MEGABYTES} MB):")
    print(f"  {'table':24}{'command':10}{'CPU':>8}{'clock':>8}{'memory':>9}")
    with TemporaryDirectory() as folder:
        for name, path in tables(Path(folder)):
            for command in asks(name, path):
                run = cold(*command)
                times = f"{run.cpu:6.2f} s{run.wall:6.2f} s"
                print(f"  {name:24}{command[0]:10}{times}{run.megabytes:6.0f} MB", flush=True)


if __name__ == "__main__":
    report()
