"""Games as other places play them, for figures that were published of those: our law has one rule in some places."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from chapter47.blackjack.variations import GAMES


@contextmanager
def played_otherwise(game: str, **rules: Any) -> Iterator[None]:
    """The game with some of its rules exchanged."""
    usual = GAMES[game]
    GAMES[game] = replace(usual, **rules)
    try:
        yield
    finally:
        GAMES[game] = usual
