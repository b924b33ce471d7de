"""Index numbers and playing efficiency against print."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.blackjack.analysis.indices import rounded_index
from chapter47.blackjack.simulation.counting.count_file import read_count

TABLE = chapter47.table(decks=6, surrender=True, hole_card="card-reader")
PRINTED = """
    insurance  A insure  3
    hard 16    T S       0
    hard 15    T S       4
    pair T     5 P       5
    pair T     6 P       4
    hard 10    T D       4
    hard 12    3 S       2
    hard 12    2 S       3
    hard 11    A D       1
    hard 9     2 D       1
    hard 10    A D       4
    hard 9     7 D       3
    hard 16    9 S       5
    hard 13    2 S      -1
    hard 12    4 S       0
    hard 12    5 S      -2
    hard 12    6 S      -1
    hard 13    3 S      -2
    hard 14    T R       3
    hard 15    T R       0
    hard 15    9 R       2
    hard 15    A R       1
"""
"""The Illustrious 18 and the Fab 4: Schlesinger, Blackjack Attack; six decks, stand on soft 17, double after split."""
NOT_MET = {("hard 12", "2"), ("hard 10", "A"), ("hard 12", "5")}
"""Where ours is not the printed number: the crossings 3.57, 3.45 and -1.46 are within 0.1 of halfway to it. No one
convention meets all 22: of the exact crossings the nearest whole number meets 19, rounding down 12, cutting off 11."""


def rows() -> dict[tuple[str, str, str], Any]:
    by_cell = chapter47.count(TABLE, rounds=0, indices=True).indices
    assert by_cell is not None
    return {(row["hand"], row["up"], row["move"]): row for row in by_cell}


def test_the_illustrious_18_and_the_fab_4() -> None:
    by_cell = rows()
    for line in PRINTED.strip().splitlines():
        *hand, up, move, printed = line.split()
        row = by_cell[" ".join(hand), up, move]
        assert row["index"] == round(row["exact"]), line
        assert (row["index"] != int(printed)) == ((row["hand"], up) in NOT_MET), line
        assert abs(row["exact"] - int(printed)) < 0.6, line
        assert not row["below"]


def test_a_risk_averse_player_doubles_later_and_surrenders_earlier() -> None:
    by_cell = rows()
    assert by_cell["hard 9", "7", "D"]["risk_averse"] > by_cell["hard 9", "7", "D"]["exact"] + 0.5
    assert by_cell["hard 14", "T", "R"]["risk_averse"] < by_cell["hard 14", "T", "R"]["exact"]
    assert by_cell["hard 16", "9", "S"]["risk_averse"] == by_cell["hard 16", "9", "S"]["exact"]


def test_indices_are_rounded_as_the_counter_rounds() -> None:
    """A count rounded down to 3 is 3.5 on average."""
    assert [rounded_index(3.4, rounding) for rounding in ("floor", "round", "exact")] == [3, 4, 4]
    assert rounded_index(-1.6, "floor") == -2


PRINTED_EFFICIENCY = {"hi-lo": 0.51, "ko": 0.55, "halves": 0.57}
"""Griffin, The Theory of Blackjack."""
OUR_EFFICIENCY = {"hi-lo": 0.475, "ko": 0.517, "halves": 0.539}


@pytest.mark.parametrize("name", PRINTED_EFFICIENCY)
def test_playing_efficiencies_do_not_meet_print(name: str) -> None:
    """Ours are kept as they are, and lower than print. The reason is not known: one deck, other depths and other sets
    of decisions do not meet it either, and insurance as a decision closes half of the gap of Hi-Lo and KO only."""
    table = chapter47.table(decks=6, hole_card="card-reader")
    ours = chapter47.count(table, name, rounds=0).quality["playing_efficiency"]
    assert ours is not None
    assert ours == pytest.approx(OUR_EFFICIENCY[name], abs=0.006)
    assert PRINTED_EFFICIENCY[name] - ours > 0.02


def test_indices_are_written_into_a_count_file_that_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.count"
    ran = run("count", "examples/blackjack.toml", "--count", "ko", "--write", path, "--json")
    assert ran.code == 0
    system = read_count(path)
    assert system.insurance is not None
    assert -2 <= system.insurance <= 3  # print has 3, which is right late in the shoe; this is that at half the depth
    assert len(system.deviations) > 50
    assert run("count", "examples/blackjack.toml", "--count", "ko", "--write", path).code == 2
