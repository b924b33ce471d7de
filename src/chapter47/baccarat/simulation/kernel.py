"""Rounds dealt from real shoes: the rules' tables in, the number of each result out."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import compiled_with
from chapter47.core.numeric.generator import Cards

Table = NDArray[np.uint8]
Ints = NDArray[np.int64]

BANKER_WINS, PLAYER_WINS, TIES = range(3)
"""The three ways in which a round can end."""
RESULTS: Final = 3
CARDS_SHIFT: Final = 2
"""An entry of the table: the result in its two low bits, above them the number of cards."""
RESULT_MASK: Final = 3
MOST_CARDS: Final = 6
TEN: Final = 10

_U = np.uint64


@compiled_with(generator)
def play_shoe(cards: Cards, first: int, cut: int, least: int, rounds: int, endings: Table, seen: Ints) -> int:
    """Rounds from card `first` on until the cutting card is out, and one more; so many of them at the most.

    `seen` counts the results. What is given back is how many rounds were dealt."""
    place, dealt, last = _U(first), 0, False
    while dealt < rounds:
        if place >= _U(cut):
            if last:
                break
            last = True
        player = cards[place] + cards[place + _U(2)]
        banker = cards[place + _U(1)] + cards[place + _U(3)]
        row = _U(player) * _U(1900) + _U(banker) * _U(100)
        ending = endings[row + _U(cards[place + _U(4)]) * _U(10) + _U(cards[place + _U(5)])]
        seen[_U(ending & RESULT_MASK)] += 1
        place += _U(ending >> CARDS_SHIFT)
        dealt += 1
    return dealt
