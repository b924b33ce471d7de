"""How much of the law runs: what situations in the tests really executed, not what is decorated."""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources

from chapter47.law.citations import order
from chapter47.law.homes import HOMES, Kind
from chapter47.law.paragraphs import outside, paragraphs

MEASURED = resources.files("chapter47.law").joinpath("measured.json")
"""Written by `make coverage`: for each edition, citation and kind the tests whose situations ran its home."""

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
class CoverageCount:
    """Counts of rows (edition and citation); a row with several kinds counts under each."""

    paragraphs: int
    headings: int
    executed: int
    checked: int
    script: int
    outside: int
    missing: tuple[Missing, ...]


@cache
def measured() -> dict[str, list[str]]:
    """Keyed `edition citation kind`."""
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
    )


def _done(edition: str, citation: str, kind: Kind) -> bool:
    if kind == "conduct":
        return citation in outside() and edition in outside()[citation].editions
    return bool(tests_of(edition, citation, kind))
