"""The games of the chapter, one line each."""

from typing import Final

from chapter47.games.blackjack import BLACKJACK
from chapter47.games.double_exposure import DOUBLE_EXPOSURE
from chapter47.games.multiple_action import MULTIPLE_ACTION
from chapter47.games.six_to_five import SIX_TO_FIVE
from chapter47.games.spanish_21 import SPANISH_21
from chapter47.games.switch import SWITCH
from chapter47.games.variation import Variation
from chapter47.state import Round

GAMES: Final[dict[str, Variation]] = {
    game.name: game for game in (BLACKJACK, SIX_TO_FIVE, DOUBLE_EXPOSURE, MULTIPLE_ACTION, SWITCH, SPANISH_21)
}


def game_of(state: Round) -> Variation:
    return GAMES[state.rules.game]
