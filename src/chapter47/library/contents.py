"""The chapter's contents: subchapters, sections, the paragraphs of each; and the irregularities that can be called."""

from datetime import date

from chapter47 import games
from chapter47.core.findings import Irregularity
from chapter47.law.citations import full, is_part_of, order, section, subchapter
from chapter47.law.editions import Held, in_force, not_held_at_all, subchapters, titles
from chapter47.law.paragraphs import paragraph, paragraphs
from chapter47.library.answers import Answer, html_table
from chapter47.library.arguments import day_of


class SectionAnswer(Answer, frozen=True):
    """A line of the contents."""

    citation: str
    title: str | None
    editions: tuple[str, ...]
    """The editions whose text of it is held; for a date, those in force then."""


class SubchapterAnswer(Answer, frozen=True):
    """A subchapter and its sections."""

    citation: str
    title: str
    sections: tuple[SectionAnswer, ...]


class Contents(Answer, frozen=True):
    """Every section of which something is held or cited."""

    on: str | None
    contents: tuple[SubchapterAnswer, ...]

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (listed.citation, listed.title, ", ".join(listed.editions) or "not held")
            for chapter in self.contents
            for listed in chapter.sections
        ]
        return html_table("", ("section", "title", "editions"), rows)


class IrregularityAnswer(Answer, frozen=True):
    """An irregularity: its paragraph, when it can be called, and what happens then."""

    name: str
    citation: str
    games: tuple[str, ...]
    when: str
    effect: str


class Irregularities(Answer, frozen=True):
    """Every irregularity that can be called at a table."""

    irregularities: tuple[IrregularityAnswer, ...]


def contents(part: str | None = None, on: date | str | None = None) -> Contents:
    """List all subchapters with their sections, or one, such as `contents("2A")`; empty if there is no such one."""
    day = day_of(on)
    wanted = full(part) if part else None
    listed = tuple(
        SubchapterAnswer(
            citation=number, title=title, sections=tuple(_section(citation, day) for citation in _sections(number))
        )
        for number, title in sorted(subchapters().items(), key=lambda item: order(item[0]))
        if wanted in (None, number)
    )
    return Contents(on=str(day) if day else None, contents=listed)


def irregularities() -> Irregularities:
    """List every irregularity that can be called, with its paragraph, moment and effect."""
    return Irregularities(irregularities=irregularities_of(None))


def is_subchapter(citation: str) -> bool:
    try:
        return full(citation) in subchapters()
    except ValueError:
        return False


def title_of(number: str) -> str | None:
    """Return the title of a section, held or not."""
    named = {**not_held_at_all(), **titles()}
    if number in named:
        return named[number]
    forms = paragraph(number)
    return forms[-1].says if forms else None


def parts_of(citation: str) -> list[str]:
    """Return all paragraphs within this one, in order."""
    return list(dict.fromkeys(form.citation for form in paragraphs() if is_part_of(form.citation, citation)))


def irregularities_of(citation: str | None) -> tuple[IrregularityAnswer, ...]:
    """Return the irregularities of this paragraph and those within it, or all of them."""
    named: dict[tuple[str, str], list[str]] = {}
    moments: dict[tuple[str, str], str] = {}
    effects: dict[tuple[str, str], str] = {}
    for game in games.GAMES:
        for call in game.irregularities:
            if citation in (None, call.by) or (citation and is_part_of(call.by, citation)):
                named.setdefault((call.by, call.kind), []).append(game.name)
                moments.setdefault((call.by, call.kind), call.when)
                effects.setdefault((call.by, call.kind), effect_of(call))
    return tuple(
        IrregularityAnswer(
            name=kind, citation=by, games=tuple(listed), when=moments[by, kind], effect=effects[by, kind]
        )
        for (by, kind), listed in sorted(named.items(), key=lambda item: order(item[0][0]))
    )


def effect_of(call: Irregularity) -> str:
    """Return what its paragraph says in its newest form, with everything below it, or else what is done."""
    citation = call.by
    if not paragraph(citation):
        return call.then
    return " ".join(paragraph(cited)[-1].says for cited in (citation, *parts_of(citation)))


def _sections(number: str) -> list[str]:
    held = {section(form.citation) for form in paragraphs()}
    return sorted((citation for citation in {*held, *not_held_at_all()} if subchapter(citation) == number), key=order)


def _section(number: str, day: date | None) -> SectionAnswer:
    forms = paragraph(number)
    if day is None:
        editions = tuple(edition for form in forms for edition in form.editions)
        return SectionAnswer(citation=number, title=title_of(number), editions=editions)
    standing = in_force(number, day)
    editions = tuple(standing.editions) if isinstance(standing, Held) else ()
    of_that_day = [form for form in forms if set(editions) & set(form.editions)]
    title = titles().get(number) or (of_that_day[-1].says if of_that_day else title_of(number))
    return SectionAnswer(citation=number, title=title, editions=editions)
