"""Checks argument types of the library's functions; wrong ones are reported like every other problem."""

from collections.abc import Mapping
from datetime import date
from inspect import signature
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chapter47.core.chance import Chance, Seeded, SystemRandomness
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.game import AnyGame
from chapter47.core.text import printable

if TYPE_CHECKING:
    from chapter47.games import AnyTable
    from chapter47.library.prices import StrategyFunction


class BadArgumentError(Chapter47Error, ValueError):
    """An argument of the wrong type."""


A_PATH: Final = "a file path"
A_STRATEGY: Final = "a file path, a chart or a function (hand, up, legal) -> move"


def path_of(file: str | PathLike[str], key: str = "path", allowed: str = A_PATH) -> Path:
    try:
        return Path(file)
    except TypeError:
        raise BadArgumentError([_problem(key, file, allowed)]) from None


def strategy_of(given: object) -> "Path | Mapping[str, Any] | StrategyFunction":
    """Return a chart as data or a function as it is, or the path of a strategy file."""
    if isinstance(given, Mapping):
        return given
    if not callable(given):
        return path_of(given, "strategy", A_STRATEGY)  # type: ignore[arg-type]  # it raises for other types
    try:
        signature(given).bind(None, None, None)
    except TypeError:
        raise BadArgumentError([_problem("strategy", given, A_STRATEGY)]) from None
    except ValueError:  # a built-in function that shows no signature
        pass
    return given


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
