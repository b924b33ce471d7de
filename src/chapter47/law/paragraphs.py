"""The paragraphs in our own words, a file per section."""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources

from chapter47.law.citations import order, section
from chapter47.law.homes import Kind

_FOLDER = resources.files("chapter47.law").joinpath("paragraphs")


@dataclass(frozen=True, slots=True)
class ParagraphText:
    """What a paragraph says in one or more editions."""

    citation: str
    editions: tuple[str, ...]
    kinds: tuple[Kind, ...]
    says: str
    since: date | None


@dataclass(frozen=True, slots=True)
class Outside:
    """A paragraph that no program can perform, and why."""

    citation: str
    editions: tuple[str, ...]
    reason: str


def stem(citation: str) -> str:
    """The file of a section: 2.3 for 19:47-2.3, 46-1.10C for 19:46-1.10C."""
    number = section(citation)
    return number.removeprefix("19:47-") if number.startswith("19:47-") else number.removeprefix("19:")


def paragraph(citation: str) -> tuple[ParagraphText, ...]:
    """The forms of a paragraph in its editions, oldest first; empty where it is not known."""
    return _section(stem(citation)).get(citation, ())


def paragraphs() -> list[ParagraphText]:
    """All of them, in the order of the regulation."""
    stems = (entry.name.removesuffix(".toml") for entry in _FOLDER.iterdir() if entry.name.endswith(".toml"))
    texts = [form for name in stems for forms in _section(name).values() for form in forms]
    return sorted(texts, key=lambda form: (order(form.citation), form.editions))


@cache
def _section(name: str) -> dict[str, tuple[ParagraphText, ...]]:
    file = _FOLDER.joinpath(f"{name}.toml")
    if not file.is_file():
        return {}
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        citation: tuple(
            ParagraphText(citation, tuple(form["editions"]), tuple(form["kinds"]), form["says"], form.get("since"))
            for form in forms
        )
        for citation, forms in data.items()
    }


@cache
def outside() -> dict[str, Outside]:
    text = resources.files("chapter47.law").joinpath("outside.toml").read_text(encoding="utf-8")
    return {
        citation: Outside(citation, tuple(entry["editions"]), entry["reason"])
        for citation, entry in tomllib.loads(text).items()
    }
