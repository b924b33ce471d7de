"""What cannot be read or done as asked: one family of errors, each with every problem at once."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct


class Problem(Struct, frozen=True):
    """One thing that is wrong: which key, what was given, what is allowed and, where one rules it, the paragraph."""

    key: str
    got: str
    allowed: str
    citation: str = ""

    def __str__(self) -> str:
        cited = f" ({self.citation})" if self.citation else ""
        return f"{self.key}: {self.got} is not allowed; allowed: {self.allowed}{cited}"

    def data(self) -> dict[str, str]:
        """For programs; a citation only where there is one."""
        cited = {"citation": self.citation} if self.citation else {}
        return {"key": self.key, "got": self.got, "allowed": self.allowed, **cited}


class ProblemInWords(Problem, frozen=True):
    """A problem whose `got` says by itself what is wrong: `there is no such file`, `means nothing at craps`."""

    def __str__(self) -> str:
        return f"{self.key}: {self.got}; allowed: {self.allowed}"


class Chapter47Error(Exception):
    """Whatever this library refuses: `problems` are all of them, `source` is the file they stand in."""

    def __init__(self, problems: Sequence[Problem], source: str = "") -> None:
        self.problems = tuple(problems)
        self.source = source
        super().__init__((f"{source}: " if source else "") + "; ".join(map(str, self.problems)))


class NotPossibleError(Chapter47Error, ValueError):
    """Something cannot be done for one reason, `why`; the message is that reason until it is known what was asked."""

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
