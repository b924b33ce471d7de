"""The exact price of the three wagers, from a full shoe or from any cards that are left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from chapter47.baccarat.analysis.counts import CARDS, Ending, Shoe, endings, full_shoe, orders
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import DIGITS
from chapter47.baccarat.rules.payout import fee, odds_of
from chapter47.baccarat.rules.wagers import BANKER, WAGERS, Result, outcome
from chapter47.core.errors import NotPricedError

RESULTS: Final[tuple[Result, ...]] = ("win", "lose", "void")


def winnings(table: BaccaratTable, wager: str, stake: int) -> Fraction:
    """What a winning stake brings, the fee taken off; in cents.

    Where the sum of fees is rounded when it is collected, one wager is charged its share."""
    won = stake * odds_of(table, wager).ratio
    if wager != BANKER:
        return won
    if table.rounds_on_collection:
        return won * (1 - table.rate())
    return won - fee(int(won), table.rate(), rounded=table.vigorish_rounding)


@dataclass(frozen=True)
class WagerPrice:
    """What becomes of one unit on a wager; all of it exact."""

    chances: Mapping[Result, Fraction]
    pays: Fraction
    """Net winnings for one unit."""

    @property
    def house_edge(self) -> Fraction:
        return self.chances["lose"] - self.pays * self.chances["win"]

    @property
    def house_edge_resolved(self) -> Fraction:
        """For one unit that is decided, voids left out."""
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
            raise NotPricedError("a shoe of fewer than six cards has no price")

    @cached_property
    def endings(self) -> dict[Ending, int]:
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
        """At a stake, since a rounded fee weighs more on a small one; at the table's minimum unless told."""
        staked = self.table.least_stake if stake is None else stake
        return WagerPrice(self.chances(wager), Fraction(winnings(self.table, wager, staked), staked))

    def unrounded(self) -> WagerPrice:
        """The Banker wager with the exact share of the win as fee, whatever the stake."""
        return WagerPrice(self.chances(BANKER), 1 - self.table.rate())

    def rounded_by_itself(self, stake: int) -> WagerPrice:
        """The Banker wager whose fee is rounded alone, as that of the only win of a shoe is when it is collected."""
        won = int(stake * odds_of(self.table, BANKER).ratio)
        charged = fee(won, self.table.rate(), rounded=True)
        return WagerPrice(self.chances(BANKER), Fraction(won - charged, stake))

    def offered(self) -> tuple[str, ...]:
        return tuple(wager for wager in WAGERS if wager in self.table.offers)

    def removal(self, stake: int | None = None) -> dict[int, dict[str, Fraction]]:
        """By what a card counts: how each wager's edge for the player changes when one of them is gone."""
        effects: dict[int, dict[str, Fraction]] = {}
        whole = {wager: self.wager(wager, stake).house_edge for wager in self.offered()}
        for count in range(DIGITS):
            if not self.shoe[count]:
                continue
            rest = tuple(copies - (number == count) for number, copies in enumerate(self.shoe))
            without = BaccaratPrice(self.table, rest)
            effects[count] = {wager: edge - without.wager(wager, stake).house_edge for wager, edge in whole.items()}
        return effects
