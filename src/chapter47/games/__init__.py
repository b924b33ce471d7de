"""The games of the chapter, one line each."""

from typing import Final

from chapter47.games import switch_layout
from chapter47.games.blackjack import BLACKJACK
from chapter47.games.double_exposure import DOUBLE_EXPOSURE
from chapter47.games.multiple_action import MULTIPLE_ACTION
from chapter47.games.six_to_five import SIX_TO_FIVE
from chapter47.games.spanish_21 import SPANISH_21
from chapter47.games.switch import SWITCH
from chapter47.games.variation import Variation
from chapter47.posting import TableRules
from chapter47.state import Round
from chapter47.traits import TRAITS
from chapter47.wagers import WAGERS, Wager

GAMES: Final[dict[str, Variation]] = {
    game.name: game for game in (BLACKJACK, SIX_TO_FIVE, DOUBLE_EXPOSURE, MULTIPLE_ACTION, SWITCH, SPANISH_21)
}
TRAITS.update({game.name: game.traits for game in GAMES.values()})

__all__ = ["GAMES", "Variation", "game_of", "switch_layout", "wager_at"]
"""The layout of Switch is a module of its own; its notices are known once it is imported."""


def game_of(state: Round) -> Variation:
    return GAMES[state.rules.game]


def wager_at(table: TableRules, name: str) -> Wager:
    """A side wager as the table's game has it."""
    return GAMES[table.game].side_wagers.get(name) or WAGERS[name]
