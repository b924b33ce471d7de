"""A simulation of baccarat from bets to figures: blocks of rounds on all cores, added in order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Final

import numpy as np

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import BANKER
from chapter47.baccarat.simulation import kernel, staking_kernel
from chapter47.baccarat.simulation.kernel import (
    BANKER_WINS,
    MOST_CARDS,
    PLAYER_WINS,
    RESULTS,
    TIES,
    Results,
    endings,
    full_stack,
)
from chapter47.baccarat.simulation.staking import CountSystem, RoundBet, nets, staking
from chapter47.baccarat.simulation.staking_kernel import TENTHS, columns
from chapter47.baccarat.table_file import FORM
from chapter47.core.errors import NotPossibleError
from chapter47.core.history import PlayedRound
from chapter47.core.json_object import Json
from chapter47.core.money import amount
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.checkpoint import CheckpointKeeper
from chapter47.core.numeric.generator import stream
from chapter47.core.numeric.run_sums import RUN_SUMS_FORM, Ints, RunSums
from chapter47.core.numeric.runs import counted_run
from chapter47.core.numeric.simulated_bets import BetsPlayed

FEWEST_BEHIND: Final = 2 * MOST_CARDS - 1
"""Five more cards of the round in which the cutting card comes out, and six of the last one."""
NAMES: Final = {"banker": BANKER_WINS, "player": PLAYER_WINS, "tie": TIES}


class NotSimulatedError(NotPossibleError):
    """A table whose shoes may run out in the middle of a round."""

    key = "cards_behind"


@dataclass(frozen=True)
class BaccaratRequest:
    """Everything that the rounds of a simulation depend on."""

    table: BaccaratTable
    bets: tuple[RoundBet, ...]
    seed: int
    fresh: bool = False
    counting: CountSystem | None = None
    detailed: bool = False
    """Whether to report the edge by penetration."""

    @property
    def is_flat(self) -> bool:
        """Whether counting results is enough: every round has the same stakes, and fees depend on that round only."""
        return self.counting is None and not self.table.rounds_on_collection and not self.detailed

    @property
    def identity(self) -> Json:
        """Identify the run: it resumes only with its own."""
        return {
            "table": {key: str(value) for key, value in FORM.write(self.table).items()},
            "bets": [list(bet) for bet in self.bets],
            "seed": self.seed,
            "fresh": self.fresh,
            "count": repr(self.counting),
            "detailed": self.detailed,
        }

    @cached_property
    def net_of_results(self) -> Ints:
        """Return the net result of all bets together for each outcome, if every round has the same stakes."""
        return sum((nets(self.table, bet) for bet in self.bets), np.zeros(RESULTS, dtype=np.int64))


def results_of_block(request: BaccaratRequest, block: int, rounds: int) -> tuple[Ints, RunSums]:
    """Return the net result of all bets in each round, and the sums. Every block begins with a new shoe."""
    if not request.is_flat:
        return _staked_block(request, block, rounds)
    results, sums = _flat_block(request, block, rounds)
    return request.net_of_results[results], sums


def _flat_block(request: BaccaratRequest, block: int, rounds: int) -> tuple[Results, RunSums]:
    """Return how each round ended; its value is looked up only if needed."""
    table = request.table
    results = np.zeros(rounds, dtype=np.uint8)
    seen = np.zeros(RESULTS, dtype=np.int64)
    products = np.zeros((RESULTS, RESULTS), dtype=np.int64)
    dealt = (stream(request.seed, block), full_stack(table), table.cards_behind, request.fresh, endings())
    shoes = kernel.play_block(*dealt, results, seen, products)
    whole = (products + np.triu(products, 1).T).astype(np.float64)
    return results, RunSums(rounds, int(shoes), seen, whole)


def _staked_block(request: BaccaratRequest, block: int, rounds: int) -> tuple[Ints, RunSums]:
    table, bets = request.table, request.bets
    net = np.zeros(rounds, dtype=np.int64)
    sums = np.zeros(columns(len(bets)), dtype=np.int64)
    products = np.zeros((len(sums), len(sums)))
    dealt = (stream(request.seed, block), full_stack(table), table.cards_behind, request.fresh, endings())
    shoes = staking_kernel.play_block(*dealt, staking(table, bets, request.counting), net, sums, products)
    return net, RunSums(rounds, int(shoes), sums, products)


def play_block(request: BaccaratRequest, block: int, rounds: int) -> RunSums:
    return (_flat_block if request.is_flat else _staked_block)(request, block, rounds)[1]


@dataclass(frozen=True)
class BaccaratSimulation(BetsPlayed):
    """The results."""

    request: BaccaratRequest
    rounds: int
    counted: RunSums
    seconds: float

    @property
    def seed(self) -> int:  # type: ignore[override] # part of what was asked for
        return self.request.seed

    @property
    def at_stake(self) -> int:
        return sum(bet.amount for bet in self.request.bets)

    @property
    def shoes(self) -> int:
        return self.counted.parts

    def weights(self, bets: Sequence[RoundBet]) -> tuple[Ints, Ints]:
        """Return the weights of results and stakes of these bets."""
        net, staked = np.zeros((2, len(self.counted.sums)), dtype=np.int64)
        made = self.request.bets
        for bet in bets:
            if self.request.is_flat:
                net += nets(self.request.table, bet)
                staked += bet.amount
            else:
                place = RESULTS + made.index(bet)
                net[place] = staked[place + len(made)] = 1
        return net, staked

    @property
    def main_wager(self) -> str:
        names = [bet.wager for bet in self.request.bets]
        return BANKER if BANKER in names else names[0]

    def bets_on_main_wager(self) -> tuple[Ints, Ints]:
        return self.weights([bet for bet in self.request.bets if bet.wager == self.main_wager])

    def all_bets(self) -> tuple[Ints, Ints]:
        return self.weights(self.request.bets)

    def house_edge(self, *bets: RoundBet) -> float | None:
        return self.counted.house_edge(*self.weights(bets))

    def standard_error(self, *bets: RoundBet) -> float | None:
        """Return the error by comparing shoes; unknown for a single one."""
        return self.counted.standard_error(*self.weights(bets))

    def own_figures(self) -> Json:
        bets = self.request.bets
        wagers = {bet.wager: {**self.line(*self.weights([bet])), "bet": amount(bet.amount)} for bet in bets}
        if self.request.counting is not None:
            for bet in bets:
                staked = self.counted.total(self.weights([bet])[1])
                wagers[bet.wager]["staked_per_round"] = staked / self.counted.rounds / 100
        return {
            "fresh": self.request.fresh,
            "wagers": wagers,
            "shoes": self.shoes,
            "results": {name: int(self.counted.sums[code]) for name, code in NAMES.items()},
            "penetration": self.penetration(),
        }

    def penetration(self) -> list[Json] | None:
        """Return the edge of rounds by penetration at their start."""
        if not self.request.detailed or self.request.fresh:
            return None
        return [row for tenth in range(TENTHS) if (row := self._tenth(tenth))]

    def _tenth(self, tenth: int) -> Json | None:
        rounds, net, staked = np.zeros((3, len(self.counted.sums)), dtype=np.int64)
        first = RESULTS + 2 * len(self.request.bets) + tenth
        rounds[first] = net[first + TENTHS] = staked[first + 2 * TENTHS] = 1
        edge, number = self.counted.house_edge(net, staked), self.counted.total(rounds)
        if edge is None:
            return None
        return {
            "gone": (tenth + 0.5) / TENTHS,
            "rounds": number,
            "house_edge": edge,
            "standard_error": self.counted.standard_error(net, staked),
            "staked_per_round": self.counted.total(staked) / number / 100,
        }

    def played(self, rounds: int) -> Iterator[PlayedRound]:
        from chapter47.baccarat.simulation.engine_rounds import played_rounds

        return played_rounds(self.request, rounds)

    def results(self, rounds: int) -> Iterator[Ints]:
        course: RunState[RunSums] = RunState(rounds)
        for block in range(course.blocks):
            yield results_of_block(self.request, block, course.rounds_of(block))[0]


def simulate(
    request: BaccaratRequest,
    rounds: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    watch: Callable[[BaccaratSimulation], None] = lambda so_far: None,
) -> BaccaratSimulation:
    """Simulate; the result depends only on the request and the rounds."""
    behind = request.table.cards_behind
    if not request.fresh and behind < FEWEST_BEHIND:
        raise NotSimulatedError(f"at least {FEWEST_BEHIND}, so that the shoe cannot run out", str(behind))
    keeper = CheckpointKeeper(checkpoint, request.identity, RUN_SUMS_FORM)

    def tell(counted: RunSums, seconds: float) -> None:
        watch(BaccaratSimulation(request, rounds, counted, seconds))

    play = partial(play_block, request)
    counted, seconds = counted_run(play, keeper, rounds, workers=workers, cluster=cluster, watch=tell)
    return BaccaratSimulation(request, rounds, counted, seconds)
