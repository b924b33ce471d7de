"""Count files: the tag of each card, and how the wager follows the true count. Each game adds its own keys."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chapter47.core.cards import RANKS
from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords, unknown_key
from chapter47.core.files import UnreadableFileError, read_text
from chapter47.core.json_object import Json, JsonMapping

LARGEST: Final = 100.0
MOST_UNITS: Final = 1000
MOST_STEPS: Final = 16
ROUNDINGS: Final = ("exact", "floor", "round", "truncate", "running")
"""How a true count is rounded; `running` is the running count itself."""
THOUSANDTHS: Final = 1000
"""Compiled code holds counts in these units."""


class CountSystemError(Chapter47Error, ValueError):
    """A count file that cannot be used, with all its problems."""


def count_data(path: Path) -> Json:
    try:
        return tomllib.loads(read_text(path))
    except UnreadableFileError as error:
        raise CountSystemError([ProblemInWords("file", str(error), "a TOML file in UTF-8")], str(path)) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise CountSystemError([Problem("file", str(error), "TOML")], str(path)) from error


class CountReading:
    """Reads a count file key by key and collects its problems."""

    def __init__(self, data: JsonMapping, keys: tuple[str, ...]) -> None:
        self.data = data
        self.problems: list[Problem] = []
        self.unknown("", data, keys)

    def unknown(self, prefix: str, table: JsonMapping, known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                self.problems.append(unknown_key(key, known, prefix))

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
        """Read the tags by rank; `optional` ranks may be missing."""
        tags = self.data.get("tags")
        if not isinstance(tags, dict):
            self.problems.append(Problem("tags", repr(tags), f"a number for each of {', '.join(RANKS)}"))
            return {}
        self.unknown("tags.", tags, tuple(RANKS))
        for rank in RANKS:
            if rank not in tags and rank not in optional:
                self.problems.append(Problem(f"tags.{rank}", "nothing", "a number"))
        ranks = [rank for rank in RANKS if rank in tags or rank not in optional]
        return {rank: self._tag(rank, tags.get(rank), "black") for rank in ranks}

    def red_tags(self) -> dict[str, float]:
        """Return the ranks whose tag is a table `{red = 1, black = 0}`."""
        tags = self.data.get("tags")
        coloured = {rank: tag for rank, tag in tags.items() if isinstance(tag, dict)} if isinstance(tags, dict) else {}
        return {rank: self._tag(rank, tag, "red") for rank, tag in coloured.items() if rank in RANKS}

    def _tag(self, rank: str, tag: object, colour: str) -> float:
        if not isinstance(tag, dict):
            return self.number(f"tags.{rank}", tag) or 0.0
        if colour == "black":
            self.unknown(f"tags.{rank}.", tag, ("red", "black"))
        if tag.get(colour) is None:
            self.problems.append(Problem(f"tags.{rank}.{colour}", "nothing", "a number"))
        return self.number(f"tags.{rank}.{colour}", tag.get(colour)) or 0.0

    def begins(self) -> float:
        """Read the running count of a full shoe."""
        return self.number("initial", self.data.get("initial", 0)) or 0.0

    def begins_per_deck(self) -> float:
        """Read what each deck adds to it."""
        return self.number("initial_per_deck", self.data.get("initial_per_deck", 0)) or 0.0

    def rounding(self) -> str:
        """Read how true counts are rounded, or `running` if the running count is not divided."""
        return self.word("true_count", self.data.get("true_count", "floor"), ROUNDINGS)

    def is_floored(self) -> bool:
        """Read whether true counts are rounded down to whole numbers."""
        return self.word("true_count", self.data.get("true_count", "floor"), ("floor", "exact")) == "floor"

    def rows(self, key: str, keys: tuple[str, ...], either: tuple[str, ...] = ()) -> list[tuple[str, Json]]:
        """Read rows that need all of `keys` and one of `either`."""
        rows = self.data.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.problems.append(Problem(key, repr(rows), f"tables [[{key}]]"))
            return []
        named = [(f"{key} {number}", row) for number, row in enumerate(rows, 1)]
        for name, row in named:
            self.unknown(f"{name}: ", row, (*keys, *either))
            if either and sum(other in row for other in either) != 1:
                given = " and ".join(other for other in either if other in row) or "nothing"
                self.problems.append(Problem(f"{name}: {either[0]}", given, f"one of {', '.join(either)}"))
            for wanted in keys:
                if wanted not in row:
                    self.problems.append(Problem(f"{name}: {wanted}", "nothing", "a value"))
        return named

    def ramp(self) -> list[tuple[float, int]]:
        """Read how many units to bet from each true count; one unit below the first step."""
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


NAMED: Final = (
    *("hi-lo", "ko", "hi-opt-i", "hi-opt-ii", "omega-ii", "zen", "halves", "red-seven", "mentor", "ace-five"),
)
"""The counts that come with the program, each as a file in `core/counts/`."""


def named_count(name: str) -> Path:
    """Return the file of a count that comes with the program."""
    return Path(__file__).with_name("counts") / f"{name}.count"


def count_path(given: Path) -> Path:
    """Return this count file or, if it does not exist, that of the count with this name."""
    return named_count(str(given)) if str(given) in NAMED and not given.exists() else given


def unbalanced(tags_of_a_deck: float, begins: float) -> list[str]:
    """Note an unbalanced count: a true count averages 0 only if the tags of a deck add up to zero."""
    if not tags_of_a_deck:
        return []
    start = f"it starts at {begins:+g}" if begins else "and it starts at 0"
    return [f"the count is unbalanced: a deck of this table adds up to {tags_of_a_deck:+g}, {start}"]
