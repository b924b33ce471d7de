"""A plan says what a run takes, and plays only a part of it."""

import json

import pytest
from tests.cli.commands import Within

from chapter47.core.numeric.blocks import BLOCK
from chapter47.games import from_data
from chapter47.library.arguments import BadArgumentError
from chapter47.library.simulation_plan import plan

CRAPS = "examples/craps.toml"


@pytest.fixture(scope="module")
def table() -> object:
    return from_data({"game": "craps"})


def test_hours_and_blocks_follow_from_the_pace(within: Within) -> None:
    ran = within("simulate", CRAPS, "--plan", "1e12", "--workers", 3, "--json")
    assert ran.code == 0, ran.err
    planned = json.loads(ran.out)
    assert planned["rounds"] == 10**12
    assert planned["blocks"] == -(-(10**12) // BLOCK)
    assert {"1", "3", "16", "128"} <= set(planned["hours"])
    on_one = 10**12 / planned["rounds_per_second"] / 3600
    assert planned["hours"]["1"] == pytest.approx(on_one, rel=1e-3)
    assert planned["most_workers"] >= 3
    assert planned["hours"]["3"] == pytest.approx(on_one / 3, rel=1e-3)
    assert planned["checkpoint"]["bytes"] > 100
    assert planned["checkpoint"]["share"] == pytest.approx(
        planned["checkpoint"]["seconds"] / planned["checkpoint"]["every_seconds"], abs=1e-5
    )


def test_the_error_shrinks_with_the_root_of_the_rounds(table: object) -> None:
    short, long = plan(table, 10**8), plan(table, 10**12)  # type: ignore[arg-type]
    assert short.standard_error is not None
    assert long.standard_error == pytest.approx(short.standard_error / 100, rel=0.2)
    assert short.blocks == 382


def test_it_is_shown_in_words(within: Within) -> None:
    ran = within("simulate", CRAPS, "--plan", "1e9")
    assert ran.code == 0, ran.err
    for words in ("1,000,000,000", "3,815 of 262,144 rounds", "hours with 1 worker ", "a checkpoint"):
        assert words in ran.out


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        (["--plan", "1.5"], "--plan", "1.5"),
        (["--plan", "0"], "--plan", "0"),
        (["--plan", "1e400"], "--plan", "1e400"),
        (["--plan", "many"], "--plan", "many"),
        (["--plan", "1e9", "--rounds", "5"], "--rounds", "5"),
        (["--plan", "1e9", "--records", "rows.csv"], "--records", "rows.csv"),
        (["--plan", "1e9", "--workers", "0"], "--workers", "0"),
    ],
)
def test_what_means_nothing_is_refused(within: Within, options: list[str], key: str, value: str) -> None:
    ran = within("simulate", CRAPS, *options)
    assert ran.code == 2
    assert ran.err.startswith(f"{key}: {value} (allowed: ")


def test_a_number_that_is_not_whole(table: object) -> None:
    with pytest.raises(BadArgumentError, match="such as 1e12"):
        plan(table, 1.5)  # type: ignore[arg-type]
