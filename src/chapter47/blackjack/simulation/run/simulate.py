"""A simulation from its order to its figures: on all cores, on a cluster, stopped and gone on with."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from chapter47.blackjack.simulation.run.backends import backend_for
from chapter47.blackjack.simulation.run.checkpoint import (
    CheckpointError,
    Saved,
    load,
    save,
    tally_data,
    tally_of,
)
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.tally import Tally
from chapter47.core.errors import NotPossibleError
from chapter47.core.numeric.blocks import BLOCK, RunState, cores, run

SAVE_EVERY: Final = 2.0
"""Seconds between two checkpoints."""
FORM: Final = 3
"""Of what a checkpoint holds."""
AT_ONCE: Final = 3
"""Blocks in flight for each worker."""


class NoClusterError(NotPossibleError):
    """Dask is not installed, or nobody answers at the address."""

    key = "cluster"


@dataclass(frozen=True)
class Simulation:
    """What came out. `tally` holds all sums; the rest is worked out from them."""

    order: SimulationRequest
    tally: Tally
    seconds: float
    played_now: int
    """Rounds played in these seconds; the others come from a checkpoint."""

    @property
    def is_whole(self) -> bool:
        return self.tally.rounds == self.order.rounds

    @property
    def house_edge(self) -> float:
        return self.tally.lines["main"].edge

    @property
    def standard_error(self) -> float | None:
        """Unknown with a single shoe: there is nothing to compare it with."""
        return self.tally.lines["main"].standard_error if self.has_error else None

    @property
    def has_error(self) -> bool:
        return self.tally.shuffles > 1

    @property
    def mean_error(self) -> float | None:
        """The standard error of `mean`, in cents."""
        staked = self.tally.lines["main"].staked / self.tally.rounds
        return None if self.standard_error is None else self.standard_error * staked

    @property
    def mean(self) -> float:
        """What a round brings all boxes together, in cents."""
        return self.tally.lines["main"].net / self.tally.rounds

    @property
    def variance_in_cents(self) -> float:
        return self.tally.lines["main"].net_squares / self.tally.rounds - self.mean**2

    @property
    def variance(self) -> float:
        """Of a round's result, in units of what is staked on it on average."""
        return self.variance_in_cents / (self.tally.lines["main"].staked / self.tally.rounds) ** 2

    @property
    def rounds_per_second(self) -> float:
        return self.played_now / self.seconds if self.seconds else 0.0


Watch = Callable[[RunState[Tally]], None]


def simulate(
    order: SimulationRequest,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    watch: Watch = lambda course: None,
) -> Simulation:
    """Play an order. The result depends on the order only: not on workers, cluster, or where it was broken off.

    Ctrl-C, or anything else that `watch` raises as KeyboardInterrupt, ends it early with what was played so far."""
    who = backend_for(order)
    keeper = CheckpointKeeper(checkpoint, {"program": who.fingerprint, "seed": order.seed})
    course = keeper.begin(order.rounds)
    begun_at, begun = monotonic(), course.played
    try:
        with executor_of(workers, cluster) as (executor, width):
            for reached in run(who.play, course, executor, AT_ONCE * width):
                course = reached
                keeper.keep(course)
                watch(course)
    except KeyboardInterrupt:
        pass
    finally:
        keeper.keep(course, now=True)
    if course.counts is None:
        raise KeyboardInterrupt
    return Simulation(order, course.counts, monotonic() - begun_at, course.played - begun)


@contextmanager
def executor_of(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Threads of this process, which the kernel lets run side by side; or a Dask cluster."""
    if cluster is None:
        count = workers or cores()
        executor = ThreadPoolExecutor(count)
        try:
            yield executor, count
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
        return
    client = _client(cluster)
    try:
        yield client.get_executor(pure=False), max(sum(client.nthreads().values()), 1)
    finally:
        client.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise NoClusterError("a cluster needs Dask: install chapter47[cluster]") from error
    try:
        return Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise NoClusterError(f"no Dask scheduler answers at {address}: {error}") from error


class CheckpointKeeper:
    """Keeps a run on disk; without a path it keeps nothing."""

    def __init__(self, path: Path | None, order: dict[str, Any]) -> None:
        self.path, self.order = path, {**order, "block": BLOCK, "form": FORM}
        self.kept_at = monotonic()
        self.whole: RunState[Tally] | None = None

    def begin(self, rounds: int) -> RunState[Tally]:
        """Where the run was broken off, or its start. A run may be asked to go on for more rounds than before."""
        saved = load(self.path, self.order) if self.path else None
        if saved is None:
            return RunState(rounds)
        if saved.following * BLOCK > rounds:
            raise CheckpointError(f"{self.path} holds {saved.following * BLOCK:,} rounds already, more than {rounds:,}")
        return RunState(rounds, saved.following, tally_of(saved.counts))

    def keep(self, course: RunState[Tally], *, now: bool = False) -> None:
        """Only whole blocks are kept: a shorter last one may become whole when more rounds are asked for."""
        if course.following * course.size == course.played:
            self.whole = course
        if self.path is None or self.whole is None or self.whole.counts is None:
            return
        if now or monotonic() - self.kept_at >= SAVE_EVERY:
            save(self.path, Saved(self.order, self.whole.following, tally_data(self.whole.counts)))
            self.kept_at = monotonic()
