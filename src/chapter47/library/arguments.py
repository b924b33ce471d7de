"""Checks argument types of the library's functions; wrong ones are reported like every other problem."""

from collections.abc import Mapping
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from chapter47.core.chance import Chance, Seeded, SystemRandomness
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.game import AnyGame
from chapter47.core.text import printable

if TYPE_CHECKING:
    from chapter47.games import AnyTable


class BadArgumentError(Chapter47Error, ValueError):
    """An argument of the wrong type."""


def path_of(file: str | PathLike[str], key: str = "path") -> Path:
    try:
        return Path(file)
    except TypeError:
        raise BadArgumentError([_problem(key, file, "a file path")]) from None


def day_of(on: date | str | None, key: str = "on") -> date | None:
    """Parse a date, or text such as 2010-06-07."""
    if on is None or type(on) is date:  # a moment of a day is a date too, and is not asked for
        return on
    try:
        return date.fromisoformat(on)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadArgumentError([Problem(key, printable(str(on)), "a date such as 2010-06-07")]) from None


def chance_by(seed: int | None) -> Chance:
    """Return chance from a seed, or the system's own without one."""
    if seed is None:
        return SystemRandomness()
    if not isinstance(seed, int):
        raise BadArgumentError([_problem("seed", seed, "a whole number")])
    return Seeded(seed)


def check_texts(given: Mapping[str, object]) -> None:
    """Raise for every argument that is not a text."""
    if problems := [_problem(key, value, "a text") for key, value in given.items() if not isinstance(value, str)]:
        raise BadArgumentError(problems)


def game_of_table(table: "AnyTable", game: "AnyGame | None" = None, key: str = "table") -> "AnyGame":
    """Return the table's game, or the named one; raises with the argument's name if it is not a table."""
    from chapter47.games import NotATableError, game_of

    try:
        return game or game_of(table)
    except NotATableError as error:
        raise NotATableError([Problem(key, problem.got, problem.allowed) for problem in error.problems]) from None


def _problem(key: str, given: object, allowed: str) -> Problem:
    return Problem(key, printable(repr(given)), allowed)
