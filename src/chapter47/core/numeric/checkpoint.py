"""A run on disk, so that it can be stopped or killed and resumed. The game decides how its counts are saved and
restored."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final, Generic, NamedTuple

from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.json_object import Json
from chapter47.core.numeric.blocks import BLOCK, Counts, RunState

SAVE_EVERY: Final = 2.0
"""Seconds between checkpoints."""


class Checkpoint(NamedTuple):
    """The saved state of a run; `identity` says which run it is."""

    identity: Json
    following: int
    counts: Json


class CheckpointError(NotPossibleError):
    """A file that is not a checkpoint, or belongs to another run."""

    key = "checkpoint"

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got or why, "a new file, or the checkpoint of this run")


def save(path: Path, saved: Checkpoint) -> None:
    """Save atomically: a killed run leaves the previous file intact."""
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            json.dump(saved._asdict(), file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise CheckpointError(f"{path} cannot be written: {error.strerror}") from error


def load(path: Path, identity: Json) -> Checkpoint | None:
    """Load the run saved at `path`, which must be this one; None if nothing was saved yet."""
    if not path.exists():
        return None
    try:
        saved = Checkpoint(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError, TypeError) as error:
        raise CheckpointError(f"{path} is not a checkpoint of a simulation") from error
    differing = [key for key in identity if saved.identity.get(key) != identity[key]]
    if differing:
        differences = ", ".join(f"{key} was {saved.identity.get(key)}, is now {identity[key]}" for key in differing)
        raise CheckpointError(f"{path} belongs to another run: {differences}")
    return saved


class CountsForm(NamedTuple, Generic[Counts]):
    """How counts are saved."""

    version: int
    to_data: Callable[[Counts], Json]
    of_data: Callable[[Json], Counts]


class CheckpointKeeper(Generic[Counts]):
    """Saves a run to disk; does nothing without a path."""

    def __init__(self, path: Path | None, identity: Json, form: CountsForm[Counts]) -> None:
        self.path, self.form = path, form
        self.identity = {**identity, "block": BLOCK, "form": form.version}
        self.kept_at = monotonic()
        self.whole: RunState[Counts] | None = None

    def begin(self, rounds: int) -> RunState[Counts]:
        """Return the state in which the run stopped, or its start. A resumed run may have more rounds than before."""
        saved = load(self.path, self.identity) if self.path else None
        if saved is None:
            return RunState(rounds)
        if saved.following * BLOCK > rounds:
            raise CheckpointError(f"{self.path} already holds {saved.following * BLOCK:,} rounds, more than {rounds:,}")
        try:
            return RunState(rounds, saved.following, self.form.of_data(saved.counts))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CheckpointError("the checkpoint's contents cannot be read") from error

    def keep(self, state: RunState[Counts], *, now: bool = False) -> None:
        """Save whole blocks only, since a shorter last block may become whole in a longer run."""
        if state.following * state.size == state.played:
            self.whole = state
        if self.path is None or self.whole is None or self.whole.counts is None:
            return
        if now or monotonic() - self.kept_at >= SAVE_EVERY:
            save(self.path, Checkpoint(self.identity, self.whole.following, self.form.to_data(self.whole.counts)))
            self.kept_at = monotonic()
