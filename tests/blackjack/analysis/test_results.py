"""How rounds end, the chart as a file, and its settling."""

from typing import Any

import numpy as np
import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand

from chapter47.blackjack.analysis.chart.best_chart import worth_of_chart
from chapter47.blackjack.analysis.chart.chart import Chart, best_codes, cells_of, chart_of
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.pricing import main_game_data
from chapter47.blackjack.chart_codes import TOTAL_CODES
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card, cards

WITHOUT_PAIRS = tuple(Card(rank, "s") for rank in "23456789TA")


@pytest.mark.parametrize("surrender", [False, True])
def test_without_pairs_the_results_are_exact(surrender: bool) -> None:
    analysed = analyse_one_hand(
        TableRules(surrender=surrender), CardCounts((*WITHOUT_PAIRS, *cards("2h 3h 4h 5h 6h 7h 8h 9h")))
    )
    split = analysed.results.split_rounds
    assert sum(analysed.results.units.values()) == pytest.approx(1.0, abs=1e-12)
    only = analyse_one_hand(TableRules(surrender=surrender), CardCounts(WITHOUT_PAIRS))
    assert split > 0.0
    assert only.results.split_rounds == 0.0
    assert only.results.mean == pytest.approx(-only.house_edge, abs=1e-12)


@pytest.mark.parametrize(("decks", "table"), [(1, {}), (6, {}), (2, {"resplit_aces": True}), (6, {"surrender": True})])
def test_with_pairs_the_results_have_the_exact_mean(decks: int, table: dict[str, Any]) -> None:
    analysed = analyse_one_hand(TableRules(decks=decks, split_hands=4, **table))
    ends = analysed.results
    assert sum(ends.units.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(ends.hands.values()) == pytest.approx(1.0, abs=1e-12)
    assert ends.mean == pytest.approx(-analysed.house_edge, abs=1e-12)
    assert 1.2 < ends.variance < 1.5
    assert sum(ends.outcomes().values()) == pytest.approx(1.0, abs=1e-12)


def test_a_chart_survives_its_file() -> None:
    chart = analyse_one_hand(TableRules(decks=6, surrender=True)).strategy
    assert chart_of(chart.data()).same_as(chart)
    assert chart_of(chart.data()).data() == chart.data()


def test_no_single_cell_can_be_bettered() -> None:
    """Every cell, changed to every other code, makes the chart no better."""
    analysed = analyse_one_hand(TableRules(decks=1, surrender=True))
    cells = cells_of(analysed.prepared.hands)
    for cell, view in [(11, 8), (12, 9), (12, 8), (5, 6), (8, 1), (22, 0), (23, 9), (20, 3)]:
        for code in range(TOTAL_CODES):
            totals = analysed.strategy.totals.copy()
            totals[cell, view] = code
            changed = worth_of_chart(analysed.prepared, analysed.strategy._replace(totals=totals), cells)
            assert changed.value <= -analysed.house_edge + 1e-13


SPANISH = TableRules(game="spanish-21", boxes=6, surrender=True, split_hands=4, resplit_aces=True, decks=6)
EXPOSED = TableRules(game="double-exposure", hole_card="face-up", decks=2)
CELLS_OF = [(SPANISH, [(11, 1), (10, 3), (7, 8), (6, 7)]), (EXPOSED, [(11, 9), (10, 12), (15, 21), (6, 5)])]


@pytest.mark.parametrize(("table", "places"), CELLS_OF)
def test_no_single_cell_of_the_other_games_can_be_bettered(table: TableRules, places: list[tuple[int, int]]) -> None:
    analysed = analyse_one_hand(table)
    cells = cells_of(analysed.prepared.hands)
    best = worth_of_chart(analysed.prepared, analysed.strategy, cells).value
    for cell, column in places:
        for code in (0, 1, 2):
            totals = analysed.strategy.totals.copy()
            totals[cell, column] = code
            assert (
                worth_of_chart(analysed.prepared, analysed.strategy._replace(totals=totals), cells).value
                <= best + 1e-13
            )


def test_the_chart_costs_little_more_than_the_best_play() -> None:
    for decks, most in ((1, 0.0005), (8, 0.00005)):
        analysed = analyse_one_hand(TableRules(decks=decks))
        assert 0.0 <= analysed.house_edge - analysed.house_edge_optimal <= most


def test_of_equal_codes_the_simplest_is_taken() -> None:
    sums = np.zeros((1, 3, TOTAL_CODES + 1))
    sums[..., TOTAL_CODES] = 1.0
    sums[0, 1, :TOTAL_CODES] = [0.1, 0.2, 0.5, 0.5, 0.1, 0.2]
    sums[0, 2, :TOTAL_CODES] = [0.2, 0.1, 0.5, 0.5, 0.2, 0.1]
    assert best_codes(sums).tolist() == [[0, 3, 2]]


def test_insurance_is_taken_where_it_pays() -> None:
    """Even money is then the same as an insured blackjack at 3 to 2, so it need not be taken."""
    rich = (*(Card("T", "s") for _ in range(20)), *cards("As Ah Ad Ac 9s 9h 9d 9c 8s 8h"))
    analysed = analyse_one_hand(TableRules(even_money=True), CardCounts(rich))
    assert (analysed.strategy.insurance, analysed.strategy.even_money) == (True, False)
    usual = analyse_one_hand(TableRules(even_money=True)).strategy
    assert (usual.insurance, usual.even_money) == (False, False)


def test_pairs_are_found_in_their_rows() -> None:
    analysed = analyse_one_hand(TableRules())
    assert isinstance(analysed.strategy, Chart)
    assert [int(analysed.prepared.hands.cards[row].max()) for row in analysed.prepared.pairs.rows] == [2] * 10


def test_the_price_of_the_main_game_in_numbers_for_programs() -> None:
    analysed = analyse_one_hand(TableRules())
    data = main_game_data(analysed)
    assert data["variance"] == analysed.variance
    assert data["outcomes"] == analysed.outcomes
    assert data["units"]["1.5"] == analysed.units[1.5]
    assert (data["variance_error_bound"], data["outcomes_error_bound"]) == (1e-12, 0.0)
    assert data["split_rounds"] == pytest.approx(0.0253, abs=0.001)
