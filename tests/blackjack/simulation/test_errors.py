"""Standard errors are what they say: as large as the spread of the same figure over many runs."""

from typing import Any, Final

import numpy as np
import pytest
from tests.blackjack.simulation.charts import ANY_CHART
from tests.blackjack.simulation.hi_lo import HI_LO

from chapter47.blackjack.simulation.counting.count_system import CountSystem
from chapter47.blackjack.simulation.kernel.program import Program, compile_program, least_wagers
from chapter47.blackjack.simulation.run.request import all_side_bets
from chapter47.blackjack.simulation.run.tally import Tally, play_block
from chapter47.games import from_data

RUNS: Final = 600
ROUNDS: Final = 1500
ALLOWED: Final = 4 / (2 * RUNS) ** 0.5
"""Four standard errors of a spread that is found from so many runs."""
RAMP: Final = CountSystem(HI_LO, ramp=((-99, 1), (1, 4), (2, 8)), rounding="floor")
TABLES: Final[dict[str, tuple[dict[str, Any], CountSystem | None, int]]] = {
    "a shoe": ({"decks": 6}, None, 1),
    "a counter's shoe": ({"decks": 2}, RAMP, 1),
    "five boxes": ({"decks": 6}, None, 5),
    "Bart Carter": ({"decks": 4, "shuffle": "bart-carter"}, None, 1),
    "two sides": ({"decks": 4, "shoe": "double"}, None, 1),
    "side bets": ({"decks": 6, "wagers": {"streak": {}, "match-the-dealer": {}}}, None, 1),
}


def _program(name: str) -> Program:
    data, counting, boxes = TABLES[name]
    table = from_data({"game": "blackjack", **data})
    stakes = [least_wagers(table)] * boxes
    bets = all_side_bets(table, stakes).made
    return compile_program(table, ANY_CHART, stakes=stakes, side_bets=bets, counting=counting)


def _told_and_found(errors: list[float], edges: list[float]) -> float:
    """The spread divided by the reported error; near one if the error is right."""
    return float(np.std(edges, ddof=1) / np.mean(np.square(errors)) ** 0.5)


@pytest.fixture(scope="module", params=TABLES)
def runs(request: pytest.FixtureRequest) -> list[Tally]:
    program = _program(request.param)
    return [play_block(program, 1, block, ROUNDS) for block in range(RUNS)]


def test_the_error_of_an_edge(runs: list[Tally]) -> None:
    for name in runs[0].bets:
        bets = [run.bets[name] for run in runs]
        ratio = _told_and_found([bet.standard_error for bet in bets], [bet.edge for bet in bets])
        assert ratio == pytest.approx(1.0, abs=ALLOWED), name


def test_the_error_of_an_edge_by_penetration(runs: list[Tally]) -> None:
    for number in range(len(runs[0].tenths)):
        parts = [run.tenths[number] for run in runs]
        if min(part.rounds for part in parts) > 40:
            ratio = _told_and_found([part.standard_error for part in parts], [part.net / part.staked for part in parts])
            assert ratio == pytest.approx(1.0, abs=ALLOWED), number


def test_slices_hold_all_rounds(runs: list[Tally]) -> None:
    main = runs[0].bets["main"]
    assert sum(part.rounds for part in runs[0].tenths) == ROUNDS
    assert sum(part.staked for part in runs[0].tenths) == main.staked
    assert sum(part.net for part in runs[0].tenths) == main.net
