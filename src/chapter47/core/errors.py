"""The errors of the library: one family, each with all its problems."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import ClassVar

from msgspec import Struct

from chapter47.core.text import LONGEST, printable


class Problem(Struct, frozen=True):
    """One problem: the key, the value found, what is allowed and the paragraph behind it, if any."""

    key: str
    got: str
    allowed: str
    citation: str = ""

    def __str__(self) -> str:
        cited = f" ({self.citation})" if self.citation else ""
        return f"{self.key}: {self.got} is not allowed; allowed: {self.allowed}{cited}"

    def in_words(self) -> str:
        """Return the problem as a command prints it."""
        cited = f"; {self.citation}" if self.citation else ""
        return f"{self.key}: {self.got} (allowed: {self.allowed}{cited})"

    def data(self) -> dict[str, str]:
        """Return the problem for programs; the citation is included if there is one."""
        cited = {"citation": self.citation} if self.citation else {}
        return {"key": self.key, "got": self.got, "allowed": self.allowed, **cited}


class ProblemInWords(Problem, frozen=True):
    """A problem whose `got` already says what is wrong: `no such file`, `has no meaning at craps`."""

    def __str__(self) -> str:
        return f"{self.key}: {self.got}; allowed: {self.allowed}"


class UnknownKey(Problem, frozen=True):
    """A key that nothing reads; `allowed` is a hint such as "Did you mean `decks`?"."""

    def __str__(self) -> str:
        return f"Unknown key `{self.key}`. {self.allowed}"

    def in_words(self) -> str:
        return str(self)


class MissingArgument(Problem, frozen=True):
    """An argument that was not given."""

    def __str__(self) -> str:
        return f"{self.key} is required: {self.allowed}"

    def in_words(self) -> str:
        return str(self)


def unknown_key(name: str, known: Iterable[str], prefix: str = "") -> UnknownKey:
    """Build the problem with the closest known key, or all of them."""
    keys = list(known)
    close = get_close_matches(name[:LONGEST], keys, n=1)
    hint = f"Did you mean `{prefix}{close[0]}`?" if close else f"Known keys: {', '.join(keys) or 'none'}"
    return UnknownKey(prefix + printable(name), "unknown key", hint)


class Chapter47Error(Exception):
    """Anything this library refuses: `problems` lists every problem, `source` names their file."""

    def __init__(self, problems: Sequence[Problem], source: str = "") -> None:
        self.problems = tuple(problems)
        self.source = source
        super().__init__((f"{source}: " if source else "") + "; ".join(map(str, self.problems)))


class NotPossibleError(Chapter47Error, ValueError):
    """A request that cannot be carried out, for the reason `why`."""

    key: ClassVar[str] = "table"

    def __init__(self, why: str, got: str = "") -> None:
        self.why = why
        super().__init__([self.problem(why, got)])
        if not self.problems[0].got:
            self.args = (why,)

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got, why)


class NotPricedError(NotPossibleError):
    """A table that has no exact price."""

    key = "game"
