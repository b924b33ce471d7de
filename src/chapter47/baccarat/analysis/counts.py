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
    for (player, banker), two_each in _two_cards_each(shoe).items():
        for ending, ways in _drawn(player, banker, two_each):
            counted[ending] = counted.get(ending, 0) + ways
    return {ending: ways for ending, ways in sorted(counted.items()) if ways}


class _TwoCardsEach:
    """All orders of the first four cards that give two hands these counts, and what they leave in the shoe.

    What is left of a count is what the shoe holds less what the four cards took. So the orders of the cards that come
    next follow from three sums over the orders of the four: their number, how many cards of each count they took, and
    the products of every two of these numbers."""

    def __init__(self, shoe: Sequence[int]) -> None:
        self.shoe, self.rest = shoe, sum(shoe) - 4
        self.orders = 0
        self.taken = [0] * DIGITS
        self.taken_both = [[0] * DIGITS for _ in range(DIGITS)]

    def count(self, cards: tuple[int, int, int, int], orders: int) -> None:
        self.orders += orders
        for card in cards:
            self.taken[card] += orders
            row = self.taken_both[card]
            for other in cards:
                row[other] += orders

    def with_none(self) -> int:
        return self.orders * self.rest * (self.rest - 1)

    def with_fifth(self, fifth: int) -> int:
        """Orders of six cards of which the fifth counts this."""
        return self._next(fifth) * (self.rest - 1)

    def with_both(self, fifth: int, sixth: int) -> int:
        shoe, taken = self.shoe, self.taken
        apart = self.orders * shoe[fifth] * shoe[sixth] - shoe[fifth] * taken[sixth] - shoe[sixth] * taken[fifth]
        both = apart + self.taken_both[fifth][sixth]
        return both - self._next(fifth) if fifth == sixth else both

    def _next(self, fifth: int) -> int:
        """Orders of five cards of which the fifth counts this."""
        return self.orders * self.shoe[fifth] - self.taken[fifth]


def _drawn(player: int, banker: int, two_each: _TwoCardsEach) -> Iterator[tuple[Ending, int]]:
    """What follows two hands of two cards with these counts, third cards by the rules."""
    if not player_draws(player, banker):
        if not banker_draws(player, banker, None):
            yield Ending(player, banker, 2, 2), two_each.with_none()
            return
        for fifth in range(DIGITS):
            yield Ending(player, last_digit(banker + fifth), 2, 3), two_each.with_fifth(fifth)
        return
    for fifth in range(DIGITS):
        points = last_digit(player + fifth)
        if not banker_draws(player, banker, fifth):
            yield Ending(points, banker, 3, 2), two_each.with_fifth(fifth)
            continue
        for sixth in range(DIGITS):
            yield Ending(points, last_digit(banker + sixth), 3, 3), two_each.with_both(fifth, sixth)


def _two_cards_each(shoe: Sequence[int]) -> dict[tuple[int, int], _TwoCardsEach]:
    left = list(shoe)
    hands = {(player, banker): _TwoCardsEach(shoe) for player in range(DIGITS) for banker in range(DIGITS)}
    for player, player_ways in _pairs(left):
        _take(left, player)
        for banker, banker_ways in _pairs(left):
            counts = sum(player) % DIGITS, sum(banker) % DIGITS
            hands[counts].count((*player, *banker), player_ways * banker_ways)
        _put_back(left, player)
    return hands


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
