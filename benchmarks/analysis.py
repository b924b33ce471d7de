"""How long the exact analysis takes: chart, its edge and the edge of the best play, in a warm process."""

import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from chapter47.analysis.main_game import analyse
from chapter47.posting import TableRules

LIMIT_SIX_DECKS = 0.25
LIMIT_OTHERS = 2.0
OTHERS = {
    "double exposure": TableRules(game="double-exposure", hole_card="face-up"),
    "Spanish 21": TableRules(game="spanish-21", boxes=6, surrender=True, split_hands=4, resplit_aces=True),
}
LIMIT_COMMAND = 3.0
LIMIT_MEGABYTES = 500


def blackjack(decks: int) -> TableRules:
    return TableRules(decks=decks, boxes=6, hole_card="card-reader", split_hands=4)


def seconds(table: TableRules, runs: int = 5) -> float:
    """The best of several runs: CPU seconds on one core."""
    analyse(table)
    found = []
    for _ in range(runs):
        begun = time.process_time()
        analyse(table)
        found.append(time.process_time() - begun)
    return min(found)


OTHER_GAMES = {
    "6 to 5, two decks": TableRules(game="six-to-five", decks=2, soft_17="hit"),
    "multiple action, eight decks": TableRules(game="multiple-action"),
    "Blackjack Switch, eight decks": TableRules(game="switch", boxes=5, soft_17="hit"),
}
LIMIT_SWITCH = 20.0


def seconds_of(table: TableRules) -> float:
    """CPU seconds of a second run."""
    analyse(table)
    begun = time.process_time()
    analyse(table)
    return time.process_time() - begun


class Cold(NamedTuple):
    """A command in a process of its own, start-up and the loading of compiled code included."""

    cpu: float
    wall: float
    megabytes: float


def cold(*arguments: str, runs: int = 3) -> Cold:
    """The best of several runs, after one that may compile."""
    command = [sys.executable, "-m", "chapter47", *arguments]
    subprocess.run(command, check=True, capture_output=True)
    found = []
    for _ in range(runs):
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found.append(Cold(cpu, wall, after.ru_maxrss / 1024))
    return min(found)


def report() -> None:
    for name, table in OTHER_GAMES.items():
        print(f"exact analysis, {name}: {seconds_of(table):.3f} s of CPU")
    print(f"aim for Switch: {LIMIT_SWITCH} s")
    for decks in (6, 8):
        print(f"exact analysis, {decks} decks, four hands: {seconds(blackjack(decks)):.3f} s of CPU")
    print(f"aim for six decks: {LIMIT_SIX_DECKS} s")
    for name, table in OTHERS.items():
        print(f"exact analysis of {name}, {table.decks} decks: {seconds(table):.3f} s of CPU (aim: {LIMIT_OTHERS} s)")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_text('decks = 6\nboxes = 6\nhole_card = "card-reader"\nsplit_hands = 4\n', encoding="utf-8")
        for command in ("strategy", "edge"):
            found = cold(command, str(path), "--json")
            told = f"{found.cpu:.2f} s of CPU, {found.wall:.2f} s on the clock, at most {found.megabytes:.0f} MB"
            print(f"chapter47 {command}, a new process: {told}")
    print(f"aims: {LIMIT_COMMAND} s, {LIMIT_MEGABYTES} MB")
