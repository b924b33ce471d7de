"""The text of a section in force on a date: a text or a refusal, never a default."""

import tomllib
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from chapter47.law.citations import section, subchapter


class Held(Struct, frozen=True):
    """The editions in force on that date; if there are two, they are the same in substance."""

    editions: tuple[str, ...]


class NotHeld(Struct, frozen=True):
    """No text of that date is held; the nearest ones were in force `after` (from that day on) and `before` those
    dates."""

    after: date | None
    before: date | None
    why: str = "the text of those dates is not held"
    title: str = ""
    """Title of a section of which no text is held."""


class NotAdopted(Struct, frozen=True):
    """The section did not exist yet; it was adopted on `from_day`, or the date is unknown."""

    from_day: date | None


class Repealed(Struct, frozen=True):
    """The section was repealed from `from_day` until it was restored."""

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
    """The date on which N.J.A.C. 13:69F replaced 19:47."""
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
    """Subchapters of which something is held or cited, with their subjects."""
    subjects: dict[str, str] = _data()["subchapters"]
    return subjects


def titles() -> dict[str, str]:
    """Titles of sections whose text begins without one."""
    titles: dict[str, str] = _data()["titles"]
    return titles


def not_held_at_all() -> dict[str, str]:
    """Sections of which no text is held, with their titles."""
    named: dict[str, str] = _data()["named"]
    return named


def known_of(section_number: str) -> str | None:
    """Return what is known of such a section, with the source."""
    known: str | None = _data()["known"].get(section_number)
    return known


def periods(section_number: str) -> list[tuple[date, date]]:
    """The periods between amendments of a section, or what is known of them."""
    entry = _data()["sections"][section_number]
    known = [entry[key] for key in ("notes_lost", "silent") if key in entry]
    days = [entry.get("adopted", adopted()), *sorted({*entry.get("amended", []), *known}), replaced()]
    return list(pairwise(days))


class HeldText(Struct, frozen=True):
    """A held text of a section, in force from `start` and before `end`."""

    editions: tuple[str, ...]
    """If there are two, they are the same in substance."""
    start: date
    end: date


def held_texts(section_number: str) -> tuple[HeldText, ...]:
    """The dated texts held of a section, oldest first; may be empty."""
    entry = _data()["sections"].get(section_number)
    if entry is None:
        return ()
    stretches = [(_editions_within(entry, start, end), start, end) for start, end in periods(section_number)]
    return tuple(HeldText(editions, start, end) for editions, start, end in stretches if editions)


def amendments(section_number: str) -> tuple[date, ...]:
    """The dates of a section's amendments, as far as the notes in the texts report them."""
    entry = _data()["sections"].get(section_number, {})
    return tuple(sorted(entry.get("amended", ())))


def all_changes() -> tuple[date, ...]:
    """Every date on which a text of the chapter came into force, was amended, was repealed or is no longer held."""
    days = {adopted(), replaced()}
    for number, entry in _data()["sections"].items():
        days.update(start for start, _ in periods(number))
        days.update(entry.get("repealed", ()), entry.get("tested", ()))
    for entry in _data()["undated"].values():
        days.update(entry["between"])
    return tuple(sorted(days))


def undated_edition(citation: str) -> str | None:
    """The edition that holds this section in a text without a date."""
    number = section(citation)
    return None if number in _data()["sections"] else _undated_edition(number)


def _editions_within(entry: dict[str, Any], start: date, end: date) -> tuple[str, ...]:
    return tuple(edition for edition in entry["held"] if start <= edition_days()[edition] < end)


def in_force(citation: str, day: date) -> Answer:
    """The texts held of this paragraph's section on that date, or the dates between which none is held."""
    number = section(citation)
    if day >= replaced():
        return NotHeld(replaced(), None, "19:47 was replaced by 13:69F, which is not held")
    first = _data()["later_subchapters"].get(subchapter(citation))
    if first and day < first:
        return NotAdopted(first)
    if number not in _data()["sections"]:
        return _undated(number, day)
    stretches = periods(number)
    if day < stretches[0][0]:
        return NotAdopted(stretches[0][0])
    if out := _out_of_the_chapter(_data()["sections"][number], day):
        return out
    start, end = next((start, end) for start, end in stretches if start <= day < end)
    held = _editions_within(_data()["sections"][number], start, end)
    return Held(held) if held else NotHeld(start, end, _why_not_held(_data()["sections"][number], day))


def _why_not_held(entry: dict[str, Any], day: date) -> str:
    if "silent" in entry and day >= entry["silent"]:
        return "nothing is known of the section for those dates"
    if "notes_lost" in entry:
        return "the section may have been amended in that time: its history notes are lost"
    return "the text of those dates is not held"


def _out_of_the_chapter(entry: dict[str, Any], day: date) -> Repealed | NotHeld | None:
    if "tested" in entry and entry["tested"][0] <= day < entry["tested"][1]:
        first, last = entry["tested"]
        return NotHeld(first, last, "the section was repealed and then under a temporary test, whose text is not held")
    if "repealed" in entry and entry["repealed"][0] <= day < entry["repealed"][1]:
        return Repealed(*entry["repealed"])
    return None


def title_of(citation: str) -> str | None:
    """The title of a section that is named but not held."""
    title: str | None = _data()["named"].get(section(citation))
    return title


def edition_of(citation: str, day: date) -> str | None:
    """The edition to play by on that date: the newest text held for it, or the nearest in time; None if no text of the
    section is held."""
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
    """Return whether a table of that date follows the edition `since` of this paragraph or a newer one."""
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
            only = f", {entry['only']} only," if "only" in entry else ""
            return NotHeld(first, last, f"the text held (edition {edition}){only} has no date")
    return NotHeld(None, None, _none_held(number), not_held_at_all().get(number, ""))


def _none_held(number: str) -> str:
    title = not_held_at_all().get(number)
    return f"no text of {number}{f' ({title})' if title else ''} is held"
