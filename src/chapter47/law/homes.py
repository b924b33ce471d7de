"""Where each paragraph is carried out: `@law` marks the function that is its home."""

from collections.abc import Callable
from types import CodeType
from typing import Final, Literal, Protocol, TypeVar

from msgspec import Struct


class Function(Protocol):
    """What is written with `def`."""

    __module__: str
    __qualname__: str
    __code__: CodeType


F = TypeVar("F", bound=Function)

Kind = Literal["heading", "definition", "rule", "limit", "notice", "script", "conduct"]


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
HOMES_BY_CODE: Final[dict[int, list[Home]]] = {}
"""What a function carries out, by the `id` of its code (two functions may have equal code). The tests note which code
runs, so that coverage counts what ran and not what is marked."""


class TwoHomesError(Exception):
    """A citation has one home per kind."""


def law(*citations: str, editions: str, kind: Kind = "rule") -> Callable[[F], F]:
    """Mark a function as the home of these paragraphs in these editions."""

    def mark(function: F) -> F:
        HOMES_BY_CODE.setdefault(id(function.__code__), []).extend(
            _settle(Home(citation, edition, kind, function.__module__, function.__qualname__))
            for citation in citations
            for edition in editions.split()
        )
        return function

    return mark


def _settle(home: Home) -> Home:
    first = HOMES.setdefault((home.citation, home.edition, home.kind), home)
    if str(first) != str(home):
        raise TwoHomesError(f"{home.edition} {home.citation} ({home.kind}) has a home in {first} and another in {home}")
    return home
