"""Terms that the regulation defines, and which of them a text uses."""

import re
import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct


class Term(Struct, frozen=True):
    """A defined term."""

    name: str
    citation: str
    """Where it is defined."""
    words: tuple[str, ...]
    """The words that stand for it in texts."""
    means: str


@cache
def terms() -> tuple[Term, ...]:
    data = tomllib.loads(Path(__file__).with_name("terms.toml").read_text(encoding="utf-8"))
    return tuple(Term(name, entry["citation"], tuple(entry["words"]), entry["means"]) for name, entry in data.items())


def terms_in(text: str) -> tuple[Term, ...]:
    """The defined terms that a text uses, in order of their first use."""
    places = [(match.start(), term) for term in terms() if (match := _pattern(term.words).search(text))]
    return tuple(term for _, term in sorted(places, key=lambda place: place[0]))


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)
