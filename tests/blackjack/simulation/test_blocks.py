"""A block depends on its program, seed, number and rounds alone; tallies add up; records say the same."""

from typing import Any

import pytest
from tests.blackjack.simulation.hi_lo import HI_LO

from chapter47.blackjack.chart_codes import TEXTS
from chapter47.blackjack.simulation.counting.count_system import CountSystem, IndexPlay
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.program import CannotSimulateError, SideStake, compile_program
from chapter47.blackjack.simulation.run.tally import MOST_ROUNDS, Tally, play_block, record_block
from chapter47.games import from_data

SHOES: list[dict[str, Any]] = [
    {},
    {"shuffle": "machine", "decks": 6},
    {"shuffle": "continuous"},
    {"shuffle": "bart-carter", "decks": 6},
    {"shoe": "double", "decks": 5},
    {"game": "six-to-five", "burn": True},
    {"game": "six-to-five", "rounds_per_deck": "one"},
    {"decks": 1},
]
SIDE: dict[str, Any] = {"wagers": {"match-the-dealer": {}, "sevens": {}}}


def basic() -> dict[str, Any]:
    """Hit to seventeen, split aces and eights, double eleven."""
    views = [*"23456789T", "A"]
    totals = {str(n): dict.fromkeys(views, "D" if n == 11 else "H" if n < 17 else "S") for n in range(4, 21)}
    pairs = {name: dict.fromkeys(views, "P" if name in "A8" else "S" if name == "T" else "H") for name in views}
    return {"hard": totals, "soft": {n: totals[n] for n in totals if int(n) >= 12}, "pairs": pairs}


@pytest.mark.parametrize("options", SHOES)
def test_the_same_block_is_the_same_tally(options: dict[str, Any]) -> None:
    program = compile_program(from_data({"game": "blackjack", **options}), basic())
    first, again = (play_block(program, 3, 5, 20_000) for _ in range(2))
    assert first == again
    assert first.rounds == sum(first.results.values()) == sum(row[0] for row in first.by_cards_gone.values()) == 20_000
    assert play_block(program, 3, 6, 20_000) != first != play_block(program, 4, 5, 20_000)
    assert abs(first.bets["main"].edge) < 0.2


def test_tallies_add_up() -> None:
    program = compile_program(
        from_data({"game": "blackjack", "decks": 6, **SIDE}), basic(), side_bets=[SideStake("sevens", 100)]
    )
    parts = [play_block(program, 1, block, 5_000) for block in range(3)]
    whole = sum(parts, start=Tally())
    assert whole == parts[2] + parts[0] + parts[1]
    assert whole.bets["sevens"].staked == 15_000 * 100
    assert whole.bets["main"].net == sum(part.bets["main"].net for part in parts)


def test_records_are_the_rounds_of_the_tally() -> None:
    table = from_data({"game": "blackjack", "decks": 6, **SIDE})
    bets = [SideStake("match-the-dealer", (5_00, 0)), SideStake("sevens", 1_00)]
    program = compile_program(table, basic(), stakes=[[10_00], [25_00]], side_bets=bets)
    tally, records = play_block(program, 9, 2, 8_000), record_block(program, 9, 2, 8_000)
    assert tally.bets["main"].net == records.net.sum()
    assert tally.bets["main"].net_squares == (records.net**2).sum()
    assert [tally.bets[bet.name].net for bet in bets] == records.side_net.sum(axis=0).tolist()
    assert tally.bets["match-the-dealer"].wagers == 8_000
    assert tally.bets["sevens"].wagers == 16_000


def test_a_shoe_is_dealt_to_its_cutting_card() -> None:
    program = compile_program(from_data({"game": "blackjack", "decks": 6, "cut_card": 0.5}), basic())
    tally = play_block(program, 1, 0, 20_000)
    assert min(tally.by_cards_gone) == 1
    assert 140 < max(tally.by_cards_gone) <= 156
    assert tally.shoes == tally.by_cards_gone[1][0]


def test_a_ramp_bets_more_when_the_count_is_high() -> None:
    count = CountSystem(HI_LO, ramp=((-99, 1), (1, 4), (3, 8)), insurance=3.0, rounding="floor")
    program = compile_program(from_data({"game": "blackjack", "decks": 6}), basic(), counting=count)
    records = record_block(program, 1, 0, 20_000)
    for low, high, times in ((-99, 1, 1), (1, 3, 4), (3, 99, 8)):
        there = (records.true_count >= low) & (records.true_count < high)
        assert there.any()
        assert (records.staked[there] == times * 10_00).all()
    assert abs(records.running_count).max() < 60


def test_a_deviation_turns_the_chart_at_its_count() -> None:
    table = from_data({"game": "blackjack", "decks": 6})
    never, always = (
        compile_program(table, basic(), counting=CountSystem(HI_LO, deviations=[IndexPlay("hard", "16", "T", at, "S")]))
        for at in (99.0, -99.0)
    )
    plain = compile_program(table, basic())
    assert play_block(never, 1, 0, 9_000).results == play_block(plain, 1, 0, 9_000).results
    assert play_block(always, 1, 0, 9_000).results != play_block(plain, 1, 0, 9_000).results
    assert TEXTS[always.rules.index_code[r.HARD, 16, 10, 0]] == "S"


REFUSED = [
    ({"stakes": [[1_00]]}, "outside the limits"),
    ({"stakes": [[10_00]] * 8}, "boxes 1 to 7"),
    ({"side_bets": [SideStake("streak", 1_00, "2")]}, "does not offer it"),
    ({"side_bets": [SideStake("sevens", 5_00)]}, "not a valid stake for this wager"),
]


@pytest.mark.parametrize(("wishes", "why"), REFUSED)
def test_what_the_table_refuses_is_not_simulated(wishes: dict[str, Any], why: str) -> None:
    with pytest.raises(CannotSimulateError, match=why):
        compile_program(from_data({"game": "blackjack", **SIDE, "decks": 6}), basic(), **wishes)


def test_a_block_has_a_largest_number_of_rounds() -> None:
    program = compile_program(from_data({"game": "blackjack"}))
    with pytest.raises(ValueError, match="1 to"):
        play_block(program, 1, 0, MOST_ROUNDS + 1)


def test_large_wagers_add_up_as_small_ones_do() -> None:
    table = from_data({"game": "blackjack", "decks": 6, "maximum": "200000"})
    small, large = (
        play_block(compile_program(table, basic(), stakes=[[stake]]), 1, 0, 200_000) for stake in (10_00, 200_000_00)
    )
    assert large.bets["main"].net_squares == 20_000**2 * small.bets["main"].net_squares
    assert large.bets["main"].standard_error == pytest.approx(small.bets["main"].standard_error)
    assert large.tenths[3].standard_error == pytest.approx(small.tenths[3].standard_error)


def test_wagers_too_large_to_be_squared_are_refused() -> None:
    table = from_data({"game": "blackjack", "decks": 8, "maximum": "10000000"})
    with pytest.raises(CannotSimulateError, match="at most"):
        compile_program(table, basic(), stakes=[[10_000_000_00]])
