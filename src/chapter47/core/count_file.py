"""Count systems as files: what each card counts, and how the wager follows the true count. What else a count changes is
the business of the game."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chapter47.core.cards import RANKS
from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords
from chapter47.core.input_files import UnreadableFileError, read_text
from chapter47.core.json_object import Json, JsonMapping

LARGEST: Final = 100.0
MOST_UNITS: Final = 1000
MOST_STEPS: Final = 16
THOUSANDTHS: Final = 1000
"""Counts are whole numbers of these in compiled code."""


class CountSystemError(Chapter47Error, ValueError):
    """All that is wrong with a count system."""


def count_data(path: Path) -> Json:
    try:
        return tomllib.loads(read_text(path))
    except UnreadableFileError as error:
        raise CountSystemError([ProblemInWords("file", str(error), "a TOML file in UTF-8")], str(path)) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise CountSystemError([Problem("file", str(error), "TOML")], str(path)) from error


class CountReading:
    """Reads keys one by one and notes what is wrong."""

    def __init__(self, data: JsonMapping, keys: tuple[str, ...]) -> None:
        self.data = data
        self.problems: list[Problem] = []
        self.unknown("", data, keys)

    def unknown(self, prefix: str, table: JsonMapping, known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                self.problems.append(Problem(prefix + key, "an unknown key", ", ".join(known)))

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

    def tags(self, optional: Sequence[str] = ()) -> dict[str, float]:
        """By rank; `optional` ranks may go without."""
        tags = self.data.get("tags")
        if not isinstance(tags, dict):
            self.problems.append(Problem("tags", repr(tags), f"a table with a number for each of {', '.join(RANKS)}"))
            return {}
        self.unknown("tags.", tags, tuple(RANKS))
        for rank in RANKS:
            if rank not in tags and rank not in optional:
                self.problems.append(Problem(f"tags.{rank}", "nothing", "a number"))
        ranks = [rank for rank in RANKS if rank in tags or rank not in optional]
        return {rank: self.number(f"tags.{rank}", tags.get(rank)) or 0.0 for rank in ranks}

    def begins(self) -> float:
        """The running count of a full shoe."""
        return self.number("initial", self.data.get("initial", 0)) or 0.0

    def is_floored(self) -> bool:
        """Whether true counts are rounded down to whole numbers."""
        return self.word("true_count", self.data.get("true_count", "floor"), ("floor", "exact")) == "floor"

    def rows(self, key: str, keys: tuple[str, ...]) -> list[tuple[str, Json]]:
        rows = self.data.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.problems.append(Problem(key, repr(rows), f"tables [[{key}]]"))
            return []
        named = [(f"{key} {number}", row) for number, row in enumerate(rows, 1)]
        for name, row in named:
            self.unknown(f"{name}: ", row, keys)
            for wanted in keys:
                if wanted not in row:
                    self.problems.append(Problem(f"{name}: {wanted}", "nothing", "a value"))
        return named

    def ramp(self) -> list[tuple[float, int]]:
        """From which true count on how many units are bet; below the first step it is one."""
        steps = []
        for name, row in self.rows("ramp", ("from", "units")):
            at, units = self.number(f"{name}: from", row.get("from")), row.get("units", 1)
            if isinstance(units, bool) or not isinstance(units, int) or not 0 <= units <= MOST_UNITS:
                self.problems.append(Problem(f"{name}: units", repr(units), f"a whole number from 0 to {MOST_UNITS}"))
                units = 1
            steps.append((at or 0.0, units))
        if len(steps) >= MOST_STEPS:
            self.problems.append(Problem("ramp", f"{len(steps)} steps", f"at most {MOST_STEPS - 1}"))
        return [(-LARGEST, 1), *sorted(steps)] if steps else []


def unbalanced(tags_of_a_deck: float, begins: float) -> list[str]:
    """A true count is 0 on average only if the cards of a deck add up to nothing."""
    if not tags_of_a_deck:
        return []
    start = f"it begins at {begins:+g}" if begins else "and it begins at 0"
    return [f"the count is unbalanced: a deck of this table counts {tags_of_a_deck:+g}, {start}"]
