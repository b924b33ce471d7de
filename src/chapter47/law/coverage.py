"""How much of the law is executed: what ran in the tests' situations, not what is decorated."""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product

from chapter47.law.citations import order
from chapter47.law.homes import DUTY_HOMES, HOMES, Home, Kind
from chapter47.law.paragraphs import Duty, ParagraphText, outside, paragraphs

MEASURED = resources.files("chapter47.law").joinpath("measured.json")
"""Written by `make coverage`: for each edition, citation and kind, the tests whose situations ran its home."""

_COUNTED_AS: dict[Kind, str] = {
    "definition": "executed",
    "rule": "executed",
    "limit": "checked",
    "notice": "checked",
    "script": "script",
    "conduct": "outside",
}


@dataclass(frozen=True, slots=True)
class Missing:
    """A duty of a paragraph that no situation has run yet."""

    edition: str
    citation: str
    kind: Kind
    home: str | None


@dataclass(frozen=True, slots=True)
class MissingDuty:
    """A duty without a home, or whose home no situation has run yet."""

    edition: str
    citation: str
    number: int
    says: str
    home: str | None


@dataclass(frozen=True, slots=True)
class DutyCount:
    """Counts of duties: rows of edition, citation and duty."""

    rows: int
    executed: int
    checked: int
    script: int
    outside: int
    missing: tuple[MissingDuty, ...]


@dataclass(frozen=True, slots=True)
class CoverageCount:
    """Counts of rows (edition and citation); a row with several kinds counts under each."""

    paragraphs: int
    headings: int
    executed: int
    checked: int
    script: int
    outside: int
    missing: tuple[Missing, ...]
    duties: DutyCount


@cache
def measured() -> dict[str, list[str]]:
    """Return the measured tests, keyed by `edition citation kind`."""
    tests_of_homes: dict[str, list[str]] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return tests_of_homes


def tests_of(edition: str, citation: str, kind: Kind) -> list[str]:
    return measured().get(f"{edition} {citation} {kind}", [])


def coverage() -> CoverageCount:
    counts: Counter[str] = Counter()
    missing = []
    for form in paragraphs():
        for edition in form.editions:
            counts["paragraphs"] += 1
            for kind in form.kinds:
                if kind == "heading":
                    counts["headings"] += 1
                elif _done(edition, form.citation, kind):
                    counts[_COUNTED_AS[kind]] += 1
                else:
                    home = HOMES.get((form.citation, edition, kind))
                    missing.append(Missing(edition, form.citation, kind, str(home) if home else None))
    missing.sort(key=lambda missed: (order(missed.citation), missed.edition, missed.kind))
    return CoverageCount(
        paragraphs=counts["paragraphs"],
        headings=counts["headings"],
        executed=counts["executed"],
        checked=counts["checked"],
        script=counts["script"],
        outside=counts["outside"],
        missing=tuple(missing),
        duties=_duties(),
    )


def home_of(form: ParagraphText, edition: str, duty: Duty) -> Home | None:
    """Return the function that implements a duty: its own home, that of the paragraph it names, or its paragraph's.

    A paragraph named in `at` may not be held in this edition; then the home of an edition that has it counts."""
    if duty.at is not None:
        held = HOMES.get((duty.at, edition, duty.kind))
        return held or next((home for key, home in HOMES.items() if key[0] == duty.at and key[2] == duty.kind), None)
    own = DUTY_HOMES.get((form.citation, edition, duty.kind, duty.number))
    return own or HOMES.get((form.citation, edition, duty.kind))


def tests_of_duty(form: ParagraphText, edition: str, duty: Duty) -> list[str]:
    home = home_of(form, edition, duty)
    return measured().get(home.key, []) if home else []


def reason_of(citation: str, duty: Duty) -> str | None:
    """Return why no program can perform a duty, or None."""
    if duty.kind != "conduct":
        return None
    return duty.reason or (outside()[citation].reason if citation in outside() else None)


def _duties() -> DutyCount:
    counts: Counter[str] = Counter()
    missing = []
    for form in paragraphs():
        for edition, duty in product(form.editions, form.duties):
            counts["rows"] += 1
            if reason_of(form.citation, duty) or tests_of_duty(form, edition, duty):
                counts[_COUNTED_AS[duty.kind]] += 1
            else:
                home = home_of(form, edition, duty)
                missing.append(MissingDuty(edition, form.citation, duty.number, duty.says, str(home) if home else None))
    return DutyCount(
        rows=counts["rows"],
        executed=counts["executed"],
        checked=counts["checked"],
        script=counts["script"],
        outside=counts["outside"],
        missing=tuple(missing),
    )


def _done(edition: str, citation: str, kind: Kind) -> bool:
    if kind == "conduct":
        return citation in outside() and edition in outside()[citation].editions
    return bool(tests_of(edition, citation, kind))
