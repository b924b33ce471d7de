"""A run from its first block to its last: on all cores, on a cluster, stopped and resumed."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.numeric.blocks import Counts, Play, RunState, cores, run
from chapter47.core.numeric.checkpoint import CheckpointKeeper

AT_ONCE: Final = 3
"""Blocks in flight per worker."""


class NoClusterError(NotPossibleError):
    """Dask is not installed, or no scheduler answers at the address."""

    key = "cluster"

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got or why, "the address of a Dask scheduler that answers")


def play_to_the_end(
    play: Play[Counts],
    state: RunState[Counts],
    keeper: CheckpointKeeper[Counts],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Callable[[RunState[Counts]], None] = lambda state: None,
) -> RunState[Counts]:
    """Play until done; Ctrl-C, or a KeyboardInterrupt raised by `watch`, stops early and keeps what was played."""
    try:
        with executor_of(workers, cluster) as (executor, width):
            for reached in run(play, state, executor, AT_ONCE * width):
                state = reached
                keeper.keep(state)
                watch(state)
    except KeyboardInterrupt:
        pass
    finally:
        keeper.keep(state, now=True)
    return state


def warm_up(play: Play[Counts], cluster: str | None) -> None:
    """Play one round untimed, so that the pace of a run does not include loading and compiling its code."""
    if cluster is None:
        play(0, 1)


@contextmanager
def executor_of(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Return an executor: threads of this process, since the kernel releases the GIL, or a Dask cluster."""
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


def counted_run(
    play: Play[Counts],
    keeper: CheckpointKeeper[Counts],
    rounds: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Callable[[Counts, float], None] = lambda counts, seconds: None,
) -> tuple[Counts, float]:
    """Return what all blocks counted and the seconds they took; stopped early, what was counted until then."""
    warm_up(play, cluster)
    begun = monotonic()

    def tell(state: RunState[Counts]) -> None:
        if state.counts is not None:
            watch(state.counts, monotonic() - begun)

    state = play_to_the_end(play, keeper.begin(rounds), keeper, workers=workers, cluster=cluster, watch=tell)
    if state.counts is None:
        raise KeyboardInterrupt
    return state.counts, monotonic() - begun
