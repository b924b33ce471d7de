"""Blackjack count files, which add the plays that change with the count, and when insurance is taken."""

from pathlib import Path
from typing import Final

from chapter47.blackjack.analysis.exact.values import NAMES
from chapter47.blackjack.chart_codes import HARD, SOFT, TEXTS
from chapter47.blackjack.simulation.counting.count_system import INDEX_STEPS, CountSystem, IndexPlay, index_steps
from chapter47.core.count_file import CountReading, CountSystemError, count_data
from chapter47.core.errors import Problem
from chapter47.core.json_object import Json, JsonMapping

KEYS: Final = (
    *("name", "tags", "initial", "initial_per_deck", "true_count", "aces", "insurance", "ramp", "index"),
    *("key", "pivot"),
)
"""`key` and `pivot` are counts given in books; they are read but not used."""
CELLS: Final = (
    *(f"hard {total}" for total in HARD),
    *(f"soft {total}" for total in SOFT),
    *(f"pair {name}" for name in NAMES),
)


def read_count(path: Path) -> CountSystem:
    return count_system(count_data(path), str(path))


def count_system(data: JsonMapping, source: str = "count system") -> CountSystem:
    """Read the count system of a file; raises with all its problems."""
    reading = CountReading(data, KEYS)
    name = data.get("name", "")
    system = CountSystem(
        tags=reading.tags(),
        red_tags=reading.red_tags(),
        ramp=reading.ramp(),
        deviations=_index_plays(reading),
        insurance=reading.number("insurance", data.get("insurance")),
        begins=reading.begins(),
        begins_per_deck=reading.begins_per_deck(),
        rounding=reading.rounding(),
        aces=reading.number("aces", data.get("aces")) or 0.0,
        name=name if isinstance(name, str) else "",
    )
    for key in ("key", "pivot"):
        reading.number(key, data.get(key))
    if reading.problems:
        raise CountSystemError(reading.problems, source)
    return system


def _index_plays(reading: CountReading) -> list[IndexPlay]:
    """Read one row per cell and direction, with one or several counts and plays; further rows are reported as
    problems."""
    plays, first_row = [], dict[tuple[object, ...], str]()
    for name, row in reading.rows("index", ("hand", "up", "play"), ("from", "below")):
        direction = "below" if "below" in row else "from"
        cell = (str(row.get("hand")), str(row.get("up")))
        if (first := first_row.setdefault((*cell, direction), name)) != name:
            repeated = f"{cell[0]} against {cell[1]}, already in {first}"
            reading.problems.append(Problem(name, repeated, "one index per hand and up card"))
        sort, hand = reading.word(f"{name}: hand", row.get("hand"), tuple(CELLS)).split()
        view = reading.word(f"{name}: up", row.get("up"), NAMES)
        plays += [
            IndexPlay("pairs" if sort == "pair" else sort, hand, view, at, code, below=direction == "below")
            for at, code in _counts_and_codes(reading, name, row, direction)
        ]
    for (sort, hand, view), steps in index_steps(plays).items():
        counts = [at for at, _ in steps]
        if counts != sorted(set(counts)):
            cell_name = f"{'pair' if sort == 'pairs' else sort} {hand} against {view}"
            reading.problems.append(
                Problem("index", cell_name, "counts that do not overlap: each below is under each from")
            )
        elif len(steps) > INDEX_STEPS:
            reading.problems.append(Problem("index", f"{len(steps)} steps in one cell", f"at most {INDEX_STEPS}"))
    return plays


def _counts_and_codes(reading: CountReading, name: str, row: Json, direction: str) -> list[tuple[float, str]]:
    """Read one count and code, or lists of equal length."""
    counts, codes = row.get(direction), row.get("play")
    if not isinstance(counts, list) and not isinstance(codes, list):
        counts, codes = [counts], [codes]
    if not isinstance(counts, list) or not isinstance(codes, list) or len(counts) != len(codes) or not counts:
        reading.problems.append(Problem(f"{name}: {direction}", repr(counts), "a count for each play"))
        return []
    return [
        (
            reading.number(f"{name}: {direction}", count) or 0.0,
            reading.word(f"{name}: play", code, TEXTS),
        )
        for count, code in zip(counts, codes, strict=True)
    ]
