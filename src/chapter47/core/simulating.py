"""What a game's part `simulation` provides: millions of rounds at one of its tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from chapter47.core.json_object import Json, JsonMapping

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chapter47.core.history import PlayedRound
    from chapter47.core.numeric.blocks import AddsUp
    from chapter47.core.numeric.count_sums import CountSums

P = TypeVar("P")


class RunProgress(NamedTuple):
    """Progress of a run, with its estimate so far."""

    played: int
    rounds: int
    house_edge: float
    standard_error: float | None
    """Unknown while all rounds come from one shoe."""


Watch = Callable[[RunProgress], None]
"""Called after every block of rounds; a KeyboardInterrupt raised in it stops the run early."""


def unwatched(reached: RunProgress) -> None:
    del reached


@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """All options of a simulation; a game refuses those it does not support."""

    rounds: int
    seed: int
    fresh: bool = False
    boxes: int = 1
    bet: str | None = None
    side: Sequence[str] | None = None
    detailed: bool = False
    strategy: Path | JsonMapping | Callable[..., str] | None = None
    """A strategy file, its data, or a function of hand, up cards and legal moves."""
    count: Path | None = None
    workers: int | None = None
    cluster: str | None = None
    checkpoint: Path | None = None
    session: int | None = None
    bankroll: str | None = None


@dataclass(frozen=True, kw_only=True)
class CountingOptions:
    """Options of a run with rounds grouped by count."""

    count: Path
    rounds: int
    seed: int
    boxes: int = 1
    penetration: float | None = None
    """Share of the shoe that is dealt; by default as posted."""
    leave: float | None = None
    """Below this count the player leaves for a new shoe."""
    workers: int | None = None


class Covariance(NamedTuple):
    """The covariance of two wagers in a round, each in units of its own stake."""

    value: float
    standard_error: float
    rounds: int


class SteppedTables(Protocol):
    """Tables of one player each that are played at once, action by action, on compiled code."""

    actions: Sequence[str]
    observation: Sequence[str]
    """The names of the columns of `seen`."""
    questions: Sequence[str]
    unit: int
    seen: "NDArray[np.int16]"
    legal: "NDArray[np.int8]"
    nets: "NDArray[np.int64]"
    """Net result of the round that has just ended, in cents."""
    ended: "NDArray[np.int8]"
    illegal: "NDArray[np.int8]"

    def open(self, seed: int) -> None:
        """Shuffle all shoes."""

    def step(self, actions: "NDArray[np.int64]") -> None:
        """Perform one action at every table."""


class Simulated(Protocol):
    """The results of a run."""

    @property
    def is_whole(self) -> bool:
        """Return whether all rounds were played."""

    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def counts(self) -> "AddsUp":
        """Return the sums over all blocks."""

    def data(self) -> Json:
        """Return the answer of `chapter47 simulate --json`, without the notes."""

    def played(self, sample: int) -> "Iterator[PlayedRound]":
        """Yield the first rounds, dealt and settled by the engine."""

    def write_plots(self, path: Path, name: str) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Simulator(Generic[P]):
    """A game's simulation part."""

    simulate: Callable[[P, SimulationOptions, Watch], Simulated]
    check_plots: Callable[[], None]
    """Raises an error if plots cannot be made, before anything is played."""
    summary: Callable[[JsonMapping], Mapping[str, str]]
    """The main figures in words."""
    session_summary: Callable[[JsonMapping], Mapping[str, str]]
    by_count: "Callable[[P, CountingOptions, Watch], CountSums] | None" = None
    """Sums over rounds by count with flat bets; None if cards are not counted this way."""
    covariances: "Callable[[P, SimulationOptions], Mapping[str, Covariance]] | None" = None
    """By side bet: the covariance of the main wager and one unit on the side bet, on one box."""
    stepped: "Callable[[P, int, int], SteppedTables] | None" = None
    """Open a number of tables, with a unit in cents, that are played action by action."""
    bets_by_name: bool = False
    """Whether the option `bet` is a list such as `pass=10,field=5` rather than one amount."""
