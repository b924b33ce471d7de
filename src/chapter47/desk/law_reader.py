"""The law reader: which dates are held, search by words, and what changed between two dates."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from msgspec import Struct

from chapter47.games import GAMES
from chapter47.law.citations import is_part_of, order, section
from chapter47.law.editions import (
    Held,
    HeldText,
    amendments,
    edition_of,
    held_texts,
    in_force,
    not_held_at_all,
    titles,
    undated_edition,
)
from chapter47.law.paragraphs import paragraph, paragraphs

Days = tuple[date, date]
"""The first and the last day."""


# Which days are held -------------------------------------------------------------------------------------------------


class HeldSection(Struct, frozen=True):
    """The dates on which the text of a section is held."""

    citation: str
    title: str
    held: tuple[Days, ...]
    editions: tuple[str, ...]
    """The edition of each period; for a text without a date the edition alone."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "citation": self.citation,
            "title": self.title,
            "held": [[str(first), str(last)] for first, last in self.held],
            "editions": list(self.editions),
        }


def held_sections() -> tuple[HeldSection, ...]:
    """List every section of which something is held or cited, in the order of the regulation."""
    numbers = {section(form.citation) for form in paragraphs()} | set(not_held_at_all())
    return tuple(held_section(number) for number in sorted(numbers, key=order))


def held_section(number: str) -> HeldSection:
    """Return the days on which the text of this section is held."""
    texts = held_texts(number)
    undated = None if number in not_held_at_all() else undated_edition(number)
    editions = tuple(text.editions[-1] for text in texts) or ((undated,) if undated else ())
    return HeldSection(number, section_title(number), tuple(_days(text) for text in texts), editions)


def _days(text: HeldText) -> Days:
    return text.start, text.end - timedelta(days=1)


def section_title(number: str) -> str:
    """Return what a section is about: its title, or the first words of its newest text."""
    named = {**not_held_at_all(), **titles()}
    forms = paragraph(number)
    return named.get(number) or (forms[-1].says if forms else "")


# Search --------------------------------------------------------------------------------------------------------------

_WHERE: Final = ("irregularity", "option", "title", "text")
"""Where words may be found, best first: an exact name ranks above a word in a text."""


class LawMatch(Struct, frozen=True):
    """A paragraph found by a search, and where the words occur."""

    citation: str
    edition: str | None
    says: str
    found_in: str

    def to_dict(self) -> dict[str, Any]:
        return {"citation": self.citation, "edition": self.edition, "says": self.says, "found_in": self.found_in}


def search(words: str) -> tuple[LawMatch, ...]:
    """Find the paragraphs whose restatement, title, options or irregularities contain all these words, best match
    first.

    A word matches the beginning of a word: `split` finds `splitting`. Keys and names are found too: `soft_17`,
    `dealer-overdrew`."""
    patterns = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in _words_of(words)]
    if not patterns:
        return ()
    hits = [
        (_WHERE.index(match.found_in), -sum(len(pattern.findall(text)) for pattern in patterns), match)
        for text, match in _searched_texts()
        if all(pattern.search(text) for pattern in patterns)
    ]
    hits.sort(key=lambda hit: (*hit[:2], order(hit[2].citation), hit[2].edition or ""))
    best: dict[tuple[str, str | None], LawMatch] = {}
    for *_, match in hits:
        best.setdefault((match.citation, match.edition), match)
    return tuple(best.values())


def _words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("_", " "))


def _searched_texts() -> Iterator[tuple[str, LawMatch]]:
    for form in paragraphs():
        found_in = "title" if form.citation == section(form.citation) else "text"
        yield form.says, LawMatch(form.citation, form.editions[-1], form.says, found_in)
    for number, title in not_held_at_all().items():
        yield title, LawMatch(number, None, title, "title")
    yield from dict.fromkeys(_names_of_the_games())


def _names_of_the_games() -> Iterator[tuple[str, LawMatch]]:
    for game in GAMES:
        for option in game.options:
            named = f"{game.name} {game.title}" if option.key == "game" else option.key
            yield f"{named} {option.name}".replace("_", " ").replace("-", " "), _cited(option.citation, "option")
        for call in game.irregularities:
            yield call.kind.replace("-", " "), _cited(call.by, "irregularity")


def _cited(citation: str, found_in: str) -> LawMatch:
    forms = paragraph(citation)
    if forms:
        return LawMatch(citation, forms[-1].editions[-1], forms[-1].says, found_in)
    return LawMatch(citation, None, section_title(section(citation)), found_in)


def irregularity_named(name: str) -> str | None:
    """Return the paragraph of an irregularity by its name or a part of it: `overdrew` for `dealer-overdrew`."""
    wanted = name.strip().lower().replace(" ", "-").replace("_", "-")
    calls: dict[str, str] = {}
    for game in GAMES:
        for call in game.irregularities:
            calls.setdefault(call.kind, call.by)
    if wanted in calls:
        return calls[wanted]
    similar = [kind for kind in calls if wanted and (kind.endswith(f"-{wanted}") or kind.startswith(f"{wanted}-"))]
    return calls[similar[0]] if len(similar) == 1 else None


# What changed --------------------------------------------------------------------------------------------------------


class LawChange(Struct, frozen=True):
    """A paragraph that differs between the two dates."""

    citation: str
    change: str
    """added, removed or changed"""
    before: str | None
    after: str | None

    def to_dict(self) -> dict[str, Any]:
        return {"citation": self.citation, "change": self.change, "before": self.before, "after": self.after}


class TextOfDay(Struct, frozen=True):
    """The text that applies to a section on a date."""

    on: date
    edition: str | None
    held: bool
    """Whether that edition was in force on the date; otherwise it is the nearest text held."""

    def to_dict(self) -> dict[str, Any]:
        return {"on": str(self.on), "edition": self.edition, "held": self.held}


class OptionChange(Struct, frozen=True):
    """An option of a table that became lawful, or stopped being so, between the two dates."""

    key: str
    name: str
    citation: str
    on: date
    lawful: bool

    def to_dict(self) -> dict[str, Any]:
        named = {"key": self.key, "name": self.name, "citation": self.citation}
        return {**named, "on": str(self.on), "lawful": self.lawful}


class LawChanges(Struct, frozen=True):
    """What changed in a section or paragraph between two dates."""

    citation: str
    first: TextOfDay
    second: TextOfDay
    amended: tuple[date, ...]
    changes: tuple[LawChange, ...]
    options: tuple[OptionChange, ...]

    @property
    def held(self) -> bool:
        return self.first.held and self.second.held

    def to_dict(self) -> dict[str, Any]:
        return {
            "citation": self.citation,
            "between": [self.first.to_dict(), self.second.to_dict()],
            "amended": [str(day) for day in self.amended],
            "changes": [change.to_dict() for change in self.changes],
            "options": [option.to_dict() for option in self.options],
        }


def changes_between(citation: str, first: date, second: date) -> LawChanges:
    """Compare two texts of a paragraph and everything below it, and list the amendments in between.

    If the text of a date is not held, the nearest one is used; `held` says so."""
    was, now = _text_of(citation, first), _text_of(citation, second)
    cited = [form.citation for form in paragraphs() if form.citation == citation or is_part_of(form.citation, citation)]
    compared = (_compared(number, was.edition, now.edition) for number in dict.fromkeys(cited))
    return LawChanges(
        citation=citation,
        first=was,
        second=now,
        amended=tuple(day for day in amendments(section(citation)) if first < day <= second),
        changes=tuple(change for change in compared if change),
        options=tuple(_options_between(citation, first, second)),
    )


def _text_of(citation: str, day: date) -> TextOfDay:
    return TextOfDay(day, edition_of(citation, day), isinstance(in_force(citation, day), Held))


def _compared(citation: str, was: str | None, now: str | None) -> LawChange | None:
    before, after = _says(citation, was), _says(citation, now)
    if before == after:
        return None
    change = "added" if before is None else "removed" if after is None else "changed"
    return LawChange(citation, change, before, after)


def _says(citation: str, edition: str | None) -> str | None:
    return next((form.says for form in paragraph(citation) if edition in form.editions), None)


def _options_between(citation: str, first: date, second: date) -> Iterator[OptionChange]:
    options = {(option.key, option.name): option for game in GAMES for option in game.options}
    for option in sorted(options.values(), key=lambda option: (option.since, order(option.citation))):
        if option.citation == citation or is_part_of(option.citation, citation):
            if first < option.since <= second:
                yield OptionChange(option.key, option.name, option.citation, option.since, True)
            if option.until and first < option.until <= second:
                yield OptionChange(option.key, option.name, option.citation, option.until, False)
