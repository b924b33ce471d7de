"""A count system as data: what each card counts, how the wager follows the true count, which plays change with it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from chapter47.analysis.chart import HARD, SOFT, TEXT
from chapter47.analysis.values import NAMES

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
KEYS: Final = ("name", "tags", "initial", "true_count", "insurance", "ramp", "index")
LARGEST: Final = 100.0
_CELLS: Final = (
    *(f"hard {total}" for total in HARD),
    *(f"soft {total}" for total in SOFT),
    *(f"pair {name}" for name in NAMES),
)


class Step(NamedTuple):
    """From this true count on, so many times the wager."""

    at: float
    units: int


class IndexPlay(NamedTuple):
    """From this true count on another code for one cell of the chart."""

    cell: str
    up: str
    at: float
    code: str


class CountSystem(NamedTuple):
    name: str
    tags: tuple[float, ...]
    """By rank, 2 to ace."""
    initial: float
    floored: bool
    """Whether the true count is rounded down to a whole number."""
    insurance: float | None
    ramp: tuple[Step, ...]
    plays: tuple[IndexPlay, ...]


class CountSystemError(ValueError):
    """All that is wrong with a count system: key, what was given, what is allowed."""

    def __init__(self, problems: list[tuple[str, str, str]]) -> None:
        super().__init__("; ".join(f"{key}: {got} (allowed: {allowed})" for key, got, allowed in problems))
        self.problems = problems


def read(path: Path) -> CountSystem:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CountSystemError([("file", str(error.strerror), "a file that can be read")]) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CountSystemError([("file", str(error), "TOML")]) from error
    return count_system(data)


def count_system(data: Mapping[str, Any]) -> CountSystem:
    """The system that a file holds; every problem is told at once."""
    reading = _Reading(data)
    found = CountSystem(
        str(data.get("name", "")),
        reading.tags(),
        reading.number("initial", data.get("initial", 0)) or 0.0,
        reading.word("true_count", data.get("true_count", "floor"), ("floor", "exact")) == "floor",
        reading.number("insurance", data.get("insurance")),
        reading.ramp(),
        reading.plays(),
    )
    if reading.problems:
        raise CountSystemError(reading.problems)
    return found


class _Reading:
    """Reads keys one by one and notes what is wrong."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[tuple[str, str, str]] = []
        self.unknown("", data, KEYS)

    def unknown(self, where: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                self.problems.append((where + key, "an unknown key", ", ".join(known)))

    def number(self, key: str, value: object) -> float | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
            self.problems.append((key, repr(value), f"a number from {-LARGEST:g} to {LARGEST:g}"))
            return None
        return float(value)

    def word(self, key: str, value: object, allowed: tuple[str, ...]) -> str:
        if value not in allowed:
            self.problems.append((key, repr(value), ", ".join(allowed)))
            return allowed[0]
        return str(value)

    def tags(self) -> tuple[float, ...]:
        tags = self.data.get("tags")
        if not isinstance(tags, dict):
            self.problems.append(("tags", repr(tags), f"a table with a number for each of {', '.join(RANKS)}"))
            return (0.0,) * len(RANKS)
        self.unknown("tags.", tags, RANKS)
        for rank in RANKS:
            if rank not in tags:
                self.problems.append((f"tags.{rank}", "nothing", "a number"))
        return tuple(self.number(f"tags.{rank}", tags.get(rank)) or 0.0 for rank in RANKS)

    def rows(self, key: str, keys: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
        rows = self.data.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.problems.append((key, repr(rows), f"tables [[{key}]]"))
            return []
        found = [(f"{key} {number}", row) for number, row in enumerate(rows, 1)]
        for where, row in found:
            self.unknown(f"{where}: ", row, keys)
            for wanted in keys:
                if wanted not in row:
                    self.problems.append((f"{where}: {wanted}", "nothing", "a value"))
        return found

    def ramp(self) -> tuple[Step, ...]:
        steps = []
        for where, row in self.rows("ramp", ("from", "units")):
            at, units = self.number(f"{where}: from", row.get("from")), row.get("units", 1)
            if isinstance(units, bool) or not isinstance(units, int) or not 1 <= units <= 1000:
                self.problems.append((f"{where}: units", repr(units), "a whole number from 1 to 1000"))
                units = 1
            steps.append(Step(at or 0.0, units))
        return tuple(sorted(steps))

    def plays(self) -> tuple[IndexPlay, ...]:
        found = []
        for where, row in self.rows("index", ("hand", "up", "from", "play")):
            found.append(
                IndexPlay(
                    self.word(f"{where}: hand", row.get("hand"), _CELLS),
                    self.word(f"{where}: up", row.get("up"), NAMES),
                    self.number(f"{where}: from", row.get("from")) or 0.0,
                    self.word(f"{where}: play", row.get("play"), TEXT),
                )
            )
        return tuple(found)
