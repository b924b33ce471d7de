"""Where each paragraph is implemented: `@law` marks the function that is its home."""

from collections.abc import Callable
from types import CodeType
from typing import Final, Literal, Protocol, TypeVar

from msgspec import Struct


class Function(Protocol):
    """A function written with `def`."""

    __module__: str
    __qualname__: str
    __code__: CodeType


F = TypeVar("F", bound=Function)

Kind = Literal["heading", "definition", "rule", "limit", "notice", "script", "conduct"]


class Home(Struct, frozen=True):
    """A function that implements a paragraph of one edition."""

    citation: str
    edition: str
    kind: Kind
    module: str
    function: str
    duty: int = 0
    """The number of the duty that it implements, from 1; 0 for the whole paragraph."""

    @property
    def key(self) -> str:
        """Its key in `measured.json`."""
        return f"{self.edition} {self.citation} {self.kind}" + (f" {self.duty}" if self.duty else "")

    def __str__(self) -> str:
        return f"{self.module}.{self.function}"


HOMES: Final[dict[tuple[str, str, Kind], Home]] = {}
DUTY_HOMES: Final[dict[tuple[str, str, Kind, int], Home]] = {}
"""Homes of single duties that are not implemented by their paragraph's home."""
HOMES_BY_CODE: Final[dict[int, list[Home]]] = {}
"""What a function implements, by the `id` of its code (two functions may have equal code). Tests record which code
runs, so that coverage counts what ran, not what is marked."""


class TwoHomesError(Exception):
    """A citation has one home per kind."""


def law(*citations: str, editions: str, kind: Kind = "rule", duty: int = 0) -> Callable[[F], F]:
    """Mark a function as the home of these paragraphs in these editions, or of one duty of each."""

    def mark(function: F) -> F:
        HOMES_BY_CODE.setdefault(id(function.__code__), []).extend(
            _settle(Home(citation, edition, kind, function.__module__, function.__qualname__, duty))
            for citation in citations
            for edition in editions.split()
        )
        return function

    return mark


def _settle(home: Home) -> Home:
    if home.duty:
        first = DUTY_HOMES.setdefault((home.citation, home.edition, home.kind, home.duty), home)
    else:
        first = HOMES.setdefault((home.citation, home.edition, home.kind), home)
    if str(first) != str(home):
        raise TwoHomesError(f"{home.edition} {home.citation} ({home.kind}) has a home in {first} and another in {home}")
    return home
