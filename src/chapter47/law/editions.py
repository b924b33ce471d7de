"""Which text of a section stood on a day: a text or a refusal, never a default."""

import tomllib
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from chapter47.law.citations import section


class Held(Struct, frozen=True):
    """The editions whose text stood on that day; where there are two, they are the same in substance."""

    editions: tuple[str, ...]


class NotHeld(Struct, frozen=True):
    """We have no text of that day; it was in force `after` (from that day on) and `before` those days."""

    after: date | None
    before: date | None
    why: str = "the text of those days is not held"
    title: str = ""
    """Of a section that the chapter names and of which no text is held at all."""


class NotAdopted(Struct, frozen=True):
    """The section did not exist yet; it came with `from_day`, or nobody knows when."""

    from_day: date | None


class Repealed(Struct, frozen=True):
    """The section was out of the chapter `from_day` on, until it came back on another day."""

    from_day: date
    until: date


Answer = Held | NotHeld | NotAdopted | Repealed


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("sections.toml").read_text(encoding="utf-8"))


def adopted() -> date:
    day: date = _data()["chapter"]["adopted"]
    return day


def replaced() -> date:
    """The day on which N.J.A.C. 13:69F took the place of 19:47."""
    day: date = _data()["chapter"]["replaced"]
    return day


@cache
def last_day() -> date:
    """The last day of the newest text."""
    return replaced() - timedelta(days=1)


def edition_days() -> dict[str, date]:
    days: dict[str, date] = _data()["chapter"]["editions"]
    return days


def subchapters() -> dict[str, str]:
    """Those of which something is held or cited, with their subjects."""
    subjects: dict[str, str] = _data()["subchapters"]
    return subjects


def titles() -> dict[str, str]:
    """Of sections whose text begins without one."""
    told: dict[str, str] = _data()["titles"]
    return told


def not_held_at_all() -> dict[str, str]:
    """Sections of which no text is held, with their titles."""
    named: dict[str, str] = _data()["named"]
    return named


def known_of(section_number: str) -> str | None:
    """What can be said of such a section, and from where."""
    told: str | None = _data()["known"].get(section_number)
    return told


def periods(section_number: str) -> list[tuple[date, date]]:
    """The stretches of days between one amendment of a section and the next, or what is known of them."""
    entry = _data()["sections"][section_number]
    known = [entry[key] for key in ("notes_lost", "silent") if key in entry]
    days = [entry.get("adopted", adopted()), *sorted({*entry.get("amended", []), *known}), replaced()]
    return list(pairwise(days))


def in_force(citation: str, day: date) -> Answer:
    """The text or texts held of this paragraph's section on that day, or between which days it is not held."""
    number = section(citation)
    if day >= replaced():
        return NotHeld(replaced(), None, "19:47 was replaced by 13:69F, which is not held")
    if number not in _data()["sections"]:
        return _undated(number, day)
    stretches = periods(number)
    if day < stretches[0][0]:
        return NotAdopted(stretches[0][0])
    if out := _out_of_the_chapter(_data()["sections"][number], day):
        return out
    start, end = next((start, end) for start, end in stretches if start <= day < end)
    held = tuple(edition for edition in _data()["sections"][number]["held"] if start <= edition_days()[edition] < end)
    return Held(held) if held else NotHeld(start, end, _why_not_held(_data()["sections"][number], day))


def _why_not_held(entry: dict[str, Any], day: date) -> str:
    if "silent" in entry and day >= entry["silent"]:
        return "nothing is known of the section on those days"
    if "notes_lost" in entry:
        return "the section may have been amended on those days: the notes to it are lost"
    return "the text of those days is not held"


def _out_of_the_chapter(entry: dict[str, Any], day: date) -> Repealed | NotHeld | None:
    if "tested" in entry and entry["tested"][0] <= day < entry["tested"][1]:
        first, last = entry["tested"]
        return NotHeld(first, last, "the section was repealed and under a temporary test, whose text is not held")
    if "repealed" in entry and entry["repealed"][0] <= day < entry["repealed"][1]:
        return Repealed(*entry["repealed"])
    return None


def title_of(citation: str) -> str | None:
    """Of a section that is named but not held."""
    title: str | None = _data()["named"].get(section(citation))
    return title


def edition_of(citation: str, day: date) -> str | None:
    """The edition by which to play on that day: the newest text held for it, or else the one nearest in time; none of a
    section of which no text is held."""
    number = section(citation)
    match in_force(citation, day):
        case Held(editions):
            return editions[-1]
        case NotHeld() | NotAdopted() | Repealed() if number in _data()["sections"]:
            held: list[str] = _data()["sections"][number]["held"]
            return min(held, key=lambda edition: abs(edition_days()[edition] - day))
        case _:
            return _undated_edition(number)


@cache
def plays_by(day: date, citation: str, *, since: str) -> bool:
    """Whether a table of that day is played by the edition `since` of this paragraph or by a newer one."""
    edition = edition_of(citation, day)
    return edition is not None and edition_days()[edition] >= edition_days()[since]


def _undated_edition(number: str) -> str | None:
    if number in not_held_at_all():
        return None
    undated: dict[str, Any] = _data()["undated"]
    for edition, entry in undated.items():
        if any(number == chapter or number.startswith(chapter + ".") for chapter in entry["chapters"]):
            return edition
    return None


def _undated(number: str, day: date) -> Answer:
    for edition, entry in _data()["undated"].items():
        if any(number == chapter or number.startswith(chapter + ".") for chapter in entry["chapters"]):
            first, last = entry["between"]
            if day < first:
                return NotAdopted(None)
            if number in not_held_at_all():
                return NotHeld(first, last, _none_held(number), not_held_at_all()[number])
            only = f", {entry['only']} and no more," if "only" in entry else ""
            return NotHeld(first, last, f"the text held (edition {edition}){only} bears no day of its own")
    return NotHeld(None, None, _none_held(number), not_held_at_all().get(number, ""))


def _none_held(number: str) -> str:
    title = not_held_at_all().get(number)
    return f"no text of {number}{f' ({title})' if title else ''} is held"
