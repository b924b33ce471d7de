"""A run on disk, so that it can be stopped, or killed, and gone on with."""

import json
import os
from collections import Counter
from dataclasses import astuple
from pathlib import Path
from typing import Any, NamedTuple

from chapter47.blackjack.simulation.run.tally import BetTotals, ShoeTenth, Tally
from chapter47.core.errors import NotPossibleError


class Saved(NamedTuple):
    """What a run had reached; `order` says which run it was."""

    order: dict[str, Any]
    following: int
    counts: dict[str, Any]


class CheckpointError(NotPossibleError):
    """A file that is no checkpoint, or that of another run."""

    key = "checkpoint"


def save(path: Path, saved: Saved) -> None:
    """Whole or not at all: a killed run leaves the file as it was before."""
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            json.dump(saved._asdict(), file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise CheckpointError(f"{path} cannot be written: {error.strerror}") from error


def load(path: Path, order: dict[str, Any]) -> Saved | None:
    """The run saved at `path`, which must be this one; none if nothing was saved yet."""
    if not path.exists():
        return None
    try:
        saved = Saved(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError, TypeError) as error:
        raise CheckpointError(f"{path} is no checkpoint of a simulation") from error
    other = [key for key in order if saved.order.get(key) != order[key]]
    if other:
        differences = ", ".join(f"{key} {saved.order.get(key)} there, {order[key]} here" for key in other)
        raise CheckpointError(f"{path} belongs to another run: {differences}")
    return saved


def tally_data(tally: Tally) -> dict[str, Any]:
    return {
        "rounds": tally.rounds,
        "shoes": tally.shoes,
        "abandoned": tally.abandoned,
        "refilled": tally.refilled,
        "lines": {name: list(astuple(sums)) for name, sums in tally.lines.items()},
        "results": sorted(tally.results.items()),
        "by_cards_gone": [[gone, *sums] for gone, sums in tally.by_cards_gone.items()],
        "slices": tally.slices,
        "untold": tally.untold,
        "shuffles": tally.shuffles,
    }


def tally_of(data: dict[str, Any]) -> Tally:
    try:
        return _tally_of(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CheckpointError("what the checkpoint holds cannot be read") from error


def _tally_of(data: dict[str, Any]) -> Tally:
    return Tally(
        data["rounds"],
        data["shoes"],
        data["abandoned"],
        data["refilled"],
        {name: BetTotals(*sums) for name, sums in data["lines"].items()},
        Counter(dict(data["results"])),
        {gone: (rounds, staked, net) for gone, rounds, staked, net in data["by_cards_gone"]},
        tuple(ShoeTenth(*sums) for sums in data["slices"]),
        tuple(data["untold"]),
        data["shuffles"],
    )
