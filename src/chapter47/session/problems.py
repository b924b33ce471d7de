"""What is wrong with the wishes of whoever sits down, or with a script: everything at once."""

from chapter47.core.findings import Problem


class UnusableError(Exception):
    """The session cannot begin."""

    def __init__(self, *problems: Problem, source: str = "") -> None:
        self.problems = problems
        self.source = source
        super().__init__("; ".join(f"{one.key}: {one.got} (allowed: {one.allowed})" for one in problems))


__all__ = ["Problem", "UnusableError"]
