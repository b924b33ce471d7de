"""A simulation of craps from bets to figures: blocks of rounds on all cores, added in order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.history import PlayedRound
from chapter47.core.json_object import Json
from chapter47.core.money import amount
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.checkpoint import CheckpointKeeper
from chapter47.core.numeric.generator import stream
from chapter47.core.numeric.run_sums import RUN_SUMS_FORM, Ints, RunSums
from chapter47.core.numeric.runs import counted_run
from chapter47.core.numeric.simulated_bets import BetsPlayed, per_second
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.simulation import kernels
from chapter47.craps.simulation.engine_rounds import played_rounds
from chapter47.craps.simulation.standing_bets import StandingBet
from chapter47.craps.simulation.tabulated import Tables, tabulated

LEAST_PART: Final = 1 << 9
MOST_PART: Final = 1 << 13
"""Rounds of a part, which is one sample for the standard error: far longer than any wager stays, so parts are nearly
independent. Longer with many bets, because valuing a part takes time."""
CELLS_FOR_A_ROUND: Final = 64
MAIN_WAGER: Final = "pass"


def length_of_a_part(tables: Tables) -> int:
    length = LEAST_PART
    while length < MOST_PART and length * CELLS_FOR_A_ROUND < tables.worth.size:
        length *= 2
    return length


def play_block(tables: Tables, seed: int, block: int, rounds: int) -> RunSums:
    """Play one block, starting with a come out roll and an empty layout."""
    columns = tables.worth.shape[1]
    sums = np.zeros(columns, dtype=np.int64)
    products = np.zeros((columns, columns))
    length = length_of_a_part(tables)
    arrays = (tables.following, tables.round_over, tables.worth)
    parts = kernels.play_parts(stream(seed, block), *arrays, length, rounds, sums, products)
    return RunSums(rounds, int(parts), sums, products)


@dataclass(frozen=True)
class CrapsSimulation(BetsPlayed):
    """The results."""

    posting: CrapsPosting
    tables: Tables
    seed: int
    rounds: int
    counted: RunSums
    seconds: float

    @property
    def rolls(self) -> int:
        return int(self.counted.sums[-2])

    @property
    def shooters(self) -> int:
        """How many shooters lost the dice to a loser 7."""
        return int(self.counted.sums[-1])

    @property
    def at_stake(self) -> int:
        return sum(bet.amount for bet in self.tables.bets)

    def weights(self, places: Sequence[int]) -> tuple[Ints, Ints]:
        """Return the weights of results and stakes of these bets."""
        net, staked = np.zeros((2, len(self.counted.sums)), dtype=np.int64)
        for place in places:
            net[place] = staked[len(self.tables.bets) + place] = 1
        return net, staked

    @property
    def main_wager(self) -> str:
        names = [bet.name for bet in self.tables.bets]
        return MAIN_WAGER if MAIN_WAGER in names else names[0]

    def bets_on_main_wager(self) -> tuple[Ints, Ints]:
        return self.weights([place for place, bet in enumerate(self.tables.bets) if bet.name == self.main_wager])

    def all_bets(self) -> tuple[Ints, Ints]:
        return self.weights(range(len(self.tables.bets)))

    def house_edge(self, *places: int) -> float | None:
        """Return the edge of these bets; of all if none are named."""
        return self.counted.house_edge(*(self.weights(places) if places else self.all_bets()))

    def standard_error(self, *places: int) -> float | None:
        return self.counted.standard_error(*(self.weights(places) if places else self.all_bets()))

    def net(self, *places: int) -> int:
        """In cents."""
        return self.counted.total((self.weights(places) if places else self.all_bets())[0])

    def figures(self, places: Sequence[int]) -> Json:
        """Return the figures of the bets at these places together."""
        net, staked = self.weights(places)
        return {**self.line(net, staked), "staked": amount(self.counted.total(staked))}

    def by_wager(self, places: Sequence[int]) -> Json:
        """Return the results by wager, several players on one wager together."""
        together: dict[tuple[str, int], list[int]] = {}
        for place in places:
            bet = self.tables.bets[place]
            together.setdefault((bet.wager, bet.number), []).append(place)
        wagers: Json = {}
        for (wager, number), same in together.items():
            if number:
                wagers.setdefault(wager, {"bets": {}})["bets"][str(number)] = self.figures(same)
            else:
                wagers[wager] = self.figures(same)
        return wagers

    def places_of(self, player: str) -> list[int]:
        return [place for place, bet in enumerate(self.tables.bets) if bet.player == player]

    def own_figures(self) -> Json:
        return {
            "wagers": self.by_wager(range(len(self.tables.bets))),
            "rolls": self.rolls,
            "shooters": self.shooters,
            "rolls_per_second": per_second(self.rolls, self.seconds),
        }

    def played(self, rounds: int) -> Iterator[PlayedRound]:
        return played_rounds(self.posting, self.tables.bets, self.seed, rounds)

    def results(self, rounds: int) -> Iterator[Ints]:
        return results_of_rounds(self.tables, self.seed, rounds, self.tables.net_of_all)


Watched = Callable[[CrapsSimulation], None]


def simulate(
    posting: CrapsPosting,
    bets: Sequence[StandingBet],
    rounds: int,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    watch: Watched = lambda so_far: None,
) -> CrapsSimulation:
    """Simulate; the result depends only on table, bets, rounds and seed: not on workers, cluster, or interruptions."""
    tables = tabulated(posting, bets)
    keeper = CheckpointKeeper(checkpoint, {"program": tables.fingerprint, "seed": seed}, RUN_SUMS_FORM)

    def tell(counted: RunSums, seconds: float) -> None:
        watch(CrapsSimulation(posting, tables, seed, rounds, counted, seconds))

    play = partial(play_block, tables, seed)
    counted, seconds = counted_run(play, keeper, rounds, workers=workers, cluster=cluster, watch=tell)
    return CrapsSimulation(posting, tables, seed, rounds, counted, seconds)


def results_of_rounds(tables: Tables, seed: int, rounds: int, net: NDArray[np.int64]) -> Iterator[Ints]:
    """Yield the net result of each round, block by block; `net` holds it by state and throw."""
    course: RunState[RunSums] = RunState(rounds)
    for block in range(course.blocks):
        results = np.zeros(course.rounds_of(block), dtype=np.int64)
        kernels.results_of_rounds(stream(seed, block), tables.following, tables.round_over, net, results)
        yield results
