"""A simulation of craps from its bets to its figures: blocks of rounds on all cores, added up in their order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.checkpoint import CheckpointKeeper, CountsForm
from chapter47.core.numeric.confidence import ratio_error
from chapter47.core.numeric.generator import stream
from chapter47.core.numeric.runs import play_to_the_end
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.simulation import kernels
from chapter47.craps.simulation.standing_bets import StandingBet
from chapter47.craps.simulation.tabulated import Tables, tabulated

CHUNK: Final = 1 << 13
"""Rounds whose result counts as one sample for the standard error."""

Sums = NDArray[np.float64]


@dataclass(frozen=True)
class Counted:
    """What blocks leave behind: how often every cell of the tables was thrown, and sums over chunks for the errors."""

    cells: NDArray[np.int64]
    rounds: int
    chunks: int
    squares: Sums
    """For each bet, and for all together last: sums of net², net · staked and staked² over whole chunks."""

    def __add__(self, other: "Counted") -> "Counted":
        return Counted(
            self.cells + other.cells,
            self.rounds + other.rounds,
            self.chunks + other.chunks,
            self.squares + other.squares,
        )


def play_block(tables: Tables, seed: int, block: int, rounds: int) -> Counted:
    """One block: every block begins with a come out roll and an empty layout."""
    chance = stream(seed, block)
    bets = len(tables.bets)
    cells = np.zeros(len(tables.following), dtype=np.int64)
    squares = np.zeros((3, bets + 1))
    row, played, chunks = 0, 0, 0
    while played < rounds:
        counts = np.zeros_like(cells)
        now = min(CHUNK, rounds - played)
        row, _ = kernels.throw_rounds(chance, tables.following, tables.round_over, row, now, counts)
        net, staked = _with_all(counts @ tables.net), _with_all(counts @ tables.staked)
        squares += np.array([net * net, net * staked, staked * staked])
        cells += counts
        chunks += 1
        played += now
    return Counted(cells, rounds, chunks, squares)


def _with_all(by_bet: NDArray[np.int64]) -> Sums:
    return np.append(by_bet, by_bet.sum()).astype(np.float64)


@dataclass(frozen=True)
class CrapsSimulation:
    """What came out."""

    tables: Tables
    rounds: int
    """As many as were asked for."""
    counted: Counted
    seconds: float

    @property
    def rolls(self) -> int:
        return int(self.counted.cells.sum())

    @property
    def shooters(self) -> int:
        """Whose dice a loser 7 took away."""
        return int(self.counted.cells @ self.tables.hand_over.astype(np.int64))

    def net(self, bet: int | None = None) -> int:
        """In cents; of all bets where none is named."""
        by_bet = self.counted.cells @ self.tables.net
        return int(by_bet.sum() if bet is None else by_bet[bet])

    def staked(self, bet: int | None = None) -> int:
        by_bet = self.counted.cells @ self.tables.staked
        return int(by_bet.sum() if bet is None else by_bet[bet])

    def house_edge(self, bet: int | None = None) -> float | None:
        staked = self.staked(bet)
        return -self.net(bet) / staked if staked else None

    def standard_error(self, bet: int | None = None) -> float | None:
        """Of the ratio of sums over chunks; with one chunk nobody can tell."""
        staked = self.staked(bet)
        if not staked or self.counted.chunks < 2:
            return None
        net_squares, products, staked_squares = self.counted.squares[:, len(self.tables.bets) if bet is None else bet]
        return ratio_error(self.net(bet), staked, net_squares, products, staked_squares)


Watched = Callable[[CrapsSimulation], None]


def _to_data(counted: Counted) -> dict[str, Any]:
    squares = counted.squares.tolist()
    return {"cells": counted.cells.tolist(), "rounds": counted.rounds, "chunks": counted.chunks, "squares": squares}


def _of_data(data: dict[str, Any]) -> Counted:
    cells = np.array(data["cells"], dtype=np.int64)
    return Counted(cells, int(data["rounds"]), int(data["chunks"]), np.array(data["squares"], dtype=np.float64))


FORM: Final = CountsForm(1, _to_data, _of_data)


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
    """The result depends on table, bets, rounds and seed only: not on workers, cluster, or where it was broken off."""
    tables = tabulated(posting, bets)
    keeper = CheckpointKeeper(checkpoint, {"program": tables.fingerprint, "seed": seed}, FORM)
    begun = monotonic()

    def tell(course: RunState[Counted]) -> None:
        if course.counts is not None:
            watch(CrapsSimulation(tables, rounds, course.counts, monotonic() - begun))

    play = partial(play_block, tables, seed)
    course = play_to_the_end(play, keeper.begin(rounds), keeper, workers=workers, cluster=cluster, watch=tell)
    if course.counts is None:
        raise KeyboardInterrupt
    return CrapsSimulation(tables, rounds, course.counts, monotonic() - begun)


def results_of_rounds(tables: Tables, seed: int, rounds: int) -> Iterator[NDArray[np.int64]]:
    """What each round brought all bets together, block by block."""
    course: RunState[Counted] = RunState(rounds)
    for block in range(course.blocks):
        results = np.zeros(course.rounds_of(block), dtype=np.int64)
        kernels.results_of_rounds(stream(seed, block), tables.following, tables.round_over, tables.net_of_all, results)
        yield results
