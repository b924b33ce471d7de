"""Every game of the chapter: the only module that names them all."""

from typing import Final

from chapter47.blackjack.games import BLACKJACK_GAMES
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.game import Game

GAMES: Final[tuple[Game[TableRules], ...]] = BLACKJACK_GAMES
_BY_NAME: Final = {game.name: game for game in GAMES}


def game_named(name: str) -> Game[TableRules]:
    return _BY_NAME[name]
