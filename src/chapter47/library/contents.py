"""The chapter's contents: subchapters, sections, the paragraphs of each; and the irregularities that can be called."""

from datetime import date

from chapter47 import games
from chapter47.core.json_object import Json
from chapter47.law.citations import full, is_part_of, order, section, subchapter
from chapter47.law.editions import Held, in_force, not_held_at_all, subchapters, titles
from chapter47.law.paragraphs import paragraph, paragraphs
from chapter47.library.answers import Answer, each, html_table
from chapter47.library.arguments import day_of


class SectionAnswer(Answer):
    """A line of the contents."""

    citation: str
    title: str
    editions: tuple[str, ...]
    """Whose text of it is held; on a day, those that stood then."""


class SubchapterAnswer(Answer):
    """A subchapter and its sections."""

    citation: str
    title: str
    sections: tuple[SectionAnswer, ...]

    _parts = {"sections": each(SectionAnswer)}  # noqa: RUF012 never changed


class Contents(Answer):
    """Every section of which something is held or cited."""

    on: str | None
    contents: tuple[SubchapterAnswer, ...]

    _parts = {"contents": each(SubchapterAnswer)}  # noqa: RUF012 never changed

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (listed.citation, listed.title, ", ".join(listed.editions) or "not held")
            for chapter in self.contents
            for listed in chapter.sections
        ]
        return html_table("", ("section", "title", "editions"), rows)


class IrregularityAnswer(Answer):
    """What can be called, under which paragraph, when, and what is done then."""

    name: str
    citation: str
    games: tuple[str, ...]
    when: str
    effect: str


class Irregularities(Answer):
    """Every irregularity that can be called at a table."""

    irregularities: tuple[IrregularityAnswer, ...]

    _parts = {"irregularities": each(IrregularityAnswer)}  # noqa: RUF012 never changed


def contents(part: str | None = None, on: date | str | None = None) -> Contents:
    """All subchapters with their sections, or one of them, such as `contents("2A")`; empty if there is no such one."""
    day = day_of(on)
    wanted = full(part) if part else None
    told = [
        {
            "citation": number,
            "title": title,
            "sections": [_section_data(citation, day) for citation in _sections(number)],
        }
        for number, title in sorted(subchapters().items(), key=lambda item: order(item[0]))
        if wanted in (None, number)
    ]
    return Contents({"on": str(day) if day else None, "contents": told})


def irregularities() -> Irregularities:
    """Every irregularity that can be called, the paragraph of each, its moment and its effect."""
    return Irregularities({"irregularities": irregularities_of(None)})


def is_subchapter(citation: str) -> bool:
    try:
        return full(citation) in subchapters()
    except ValueError:
        return False


def title_of(number: str) -> str | None:
    """The title of a section, held or not."""
    named = {**not_held_at_all(), **titles()}
    if number in named:
        return named[number]
    forms = paragraph(number)
    return forms[-1].says if forms else None


def parts_of(citation: str) -> list[str]:
    """All paragraphs within this one, in their order."""
    return list(dict.fromkeys(form.citation for form in paragraphs() if is_part_of(form.citation, citation)))


def irregularities_of(citation: str | None) -> list[Json]:
    """Those that this paragraph or one within it is about, or all of them."""
    rows: dict[tuple[str, str], Json] = {}
    for game in games.GAMES:
        for call in game.irregularities:
            if citation in (None, call.by) or (citation and is_part_of(call.by, citation)):
                told = {"name": call.kind, "citation": call.by, "games": [], "when": call.when}
                row = rows.setdefault((call.by, call.kind), {**told, "effect": _effect(call.by)})
                row["games"].append(game.name)
    return [rows[key] for key in sorted(rows, key=lambda key: order(key[0]))]


def _effect(citation: str) -> str:
    """What the paragraph says in its newest form, with all that stands below it."""
    return " ".join(paragraph(cited)[-1].says for cited in (citation, *parts_of(citation)))


def _sections(number: str) -> list[str]:
    held = {section(form.citation) for form in paragraphs()}
    return sorted((citation for citation in {*held, *not_held_at_all()} if subchapter(citation) == number), key=order)


def _section_data(number: str, day: date | None) -> Json:
    forms = paragraph(number)
    if day is None:
        editions = [edition for form in forms for edition in form.editions]
        return {"citation": number, "title": title_of(number), "editions": editions}
    standing = in_force(number, day)
    editions = list(standing.editions) if isinstance(standing, Held) else []
    of_that_day = [form for form in forms if set(editions) & set(form.editions)]
    title = titles().get(number) or (of_that_day[-1].says if of_that_day else title_of(number))
    return {"citation": number, "title": title, "editions": editions}
