"""Counting at baccarat: nobody decides anything, so that a count can only tell how much to bet. A count is a file: what
each card counts, and from which true count on how many units are staked."""

from pathlib import Path
from typing import Final, NamedTuple

from chapter47.baccarat.rules.cards import DIGITS, value
from chapter47.core.cards import decks
from chapter47.core.count_file import CountReading, CountSystemError, count_data
from chapter47.core.errors import Problem
from chapter47.core.json_object import JsonMapping

KEYS: Final = ("name", "tags", "initial", "true_count", "ramp")
TEN: Final = "T"
COURT: Final = ("J", "Q", "K")


class CountSystem(NamedTuple):
    """True counts are the running count by the decks still in the shoe. Burned cards are shown, and so counted."""

    tags: tuple[float, ...]
    """By what a card counts at the table: 0 is a ten or a court card."""
    ramp: tuple[tuple[float, int], ...]
    """From which true count on how many units are bet; none at all means that the round is only watched."""
    begins: float
    floored: bool

    @property
    def of_a_deck(self) -> float:
        return sum(self.tags[value(card)] for card in decks(1))


def read_count(path: Path) -> CountSystem:
    return count_system(count_data(path), str(path))


def count_system(data: JsonMapping, source: str = "count system") -> CountSystem:
    """Every problem is told at once."""
    reading = CountReading(data, KEYS)
    tags = reading.tags(optional=COURT)
    for rank in COURT:
        if tags.get(rank, tags.get(TEN)) != tags.get(TEN):
            want = f"{tags[TEN]:g}, as a ten counts: both count 0 at the table"
            reading.problems.append(Problem(f"tags.{rank}", f"{tags[rank]:g}", want, "19:47-3.1(b)1"))
    by_value = tuple(tags.get(rank, 0.0) for rank in (TEN, "A", *map(str, range(2, DIGITS))))
    system = CountSystem(by_value, tuple(reading.ramp()), reading.begins(), reading.is_floored())
    if reading.problems:
        raise CountSystemError(reading.problems, source)
    return system
