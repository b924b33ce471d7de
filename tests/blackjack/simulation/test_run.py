"""A run gives the same digits on any backend and wherever it was interrupted."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.blackjack.simulation.charts import ANY_CHART

from chapter47.blackjack.simulation.run.checkpoint import tally_data
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets
from chapter47.blackjack.simulation.run.simulate import SimulationRun, simulate
from chapter47.blackjack.simulation.run.tally import Tally
from chapter47.core.numeric.blocks import BLOCK, RunState
from chapter47.core.numeric.checkpoint import CheckpointError
from chapter47.games import from_data

ROUNDS = 3 * BLOCK + 1234
SIDE = {"game": "blackjack", "decks": 6, "wagers": {"match-the-dealer": {}, "streak": {}}}


def _order(rounds: int = ROUNDS, seed: int = 7, **data: object) -> SimulationRequest:
    table = from_data({**SIDE, **data})
    return SimulationRequest(table, ANY_CHART, rounds, seed, sides=all_side_bets(table, [(10_00,)]).made)


@pytest.fixture(scope="module")
def alone() -> SimulationRun:
    return simulate(_order(), workers=1)


def test_blocks_cover_all_rounds() -> None:
    course: RunState[Tally] = RunState(ROUNDS)
    assert [course.rounds_of(block) for block in range(course.blocks)] == [BLOCK] * 3 + [1234]


def test_all_rounds_are_played(alone: SimulationRun) -> None:
    assert alone.is_whole
    assert alone.tally.rounds == ROUNDS == alone.tally.bets["main"].wagers
    assert sum(alone.tally.results.values()) == ROUNDS
    assert sum(net * often for net, often in alone.tally.results.items()) == alone.tally.bets["main"].net


def test_two_workers_give_the_same_digits(alone: SimulationRun) -> None:
    assert simulate(_order(), workers=2).tally == alone.tally


def test_another_seed_gives_others(alone: SimulationRun) -> None:
    assert simulate(_order(seed=8), workers=2).tally != alone.tally


@pytest.mark.parametrize("workers", [1, 16])
def test_a_cluster_of_any_size_gives_the_same_digits(alone: SimulationRun, workers: int) -> None:
    from distributed import LocalCluster

    size: dict[str, Any] = {"n_workers": workers, "threads_per_worker": 1, "processes": False}
    with LocalCluster(**size, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        assert simulate(_order(), cluster=cluster.scheduler_address).tally == alone.tally


def test_a_worker_killed_in_mid_run_changes_nothing(alone: SimulationRun) -> None:
    """Two processes; one is killed with its blocks in hand, which are then played again elsewhere."""
    from distributed import LocalCluster

    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]

        def kill_a_worker(state: RunState[Tally]) -> None:
            if not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        run = simulate(_order(), cluster=cluster.scheduler_address, watch=kill_a_worker)
    assert killed
    assert run.is_whole
    assert run.tally == alone.tally


def test_stopped_and_gone_on_with(alone: SimulationRun, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"

    def stop(course: RunState[Tally]) -> None:
        if course.following == 2:
            raise KeyboardInterrupt

    part = simulate(_order(), workers=2, checkpoint=kept, watch=stop)
    assert not part.is_whole
    assert part.tally.rounds == 2 * BLOCK
    assert simulate(_order(), workers=2, checkpoint=kept).tally == alone.tally


def test_more_rounds_later(alone: SimulationRun, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    simulate(_order(BLOCK + 5), workers=1, checkpoint=kept)
    more = simulate(_order(), workers=1, checkpoint=kept)
    assert more.tally == alone.tally
    assert more.played_now == ROUNDS - BLOCK


def test_a_checkpoint_of_another_run(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    simulate(_order(BLOCK), workers=1, checkpoint=kept)
    before = kept.read_bytes()
    with pytest.raises(CheckpointError, match="seed was 7, is now 9"):
        simulate(_order(BLOCK, seed=9), workers=1, checkpoint=kept)
    with pytest.raises(CheckpointError, match="another run: program"):
        simulate(_order(BLOCK, soft_17="hit"), workers=1, checkpoint=kept)
    with pytest.raises(CheckpointError, match="more than 1,000"):
        simulate(_order(1000), workers=1, checkpoint=kept)
    assert kept.read_bytes() == before
    saved = json.loads(before)
    kept.write_text(json.dumps({**saved, "counts": {"rounds": 5}}))
    with pytest.raises(CheckpointError, match="cannot be read"):
        simulate(_order(BLOCK), workers=1, checkpoint=kept)
    kept.write_text("{}")
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        simulate(_order(BLOCK), workers=1, checkpoint=kept)


_KILLED = """
import sys
from pathlib import Path
from typing import Any
from chapter47.blackjack.simulation.run import simulate as module
from chapter47.core.numeric import checkpoint
from tests.blackjack.simulation.test_run import _order
checkpoint.SAVE_EVERY = 0.0
def watch(course):
    print(course.following, flush=True)
module.simulate(_order(), workers=1, checkpoint=Path(sys.argv[1]), watch=watch)
"""


def test_killed_and_gone_on_with(alone: SimulationRun, tmp_path: Path) -> None:
    """A real process, killed by SIGKILL in the middle of its work."""
    kept = tmp_path / "run.json"
    command = [sys.executable, "-c", _KILLED, str(kept)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1\n"
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    saved = json.loads(kept.read_text())
    assert 1 <= saved["following"] < 4
    whole = simulate(_order(), workers=2, checkpoint=kept)
    assert tally_data(whole.tally) == tally_data(alone.tally)
    assert whole.played_now < ROUNDS
