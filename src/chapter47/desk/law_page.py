"""Everything the law reader shows for a paragraph: text with links, dates, terms, references, options, code and
tests."""

from collections.abc import Iterator
from datetime import date
from typing import Final, Self

from chapter47.desk.law_reader import HeldSection, held_section
from chapter47.games import GAMES
from chapter47.law.citations import is_part_of, order, section, subchapter
from chapter47.law.editions import amendments
from chapter47.law.paragraphs import paragraphs
from chapter47.law.readings import choices
from chapter47.law.references import TextPart, linked, referred_by, refers_to
from chapter47.law.terms import Term, terms_in
from chapter47.library.answers import Answer
from chapter47.library.laws import Paragraph
from chapter47.library.laws import law as paragraph_of

VARIED: Final = frozenset(("even_money", "hole_card", "soft_17", "split_hands", "surrender"))
"""Options that change the house edge, which `edge --vary` shows."""


class PageText(Answer, frozen=True):
    """What a paragraph says, in parts that lead to the paragraphs they name."""

    citation: str
    editions: tuple[str, ...]
    kinds: tuple[str, ...]
    since: str | None
    parts: tuple[TextPart, ...]


class RelatedOption(Answer, frozen=True):
    """A key of the table file that this paragraph allows, and the games that have it."""

    key: str
    name: str
    citation: str
    since: str
    until: str | None
    games: tuple[str, ...]


class RelatedCommand(Answer, frozen=True):
    """A command that shows what the paragraph does."""

    command: str
    shows: str


class LawPage(Answer, frozen=True):
    """A paragraph as the law reader shows it."""

    paragraph: Paragraph
    texts: tuple[PageText, ...]
    """Its forms, newest last, then those of the paragraphs below it; for a date, those of that date."""
    above: tuple[str, ...]
    """The subchapter, the section and the paragraphs that it is part of."""
    before: str | None
    """The previous paragraph."""
    after: str | None
    section: HeldSection
    amended: tuple[str, ...]
    terms: tuple[Term, ...]
    refers_to: tuple[str, ...]
    referred_by: tuple[str, ...]
    options: tuple[RelatedOption, ...]
    commands: tuple[RelatedCommand, ...]
    ran: bool
    """Whether a test of the last full run executed it."""


class LawAnswer(Paragraph, frozen=True):
    """A paragraph with everything that is connected to it, as `chapter47 law --json` prints it."""

    texts: tuple[PageText, ...]
    above: tuple[str, ...]
    """The subchapter, the section and the paragraphs that it is part of."""
    before: str | None
    after: str | None
    section: HeldSection
    amended: tuple[str, ...]
    terms: tuple[Term, ...]
    refers_to: tuple[str, ...]
    referred_by: tuple[str, ...]
    options: tuple[RelatedOption, ...]
    commands: tuple[RelatedCommand, ...]
    ran: bool
    """Whether a test of the last full run executed it."""

    @classmethod
    def of(cls, page: LawPage) -> Self:
        own = {name: getattr(page.paragraph, name) for name in Paragraph.__struct_fields__}
        return cls(**own, **{name: getattr(page, name) for name in LawPage.__struct_fields__ if name != "paragraph"})


def law(citation: str, on: date | str | None = None) -> LawAnswer:
    """Look up a paragraph by citation, such as `19:47-2.3(a)1` or `2.3(a)1`, with everything connected to it.

    `on` adds what was in force on that date. Raises `NoSuchParagraphError` if the citation is wrong or not in the
    editions held."""
    return LawAnswer.of(law_page(citation, on))


def law_page(citation: str, on: date | str | None = None) -> LawPage:
    """Look up a paragraph with everything that is connected to it."""
    answer = paragraph_of(citation, on)
    number = section(answer.citation)
    texts = tuple(_texts(answer))
    before, after = _beside(answer.citation)
    options = tuple(_options(answer.citation))
    return LawPage(
        paragraph=answer,
        texts=texts,
        above=_above(answer.citation),
        before=before,
        after=after,
        section=held_section(number),
        amended=tuple(str(day) for day in amendments(number)),
        terms=terms_in(" ".join(part.text for text in texts for part in text.parts)),
        refers_to=refers_to(answer.citation),
        referred_by=referred_by(answer.citation),
        options=options,
        commands=tuple(_commands(answer, options)),
        ran=bool(answer.tests),
    )


def _texts(answer: Paragraph) -> Iterator[PageText]:
    standing = answer.in_force
    if not answer.forms and answer.known:
        yield _text(answer.citation, (), (), None, answer.known)
    for form in answer.forms:
        if standing is None or set(standing.editions) & set(form.editions):
            yield _text(answer.citation, form.editions, form.kinds, form.since, form.says)
    for part in answer.paragraphs:
        yield _text(part.citation, part.editions, part.kinds, part.since, part.says)


def _text(citation: str, editions: tuple[str, ...], kinds: tuple[str, ...], since: str | None, says: str) -> PageText:
    return PageText(citation=citation, editions=editions, kinds=kinds, since=since, parts=linked(says, citation))


def _above(citation: str) -> tuple[str, ...]:
    wholes = {form.citation for form in paragraphs() if is_part_of(citation, form.citation)}
    return (subchapter(citation), *sorted(wholes, key=order))


def _beside(citation: str) -> tuple[str | None, str | None]:
    printed = list(dict.fromkeys(form.citation for form in paragraphs()))
    if citation not in printed:
        return None, None
    place = printed.index(citation)
    return (printed[place - 1] if place else None, printed[place + 1] if place + 1 < len(printed) else None)


def _options(citation: str) -> Iterator[RelatedOption]:
    games: dict[tuple[str, str, str, date, date | None], list[str]] = {}
    for game in GAMES:
        for option in game.options:
            if option.citation == citation or is_part_of(option.citation, citation):
                known = (option.key, option.name, option.citation, option.since, option.until)
                games.setdefault(known, []).append(game.name)
    for (key, name, cited, since, until), listed in games.items():
        last = str(until) if until else None
        yield RelatedOption(
            key=key, name=name, citation=cited, since=str(since), until=last, games=tuple(dict.fromkeys(listed))
        )


def _commands(answer: Paragraph, options: tuple[RelatedOption, ...]) -> Iterator[RelatedCommand]:
    for key in dict.fromkeys(option.key for option in options if option.key in VARIED):
        command = f"chapter47 edge TABLE.toml --vary {key}"
        yield RelatedCommand(command=command, shows=f"the house edge with every value of `{key}`")
    for call in answer.irregularities:
        yield RelatedCommand(command=f"dealer call {call.name}", shows="this irregularity in a script or at a table")
    for reading in answer.readings:
        if answer.in_force and reading.edition not in answer.in_force.editions:
            continue
        if reading.name and reading.name in choices().get(f"{reading.edition} {answer.citation}", ()):
            command = f'"{reading.edition} {answer.citation}" = "{reading.name}"'
            yield RelatedCommand(command=command, shows="the other reading, under [readings] of a table file")
