"""Every round's result is counted, also when there are more different ones than a block can tell apart."""

from collections import Counter

import numpy as np
from tests.blackjack.simulation.charts import ANY_CHART

from chapter47.blackjack.analysis.exact.arrays import Ints
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel import rounds as kernel
from chapter47.blackjack.simulation.kernel.rounds import note_result
from chapter47.blackjack.simulation.report.figures import figures
from chapter47.blackjack.simulation.run.checkpoint import tally_data, tally_of
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.blackjack.simulation.run.tally import BetTotals, Tally
from chapter47.core.numeric.compiled import BORROWING, compiled_with
from chapter47.games import from_data


@compiled_with(kernel, **BORROWING)
def _noted(results: Ints, histogram: Ints) -> None:
    for net in results:
        note_result(histogram, net)


def _histogram(results: Ints) -> tuple[Counter[int], list[int]]:
    histogram = np.zeros((r.MOST_RESULTS + 3, 2), dtype=np.int64)
    _noted(results, histogram)
    counted = Counter({int(net): int(often) for net, often in histogram[: r.MOST_RESULTS] if often})
    return counted, histogram[r.MOST_RESULTS :, 1].tolist()


def test_as_many_results_as_there_is_room_for() -> None:
    results = np.repeat(np.arange(-r.MOST_RESULTS // 2, r.MOST_RESULTS // 2), 3)
    assert _histogram(results) == (Counter(results.tolist()), [0, 0, 0])


def test_more_results_than_there_is_room_for() -> None:
    """Those that have a place keep it; of the others losses, pushes and wins are counted."""
    full = np.arange(1, r.MOST_RESULTS + 1)
    counted, rest = _histogram(np.concatenate((full, [-5, -6, 0, 90_000, 90_000, 90_001, 1])))
    assert counted == Counter(full.tolist()) + Counter([1])
    assert rest == [2, 1, 3]


def test_results_beyond_the_table_are_reported_as_win_push_or_loss() -> None:
    table = from_data({"game": "blackjack"})
    order = SimulationRequest(table, ANY_CHART, 10, stakes=[(10_00,)])
    bets = {"main": BetTotals(10, 100_00, -10_00, net_squares=10 * 10_00**2)}
    tally = Tally(10, 1, bets=bets, results=Counter({-10_00: 2, 10_00: 2}), beyond_table=(3, 1, 2))
    whole = tally_of(tally_data(tally)) + Tally()
    counted = figures(SimulationRun(order, whole, 1.0, 10))
    assert counted["rounds_not_in_histogram"] == 6
    assert counted["outcomes"] == {"win": 0.4, "push": 0.1, "loss": 0.5, "sat_out": 0.0}
