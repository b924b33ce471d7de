"""The games of the chapter, one line each."""

from typing import Final

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations.blackjack import BLACKJACK
from chapter47.blackjack.variations.double_exposure import DOUBLE_EXPOSURE
from chapter47.blackjack.variations.multiple_action import MULTIPLE_ACTION
from chapter47.blackjack.variations.six_to_five import SIX_TO_FIVE
from chapter47.blackjack.variations.spanish_21 import SPANISH_21
from chapter47.blackjack.variations.switch import SWITCH
from chapter47.blackjack.variations.variation import Variation
from chapter47.blackjack.wagers import WAGERS, Wager

GAMES: Final[dict[str, Variation]] = {
    game.name: game for game in (BLACKJACK, SIX_TO_FIVE, DOUBLE_EXPOSURE, MULTIPLE_ACTION, SWITCH, SPANISH_21)
}

__all__ = ["GAMES", "Variation", "game_of", "wager_at"]


def game_of(state: Round) -> Variation:
    return GAMES[state.rules.game]


def wager_at(table: TableRules, name: str) -> Wager:
    """Return a side wager as the table's game has it."""
    return GAMES[table.game].side_wagers.get(name) or WAGERS[name]
