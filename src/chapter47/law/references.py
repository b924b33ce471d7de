"""Cross references: the citations that a paragraph names, and the paragraphs that name it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from chapter47.law.citations import full, order, section
from chapter47.law.editions import not_held_at_all
from chapter47.law.paragraphs import paragraph, paragraphs

_TAIL: Final = r"(?:\d+)?(?:[ivx]+\b)?"
_NAMED: Final = re.compile(
    rf"(?<![\w:.$-])(?:19:4\d-)?\d+[A-Z]?\.\d+[A-Z]?(?:\([a-z]\))?{_TAIL}(?!\w|\.\d| to \d)|(?<![\w)])\([a-z]\){_TAIL}"
)
"""`19:46-1.10C`, `2.6(k)4`, or `(e)` of the same section."""


class TextPart(Struct, frozen=True, omit_defaults=True):
    """A part of a restatement, with a citation if it names a paragraph that can be looked up."""

    text: str
    citation: str | None = None


def linked(text: str, within: str) -> tuple[TextPart, ...]:
    """The text of a paragraph in parts, each reference with the citation it leads to."""
    parts: list[TextPart] = []
    end = 0
    for match in _NAMED.finditer(text):
        if citation := _resolved(match[0], within):
            parts += [TextPart(text[end : match.start()]), TextPart(match[0], citation)]
            end = match.end()
    return tuple(part for part in (*parts, TextPart(text[end:])) if part.text)


def refers_to(citation: str) -> tuple[str, ...]:
    """The paragraphs that this one names, in the order of the regulation."""
    return _references().get(citation, ())


def referred_by(citation: str) -> tuple[str, ...]:
    """The paragraphs that name this one."""
    return tuple(naming for naming, named in _references().items() if citation in named)


@cache
def _references() -> dict[str, tuple[str, ...]]:
    named: dict[str, set[str]] = {}
    for form in paragraphs():
        citations = {part.citation for part in linked(form.says, form.citation) if part.citation}
        named.setdefault(form.citation, set()).update(citations - {form.citation})
    return {citation: tuple(sorted(citations, key=order)) for citation, citations in named.items()}


def _resolved(named: str, within: str) -> str | None:
    cited = full(section(within) + named if named.startswith("(") else named)
    return next(_known(cited, cited.replace("19:47-", "19:46-", 1)), None)


def _known(*citations: str) -> Iterator[str]:
    for citation in citations:
        if paragraph(citation) or citation in not_held_at_all():
            yield citation
        elif section(citation) in not_held_at_all():
            yield section(citation)
