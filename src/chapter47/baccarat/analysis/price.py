"""How rounds end, counted over every order of six cards from a shoe, by card values (19:47-3.1, 3.9). A round takes
four to six cards. If it takes fewer than six, the orders of the following cards are counted anyway, so that every
ending is a share of the same total: the orders of six cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import perm
from typing import Final, NamedTuple

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import DIGITS, banker_draws, last_digit, player_draws, value
from chapter47.baccarat.rules.wagers import BANKER, WAGERS, Result, fee, odds_of, outcome
from chapter47.core.cards import DECK
from chapter47.core.errors import NotPricedError

Shoe = tuple[int, ...]
"""How many cards have the value 0, 1, … 9."""
CARDS: Final = 6
PAIRS: Final = tuple(combinations_with_replacement(range(DIGITS), 2))


class Ending(NamedTuple):
    """Both hands at the end of the round: point counts and numbers of cards."""

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
    """Return the number of orders of six cards."""
    return perm(sum(shoe), CARDS)


@lru_cache(maxsize=16)
def endings(shoe: Shoe) -> Mapping[Ending, int]:
    """Return every ending, with the number of orders of six cards that lead to it."""
    counted: dict[Ending, int] = {}
    for (player, banker), two_each in _two_cards_each(shoe).items():
        for ending, ways in _drawn(player, banker, two_each):
            counted[ending] = counted.get(ending, 0) + ways
    return {ending: ways for ending, ways in sorted(counted.items()) if ways}


class _TwoCardsEach:
    """All orders of the first four cards that give two hands these counts, and what they leave in the shoe. The number
    of cards of a value that remain is the shoe's number less those among the four. So the orders of the next cards
    follow from three sums over the orders of the four: their number, how many cards of each value they took, and the
    products of every two of these numbers."""

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
        """Count the orders of six cards whose fifth has this value."""
        return self._next(fifth) * (self.rest - 1)

    def with_both(self, fifth: int, sixth: int) -> int:
        shoe, taken = self.shoe, self.taken
        apart = self.orders * shoe[fifth] * shoe[sixth] - shoe[fifth] * taken[sixth] - shoe[sixth] * taken[fifth]
        both = apart + self.taken_both[fifth][sixth]
        return both - self._next(fifth) if fifth == sixth else both

    def _next(self, fifth: int) -> int:
        """Count the orders of five cards whose fifth has this value."""
        return self.orders * self.shoe[fifth] - self.taken[fifth]


def _drawn(player: int, banker: int, two_each: _TwoCardsEach) -> Iterator[tuple[Ending, int]]:
    """Yield the endings after two-card hands with these counts, drawing third cards by the rules."""
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
    """Yield two cards of a hand, with their number of orders."""
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


RESULTS: Final[tuple[Result, ...]] = ("win", "lose", "void")


def winnings(table: BaccaratTable, wager: str, stake: int) -> Fraction:
    """Return what a winning stake brings, less the fee, in cents.

    If the sum of fees is rounded on collection, one wager is charged its share."""
    won = stake * odds_of(table, wager).ratio
    if wager != BANKER:
        return won
    if table.rounds_on_collection:
        return won * (1 - table.rate())
    return won - fee(int(won), table.rate(), rounded=table.vigorish_rounding)


@dataclass(frozen=True)
class WagerPrice:
    """The outcomes of one unit on a wager, all exact."""

    chances: Mapping[Result, Fraction]
    pays: Fraction
    """Net winnings per unit."""

    @property
    def house_edge(self) -> Fraction:
        return self.chances["lose"] - self.pays * self.chances["win"]

    @property
    def house_edge_resolved(self) -> Fraction:
        """House edge per decided unit, without void wagers."""
        return self.house_edge / (1 - self.chances["void"])

    @property
    def variance(self) -> Fraction:
        squares = self.chances["lose"] + self.pays**2 * self.chances["win"]
        return squares - self.house_edge**2


class BaccaratPrice:
    """A table priced from one shoe."""

    def __init__(self, table: BaccaratTable, shoe: Sequence[int] | None = None) -> None:
        self.table = table
        self.shoe: Shoe = tuple(full_shoe(table.decks) if shoe is None else shoe)
        if sum(self.shoe) < CARDS:
            raise NotPricedError("a shoe with fewer than six cards has no price")

    @property
    def endings(self) -> Mapping[Ending, int]:
        return endings(self.shoe)

    @cached_property
    def orders(self) -> int:
        return orders(self.shoe)

    def chances(self, wager: str) -> dict[Result, Fraction]:
        ways = dict.fromkeys(RESULTS, 0)
        for ending, count in self.endings.items():
            ways[outcome(wager, ending.player, ending.banker)[0]] += count
        return {result: Fraction(count, self.orders) for result, count in ways.items()}

    def wager(self, wager: str, stake: int | None = None) -> WagerPrice:
        """Price a wager at a stake (by default the table's minimum), since a rounded fee weighs more on a small one."""
        staked = self.table.least_stake if stake is None else stake
        return WagerPrice(self.chances(wager), Fraction(winnings(self.table, wager, staked), staked))

    def unrounded(self) -> WagerPrice:
        """Price Banker with the exact share of the win as fee, whatever the stake."""
        return WagerPrice(self.chances(BANKER), 1 - self.table.rate())

    def rounded_by_itself(self, stake: int) -> WagerPrice:
        """Price Banker with a fee rounded alone, as for the only win of a shoe on collection."""
        won = int(stake * odds_of(self.table, BANKER).ratio)
        charged = fee(won, self.table.rate(), rounded=True)
        return WagerPrice(self.chances(BANKER), Fraction(won - charged, stake))

    def offered(self) -> tuple[str, ...]:
        return tuple(wager for wager in WAGERS if wager in self.table.offers)

    def covariance(self, first: str, second: str, stake: int | None = None) -> Fraction:
        """Return the covariance of one unit on each of two wagers in the same round."""
        priced = {name: self.wager(name, stake) for name in (first, second)}
        products = Fraction(0)
        for ending, ways in self.endings.items():
            nets = [
                {"win": price.pays, "lose": Fraction(-1), "void": Fraction(0)}[
                    outcome(name, ending.player, ending.banker)[0]
                ]
                for name, price in priced.items()
            ]
            products += ways * nets[0] * nets[-1]
        return products / self.orders - priced[first].house_edge * priced[second].house_edge

    def removal(self, stake: int | None = None) -> dict[int, dict[str, Fraction]]:
        """Return, by card value, how each wager's edge for the player changes when one card is gone."""
        effects: dict[int, dict[str, Fraction]] = {}
        whole = {wager: self.wager(wager, stake).house_edge for wager in self.offered()}
        for count in range(DIGITS):
            if not self.shoe[count]:
                continue
            rest = tuple(copies - (number == count) for number, copies in enumerate(self.shoe))
            without = BaccaratPrice(self.table, rest)
            effects[count] = {wager: edge - without.wager(wager, stake).house_edge for wager, edge in whole.items()}
        return effects
