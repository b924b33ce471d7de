"""The rounds of a simulation of bets as rows: every round has its number, whatever block it was played in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from chapter47.core.numeric.run_sums import Ints, RunSums
from chapter47.core.numeric.simulated_bets import BetsPlayed, SimulatedBets
from chapter47.core.simulating import SimulationOptions


class FiveRounds(BetsPlayed):
    """Played in two blocks."""

    seed, rounds, seconds = 1, 5, 1.0
    counted = RunSums(5, 1, np.zeros(1, dtype=np.int64), np.zeros((1, 1)))
    at_stake = 10_00

    def own_figures(self) -> dict[str, Any]:
        return {}

    def all_bets(self) -> tuple[Ints, Ints]:
        raise NotImplementedError

    def results(self, rounds: int) -> Iterator[Ints]:
        net = np.array([10_00, -10_00, 0, 10_00, -10_00])[:rounds]
        yield net[:3]
        yield net[3:]


def test_the_rounds_are_numbered_through_all_blocks(tmp_path: Path) -> None:
    simulated = SimulatedBets(FiveRounds(), SimulationOptions(rounds=5, seed=1), (), {})
    simulated.write_records(tmp_path / "rounds.csv", 4)
    assert (tmp_path / "rounds.csv").read_text().split() == ["round,net", "1,1000", "2,-1000", "3,0", "4,1000"]
