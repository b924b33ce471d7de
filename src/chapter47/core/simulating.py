"""What a game's part `simulation` provides: rounds by the million of one of its tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from chapter47.core.json_object import Json, JsonMapping

P = TypeVar("P")


class RunProgress(NamedTuple):
    """How far a run has come, with its estimate so far."""

    played: int
    rounds: int
    house_edge: float
    standard_error: float | None
    """Unknown as long as all rounds come from one shoe."""


Watch = Callable[[RunProgress], None]
"""Told after every block of rounds; a KeyboardInterrupt that it raises ends the run early."""


def unwatched(reached: RunProgress) -> None:
    del reached


@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """All that can be asked of a simulation; a game refuses what it does not know."""

    rounds: int
    seed: int
    fresh: bool = False
    boxes: int = 1
    bet: str | None = None
    side: Sequence[str] | None = None
    detailed: bool = False
    strategy: Path | JsonMapping | None = None
    count: Path | None = None
    workers: int | None = None
    cluster: str | None = None
    checkpoint: Path | None = None
    session: int | None = None
    bankroll: str | None = None


class Simulated(Protocol):
    """What came out of a run."""

    @property
    def is_whole(self) -> bool:
        """Whether all rounds were played."""

    @property
    def notes(self) -> Sequence[str]: ...
    def data(self) -> Json:
        """As `chapter47 simulate --json` answers it, without the notes."""

    def write_records(self, path: Path, sample: int) -> None:
        """The first rounds, a row each."""

    def write_plots(self, path: Path, name: str) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Simulator(Generic[P]):
    """A game's part."""

    simulate: Callable[[P, SimulationOptions, Watch], Simulated]
    check_plots: Callable[[], None]
    """Raises where plots cannot be made here, before anything is played."""
    summary: Callable[[JsonMapping], Mapping[str, str]]
    """The main figures in words."""
    session_summary: Callable[[JsonMapping], Mapping[str, str]]
    bets_by_name: bool = False
    """Whether the option `bet` is a list such as `pass=10,field=5`, and not one amount."""
