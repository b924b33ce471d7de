"""The kernel deals from its own shoe; what it drew and how its cards lay is written down for the engine."""

from typing import NamedTuple

import numpy as np
from tests.agreement.engine_side import Asked
from tests.agreement.kernel_side import asked_of

from chapter47.blackjack.simulation.kernel.program import Program
from chapter47.blackjack.simulation.kernel.rounds import close_round, deal_round, open_shoe
from chapter47.blackjack.simulation.kernel.table_record import blank_table
from chapter47.core.numeric.generator import Cards, split_mix, stream


class Dealt(NamedTuple):
    """One round."""

    seed: int
    asked: list[Asked]
    drawn: list[int]
    """Its cards in their order, without those burned."""
    won: int
    was_last: bool
    """Whether cards were shuffled after it."""
    refilled: bool


class KernelShoe:
    """`fills` are the orders of whole stacks, in the order in which they were made; `parts` those of discards.

    A stack is brought into order as it is dealt, so its order is known when it is over."""

    def __init__(self, program: Program, seed: int):
        self.rules, self.prizes = program.rules, program.prizes
        self.all = int(self.rules.all_cards)
        self.table = blank_table(self.rules, program.cards)
        self.table.decides_by_hash = self.table.keeps_log = self.table.units_bet = 1
        self.table.chance[:], self.seed = stream(seed, 0), seed
        self.cards = self.table.cards
        self.fills: list[Cards] = []
        self.parts: list[Cards] = []
        self.open: dict[int, int] = {}
        open_shoe(self.rules, self.table)
        for side in range(int(self.rules.shoe_sides)):
            self._filled(side)

    def side(self, side: int) -> slice:
        left = int(self.rules.left_side_cards) if self.rules.shoe_sides == 2 else self.all
        return slice(left, self.all) if side else slice(0, left)

    def _filled(self, side: int) -> None:
        self.open[side] = len(self.fills)
        self.fills.append(self.cards[self.side(side)].copy())

    def play(self, number: int) -> Dealt:
        table, begun = self.table, self._at()
        table.decisions = table.displays = table.log_length = 0
        table.seed = seed = int(split_mix(self.seed, number)) >> 2
        won = int(deal_round(self.rules, table, self.prizes))
        assert not table.out_of_cards
        again, side, at = bool(table.cutting_card_out), int(table.shoe_side), int(table.next_card)
        drawn = self._drawn(begun[side], at, again=again)
        orders = {side: self.cards[self.side(side)].copy() for side in self.open}
        if again:
            here = self.side(side)
            orders[side] = self.cards[self.all + here.start : self.all + here.stop].copy()
            self.parts.append(self.cards[here.start + here.stop - begun[side] : here.stop].copy())
        asked, reached = asked_of(table), self._at()
        reached[side] = at
        was_last = bool(close_round(self.rules, table))
        self._note(orders, reached, was_last=was_last)
        return Dealt(seed, asked, drawn.tolist(), won, was_last, again)

    def _at(self) -> list[int]:
        if self.rules.shoe_sides == 2:
            return [int(self.table.sides[side].next_card) for side in range(2)]
        return [int(self.table.next_card)]

    def _drawn(self, begun: int, at: int, *, again: bool) -> Cards:
        """When the discards were shuffled, the round's cards were laid in front of them, and one was burned."""
        burned = int(self.rules.burns_each_round)
        if not again:
            return self.cards[begun + burned : at].copy()
        here = self.side(int(self.table.shoe_side))
        first = here.start + here.stop - begun
        return np.concatenate((self.cards[here.start + burned : first], self.cards[first + 1 : at]))

    def _note(self, orders: dict[int, Cards], reached: list[int], *, was_last: bool) -> None:
        if self.rules.discards_go_back:
            if was_last:
                self.parts.append(self.cards[self.all : self.all + reached[0]].copy())
            return
        for side in self.open:
            self.fills[self.open[side]] = orders[side]
            if was_last and self._at()[side] < reached[side]:
                self._filled(side)


def played(program: Program, seed: int, rounds: int) -> tuple[list[Dealt], KernelShoe]:
    kernel = KernelShoe(program, seed)
    return [kernel.play(number) for number in range(rounds)], kernel
