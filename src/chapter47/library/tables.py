"""Tables: from a file, from keys, and starter files."""

import json
from datetime import date
from hashlib import sha256
from os import PathLike
from typing import TYPE_CHECKING, Any

from chapter47.core.errors import Problem
from chapter47.core.game import AnyGame
from chapter47.core.version import VERSION
from chapter47.library.arguments import BadArgumentError, path_of

if TYPE_CHECKING:
    from chapter47.games import AnyTable, ReadTable


def identity(table: "AnyTable", game: "AnyGame | None" = None) -> dict[str, str]:
    """Return the version, and the SHA-256 of the table's keys and values as sorted JSON."""
    from chapter47.games import game_of

    posted = (game or game_of(table)).posting.write(table)
    canonical = json.dumps(posted, sort_keys=True, separators=(",", ":"), default=str)
    return {"version": VERSION, "table_hash": sha256(canonical.encode()).hexdigest()}


def read_table(path: str | PathLike[str]) -> "ReadTable":
    """Read the table that a file describes, with its game's defaults for everything the file leaves out.

    Raises `TableFileError` with every problem of the file."""
    from chapter47.games import read

    return read(path_of(path))


def table(**keys: Any) -> "ReadTable":
    """Build a table from keys of a table file: `table(game="switch", decks=6, wagers={"match": {}}, on="2010-06-07")`.

    Raises `TableFileError` with every bad key."""
    from chapter47.games import from_data

    return from_data({key: _as_in_a_file(key, value) for key, value in keys.items()}, source="table")


def _as_in_a_file(key: str, value: Any) -> Any:
    """Convert text dates: TOML has dates, a program may pass one as text."""
    if key == "on" and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return value  # the table file's reader tells it with all other problems
    return value


def starter(game: str = "blackjack") -> str:
    """Return a commented table file with the lawful defaults of a game."""
    from chapter47.games import GAMES
    from chapter47.games import starter as write

    names = [known.name for known in GAMES]
    if game not in names:
        raise BadArgumentError([Problem("game", str(game), ", ".join(names))])
    return write(game)
