"""Rounds dealt from real shoes, with burned cards as in 3.5(d): the rules as arrays, and the kernel that uses them."""

from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import DIGITS, banker_draws, last_digit, player_draws, value
from chapter47.baccarat.rules.wagers import BANKER, PLAYER, TIE, outcome
from chapter47.core.cards import DECK
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle

Table = NDArray[np.uint8]
Results = NDArray[np.uint8]
Ints = NDArray[np.int64]

BANKER_WINS, PLAYER_WINS, TIES = range(3)
"""The three results of a round."""
RESULTS: Final = 3
CARDS_SHIFT: Final = 2
"""An entry of the table: the result in its two low bits, above them the number of cards."""
RESULT_MASK: Final = 3
MOST_CARDS: Final = 6
COUNTS_TEN: Final = 10
"""The value of a ten or court card when the first card decides how many are burned."""
SUMS: Final = 19
"""Two cards add up to 0 to 18."""
BANKER_ROW: Final = 100
PLAYER_ROW: Final = SUMS * BANKER_ROW

_U = np.uint64


@compiled_with(generator)
def play_shoe(
    cards: Cards, first: int | np.int64, cut: int, endings: Table, results: Results, begin: int, end: int
) -> int:
    """Play rounds from card `first` until the cutting card is out, and one more; they fill `results` up to `end`.

    Returns the place after the last round."""
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
    """Count the results of one shoe, and their products for the errors."""
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
    """Shuffle as many cards as can be dealt, and burn; returns the place of the first card to deal. With a shuffle
    after every round nothing is burned."""
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
    """Play shoe after shoe, or shuffle before every round, until `results` is full; returns the number of shoes."""
    cut = 0 if fresh else len(cards) - behind
    number, shoes = 0, 0
    while number < len(results):
        begin = number
        first = prepare_shoe(chance, cards, behind, fresh)
        number = play_shoe(cards, first, cut, endings, results, begin, len(results))
        count_part(results, begin, number, seen, products)
        shoes += 1
    return shoes


CODES = {BANKER: BANKER_WINS, PLAYER: PLAYER_WINS, TIE: TIES}


@cache
def endings() -> Table:
    """Return, by the sum of each hand's two cards and the fifth and sixth card, who wins after how many cards."""
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
    """Return the value of each card of the decks."""
    return np.tile(_one_deck(), table.decks)


@cache
def _one_deck() -> Cards:
    return np.array([value(card) for card in DECK], dtype=np.uint8)
