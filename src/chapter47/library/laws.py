"""What a paragraph says and since when, where it is implemented, and the coverage of the chapter."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from functools import cache

from chapter47 import games
from chapter47.core.errors import NotPossibleError, Problem, ProblemInWords
from chapter47.core.json_object import Json
from chapter47.law.citations import CITATION_LOOKS, full, section
from chapter47.law.coverage import coverage as counted
from chapter47.law.coverage import home_of, reason_of, tests_of, tests_of_duty
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
from chapter47.law.homes import DUTY_HOMES, HOMES, Home
from chapter47.law.paragraphs import ParagraphText, outside, paragraph
from chapter47.law.readings import Reading, readings
from chapter47.library.answers import Answer, html_table
from chapter47.library.arguments import day_of
from chapter47.library.contents import IrregularityAnswer, irregularities_of, parts_of, title_of

__all__ = ["Coverage", "NoSuchParagraphError", "Paragraph", "coverage", "games", "law"]


class NoSuchParagraphError(NotPossibleError):
    """Not a citation, or not a paragraph of the editions held."""

    key = "citation"

    def problem(self, why: str, got: str) -> Problem:
        return ProblemInWords(self.key, got, why)


class Standing(Answer, frozen=True):
    """Whether a text of that date is held, or between which dates it is not."""

    held: bool
    editions: tuple[str, ...]
    after: str | None
    before: str | None
    why: str | None


class ParagraphForm(Answer, frozen=True):
    """What a paragraph says in one or more editions."""

    editions: tuple[str, ...]
    kinds: tuple[str, ...]
    since: str | None
    says: str


class DutyAnswer(Answer, frozen=True):
    """One thing that a paragraph requires of somebody, and where it is implemented."""

    editions: tuple[str, ...]
    number: int
    kind: str
    says: str
    home: tuple[str, ...]
    tests: tuple[str, ...]
    """Tests whose situations ran its home in the last test run."""
    outside: str | None
    """Why no program can perform it, or None."""


class PartAnswer(Answer, frozen=True):
    """A paragraph within the one asked about."""

    citation: str
    editions: tuple[str, ...]
    kinds: tuple[str, ...]
    since: str | None
    says: str


class ReadingAnswer(Answer, frozen=True):
    """A doubtful passage, the reading taken, and the other reading."""

    edition: str
    problem: str
    reading: str
    other: str | None
    name: str | None


class Paragraph(Answer, frozen=True):
    """A paragraph in our own words, its editions, its home in the code, its tests and its readings."""

    citation: str
    title: str | None
    """Title of its section."""
    known: str | None
    """What is known of a section of which no text is held."""
    editions: tuple[str, ...]
    since: str | None
    says: str | None
    on: str | None
    in_force: Standing | None
    forms: tuple[ParagraphForm, ...]
    paragraphs: tuple[PartAnswer, ...]
    """All paragraphs below it; for a date, those in force then."""
    irregularities: tuple[IrregularityAnswer, ...]
    duties: tuple[DutyAnswer, ...]
    """Its duties."""
    home: tuple[str, ...]
    tests: tuple[str, ...]
    readings: tuple[ReadingAnswer, ...]
    outside: str | None
    """Why no program can perform it, or None."""

    def __repr__(self) -> str:
        return f"<{self.citation}: {self.says or f'{self.title}: not held'}>"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (", ".join(form.editions), form.since or "", form.says) for form in self.forms
        ]
        rows += [("read as", reading.edition, f"{reading.problem}: {reading.reading}") for reading in self.readings]
        rows += [("home", "", home) for home in self.home]
        return html_table(self.citation, ("edition", "since", "says"), rows)


class Duties(Answer, frozen=True):
    """Counts of duties: what each paragraph requires, a row for each edition."""

    rows: int
    executed: int
    checked: int
    script: int
    outside: int
    missing: tuple[Json, ...]


class Coverage(Answer, frozen=True):
    """Counts of rows (edition and citation): what situations ran, and what is missing."""

    paragraphs: int
    headings: int
    executed: int
    checked: int
    script: int
    outside: int
    missing: tuple[Json, ...]
    duties: Duties


def law(citation: str, on: date | str | None = None) -> Paragraph:
    """Show what a paragraph says, such as `law("19:47-2.3(a)1")` or `law("2.3(a)1")`; for a date, what it said then.

    A section also has its paragraphs. A section that is cited but not held answers with what is known of it."""
    day = day_of(on)
    cited = _known(citation)
    return _paragraph(cited, paragraph(cited), day)


def _known(citation: str) -> str:
    """Return the full citation of a held paragraph or a named section; 1.10B can only be of 19:46."""
    try:
        cited = full(citation)
    except (ValueError, AttributeError):
        raise NoSuchParagraphError(CITATION_LOOKS, f"{str(citation)!r} is not a citation") from None
    for possible in (cited, cited.replace("19:47-", "19:46-")):
        if paragraph(possible) or section(possible) in not_held_at_all():
            return possible
    raise NoSuchParagraphError("a paragraph of an edition held", f"No such paragraph in the editions held: {cited}")


def _paragraph(citation: str, forms: tuple[ParagraphText, ...], day: date | None) -> Paragraph:
    standing = _standing(citation, day) if day else None if forms else _standing(citation, last_day())
    shown = _of_that_day(forms, standing)
    return Paragraph(
        citation=citation,
        title=title_of(section(citation)),
        known=known_of(section(citation)),
        editions=tuple(edition for form in forms for edition in form.editions),
        since=_iso(shown.since) if shown else None,
        says=shown.says if shown else None,
        on=_iso(day),
        in_force=standing,
        forms=tuple(map(_form, forms)),
        paragraphs=tuple(_parts(citation, standing)),
        irregularities=irregularities_of(citation),
        duties=tuple(duty for form in forms for duty in _duties(form)),
        home=tuple(sorted({str(home) for home in _homes() if home.citation == citation})),
        tests=tuple(sorted({test for form in forms for test in _tests(form)})),
        readings=tuple(_reading(reading) for reading in readings() if reading.citation == citation),
        outside=outside()[citation].reason if citation in outside() else None,
    )


@cache
def _homes() -> tuple[Home, ...]:
    """Collect the homes of all paragraphs; some are in parts that play a game, loaded only when needed."""
    for game in games.GAMES:
        if game.playing:
            game.playing.load()
    return (*HOMES.values(), *DUTY_HOMES.values())


def _of_that_day(forms: tuple[ParagraphText, ...], standing: Standing | None) -> ParagraphText | None:
    """Return the newest form, or that of the date asked about."""
    chosen = [form for form in forms if standing is None or set(standing.editions) & set(form.editions)]
    return chosen[-1] if chosen else None


def _parts(citation: str, standing: Standing | None) -> Iterator[PartAnswer]:
    for cited in parts_of(citation):
        if form := _of_that_day(paragraph(cited), standing):
            yield PartAnswer(
                citation=cited,
                editions=tuple(form.editions),
                kinds=tuple(form.kinds),
                since=_iso(form.since),
                says=form.says,
            )


def _form(form: ParagraphText) -> ParagraphForm:
    return ParagraphForm(editions=tuple(form.editions), kinds=tuple(form.kinds), since=_iso(form.since), says=form.says)


def _duties(form: ParagraphText) -> Iterator[DutyAnswer]:
    _homes()
    for duty in form.duties:
        homes = [home for edition in form.editions if (home := home_of(form, edition, duty))]
        tests = {test for edition in form.editions for test in tests_of_duty(form, edition, duty)}
        yield DutyAnswer(
            editions=form.editions,
            number=duty.number,
            kind=duty.kind,
            says=duty.says,
            home=tuple(sorted(set(map(str, homes)))),
            tests=tuple(sorted(tests)),
            outside=reason_of(form.citation, duty),
        )


def _reading(reading: Reading) -> ReadingAnswer:
    return ReadingAnswer(
        edition=reading.edition,
        problem=reading.problem,
        reading=reading.reading,
        other=reading.other,
        name=reading.name,
    )


def _iso(day: date | None) -> str | None:
    return str(day) if day else None


def _tests(form: ParagraphText) -> list[str]:
    return [test for edition in form.editions for kind in form.kinds for test in tests_of(edition, form.citation, kind)]


def _standing(citation: str, day: date) -> Standing:
    match in_force(citation, day):
        case Held(editions):
            return Standing(held=True, editions=tuple(editions), after=None, before=None, why=None)
        case NotHeld(after, before, why):
            return _no_text(after, before, why)
        case NotAdopted(from_day):
            return _no_text(None, from_day, "the section was not yet adopted")
        case Repealed(from_day, until_day):
            return _no_text(from_day, until_day, "the section was repealed")


def _no_text(after: date | None, before: date | None, why: str | None) -> Standing:
    return Standing(held=False, editions=(), after=_iso(after), before=_iso(before), why=why)


def coverage() -> Coverage:
    """Count what situations have run of the chapter, and what is missing."""
    _homes()
    rows = counted()
    duties = rows.duties
    names = ("edition", "citation", "kind", "home")
    return Coverage(
        paragraphs=rows.paragraphs,
        headings=rows.headings,
        executed=rows.executed,
        checked=rows.checked,
        script=rows.script,
        outside=rows.outside,
        missing=tuple({name: getattr(duty, name) for name in names} for duty in rows.missing),
        duties=Duties(
            rows=duties.rows,
            executed=duties.executed,
            checked=duties.checked,
            script=duties.script,
            outside=duties.outside,
            missing=tuple(asdict(duty) for duty in duties.missing),
        ),
    )
