"""How rounds end, counted over every order of six cards from a shoe, by what the cards count (19:47-3.1, 3.9).

A round takes four to six cards. Where it takes fewer, the orders of the cards that follow are counted all the same,
so that every ending stands beside one sum: the orders of six cards."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import perm
from typing import Final, NamedTuple

from chapter47.baccarat.rules.cards import DIGITS, last_digit, value
from chapter47.baccarat.rules.third_card import banker_draws, player_draws
from chapter47.core.cards import DECK

Shoe = tuple[int, ...]
"""How many cards count 0, 1, … 9."""
CARDS: Final = 6
PAIRS: Final = tuple(combinations_with_replacement(range(DIGITS), 2))


class Ending(NamedTuple):
    """Both hands when the round is over: point counts and numbers of cards."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int


def full_shoe(decks: int) -> Shoe:
    shoe = [0] * DIGITS
    for card in DECK:
        shoe[value(card)] += decks
    return tuple(shoe)


def orders(shoe: Sequence[int]) -> int:
    """The number of orders in which six cards can come."""
    return perm(sum(shoe), CARDS)


def endings(shoe: Sequence[int]) -> dict[Ending, int]:
    """Every ending, with the number of orders of six cards that lead to it."""
    counted: dict[Ending, int] = {}
    for (player, banker), drawing in _two_cards_each(shoe).items():
        for ending, ways in drawing.endings(player, banker):
            counted[ending] = counted.get(ending, 0) + ways
    return {ending: ways for ending, ways in sorted(counted.items()) if ways}


class _Drawing:
    """What follows two hands of two cards with these counts: orders by the cards that come next.

    A row stands for one third card of the Player's Hand, or for none."""

    def __init__(self, player: int, banker: int) -> None:
        thirds: tuple[int | None, ...] = tuple(range(DIGITS)) if player_draws(player, banker) else (None,)
        self.rows = [(third, banker_draws(player, banker, third), [0] * DIGITS) for third in thirds]

    def count(self, ways: int, left: list[int], rest: int) -> None:
        """So many orders of the first four cards, with these cards left."""
        for third, banker_drew, row in self.rows:
            if third is None:
                row[:] = [known + ways * (rest - 1) * copies for known, copies in zip(row, left, strict=True)]
            elif banker_drew:
                of_third = ways * left[third]
                left[third] -= 1
                row[:] = [known + of_third * copies for known, copies in zip(row, left, strict=True)]
                left[third] += 1
            else:
                row[0] += ways * left[third] * (rest - 1)

    def endings(self, player: int, banker: int) -> Iterator[tuple[Ending, int]]:
        for third, banker_drew, row in self.rows:
            points, cards = (player, 2) if third is None else (last_digit(player + third), 3)
            if banker_drew:
                for fourth, ways in enumerate(row):
                    yield Ending(points, last_digit(banker + fourth), cards, 3), ways
            else:
                yield Ending(points, banker, cards, 2), sum(row)


def _two_cards_each(shoe: Sequence[int]) -> dict[tuple[int, int], _Drawing]:
    left, rest = list(shoe), sum(shoe) - 4
    drawings = {(player, banker): _Drawing(player, banker) for player in range(DIGITS) for banker in range(DIGITS)}
    for player, player_ways in _pairs(left):
        _take(left, player)
        for banker, banker_ways in _pairs(left):
            _take(left, banker)
            drawings[sum(player) % DIGITS, sum(banker) % DIGITS].count(player_ways * banker_ways, left, rest)
            _put_back(left, banker)
        _put_back(left, player)
    return drawings


def _pairs(left: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Two cards of a hand, and in how many orders they can come."""
    for first, second in PAIRS:
        ways = left[first] * (left[second] - 1) if first == second else 2 * left[first] * left[second]
        if ways > 0:
            yield (first, second), ways


def _take(left: list[int], cards: tuple[int, int]) -> None:
    for card in cards:
        left[card] -= 1


def _put_back(left: list[int], cards: tuple[int, int]) -> None:
    for card in cards:
        left[card] += 1
