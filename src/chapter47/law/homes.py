"""Where each paragraph is carried out: `@law` marks the function that is its home."""

import functools
import os
from collections.abc import Callable
from typing import Final, Literal, ParamSpec, TypeVar

from msgspec import Struct

P = ParamSpec("P")
R = TypeVar("R")

Kind = Literal["heading", "definition", "rule", "limit", "notice", "script", "conduct"]

RECORDING: Final = "CHAPTER47_RECORD" in os.environ
"""Set while the tests run, so that coverage counts what ran and not what is decorated."""


class Home(Struct, frozen=True):
    """A function that carries out a paragraph of one edition."""

    citation: str
    edition: str
    kind: Kind
    module: str
    function: str

    def __str__(self) -> str:
        return f"{self.module}.{self.function}"


HOMES: Final[dict[tuple[str, str, Kind], Home]] = {}
RAN: Final[dict[int, list[Home]]] = {}
"""The homes that ran, by a number for each function."""


class TwoHomesError(Exception):
    """A citation has one home per kind."""


def law(*citations: str, editions: str, kind: Kind = "rule") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function as the home of these paragraphs in these editions."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        homes = [
            _settle(Home(citation, edition, kind, function.__module__, function.__qualname__))
            for citation in citations
            for edition in editions.split()
        ]
        return _recorded(function, homes) if RECORDING else function

    return mark


def homes_of(citation: str) -> list[Home]:
    return [home for (cited, _, _), home in HOMES.items() if cited == citation]


def _settle(home: Home) -> Home:
    other = HOMES.setdefault((home.citation, home.edition, home.kind), home)
    if str(other) != str(home):
        raise TwoHomesError(f"{home.edition} {home.citation} ({home.kind}) has a home in {other} and another in {home}")
    return home


_RECORDED: Final[dict[Callable[..., object], list[Home]]] = {}


def _recorded(function: Callable[P, R], homes: list[Home]) -> Callable[P, R]:
    if function in _RECORDED:  # marked before, by another text
        _RECORDED[function].extend(homes)
        return function
    number = len(_RECORDED)

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        RAN[number] = homes
        return function(*args, **kwargs)

    _RECORDED[run] = homes
    return run
