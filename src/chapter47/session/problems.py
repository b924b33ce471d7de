"""What is wrong with the wishes of whoever sits down, or with a script: everything at once."""

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that cannot be used: which option or line, what was given, what is allowed."""

    key: str
    got: str
    allowed: str


class UnusableError(Exception):
    """The session cannot begin."""

    def __init__(self, *problems: Problem, source: str = "") -> None:
        self.problems = problems
        self.source = source
        super().__init__("; ".join(f"{one.key}: {one.got} (allowed: {one.allowed})" for one in problems))
