"""The simulator's rounds dealt by the engine: the same shuffles of whole cards, with every event."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from chapter47.baccarat.acts import Bet, Deal
from chapter47.baccarat.rules.cards import value
from chapter47.baccarat.rules.opening import burned_with, front_to_the_back, laced
from chapter47.baccarat.rules.wagers import PLAYER
from chapter47.baccarat.simulation.kernel import COUNTS_TEN, MOST_CARDS
from chapter47.baccarat.simulation.run import BaccaratRequest
from chapter47.baccarat.simulation.staking import staking
from chapter47.baccarat.simulation.staking_kernel import DECK as PER_DECK
from chapter47.baccarat.simulation.staking_kernel import THOUSAND, Staking
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay
from chapter47.core.act import Open, Sit
from chapter47.core.cards import DECK, Card
from chapter47.core.chance import Scripted
from chapter47.core.history import PlayedRound
from chapter47.core.log import LogEntry
from chapter47.core.loose_types import OfItsType
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.generator import shuffle, stream
from chapter47.core.numeric.run_sums import RunSums

YOU: Final = "You"
OTHER: Final = "Other"
"""The player who bets the minimum when a count sits a round out, so that the round is dealt."""


def played_rounds(request: BaccaratRequest, rounds: int) -> Iterator[PlayedRound]:
    """Yield the first rounds of a run with all their events; every block, and every fresh shuffle, is a sitting."""
    course: RunState[RunSums] = RunState(rounds)
    sitting = 0
    for block in range(course.blocks):
        shoes = _shoes(request, block)
        dealt = 0
        while dealt < course.rounds_of(block):
            if dealt == 0 or request.fresh:
                sitting += 1
                table = _DealtTable(request, shoes)
            yield PlayedRound(table.play(), sitting, table.gone, *table.counts)
            dealt += 1


def _shoes(request: BaccaratRequest, block: int) -> Iterator[tuple[Card, ...]]:
    """Yield each shuffled stack of a block, from the first card."""
    numbers = np.tile(np.arange(len(DECK), dtype=np.uint8), request.table.decks)
    chance = stream(request.seed, block)
    size = len(numbers)
    whole = max(min(size - request.table.cards_behind + 2 * MOST_CARDS - 1, size), 1 + COUNTS_TEN + 2 * MOST_CARDS)
    while True:
        shuffle(chance, numbers, 0, MOST_CARDS if request.fresh else whole)
        stack = [DECK[number] for number in numbers.tolist()]
        yield tuple(_behind_burned(stack) if request.fresh else stack)


def _behind_burned(stack: list[Card]) -> list[Card]:
    """Move a round behind the burned cards: with a fresh shuffle, the kernel burns nothing."""
    dealt, rest = stack[:MOST_CARDS], stack[MOST_CARDS:]
    burned = 1 + burned_with(rest[0])
    return [*rest[:burned], *dealt, *rest[burned:]]


def _step(plan: Staking, running: int, left: int) -> int:
    """Return the step of the ramp, as the kernel's `step_of` finds it."""
    count = running * PER_DECK // max(left, 1)
    if plan.floored:
        count = count // THOUSAND * THOUSAND
    return max((number for number in range(1, len(plan.ramp)) if count >= plan.ramp[number]), default=0)


class _DealtTable:
    """One table of the engine, with the given shoes."""

    def __init__(self, request: BaccaratRequest, shoes: Iterator[tuple[Card, ...]]) -> None:
        self.request, self.shoes = request, shoes
        self.plan = staking(request.table, request.bets, request.counting)
        self.orders = 0
        self.playing = BaccaratInPlay(request.table, Scripted(order=self._order))
        self.seen = 0
        self.gone = 0
        self.counts: tuple[float, float] | tuple[()] = ()
        for act in (Sit(YOU, 1), Sit(OTHER, 2), Open()):
            self._perform(act)

    def _order(self, cards: tuple[OfItsType, ...]) -> tuple[OfItsType, ...]:
        """Arrange the cards so that lacing and the dealer's cut give the kernel's shoe."""
        self.orders += 1
        again = self.request.table.reshuffle_after_lacing
        if again and self.orders % 2:
            return cards
        target = next(self.shoes)
        places = tuple(range(len(target)))
        moved = front_to_the_back(places if again else laced(places), len(places) // 2)
        arranged: list[OfItsType] = list(cards)
        for card, place in zip(target, moved, strict=True):
            arranged[place] = card
        return tuple(arranged)

    def play(self) -> Sequence[LogEntry]:
        """Bet by the count, deal the round, and return its lines of the log."""
        table = self.playing
        self.gone = table.shoe.out if table.shoe.is_burned else 1 + burned_with(table.shoe.stack[0])
        shown = sum(int(self.plan.tags[value(card)]) for card in table.shoe.stack[: self.gone])
        running = self.plan.begins + shown
        left = len(table.shoe.stack) - self.gone
        stakes = self.plan.stakes[_step(self.plan, running, left)].tolist()
        if self.request.counting is not None:
            self.counts = (running / THOUSAND, running / THOUSAND * PER_DECK / max(left, 1))
        if not any(stakes):
            self._perform(Bet(OTHER, self.request.table.minimum, PLAYER))
        for bet, stake in zip(self.request.bets, stakes, strict=True):
            if stake:
                self._perform(Bet(YOU, stake, bet.wager))
        self._perform(Deal())
        while not isinstance(table.need, WAITS):
            table.step()
        entries = table.log[self.seen :]
        self.seen = len(table.log)
        return entries

    def _perform(self, act: OfItsType) -> None:
        refusal = self.playing.perform(act)
        assert refusal is None, f"{act}: {refusal}"
