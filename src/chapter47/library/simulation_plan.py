"""Estimates what a very long simulation takes, from a short one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from chapter47.core.errors import Problem
from chapter47.core.simulating import unwatched
from chapter47.library.answers import Answer
from chapter47.library.arguments import BadArgumentError
from chapter47.library.checks import remarks
from chapter47.library.simulations import File, option_problems, options_of, simulator_of
from chapter47.library.tables import identity

if TYPE_CHECKING:
    from chapter47.core.game import AnyGame
    from chapter47.games import AnyTable

MEASURED: Final = 1.0
"""Approximate seconds of play that are measured."""
MOST_BLOCKS: Final = 64
WORKERS: Final = (1, 16, 128)
MOST_PLANNED: Final = 10**18


class CheckpointCost(Answer, frozen=True):
    """The cost of saving the progress of a run."""

    bytes: int
    seconds: float
    every_seconds: float
    share: float
    """Share of the run's time, in the process that adds up blocks; the workers continue."""


class SimulationPlan(Answer, frozen=True):
    """A planned run: its size, its time and its error."""

    version: str
    table_hash: str
    rounds: int
    blocks: int
    rounds_per_block: int
    rounds_measured: int
    rounds_per_second: int
    """Rounds per second of one worker."""
    hours: Mapping[str, float]
    """Hours by number of workers."""
    most_workers: int
    """The most workers that help; with more, adding up the blocks is the limit."""
    standard_error: float | None
    checkpoint: CheckpointCost
    notes: tuple[str, ...]


def plan(
    table: "AnyTable",
    rounds: int,
    *,
    fresh: bool = False,
    boxes: int = 1,
    bet: str | Sequence[str] | None = None,
    side: Sequence[str] | None = None,
    detailed: bool = False,
    strategy: File | Mapping[str, Any] | Answer | None = None,
    count: File | None = None,
    workers: int | None = None,
    game: "AnyGame | None" = None,
) -> SimulationPlan:
    """Play for about a second on one core and estimate how long a run takes, its standard error and the cost of a
    checkpoint. Hours with more workers assume cores of the same speed."""
    from chapter47.core.numeric.blocks import BLOCK, RunState, cores
    from chapter47.core.numeric.checkpoint import SAVE_EVERY

    simulator = simulator_of(table, game)
    more: dict[str, Any] = {"bet": bet, "strategy": strategy, "count": count, "fresh": fresh, "boxes": boxes}
    more |= {"side": side, "detailed": detailed}
    options = options_of(rounds, 0, **more, workers=workers)
    if problems := _number_problems(rounds) or [*option_problems(options, by_name=simulator.bets_by_name)]:
        raise BadArgumentError(problems)
    first = simulator.simulate(table, options_of(BLOCK, 0, **more, workers=1), unwatched)
    blocks = max(2, min(MOST_BLOCKS, round(MEASURED * first.data()["rounds_per_second"] / BLOCK)))
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "run.json"
        longer = options_of(blocks * BLOCK, 0, **more, workers=1, checkpoint=kept)
        simulated = simulator.simulate(table, longer, unwatched)
        checkpoint = _checkpoint_cost(kept, SAVE_EVERY)
    data, whole_run = simulated.data(), RunState[Any](rounds)
    pace = data["rounds_per_second"]
    adding = _seconds_to_add(simulated.counts)
    error = data.get("standard_error")
    seconds = {
        number: max(rounds / (pace * number), whole_run.blocks * adding) for number in _workers(workers, cores())
    }
    return SimulationPlan(
        **identity(table, game),
        rounds=rounds,
        blocks=whole_run.blocks,
        rounds_per_block=BLOCK,
        rounds_measured=blocks * BLOCK,
        rounds_per_second=pace,
        hours={str(number): round(needed / 3600, 4) for number, needed in seconds.items()},
        most_workers=max(1, int(BLOCK / pace / adding)),
        standard_error=None if error is None else error * (blocks * BLOCK / rounds) ** 0.5,
        checkpoint=checkpoint,
        notes=(*remarks(table, game, as_dealt="played"), *simulated.notes),
    )


def other_options(given: Mapping[str, object]) -> None:
    """Refuse options that have no meaning for a plan."""
    if given:
        raise BadArgumentError([Problem(key, str(value), "not together with plan") for key, value in given.items()])


def _number_problems(rounds: object) -> list[Problem]:
    if isinstance(rounds, int) and 1 <= rounds <= MOST_PLANNED:
        return []
    return [Problem("plan", str(rounds), f"a whole number of rounds from 1 to {MOST_PLANNED:,}, such as 1e12")]


def _workers(asked: int | None, here: int) -> list[int]:
    return sorted({*WORKERS, here, *([asked] if asked else [])})


def _checkpoint_cost(kept: Path, every: float) -> CheckpointCost:
    """Measure a checkpoint by saving the run once more."""
    import json

    from chapter47.core.numeric.checkpoint import Checkpoint, save

    saved = Checkpoint(**json.loads(kept.read_text(encoding="utf-8")))
    begun = perf_counter()
    save(kept, saved)
    taken = perf_counter() - begun
    return CheckpointCost(
        bytes=kept.stat().st_size, seconds=round(taken, 5), every_seconds=every, share=round(taken / every, 5)
    )


def _seconds_to_add(counts: Any) -> float:
    """Return the seconds that it takes to add a block to the others."""
    begun = perf_counter()
    for _ in range(10):
        counts + counts
    return (perf_counter() - begun) / 10
