"""A simulation from request to figures: on all cores, on a cluster, stopped and resumed."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from chapter47.blackjack.simulation.run.backends import backend_for
from chapter47.blackjack.simulation.run.checkpoint import TALLY
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.tally import Tally
from chapter47.core.numeric.blocks import RunState
from chapter47.core.numeric.checkpoint import CheckpointKeeper
from chapter47.core.numeric.runs import play_to_the_end, warm_up


@dataclass(frozen=True)
class SimulationRun:
    """The results. `tally` holds all sums; the rest is computed from them."""

    request: SimulationRequest
    tally: Tally
    seconds: float
    played_now: int
    """Rounds played in these seconds; the others come from a checkpoint."""

    @property
    def is_whole(self) -> bool:
        return self.tally.rounds == self.request.rounds

    @property
    def house_edge(self) -> float:
        return self.tally.bets["main"].edge

    @property
    def standard_error(self) -> float | None:
        """Unknown with a single shoe: there is nothing to compare."""
        return self.tally.bets["main"].standard_error if self.has_error else None

    @property
    def has_error(self) -> bool:
        return self.tally.shuffles > 1

    @property
    def mean_error(self) -> float | None:
        """The standard error of `mean`, in cents."""
        staked = self.tally.bets["main"].staked / self.tally.rounds
        return None if self.standard_error is None else self.standard_error * staked

    @property
    def mean(self) -> float:
        """The average result of a round for all boxes together, in cents."""
        return self.tally.bets["main"].net / self.tally.rounds

    @property
    def variance_in_cents(self) -> float:
        return self.tally.bets["main"].net_squares / self.tally.rounds - self.mean**2

    @property
    def variance(self) -> float:
        """Variance of a round's result, in units of its average stake."""
        return self.variance_in_cents / (self.tally.bets["main"].staked / self.tally.rounds) ** 2

    @property
    def rounds_per_second(self) -> float:
        return self.played_now / self.seconds if self.seconds else 0.0


Watch = Callable[[RunState[Tally]], None]


def simulate(
    request: SimulationRequest,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    watch: Watch = lambda state: None,
) -> SimulationRun:
    """Play a request. The result depends only on it: not on workers, cluster, or where it was interrupted.

    Ctrl-C, or a KeyboardInterrupt raised by `watch`, stops early with what was played so far."""
    backend = backend_for(request)
    keeper = CheckpointKeeper(checkpoint, {"program": backend.fingerprint, "seed": request.seed}, TALLY)
    warm_up(backend.play, cluster)
    begun, begun_at = keeper.begin(request.rounds), monotonic()
    ended = play_to_the_end(backend.play, begun, keeper, workers=workers, cluster=cluster, watch=watch)
    if ended.counts is None:
        raise KeyboardInterrupt
    return SimulationRun(request, ended.counts, monotonic() - begun_at, ended.played - begun.played)
