"""The six blackjack games as the house knows them, each made from its variation."""

from datetime import date
from typing import Final

from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.variations.variation import Variation
from chapter47.core.findings import OPTIONS
from chapter47.core.game import Game
from chapter47.law.editions import adopted


def game_from(variation: Variation) -> Game[TableRules]:
    return Game(
        name=variation.name,
        title=variation.title,
        text=variation.text,
        since=_since(variation),
        posting=TableRules,
    )


def _since(variation: Variation) -> date:
    """The day on which the option of this game came in; the basic game is as old as the chapter."""
    days = [option.since for option in OPTIONS if option.key == "game" and option.of == variation.name]
    return min(days, default=adopted())


BLACKJACK_GAMES: Final = tuple(game_from(variation) for variation in GAMES.values())
