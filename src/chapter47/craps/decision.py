"""What a throw does to a wager, and by which paragraph."""

from enum import IntEnum
from typing import NamedTuple


class Result(IntEnum):
    """The result of one wager after one throw."""

    STANDS = 0
    WON = 1
    LOST = 2
    VOID = 3
    TRAVELS = 4
    """A line wager gets its point and moves onto it."""


class Decision(NamedTuple):
    """The result, and the paragraph that says so."""

    result: Result
    by: str


def stands(by: str) -> Decision:
    return Decision(Result.STANDS, by)


def won_or_lost(by: str, *, won: bool) -> Decision:
    """Decide a wager by the very next throw."""
    return Decision(Result.WON if won else Result.LOST, by)
