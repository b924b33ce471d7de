"""Every game of the chapter: the only module that names them all. It also checks and reads their tables."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final

from chapter47.baccarat.game import BACCARAT
from chapter47.blackjack.games import BLACKJACK_GAMES
from chapter47.core import compliance, log
from chapter47.core.compliance import Floor, Judgement
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.findings import Notice
from chapter47.core.game import AnyGame
from chapter47.core.log import Log, LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.posting import Posting
from chapter47.core.tablefile import toml
from chapter47.core.text import printable
from chapter47.craps.game import CRAPS

AnyTable = Posting
"""The posting of a table of any game, a different record for each."""
ReadTable = OfItsGame
"""A posting that was read; its record type depends on its key `game`."""

GAMES: Final[tuple[AnyGame, ...]] = (*BLACKJACK_GAMES, CRAPS, BACCARAT)
"""All games; the first one applies if a table file names none."""
_BY_NAME: Final = {game.name: game for game in GAMES}


def game_named(name: str) -> AnyGame:
    return _BY_NAME[name]


class NotATableError(Chapter47Error, TypeError):
    """The argument is not a table."""


def game_of(table: AnyTable) -> AnyGame:
    try:
        return _BY_NAME[table.game]
    except (AttributeError, KeyError):
        allowed = "a table from read_table or table"
        raise NotATableError([Problem("table", printable(repr(table)), allowed)]) from None


# Table files ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> ReadTable:
    """Read the table in a file; raises `TableFileError` with all problems."""
    return toml.read(path, GAMES)


def parse(text: str, *, source: str = "table file") -> ReadTable:
    return toml.parse(text, GAMES, source=source)


def from_data(data: Mapping[str, object], *, source: str = "table file") -> ReadTable:
    return toml.from_data(data, GAMES, source=source)


def to_data(table: AnyTable) -> dict[str, object]:
    return game_of(table).posting.write(table)


def dumps(table: AnyTable) -> str:
    return toml.dumps(table, game_of(table))


def starter(name: str) -> str:
    return toml.starter(game_named(name), GAMES)


# Logs ----------------------------------------------------------------------------------------------------------------


def log_lines(table: AnyTable, entries: Iterable[LogEntry], *, seed: int | None = None) -> Iterator[str]:
    """Return the log of a table, line by line."""
    return log.lines(game_of(table), table, entries, seed=seed)


def parse_log(text: str) -> Log:
    """Parse a log; raises `LogError` with the first bad line."""
    return log.parse(text, GAMES)


# What the law says of them -------------------------------------------------------------------------------------------


def check(table: AnyTable, on: date | None = None) -> Judgement:
    return compliance.check(table, game_of(table), on)


def check_floor(tables: Mapping[str, AnyTable], on: date | None = None) -> Floor:
    return compliance.check_floor(tables, game_of, on)


def changes(old: AnyTable, new: AnyTable) -> list[Notice]:
    return compliance.changes(old, new, game_of(old), game_of(new))
