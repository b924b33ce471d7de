"""Arguments of the front door that are not of the kind that is asked for: refused as every other problem is."""

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
    """An argument that is not of the kind that is asked for."""


def path_of(file: str | PathLike[str], key: str = "path") -> Path:
    try:
        return Path(file)
    except TypeError:
        raise BadArgumentError([_problem(key, file, "the path of a file")]) from None


def day_of(on: date | str | None, key: str = "on") -> date | None:
    """A day, or one written as 2010-06-07."""
    if on is None or type(on) is date:  # a moment of a day is a date too, and is not asked for
        return on
    try:
        return date.fromisoformat(on)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadArgumentError([Problem(key, printable(str(on)), "a day such as 2010-06-07")]) from None


def chance_by(seed: int | None) -> Chance:
    """That of a seed, or the system's own where none is given."""
    if seed is None:
        return SystemRandomness()
    if not isinstance(seed, int):
        raise BadArgumentError([_problem("seed", seed, "a whole number")])
    return Seeded(seed)


def check_texts(given: Mapping[str, object]) -> None:
    """Raises with every one of them that is not a text."""
    if problems := [_problem(key, value, "a text") for key, value in given.items() if not isinstance(value, str)]:
        raise BadArgumentError(problems)


def game_of_table(table: "AnyTable", game: "AnyGame | None" = None, key: str = "table") -> "AnyGame":
    """Its game, or that which is named; raises where it is not a table, with the name of the argument."""
    from chapter47.games import NotATableError, game_of

    try:
        return game or game_of(table)
    except NotATableError as error:
        raise NotATableError([Problem(key, problem.got, problem.allowed) for problem in error.problems]) from None


def _problem(key: str, given: object, allowed: str) -> Problem:
    return Problem(key, printable(repr(given)), allowed)
