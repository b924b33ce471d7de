"""The tables of the school: the lawful defaults of each game, and others with side wagers, fees and hole cards."""

import tomllib
from functools import cache
from pathlib import Path
from random import Random

from chapter47.core.posting import Posting
from chapter47.games import from_data


@cache
def school_tables(game: str) -> tuple[Posting, ...]:
    """All tables of this game; the first has the lawful defaults."""
    listed = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))["table"]
    return tuple(from_data(data) for data in ({"game": game}, *(each for each in listed if each["game"] == game)))


def one_of_the_school(posting: Posting, random: Random) -> Posting:
    """Any table of the school, where none but the lawful defaults was asked for."""
    tables = school_tables(posting.game)
    return random.choice(tables) if posting == tables[0] else posting
