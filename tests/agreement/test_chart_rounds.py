"""Rounds that go by the chart alone end as the general code, which the engine checks, plays them: to the cent."""

from random import Random

import numpy as np
import pytest
from tests.agreement.random_tables import random_sides, random_stakes, random_table

from chapter47.blackjack.chart_codes import CHART_CODES
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.counting.count_system import CountSystem
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.hand_states import decision_tables
from chapter47.blackjack.simulation.kernel.program import (
    CannotSimulateError,
    Program,
    SideStake,
    compile_program,
    set_chart_flags,
)
from chapter47.blackjack.simulation.run.tally import play_block, record_block
from chapter47.blackjack.variations import GAMES

TABLES = 12
"""Of each game."""
ROUNDS = 1500
HIGH_LOW = {rank: float((rank in "23456") - (rank in "TJQKA")) for rank in "23456789TJQKA"}
COUNTS = (
    None,
    None,
    CountSystem(HIGH_LOW),
    CountSystem(HIGH_LOW, ramp=((-99.0, 1), (1.0, 2)), insurance=2.0),
    CountSystem(HIGH_LOW, ramp=((-99.0, 0), (0.0, 1)), boxes=(1,), rounding="floor", aces=1.0),
)


def compiled(rng: Random, table: TableRules) -> Program:
    """With random wagers, and a count if the table takes its wagers."""
    stakes, count, fresh = random_stakes(rng, table), rng.choice(COUNTS), rng.random() < 0.2
    sides: list[SideStake] = random_sides(rng, table, stakes) if rng.random() < 0.6 else []
    try:
        return compile_program(table, stakes=stakes, side_bets=sides, counting=count, fresh=fresh)
    except CannotSimulateError:
        return compile_program(table, stakes=stakes, side_bets=sides, fresh=fresh)


def play_at_random(rng: Random, program: Program) -> None:
    """A chart in which each cell holds any code, and any index where a count is kept."""
    rules, dice = program.rules, np.random.default_rng(rng.getrandbits(32))
    rules.chart[:] = dice.integers(0, len(CHART_CODES), rules.chart.shape)
    if rules.is_counted:
        has_index = dice.random(rules.chart.shape) < 0.1
        rules.index_count[has_index, 0] = dice.integers(-2, 3) * r.THOUSANDTHS
        rules.index_code[:] = dice.integers(0, len(CHART_CODES), rules.index_code.shape)
    rules.rescue_answer[:] = dice.integers(0, 2, rules.rescue_answer.shape)
    rules.switch_score[:] = dice.integers(-9, 9, rules.switch_score.shape)
    rules.chart_insures, rules.chart_even_money = rng.random() < 0.2, rng.random() < 0.2
    rules.has_index[:] = 0
    decision_tables(rules)
    set_chart_flags(rules)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_by_the_chart_are_those_of_the_general_code(game: str) -> None:
    rng, by_chart = Random(f"chart {game}"), 0
    for number in range(TABLES):
        program = compiled(rng, random_table(rng, game))
        play_at_random(rng, program)
        by_chart += bool(program.rules.goes_by_chart)
        tally, rounds = play_block(program, number, 0, ROUNDS), record_block(program, number, 1, 200)
        program.rules.goes_by_chart = 0
        assert tally == play_block(program, number, 0, ROUNDS)
        for column, expected in zip(rounds, record_block(program, number, 1, 200), strict=True):
            np.testing.assert_array_equal(column, expected)
    assert by_chart >= TABLES // 2
