"""From TOML to a table of one of the games handed in, or to everything that is wrong with the file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from chapter47.core.errors import Problem, ProblemInWords
from chapter47.core.findings import P
from chapter47.core.game import Game
from chapter47.core.input_files import UnreadableFileError, read_text
from chapter47.core.json_object import Json
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import printable


def parse(text: str, games: tuple[Game[P], ...], *, source: str = "table file") -> P:
    """The table that a TOML text describes; raises `TableFileError` with all problems."""
    return from_data(_toml(text, source), games, source=source)


def read(path: Path, games: tuple[Game[P], ...]) -> P:
    """The table in a file, which says at least one thing about it."""
    try:
        text = read_text(path)
    except UnreadableFileError as error:
        raise TableFileError([ProblemInWords("file", str(error), "a TOML file in UTF-8")], str(path)) from None
    data = _toml(text, str(path))
    if not data:
        empty = Problem(
            "file", "a file without any key: it describes no table", "a table, as `chapter47 new` writes one"
        )
        raise TableFileError([empty], str(path))
    return from_data(data, games, source=str(path))


def _toml(text: str, source: str) -> Json:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise TableFileError([Problem("TOML", printable(str(error)), "a TOML file")], source) from None


def from_data(data: Mapping[str, object], games: tuple[Game[P], ...], *, source: str = "table file") -> P:
    """The table in data as TOML gives it; read as one of the first game where it names none of them."""
    named = data.get("game")
    game = next((game for game in games if game.name == named), games[0])
    return game.posting.read(data, source=source, games=tuple(game.name for game in games))
