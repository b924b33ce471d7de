"""What a paragraph says, since when, where it is carried out; and what of the chapter runs."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from chapter47 import games
from chapter47.core.errors import NotPossibleError, Problem, ProblemInWords
from chapter47.core.json_object import Json
from chapter47.law.citations import CITATION_LOOKS, full, section
from chapter47.law.coverage import coverage as counted
from chapter47.law.coverage import tests_of
from chapter47.law.editions import (
    Held,
    NotAdopted,
    NotHeld,
    Repealed,
    in_force,
    known_of,
    last_day,
    not_held_at_all,
)
from chapter47.law.homes import HOMES
from chapter47.law.paragraphs import ParagraphText, outside, paragraph
from chapter47.law.readings import readings
from chapter47.library.answers import Answer, each, html_table
from chapter47.library.arguments import day_of
from chapter47.library.contents import IrregularityAnswer, irregularities_of, parts_of, title_of

__all__ = ["Coverage", "NoSuchParagraphError", "Paragraph", "coverage", "games", "law"]


class NoSuchParagraphError(NotPossibleError):
    """No citation, or one that is in none of the editions held."""

    key = "citation"

    def problem(self, why: str, got: str) -> Problem:
        return ProblemInWords(self.key, got, why)


class Standing(Answer):
    """Whether a text of that day is held, and else between which days it is not."""

    held: bool
    editions: tuple[str, ...]
    after: str | None
    before: str | None
    why: str | None


class ParagraphForm(Answer):
    """What a paragraph says in one or more editions."""

    editions: tuple[str, ...]
    kinds: tuple[str, ...]
    since: str | None
    says: str


class PartAnswer(ParagraphForm):
    """A paragraph within the one that was asked about."""

    citation: str


class ReadingAnswer(Answer):
    """A doubtful passage, how it is read here, and how else it could be."""

    edition: str
    problem: str
    reading: str
    other: str | None
    name: str | None


class Paragraph(Answer):
    """A paragraph in our own words, its editions, its home in the code, its tests and its readings."""

    citation: str
    title: str | None
    """Of its section."""
    known: str | None
    """What can be said of a section of which no text is held."""
    editions: tuple[str, ...]
    since: str | None
    says: str | None
    on: str | None
    in_force: Standing | None
    forms: tuple[ParagraphForm, ...]
    paragraphs: tuple[PartAnswer, ...]
    """All that stand below it, on a day those of that day."""
    irregularities: tuple[IrregularityAnswer, ...]
    home: tuple[str, ...]
    tests: tuple[str, ...]
    readings: tuple[ReadingAnswer, ...]
    outside: str | None
    """Why no program can perform it, where that is so."""

    _parts = {  # noqa: RUF012 never changed
        "in_force": Standing,
        "forms": each(ParagraphForm),
        "paragraphs": each(PartAnswer),
        "irregularities": each(IrregularityAnswer),
        "readings": each(ReadingAnswer),
    }

    def __repr__(self) -> str:
        return f"<{self.citation}: {self.says or f'{self.title}: not held'}>"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (", ".join(form.editions), form.since or "", form.says) for form in self.forms
        ]
        rows += [("read as", reading.edition, f"{reading.problem}: {reading.reading}") for reading in self.readings]
        rows += [("home", "", home) for home in self.home]
        return html_table(self.citation, ("edition", "since", "says"), rows)


class Coverage(Answer):
    """Counts of rows (edition and citation): what situations ran, and what is missing."""

    paragraphs: int
    headings: int
    executed: int
    checked: int
    script: int
    outside: int
    missing: tuple[Json, ...]


def law(citation: str, on: date | str | None = None) -> Paragraph:
    """What a paragraph says, such as `law("19:47-2.3(a)1")` or `law("2.3(a)1")`; on a day, what it said then.

    A section has its paragraphs too. Of a section that the texts cite and that is not held, what is known is told."""
    day = day_of(on)
    cited = _known(citation)
    return Paragraph(_paragraph_data(cited, paragraph(cited), day))


def _known(citation: str) -> str:
    """The citation in full, of a paragraph that is held or of a section that is named; 1.10B can only be of 19:46."""
    try:
        cited = full(citation)
    except (ValueError, AttributeError):
        raise NoSuchParagraphError(CITATION_LOOKS, f"{str(citation)!r} is not a citation") from None
    for possible in (cited, cited.replace("19:47-", "19:46-")):
        if paragraph(possible) or section(possible) in not_held_at_all():
            return possible
    raise NoSuchParagraphError("a paragraph of the editions held", f"{cited} is in no edition that is held")


def _paragraph_data(citation: str, forms: tuple[ParagraphText, ...], day: date | None) -> Json:
    standing = _standing(citation, day) if day else None if forms else _never_held(citation)
    shown = _of_that_day(forms, standing)
    return {
        "citation": citation,
        "title": title_of(section(citation)),
        "known": known_of(section(citation)),
        "editions": [edition for form in forms for edition in form.editions],
        "since": str(shown.since) if shown and shown.since else None,
        "says": shown.says if shown else None,
        "on": str(day) if day else None,
        "in_force": standing,
        "forms": [_form_data(form) for form in forms],
        "paragraphs": list(filter(None, (_part_data(cited, standing) for cited in parts_of(citation)))),
        "irregularities": irregularities_of(citation),
        "home": sorted({str(home) for (cited, _, _), home in HOMES.items() if cited == citation}),
        "tests": sorted({test for form in forms for test in _tests(form)}),
        "readings": [
            {name: getattr(reading, name) for name in ("edition", "problem", "reading", "other", "name")}
            for reading in readings()
            if reading.citation == citation
        ],
        "outside": outside()[citation].reason if citation in outside() else None,
    }


def _of_that_day(forms: tuple[ParagraphText, ...], standing: Mapping[str, Any] | None) -> ParagraphText | None:
    """The newest, or that of the day asked about."""
    chosen = [form for form in forms if standing is None or set(standing["editions"]) & set(form.editions)]
    return chosen[-1] if chosen else None


def _part_data(citation: str, standing: Mapping[str, Any] | None) -> Json | None:
    form = _of_that_day(paragraph(citation), standing)
    return None if form is None else {"citation": citation, **_form_data(form)}


def _never_held(citation: str) -> Json:
    return _standing(citation, last_day())


def _form_data(form: ParagraphText) -> Json:
    since = str(form.since) if form.since else None
    return {"editions": list(form.editions), "kinds": list(form.kinds), "since": since, "says": form.says}


def _tests(form: ParagraphText) -> list[str]:
    return [test for edition in form.editions for kind in form.kinds for test in tests_of(edition, form.citation, kind)]


def _standing(citation: str, day: date) -> Json:
    match in_force(citation, day):
        case Held(editions):
            return {"held": True, "editions": list(editions), "after": None, "before": None, "why": None}
        case NotHeld(after, before, why):
            days = {"after": str(after) if after else None, "before": str(before) if before else None}
            return {"held": False, "editions": [], **days, "why": why}
        case NotAdopted(from_day):
            until = str(from_day) if from_day else None
            why = "the section was not yet adopted"
            return {"held": False, "editions": [], "after": None, "before": until, "why": why}
        case Repealed(from_day, until_day):
            days = {"after": str(from_day), "before": str(until_day)}
            return {"held": False, "editions": [], **days, "why": "the section was repealed"}


def coverage() -> Coverage:
    """What of the chapter situations have run, and what is missing."""
    rows = counted()
    names = ("paragraphs", "headings", "executed", "checked", "script", "outside")
    missing = [{name: getattr(duty, name) for name in ("edition", "citation", "kind", "home")} for duty in rows.missing]
    return Coverage({**{name: getattr(rows, name) for name in names}, "missing": missing})
