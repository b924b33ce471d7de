"""Index numbers and playing efficiency against print."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.blackjack.analysis.indices import playing_efficiency, rounded_index
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


def rows(depth: float | None = None) -> dict[tuple[str, str, str], Any]:
    by_cell = chapter47.count(TABLE, rounds=0, indices=True, depth=depth).indices
    assert by_cell is not None
    return {(row["hand"], row["up"], row["move"]): row for row in by_cell}


@pytest.mark.parametrize("depth", [None, 1 / 12])
def test_the_illustrious_18_and_the_fab_4(depth: float | None) -> None:
    """All 22 are the nearest whole number, early in the shoe."""
    by_cell = rows(depth)
    for line in PRINTED.strip().splitlines():
        *hand, up, move, printed = line.split()
        row = by_cell[" ".join(hand), up, move]
        assert row["index"] == round(row["exact"]) == int(printed), line
        assert not row["below"]


def test_insurance_crosses_where_a_third_of_the_unseen_cards_are_tens() -> None:
    """By hand: n cards less the ace; each point of the running count is 0.4 of a ten more than 4 in 13 on average, as 4
    of 10 counted ranks are tens, and the ace itself counts -1."""
    for depth, left in ((0.0, 312), (0.5, 156)):
        tens_needed = (left - 1) / 3
        running = (tens_needed - left * 4 / 13) / 0.4
        true = (running - 1) * 52 / (left - 1)
        assert rows(depth)["insurance", "A", "insure"]["exact"] == pytest.approx(true, abs=1e-9)


def test_spanish_21_has_indices_and_an_efficiency() -> None:
    """Insurance by hand: 320 cards left, tags less their mean of 1/12; a point of the count is 39/107 of a ten."""
    rated = chapter47.count(chapter47.table(game="spanish-21"), rounds=0, indices=True)
    insurance = next(row for row in rated.indices or () if row["hand"] == "insurance")
    running = (319 / 3 - 320 / 4) / (39 / 107)
    assert insurance["exact"] == pytest.approx((running - 13 / 12) * 48 / 319, abs=1e-9)
    assert 0.4 < (rated.quality["playing_efficiency"] or 0) < 0.7


def test_a_risk_averse_player_doubles_later_and_surrenders_earlier() -> None:
    by_cell = rows()
    assert by_cell["hard 9", "7", "D"]["risk_averse"] > by_cell["hard 9", "7", "D"]["exact"] + 0.5
    assert by_cell["hard 14", "T", "R"]["risk_averse"] < by_cell["hard 14", "T", "R"]["exact"]
    assert by_cell["hard 16", "9", "S"]["risk_averse"] == by_cell["hard 16", "9", "S"]["exact"]


def test_indices_are_rounded_as_the_counter_rounds() -> None:
    """A count rounded down to 3 is 3.5 on average."""
    assert [rounded_index(3.4, rounding) for rounding in ("floor", "round", "exact")] == [3, 4, 4]
    assert rounded_index(-1.6, "floor") == -2


PRINTED_EFFICIENCY = {
    "hi-lo": 0.51,
    "ko": 0.55,
    "halves": 0.57,
    "hi-opt-i": 0.61,
    "hi-opt-ii": 0.67,
    "zen": 0.63,
    "red-seven": 0.54,
    "mentor": 0.62,
}
"""Griffin, The Theory of Blackjack, and for KO, Zen, Red Seven and Mentor what others have by his method."""
TAGS_IN_PRINT: dict[tuple[int, ...], float] = {
    (0, 0, 1, 1, 1, 1, 0, 0, 0, -1): 0.615,
    (0, 1, 1, 2, 2, 2, 1, 0, -1, -2): 0.673,
    (0, 1, 2, 2, 3, 2, 2, 1, -1, -3): 0.690,
    (51, 60, 85, 125, 169, 122, 117, 43, -52, -180): 0.703,
    (4, 4, 4, 4, 4, 4, 4, 4, 4, -9): 0.621,
}
"""By A, 2 … T: Griffin's own, among them the best count there is and the ten count."""


@pytest.mark.parametrize("name", PRINTED_EFFICIENCY)
def test_playing_efficiencies_are_those_of_print(name: str) -> None:
    table = chapter47.table(decks=6, hole_card="card-reader")
    ours = chapter47.count(table, name, rounds=0).quality["playing_efficiency"]
    assert ours is not None
    assert round(ours, 2) == PRINTED_EFFICIENCY[name]


@pytest.mark.parametrize("tags", TAGS_IN_PRINT)
def test_playing_efficiencies_of_other_tags_are_those_of_print(tags: tuple[int, ...]) -> None:
    ours = playing_efficiency(TABLE, dict(zip("A23456789T", tags, strict=True)))
    assert ours == pytest.approx(TAGS_IN_PRINT[tags], abs=0.007)


def test_indices_are_written_into_a_count_file_that_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.count"
    ran = run("count", "examples/blackjack.toml", "--count", "ko", "--write", path, "--json")
    assert ran.code == 0
    system = read_count(path)
    assert system.insurance is not None
    assert -2 <= system.insurance <= 3  # print has 3, which is right late in the shoe; this is that at half the depth
    assert len(system.deviations) > 50
    assert run("count", "examples/blackjack.toml", "--count", "ko", "--write", path).code == 2
