"""Count systems as files: what each card counts, how the wager follows the true count, which plays change with it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from chapter47.blackjack.analysis.exact.values import NAMES
from chapter47.blackjack.chart_codes import HARD, SOFT, TEXTS
from chapter47.blackjack.simulation.counting.count_system import CountSystem, IndexPlay
from chapter47.core.cards import RANKS
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.input_files import UnreadableFileError, read_text

KEYS: Final = ("name", "tags", "initial", "true_count", "insurance", "ramp", "index")
LARGEST: Final = 100.0
MOST_UNITS: Final = 1000
MOST_STEPS: Final = 16
CELLS: Final = (
    *(f"hard {total}" for total in HARD),
    *(f"soft {total}" for total in SOFT),
    *(f"pair {name}" for name in NAMES),
)


class CountSystemError(Chapter47Error, ValueError):
    """All that is wrong with a count system."""


def read_count(path: Path) -> CountSystem:
    try:
        data = tomllib.loads(read_text(path))
    except UnreadableFileError as error:
        raise CountSystemError([Problem("file", str(error), "a TOML file in UTF-8")], str(path)) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise CountSystemError([Problem("file", str(error), "TOML")], str(path)) from error
    return count_system(data, str(path))


def count_system(data: Mapping[str, Any], source: str = "count system") -> CountSystem:
    """The system that a file holds; every problem is told at once."""
    reading = _Reading(data)
    found = CountSystem(
        tags=reading.tags(),
        ramp=reading.ramp(),
        deviations=reading.plays(),
        insurance=reading.number("insurance", data.get("insurance")),
        begins=reading.number("initial", data.get("initial", 0)) or 0.0,
        floored=reading.word("true_count", data.get("true_count", "floor"), ("floor", "exact")) == "floor",
    )
    if reading.problems:
        raise CountSystemError(reading.problems, source)
    return found


class _Reading:
    """Reads keys one by one and notes what is wrong."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[Problem] = []
        self.unknown("", data, KEYS)

    def unknown(self, where: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                self.problems.append(Problem(where + key, "an unknown key", ", ".join(known)))

    def number(self, key: str, value: object) -> float | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
            self.problems.append(Problem(key, repr(value), f"a number from {-LARGEST:g} to {LARGEST:g}"))
            return None
        return float(value)

    def word(self, key: str, value: object, allowed: tuple[str, ...]) -> str:
        if value not in allowed:
            listed = ", ".join(allowed) if len(allowed) <= 12 else f"{allowed[0]} … {allowed[-1]}"
            self.problems.append(Problem(key, repr(value), listed))
            return allowed[0]
        return str(value)

    def tags(self) -> dict[str, float]:
        tags = self.data.get("tags")
        if not isinstance(tags, dict):
            self.problems.append(Problem("tags", repr(tags), f"a table with a number for each of {', '.join(RANKS)}"))
            return {}
        self.unknown("tags.", tags, tuple(RANKS))
        for rank in RANKS:
            if rank not in tags:
                self.problems.append(Problem(f"tags.{rank}", "nothing", "a number"))
        return {rank: self.number(f"tags.{rank}", tags.get(rank)) or 0.0 for rank in RANKS}

    def rows(self, key: str, keys: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
        rows = self.data.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.problems.append(Problem(key, repr(rows), f"tables [[{key}]]"))
            return []
        found = [(f"{key} {number}", row) for number, row in enumerate(rows, 1)]
        for where, row in found:
            self.unknown(f"{where}: ", row, keys)
            for wanted in keys:
                if wanted not in row:
                    self.problems.append(Problem(f"{where}: {wanted}", "nothing", "a value"))
        return found

    def ramp(self) -> list[tuple[float, int]]:
        """Below the first step a box bets one unit."""
        steps = []
        for where, row in self.rows("ramp", ("from", "units")):
            at, units = self.number(f"{where}: from", row.get("from")), row.get("units", 1)
            if isinstance(units, bool) or not isinstance(units, int) or not 0 <= units <= MOST_UNITS:
                self.problems.append(Problem(f"{where}: units", repr(units), f"a whole number from 0 to {MOST_UNITS}"))
                units = 1
            steps.append((at or 0.0, units))
        if len(steps) >= MOST_STEPS:
            self.problems.append(Problem("ramp", f"{len(steps)} steps", f"at most {MOST_STEPS - 1}"))
        return [(-LARGEST, 1), *sorted(steps)] if steps else []

    def plays(self) -> list[IndexPlay]:
        found = []
        for where, row in self.rows("index", ("hand", "up", "from", "play")):
            sort, name = self.word(f"{where}: hand", row.get("hand"), tuple(CELLS)).split()
            found.append(
                IndexPlay(
                    "pairs" if sort == "pair" else sort,
                    name,
                    self.word(f"{where}: up", row.get("up"), NAMES),
                    self.number(f"{where}: from", row.get("from")) or 0.0,
                    self.word(f"{where}: play", row.get("play"), TEXTS),
                )
            )
        return found
