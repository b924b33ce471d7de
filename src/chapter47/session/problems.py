"""Problems of a session's options or script, all at once."""

from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords

__all__ = ["Problem", "ProblemInWords", "UnusableError"]


class UnusableError(Chapter47Error):
    """The session cannot begin."""

    def __init__(self, *problems: Problem, source: str = "") -> None:
        super().__init__(problems, source)
