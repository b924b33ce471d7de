"""Reads a table of one of the given games from TOML, or reports everything that is wrong with the file; and writes
it."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chapter47.core.errors import Problem, ProblemInWords
from chapter47.core.files import UnreadableFileError, read_text
from chapter47.core.findings import P
from chapter47.core.game import Game
from chapter47.core.json_object import Json
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import printable

MOST_KEY_PARTS: Final = 20
TOKENS: Final = re.compile(
    r"""
    \"{3} (?:\\.|[^\\])*? \"{3,5} | '{3} .*? '{3,5}   # text of several lines, which may end in quotes of its own
    | \"(?:\\.|[^\"\\\n])*\" | '[^'\n]*'              # text
    | \#[^\n]* | [A-Za-z0-9_-]+ | \. | \S
    """,
    re.VERBOSE | re.DOTALL,
)


def parse(text: str, games: tuple[Game[P], ...], *, source: str = "table file") -> P:
    """Parse a TOML text; raises `TableFileError` with all problems."""
    return from_data(_toml(text, source), games, source=source)


def read(path: Path, games: tuple[Game[P], ...]) -> P:
    """Read the table in a file, which must set at least one key."""
    try:
        text = read_text(path)
    except UnreadableFileError as error:
        raise TableFileError([ProblemInWords("file", str(error), "a TOML file in UTF-8")], str(path)) from None
    data = _toml(text, str(path))
    if not data:
        empty = Problem(
            "file", "a file without keys: it describes no table", "a table file such as `chapter47 new` writes"
        )
        raise TableFileError([empty], str(path))
    return from_data(data, games, source=str(path))


def _toml(text: str, source: str) -> Json:
    try:
        return toml_data(text)
    except TomlError as error:
        raise TableFileError([Problem("TOML", error.got, error.allowed)], source) from None


class TomlError(ValueError):
    """A text that is no TOML, or none that can be read in a short time."""

    def __init__(self, got: str, allowed: str = "a TOML file") -> None:
        super().__init__(got)
        self.got, self.allowed = got, allowed


def toml_data(text: str) -> Json:
    """Parse a text from anybody; raises `TomlError`."""
    if text.count(".") > MOST_KEY_PARTS and (parts := _longest_key(text)) > MOST_KEY_PARTS:
        raise TomlError(f"a key of more than {parts - 1} parts", f"keys of up to {MOST_KEY_PARTS} parts")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise TomlError(printable(str(error))) from None


def _longest_key(text: str) -> int:
    """Return the number of parts of the longest dotted key, up to one more than allowed; parsing time grows with its
    square."""
    parts, after_dot = 0, False
    for token in TOKENS.findall(text):
        if token == ".":
            after_dot = True
            continue
        is_part = token[0] in "\"'" or token[0].isalnum() or token[0] in "_-"
        parts = (parts + 1 if after_dot else 1) if is_part else 0
        after_dot = False
        if parts > MOST_KEY_PARTS:
            break
    return parts


def from_data(data: Mapping[str, object], games: tuple[Game[P], ...], *, source: str = "table file") -> P:
    """Build the table from TOML data; a file without a game is read as the first game."""
    named = data.get("game")
    game = next((game for game in games if game.name == named), games[0])
    return game.posting.read(data, source=source, games=tuple(game.name for game in games))


def dumps(table: P, game: Game[P]) -> str:
    """Write the table as TOML."""
    import tomlkit

    return tomlkit.dumps(game.posting.write(table))


def starter(game: Game[P], games: tuple[Game[P], ...]) -> str:
    """Write a commented table file with a game's lawful defaults, for the keys that have a meaning there."""
    import tomlkit

    form = game.posting
    names = tuple(game.name for game in games)
    written = form.write(form.read({"game": game.name}, games=names))
    document = tomlkit.document()
    document.add(tomlkit.comment(f"A table of {game.title}. Every key is optional; these are its defaults."))
    document.add(tomlkit.nl())
    for key in form.asked(names):
        document.add(tomlkit.comment(f"{key.means}: {key.allowed}"))
        if key.name in written:
            document.add(key.name, tomlkit.item(written[key.name]))
        else:
            document.add(tomlkit.comment(key.example))
    for subtable in form.subtables:
        document.add(tomlkit.nl())
        for line in subtable.example:
            document.add(tomlkit.comment(line))
    return tomlkit.dumps(document)
