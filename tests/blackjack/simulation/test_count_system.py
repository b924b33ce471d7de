"""Count systems as files: the example, and every problem at once."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.blackjack.simulation.charts import ANY_CHART
from tests.blackjack.simulation.hi_lo import HI_LO

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.simulation.counting.count_file import (
    KEYS,
    count_system,
    read_count,
)
from chapter47.blackjack.simulation.counting.count_system import LOWEST, CountSystem, IndexPlay, index_steps
from chapter47.blackjack.simulation.kernel import decisions
from chapter47.blackjack.simulation.kernel.game_tables import NUMBER
from chapter47.blackjack.simulation.kernel.program import compile_program, least_exact_count
from chapter47.blackjack.simulation.kernel.rounds import open_shoe, open_table
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.simulate import simulate
from chapter47.core.cards import DECK, RANKS, Card
from chapter47.core.count_file import NAMED, ROUNDINGS, CountSystemError, named_count
from chapter47.core.numeric.compiled import compiled_with
from chapter47.games import from_data

TAGS = dict.fromkeys(RANKS, 0)


def test_the_example_is_hi_lo() -> None:
    count = read_count(Path("examples/hi-lo.count"))
    assert count.tags == HI_LO
    assert count.rounding == "floor"
    assert count.insurance == 3.0
    assert count.ramp == [(-100.0, 1), (1.0, 2), (2.0, 4), (3.0, 6), (4.0, 8)]
    assert IndexPlay("hard", "16", "T", 0.0, "Rs") in count.deviations


def test_the_example_never_cancels_a_surrender_of_basic_strategy() -> None:
    chart = analyse(from_data({"decks": 6, "surrender": True, "split_hands": 4}, source="test")).strategy_data()
    surrenders = [play for play in read_count(Path("examples/hi-lo.count")).deviations
                  if chart[play.sort][play.row][play.view].startswith("R")]  # fmt: skip
    assert [(play.row, play.view, play.code) for play in surrenders] == [("16", "T", "Rs"), ("15", "T", "Rs")]


def test_two_indices_for_one_cell_are_a_problem_of_the_file() -> None:
    plays = [{"hand": "hard 16", "up": up, "from": start, "play": "S"} for up, start in (("T", 0), ("9", 5), ("T", 2))]
    with pytest.raises(CountSystemError) as raised:
        count_system({"tags": TAGS, "index": plays})
    (problem,) = raised.value.problems
    assert (problem.key, problem.got) == ("index 3", "hard 16 against T, already in index 1")


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
def test_invalid_files(tmp_path: Path, text: str) -> None:
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


@pytest.mark.parametrize("name", NAMED)
def test_the_counts_that_come_with_the_program_are_read_and_balanced_as_print_has_them(name: str) -> None:
    """A deck of KO counts +4, of Red Seven +2, of the others nothing."""
    system = read_count(named_count(name))
    drift = sum(system.tag_of(card) for card in DECK)
    assert drift == {"ko": 4, "red-seven": 2}.get(name, 0)
    assert system.name
    assert (system.rounding == "running") == (name in ("ko", "red-seven", "ace-five"))


def test_ko_begins_at_minus_20_with_six_decks_and_red_seven_at_minus_12() -> None:
    """Vancura and Fuchs, Knock-Out Blackjack: 4 - 4 × decks; Snyder, Blackbelt in Blackjack: -2 × decks."""
    assert read_count(named_count("ko")).start_of(6) == -20
    assert read_count(named_count("red-seven")).start_of(6) == -12


def test_steps_of_a_cell_go_from_below_over_the_chart_to_above() -> None:
    rows = [
        {"hand": "hard 15", "up": "T", "below": [-6, 0], "play": ["D", "H"]},
        {"hand": "hard 15", "up": "T", "from": 4, "play": "Rs"},
    ]
    plays = count_system({"tags": TAGS, "index": rows}).deviations
    lowest = index_steps(plays)["hard", "15", "T"]
    assert lowest == [(LOWEST, "D"), (-6.0, "H"), (0.0, None), (4.0, "Rs")]


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"below": 3, "from": 2}, "index 1: from"),
        ({}, "index 1: from"),
        ({"from": [1, 2]}, "index 1: from"),
        ({"from": [1, 1], "play": ["S", "H"]}, "index"),
        ({"from": [1, 2, 3, 4, 5], "play": ["S", "H", "S", "H", "S"]}, "index"),
    ],
)
def test_indices_that_contradict_each_other_are_problems(row: Any, key: str) -> None:
    index = {"hand": "hard 15", "up": "T", "play": "S", **row}
    with pytest.raises(CountSystemError) as raised:
        count_system({"tags": TAGS, "index": [index]})
    assert [problem.key for problem in raised.value.problems] == [key]


def test_a_tag_by_colour_needs_both_colours() -> None:
    with pytest.raises(CountSystemError) as raised:
        count_system({"tags": {**TAGS, "7": {"red": 1, "blue": 0}}})
    assert [problem.key for problem in raised.value.problems] == ["tags.7.blue", "tags.7.black"]


@pytest.mark.parametrize(
    ("rounding", "true"), [("exact", 2.857), ("floor", 2.0), ("round", 3.0), ("truncate", 2.0), ("running", 5.0)]
)
def test_true_counts_are_rounded_as_the_file_says(rounding: str, true: float) -> None:
    """A running count of 5 with 91 of 104 cards left is 2.857 per deck."""
    assert _counted(rounding, running=5.0) == (true, true)
    if rounding == "floor":
        assert _counted(rounding, running=-5.0)[0] == -3.0
    if rounding == "truncate":
        assert _counted(rounding, running=-5.0)[0] == -2.0


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_a_count_is_compared_without_a_division_as_if_it_were_rounded(rounding: str) -> None:
    program = compile_program(from_data({"decks": 2}), ANY_CHART, counting=CountSystem(HI_LO, rounding=rounding))
    kernels: Any = decisions
    rounded, reaches = kernels.rounded_count.py_func, kernels.reaches.py_func
    for count, left, running in product((-2.0, -1.5, -1.0, 0.0, 0.5, 1.0, 2.5), (1, 13, 40, 91), range(-9, 10)):
        reached = rounded(program.rules, 1000 * running, left) >= 1000 * count
        assert reaches(program.rules, 1000 * running, left, least_exact_count(count, rounding)) == reached


def test_a_side_count_of_aces_counts_for_bets_only() -> None:
    """An ace in 13 cards is what a deck has; a second one is one too many, and takes 1 from the count for bets."""
    play, bet = _counted("running", running=0.0, aces=-1.0, seen=["A"] * 2 + ["5"] * 11)
    assert (play, bet) == (0.0, -1.0)
    assert _counted("running", running=0.0, aces=-1.0, seen=["A"] + ["5"] * 12) == (0.0, 0.0)


def _counted(rounding: str, running: float, aces: float = 0.0, seen: list[str] | None = None) -> tuple[float, float]:
    """The counts that decide plays and bets, with 91 of 104 cards left."""
    counting = CountSystem(dict.fromkeys(RANKS, 0.0), rounding=rounding, aces=aces)
    program = compile_program(from_data({"decks": 2}), ANY_CHART, counting=counting)
    table = open_table(program.rules, program.cards, 1, 0)
    open_shoe(program.rules, table)
    table.next_card, table.running_count = 13, round(1000 * running)
    for rank in seen or ():
        table.ace_side_count += program.rules.ace_side_tags[NUMBER[Card(rank, "s")]]
    return decided_by(program.rules, table)


@compiled_with(decisions)
def _both_counts(rules: Any, table: Any) -> tuple[int, int]:
    play = decisions.rounded_count(rules, table.running_count, table.shoe_end - table.next_card)
    return play, decisions.betting_count(rules, table)


def decided_by(rules: Any, table: Any) -> tuple[float, float]:
    play, bet = _both_counts(rules, table)
    return play / 1000, bet / 1000


def test_red_sevens_count_one_and_black_ones_nothing() -> None:
    program = compile_program(from_data({"decks": 2}), ANY_CHART, counting=read_count(named_count("red-seven")))
    tags = {suit: int(program.rules.tags[NUMBER[Card("7", suit)]]) for suit in "cdhs"}
    assert tags == {"c": 0, "d": 1000, "h": 1000, "s": 0}
    assert program.rules.count_starts_at == -4000


def test_hi_lo_of_the_program_beats_its_tags_alone() -> None:
    """The Illustrious 18 gain where the count is off: fewer losses with the same flat bets on the same shoes."""
    table = from_data({"decks": 2, "cut_card": 0.1})
    chart = analyse(table).strategy_data()
    system = read_count(named_count("hi-lo"))
    edges = [
        simulate(SimulationRequest(table, chart, 400_000, counting=counting), workers=1).house_edge
        for counting in (system, system._replace(deviations=(), insurance=None))
    ]
    assert edges[0] < edges[1] - 0.0005
