"""A run of any game: a made-up kernel that counts heads."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chapter47.core.numeric.blocks import BLOCK, RunState
from chapter47.core.numeric.checkpoint import CheckpointError, CheckpointKeeper, CountsForm
from chapter47.core.numeric.runs import play_to_the_end


@dataclass(frozen=True)
class Heads:
    tosses: int
    heads: int

    def __add__(self, other: "Heads") -> "Heads":
        return Heads(self.tosses + other.tosses, self.heads + other.heads)


def _toss(block: int, rounds: int) -> Heads:
    return Heads(rounds, Random(block).getrandbits(rounds).bit_count())


HEADS = CountsForm(1, lambda heads: vars(heads), lambda data: Heads(**data))
ROUNDS = 4 * BLOCK + 5


def _played(path: Path | None = None, rounds: int = ROUNDS, **how: Any) -> RunState[Heads]:
    keeper = CheckpointKeeper(path, {"coin": "fair"}, HEADS)
    return play_to_the_end(_toss, keeper.begin(rounds), keeper, **how)


def test_blocks_add_up_alike_on_any_number_of_cores() -> None:
    alone = _played(workers=1)
    assert alone.is_over
    assert alone.counts == _played(workers=3).counts
    assert alone.counts is not None
    assert alone.counts.tosses == ROUNDS


def test_a_run_that_was_stopped_goes_on_to_the_same_counts(tmp_path: Path) -> None:
    def stop(state: RunState[Heads]) -> None:
        if state.following == 2:
            raise KeyboardInterrupt

    kept = tmp_path / "run.json"
    stopped = _played(kept, workers=1, watch=stop)
    assert stopped.played == 2 * BLOCK
    seen: list[int] = []
    whole = _played(kept, workers=1, watch=lambda state: seen.append(state.following))
    assert seen == [3, 4, 5]
    assert whole.counts == _played(workers=1).counts


def test_another_run_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    _played(kept, BLOCK)
    with pytest.raises(CheckpointError, match="coin was fair, is now bent"):
        CheckpointKeeper(kept, {"coin": "bent"}, HEADS).begin(BLOCK)
    other_form = CountsForm(1, HEADS.to_data, lambda data: Heads(data["tosses"], data["tails"]))
    with pytest.raises(CheckpointError, match="cannot be read"):
        CheckpointKeeper(kept, {"coin": "fair"}, other_form).begin(BLOCK)
    kept.write_text("{}")
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        _played(kept, BLOCK)
