"""The kernel deals from its own shoe; what it drew and how its cards lay is written down for the engine."""

from typing import NamedTuple

import numpy as np
from tests.agreement.engine_side import Asked
from tests.agreement.kernel_side import asked_of

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.program import Program
from chapter47.blackjack.simulation.kernel.rounds import blank_state, close_round, deal_round, open_shoe
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
        self.rules, self.cards = program.numbers, program.cards.copy()
        self.all = int(self.rules[mem.ALL_CARDS])
        self.state: Ints = blank_state(self.rules)
        self.state[mem.DECIDES_BY_HASH] = self.state[mem.KEEPS_LOG] = self.state[mem.UNITS_BET] = 1
        self.chance, self.seed = stream(seed, 0), seed
        self.fills: list[Cards] = []
        self.parts: list[Cards] = []
        self.open: dict[int, int] = {}
        open_shoe(self.rules, self.state, self.chance, self.cards)
        for side in range(int(self.rules[mem.SHOE_SIDES])):
            self._filled(side)

    def side(self, side: int) -> slice:
        left = int(self.rules[mem.LEFT_SIDE_CARDS]) if self.rules[mem.SHOE_SIDES] == 2 else self.all
        return slice(left, self.all) if side else slice(0, left)

    def _filled(self, side: int) -> None:
        self.open[side] = len(self.fills)
        self.fills.append(self.cards[self.side(side)].copy())

    def play(self, number: int) -> Dealt:
        state, begun = self.state, self._at()
        state[mem.DECISIONS] = state[mem.LOG_LENGTH] = 0
        state[mem.SEED] = seed = int(split_mix(self.seed, number)) >> 2
        won = int(deal_round(self.rules, state, self.chance, self.cards))
        assert not state[mem.OUT_OF_CARDS]
        again, side, at = bool(state[mem.CUTTING_CARD_OUT]), int(state[mem.SHOE_SIDE]), int(state[mem.NEXT_CARD])
        drawn = self._drawn(begun[side], at, again=again)
        orders = {side: self.cards[self.side(side)].copy() for side in self.open}
        if again:
            here = self.side(side)
            orders[side] = self.cards[self.all + here.start : self.all + here.stop].copy()
            self.parts.append(self.cards[here.start + here.stop - begun[side] : here.stop].copy())
        asked, reached = asked_of(state), self._at()
        reached[side] = at
        was_last = bool(close_round(self.rules, state, self.chance, self.cards))
        self._note(orders, reached, was_last=was_last)
        return Dealt(seed, asked, drawn.tolist(), won, was_last, again)

    def _at(self) -> list[int]:
        if self.rules[mem.SHOE_SIDES] == 2:
            return [int(self.state[mem.SIDE_NEXT_CARD]), int(self.state[mem.SIDE_NEXT_CARD + 1])]
        return [int(self.state[mem.NEXT_CARD])]

    def _drawn(self, begun: int, at: int, *, again: bool) -> Cards:
        """When the discards were shuffled, the round's cards were laid in front of them, and one was burned."""
        burned = int(self.rules[mem.BURNS_EACH_ROUND])
        if not again:
            return self.cards[begun + burned : at].copy()
        here = self.side(int(self.state[mem.SHOE_SIDE]))
        first = here.start + here.stop - begun
        return np.concatenate((self.cards[here.start + burned : first], self.cards[first + 1 : at]))

    def _note(self, orders: dict[int, Cards], reached: list[int], *, was_last: bool) -> None:
        if self.rules[mem.DISCARDS_GO_BACK]:
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
