"""Doubtful passages: the reading taken, and alternatives that a table file can choose."""

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct

from chapter47.law.citations import order


class Reading(Struct, frozen=True):
    """One doubtful passage of one edition."""

    edition: str
    citation: str
    problem: str
    reading: str
    other: str | None
    name: str | None
    """The table file's name for the other reading, if it can be chosen."""
    unpriced: str = ""
    """Why the choice cannot change a price, if so."""

    @property
    def key(self) -> str:
        return f"{self.edition} {self.citation}"


@cache
def readings() -> tuple[Reading, ...]:
    """All of them, in the order of the regulation; a paragraph may have several, which its key then lists."""
    text = Path(__file__).with_name("readings.toml").read_text(encoding="utf-8")
    passages = [
        Reading(edition, key.split()[1], **{"other": None, "name": None, **entry})
        for key, entries in tomllib.loads(text).items()
        for entry in (entries if isinstance(entries, list) else [entries])
        for edition in (key.split()[0], *entry.pop("also", ()))
    ]
    return tuple(sorted(passages, key=lambda reading: (order(reading.citation), reading.edition)))


@cache
def choices() -> dict[str, tuple[str, ...]]:
    """The readings a table file may choose: edition and citation, and the names of the other readings."""
    named: dict[str, tuple[str, ...]] = {}
    for reading in readings():
        if reading.name:
            named[reading.key] = (*named.get(reading.key, ()), reading.name)
    return named
