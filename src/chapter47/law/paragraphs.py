"""The paragraphs in our own words, a file per section."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import get_args

from chapter47.law.citations import order, section
from chapter47.law.homes import Kind

_SENTENCES = re.compile(r"(?<=[.])\s+(?=[A-Z])")
_FOLDER = resources.files("chapter47.law").joinpath("paragraphs")


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing that a paragraph requires of somebody."""

    number: int
    """Its place in the paragraph, from 1."""
    kind: Kind
    says: str
    at: str | None = None
    """The paragraph whose home implements it, if that is another one."""
    reason: str | None = None
    """Why no program can perform it, if that differs from the reason for the paragraph."""


@dataclass(frozen=True, slots=True)
class ParagraphText:
    """The words of a paragraph in one or more editions."""

    citation: str
    editions: tuple[str, ...]
    kinds: tuple[Kind, ...]
    says: str
    since: date | None
    duties: tuple[Duty, ...]
    """Its duties: listed in the file under `duties` or, if it has a single kind, one per sentence."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A paragraph that no program can perform, and why."""

    citation: str
    editions: tuple[str, ...]
    reason: str


def stem(citation: str) -> str:
    """Return the file name of a section: 2.3 for 19:47-2.3, 46-1.10C for 19:46-1.10C."""
    number = section(citation)
    return number.removeprefix("19:47-") if number.startswith("19:47-") else number.removeprefix("19:")


def paragraph(citation: str) -> tuple[ParagraphText, ...]:
    """Return the forms of a paragraph in its editions, oldest first; empty if it is not known."""
    return _section(stem(citation)).get(citation, ())


def paragraphs() -> list[ParagraphText]:
    """Return all of them in the order of the regulation."""
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
            ParagraphText(
                citation,
                tuple(form["editions"]),
                tuple(form["kinds"]),
                form["says"],
                form.get("since"),
                tuple(_listed(form["duties"]) if "duties" in form else _by_sentence(form["kinds"], form["says"])),
            )
            for form in forms
        )
        for citation, forms in data.items()
    }


def _listed(rows: list[Mapping[str, str]]) -> Iterator[Duty]:
    """Read rows such as `{ script = "…", at = "19:47-2.6(h)" }`."""
    for number, row in enumerate(rows, 1):
        kind = next(kind for kind in get_args(Kind) if kind in row)
        yield Duty(number, kind, row[kind], row.get("at"), row.get("reason"))


def _by_sentence(kinds: list[Kind], says: str) -> Iterator[Duty]:
    """Take each sentence as a duty; a single sentence with several kinds is one duty of each kind."""
    if kinds == ["heading"]:
        return
    rows = [(kind, sentence) for sentence in _SENTENCES.split(says) for kind in kinds]
    yield from (Duty(number, kind, sentence) for number, (kind, sentence) in enumerate(rows, 1))


@cache
def outside() -> dict[str, Outside]:
    text = resources.files("chapter47.law").joinpath("outside.toml").read_text(encoding="utf-8")
    return {
        citation: Outside(citation, tuple(entry["editions"]), entry["reason"])
        for citation, entry in tomllib.loads(text).items()
    }
