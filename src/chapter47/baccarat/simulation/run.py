"""A simulation of baccarat from its bets to its figures: blocks of rounds on all cores, added up in their order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isnan
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.simulation import kernel
from chapter47.baccarat.simulation.bets import RoundBet, nets
from chapter47.baccarat.simulation.kernel import MOST_CARDS, RESULTS
from chapter47.baccarat.simulation.tabulated import endings, full_stack
from chapter47.baccarat.table_file import FORM
from chapter47.core.errors import NotPossibleError
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.checkpoint import CheckpointKeeper, CountsForm
from chapter47.core.numeric.confidence import ratio_error
from chapter47.core.numeric.generator import stream
from chapter47.core.numeric.runs import play_to_the_end

FEWEST_BEHIND: Final = 2 * MOST_CARDS - 1
"""Five more cards of the round in which the cutting card comes out, and six of the last one."""
VERSION: Final = 1
Ints = NDArray[np.int64]


class NotSimulatedError(NotPossibleError):
    """A table whose shoes may run out in the middle of a round."""

    key = "cards_behind"


@dataclass(frozen=True)
class Counted:
    """What blocks leave behind: how often each result came, and sums of products over shoes for the errors."""

    seen: Ints
    products: Ints
    shoes: int

    @property
    def rounds(self) -> int:
        return int(self.seen.sum())

    def __add__(self, other: "Counted") -> "Counted":
        return Counted(self.seen + other.seen, self.products + other.products, self.shoes + other.shoes)

    def to_data(self) -> dict[str, Any]:
        return {"seen": self.seen.tolist(), "products": self.products.tolist(), "shoes": self.shoes}

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> "Counted":
        return cls(np.array(data["seen"]), np.array(data["products"]), int(data["shoes"]))


FORM_OF_COUNTS: Final = CountsForm(VERSION, Counted.to_data, Counted.of_data)


def results_of_block(table: BaccaratTable, seed: int, fresh: bool, block: int, rounds: int) -> tuple[Any, Counted]:
    """Every block begins with a new shoe."""
    results = np.zeros(rounds, dtype=np.uint8)
    seen = np.zeros(RESULTS, dtype=np.int64)
    products = np.zeros((RESULTS, RESULTS), dtype=np.int64)
    chance, cards = stream(seed, block), full_stack(table)
    shoes = kernel.play_block(chance, cards, table.cards_behind, fresh, endings(), results, seen, products)
    whole = products + np.triu(products, 1).T
    return results, Counted(seen, whole, int(shoes))


def play_block(table: BaccaratTable, seed: int, fresh: bool, block: int, rounds: int) -> Counted:
    return results_of_block(table, seed, fresh, block, rounds)[1]


@dataclass(frozen=True)
class BaccaratSimulation:
    """What came out."""

    table: BaccaratTable
    bets: Sequence[RoundBet]
    seed: int
    fresh: bool
    rounds: int
    """As many as were asked for."""
    counted: Counted
    seconds: float

    def net(self, bet: RoundBet) -> int:
        return int(self.counted.seen @ nets(self.table, bet))

    def house_edge(self, *bets: RoundBet) -> float:
        staked = self.counted.rounds * sum(bet.amount for bet in bets)
        return -sum(map(self.net, bets)) / staked

    def standard_error(self, *bets: RoundBet) -> float | None:
        """By comparing shoes; of a single one nothing is known."""
        if self.counted.shoes < 2:
            return None
        net: Ints = sum((nets(self.table, bet) for bet in bets), np.zeros(RESULTS, dtype=np.int64))
        stake = sum(bet.amount for bet in bets)
        products, rounds = self.counted.products, self.counted.rounds
        every = np.full(RESULTS, stake, dtype=np.int64)
        squares = (int(first @ products @ second) for first, second in ((net, net), (net, every), (every, every)))
        error = ratio_error(int(self.counted.seen @ net), rounds * stake, *squares)
        return None if isnan(error) else error

    def results(self, rounds: int) -> Iterator[Ints]:
        """What each round brought all bets together, block by block."""
        net: Ints = sum((nets(self.table, bet) for bet in self.bets), np.zeros(RESULTS, dtype=np.int64))
        course: RunState[Counted] = RunState(rounds)
        for block in range(course.blocks):
            results, _ = results_of_block(self.table, self.seed, self.fresh, block, course.rounds_of(block))
            yield net[results]


def simulate(
    table: BaccaratTable,
    bets: Sequence[RoundBet],
    rounds: int,
    seed: int,
    *,
    fresh: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    watch: Callable[[BaccaratSimulation], None] = lambda so_far: None,
) -> BaccaratSimulation:
    """The result depends on table, bets, rounds and seed only."""
    if not fresh and table.cards_behind < FEWEST_BEHIND:
        raise NotSimulatedError(f"at least {FEWEST_BEHIND}, so that no shoe runs out", str(table.cards_behind))
    identity = {"table": _plain(FORM.write(table)), "seed": seed, "fresh": fresh}
    keeper = CheckpointKeeper(checkpoint, identity, FORM_OF_COUNTS)
    begun = monotonic()

    def came(state: RunState[Counted]) -> BaccaratSimulation | None:
        if state.counts is None:
            return None
        return BaccaratSimulation(table, bets, seed, fresh, rounds, state.counts, monotonic() - begun)

    def tell(state: RunState[Counted]) -> None:
        if so_far := came(state):
            watch(so_far)

    play = partial(play_block, table, seed, fresh)
    state = play_to_the_end(play, keeper.begin(rounds), keeper, workers=workers, cluster=cluster, watch=tell)
    whole = came(state)
    if whole is None:
        raise KeyboardInterrupt
    return whole


def _plain(written: dict[str, object]) -> dict[str, object]:
    return {key: str(value) for key, value in written.items()}
