"""Rounds dealt from real shoes: the rules' tables in, the result of each round out. 3.5(d) says what is burned."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle

Table = NDArray[np.uint8]
Results = NDArray[np.uint8]
Ints = NDArray[np.int64]

BANKER_WINS, PLAYER_WINS, TIES = range(3)
"""The three ways in which a round can end."""
RESULTS: Final = 3
CARDS_SHIFT: Final = 2
"""An entry of the table: the result in its two low bits, above them the number of cards."""
RESULT_MASK: Final = 3
MOST_CARDS: Final = 6
COUNTS_TEN: Final = 10
"""What a ten or a court card counts where the first card tells how many are burned."""
SUMS: Final = 19
"""Two cards sum to 0 to 18."""
BANKER_ROW: Final = 100
PLAYER_ROW: Final = SUMS * BANKER_ROW

_U = np.uint64


@compiled_with(generator)
def play_shoe(
    cards: Cards, first: int | np.int64, cut: int, endings: Table, results: Results, begin: int, end: int
) -> int:
    """Rounds from card `first` on until the cutting card is out, and one more; they fill `results` up to `end`.

    What is given back is the place after the last round."""
    place, number, last = _U(first), begin, end
    while number < last:
        if np.int64(place) >= cut:
            last = number + 1
        player = cards[place] + cards[place + _U(2)]
        banker = cards[place + _U(1)] + cards[place + _U(3)]
        row = _U(player) * _U(PLAYER_ROW) + _U(banker) * _U(BANKER_ROW)
        ending = endings[row + _U(cards[place + _U(4)]) * _U(10) + _U(cards[place + _U(5)])]
        results[number] = ending & RESULT_MASK
        place += _U(ending >> CARDS_SHIFT)
        number += 1
    return number


@compiled_with(generator, **CALLED_BY_KERNELS)
def count_part(results: Results, begin: int, end: int, seen: Ints, products: Ints) -> None:
    """The rounds of one shoe: how often each result came, and the products of these numbers for the errors."""
    banker, player, tie = 0, 0, 0
    for number in range(begin, end):
        result = results[number]
        banker += result == BANKER_WINS
        player += result == PLAYER_WINS
        tie += result == TIES
    seen[0] += banker
    seen[1] += player
    seen[2] += tie
    products[0, 0] += banker * banker
    products[0, 1] += banker * player
    products[0, 2] += banker * tie
    products[1, 1] += player * player
    products[1, 2] += player * tie
    products[2, 2] += tie * tie


@compiled_with(generator, **CALLED_BY_KERNELS)
def prepare_shoe(chance: Stream, cards: Cards, behind: int, fresh: bool) -> int:
    """Shuffle as many cards as can be dealt, and burn; the place of the first card to be dealt. Before a shuffle that
    follows every round nothing is burned."""
    if fresh:
        shuffle(chance, cards, 0, MOST_CARDS)
        return 0
    size = len(cards)
    dealt = min(size - behind + 2 * MOST_CARDS - 1, size)
    shuffle(chance, cards, 0, max(dealt, 1 + COUNTS_TEN + 2 * MOST_CARDS))
    burned = int(cards[0])
    return 1 + (burned if burned else COUNTS_TEN)


@compiled_with(generator)
def play_block(
    chance: Stream, cards: Cards, behind: int, fresh: bool, endings: Table, results: Results, seen: Ints, products: Ints
) -> int:
    """Shoe after shoe, or a shuffle before every round, until `results` is full; the number of shoes is given back."""
    cut = 0 if fresh else len(cards) - behind
    number, shoes = 0, 0
    while number < len(results):
        begin = number
        first = prepare_shoe(chance, cards, behind, fresh)
        number = play_shoe(cards, first, cut, endings, results, begin, len(results))
        count_part(results, begin, number, seen, products)
        shoes += 1
    return shoes
