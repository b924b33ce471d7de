"""Tables: from a file, from keys, and as a file to begin with."""

from datetime import date
from os import PathLike
from typing import TYPE_CHECKING, Any

from chapter47.core.errors import Problem
from chapter47.library.arguments import BadArgumentError, path_of

if TYPE_CHECKING:
    from chapter47.games import ReadTable


def read_table(path: str | PathLike[str]) -> "ReadTable":
    """The table that a file describes, with the defaults of its game for all that the file leaves out.

    Raises `TableFileError` with every problem of the file."""
    from chapter47.games import read

    return read(path_of(path))


def table(**keys: Any) -> "ReadTable":
    """A table by the keys of a table file: `table(game="switch", decks=6, wagers={"match": {}}, on="2010-06-07")`.

    Raises `TableFileError` with every key that is wrong."""
    from chapter47.games import from_data

    return from_data({key: _as_in_a_file(key, value) for key, value in keys.items()}, source="table")


def _as_in_a_file(key: str, value: Any) -> Any:
    """TOML has days; a program may write one as a text."""
    if key == "on" and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return value  # the table file's reader tells it with all other problems
    return value


def starter(game: str = "blackjack") -> str:
    """A commented table file with the lawful defaults of a game."""
    from chapter47.games import GAMES
    from chapter47.games import starter as write

    names = [known.name for known in GAMES]
    if game not in names:
        raise BadArgumentError([Problem("game", str(game), ", ".join(names))])
    return write(game)
