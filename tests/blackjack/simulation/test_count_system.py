"""Count systems as files: the example, and every problem at once."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.blackjack.simulation.charts import ANY_CHART
from tests.blackjack.simulation.hi_lo import HI_LO

from chapter47.blackjack.simulation.counting.count_file import (
    KEYS,
    count_system,
    read_count,
)
from chapter47.blackjack.simulation.counting.count_system import IndexPlay
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.simulate import simulate
from chapter47.core.cards import RANKS
from chapter47.core.count_file import CountSystemError
from chapter47.games import from_data

TAGS = dict.fromkeys(RANKS, 0)


def test_the_example_is_hi_lo() -> None:
    count = read_count(Path("examples/hi-lo.count"))
    assert count.tags == HI_LO
    assert count.floored
    assert count.insurance == 3.0
    assert count.ramp == [(-100.0, 1), (1.0, 2), (2.0, 4), (3.0, 6), (4.0, 8)]
    assert IndexPlay("hard", "16", "T", 0.0, "S") in count.deviations


def test_all_problems_at_once() -> None:
    bad = {
        "tags": {**TAGS, "2": "one", "X": 1},
        "insurance": 1e9,
        "true_count": "half",
        "colour": "red",
        "ramp": [{"from": 1, "units": -2}, {"units": 1}],
        "index": [{"hand": "hard 99", "up": "T", "from": 0, "play": "S"}],
    }
    with pytest.raises(CountSystemError) as raised:
        count_system(bad)
    keys = [problem.key for problem in raised.value.problems]
    assert keys == [
        "colour", "tags.X", "tags.2", "ramp 2: from", "ramp 1: units", "index 1: hand", "insurance", "true_count",
    ]  # fmt: skip


def test_missing_tags_are_named() -> None:
    with pytest.raises(CountSystemError, match=r"tags\.K: nothing"):
        count_system({"tags": {rank: 0 for rank in RANKS if rank != "K"}})


@pytest.mark.parametrize("text", ["tags = [", "tags = 5", ""])
def test_files_that_are_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "count.toml"
    path.write_text(text)
    with pytest.raises(CountSystemError):
        read_count(path)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(KEYS), JUNK))
def test_junk_is_refused_by_name(data: dict[str, Any]) -> None:
    """No junk has all the tags, so something is always wrong."""
    with pytest.raises(CountSystemError) as raised:
        count_system(data)
    assert all(problem.key for problem in raised.value.problems)


def test_a_ramp_raises_the_stakes_and_a_count_without_one_does_not() -> None:
    table = from_data({"decks": 6})
    system = read_count(Path("examples/hi-lo.count"))
    flat = simulate(SimulationRequest(table, ANY_CHART, 200_000, counting=system._replace(ramp=())), workers=1)
    raised = simulate(SimulationRequest(table, ANY_CHART, 200_000, counting=system), workers=1)
    assert flat.tally.bets["main"].staked == 200_000 * 10_00
    assert raised.tally.bets["main"].staked > 1.2 * flat.tally.bets["main"].staked
    assert raised.house_edge < flat.house_edge
