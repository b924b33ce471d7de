"""The rules as arrays for the kernel: how a round ends by its first six cards, and a shoe by what its cards count."""

from functools import cache
from itertools import product

import numpy as np

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import DIGITS, last_digit, value
from chapter47.baccarat.rules.third_card import banker_draws, player_draws
from chapter47.baccarat.rules.wagers import BANKER, PLAYER, TIE, outcome
from chapter47.baccarat.simulation.kernel import (
    BANKER_ROW,
    BANKER_WINS,
    CARDS_SHIFT,
    PLAYER_ROW,
    PLAYER_WINS,
    SUMS,
    TIES,
    Table,
)
from chapter47.core.cards import DECK
from chapter47.core.numeric.generator import Cards

CODES = {BANKER: BANKER_WINS, PLAYER: PLAYER_WINS, TIE: TIES}


@cache
def endings() -> Table:
    """By the sum of each hand's two cards and by the fifth and the sixth card: who wins, after how many cards."""
    table = np.zeros(SUMS * PLAYER_ROW, dtype=np.uint8)
    for player, banker in product(range(SUMS), repeat=2):
        for fifth, sixth in product(range(DIGITS), repeat=2):
            place = player * PLAYER_ROW + banker * BANKER_ROW + fifth * DIGITS + sixth
            table[place] = _ending(last_digit(player), last_digit(banker), fifth, sixth)
    table.flags.writeable = False
    return table


def _ending(player: int, banker: int, fifth: int, sixth: int) -> int:
    used, third, ended = 4, None, player
    if player_draws(player, banker):
        used, third, ended = 5, fifth, last_digit(player + fifth)
    bank = banker
    if banker_draws(player, banker, third):
        bank = last_digit(banker + (fifth if third is None else sixth))
        used += 1
    winner = next(wager for wager in CODES if outcome(wager, ended, bank)[0] == "win")
    return CODES[winner] | used << CARDS_SHIFT


def full_stack(table: BaccaratTable) -> Cards:
    """What each card of the decks counts."""
    return np.tile(_one_deck(), table.decks)


@cache
def _one_deck() -> Cards:
    return np.array([value(card) for card in DECK], dtype=np.uint8)
