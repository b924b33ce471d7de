"""Where a hand over 21 is lost at once: 6 to 5, multiple action, and the reading busted-plus-one."""

import numpy as np
import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart, SplitsAlways
from tests.blackjack.analysis.spread import Spreading, mean_and_variance
from tests.blackjack.analysis.test_enumeration import shoe

from chapter47.blackjack.analysis.advice import advise
from chapter47.blackjack.analysis.exact.exchange import endings
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.split import all_hands_bust
from chapter47.blackjack.chart_codes import TOTAL_CODES
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import card, cards
from chapter47.core.errors import NotPricedError

DOUBLED = {"2010 19:47-2.10(b)": "busted-plus-one"}
SPLIT = {"2010 19:47-2.11(d)": "busted-plus-one"}
BOTH = {**DOUBLED, **SPLIT}

ROWS = [
    ("8*4 T*4 A*2 6*3", TableRules(readings=BOTH)),
    ("8*4 T*4 A*2 6*3", TableRules(game="six-to-five", soft_17="hit")),
    ("6*4 T*7 A*3 9*2", TableRules(readings=BOTH, split_hands=3)),
    ("8*6 T*8 A*3", TableRules(readings=BOTH, split_hands=4)),
    ("7*4 T*6 A*3 9*1 4*1", TableRules(readings=DOUBLED)),
    ("7*4 T*7 A*3 9*2", TableRules(readings=SPLIT)),
    ("8*5 T*3 A*2 6*4", TableRules(game="multiple-action", multiple_action_wagers=2)),
]


VARIED = [ROWS[0], ROWS[1], ROWS[4]]


@pytest.mark.parametrize(("cards", "table"), [row for row in ROWS if row not in VARIED])
def test_the_chart_is_worth_what_the_engine_deals(cards: str, table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe(cards)))
    assert Enumeration(table, ByChart(analysed)).expected(shoe(cards)) == pytest.approx(-analysed.house_edge, abs=1e-12)


@pytest.mark.parametrize(("cards", "table"), ROWS[:-1])
def test_the_best_play_is_the_best_of_all_moves(cards: str, table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe(cards)))
    best = Enumeration(table, SplitsAlways(analysed, free=True)).expected(shoe(cards))
    assert best == pytest.approx(-analysed.house_edge_optimal, abs=1e-12)


@pytest.mark.parametrize(("cards", "table"), VARIED)
def test_chart_and_variance_are_those_of_every_deal(cards: str, table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe(cards)))
    mean, variance = mean_and_variance(Spreading(table, ByChart(analysed)).results(shoe(cards)))
    assert -analysed.house_edge == pytest.approx(mean, abs=1e-12)
    assert abs(analysed.variance - variance) <= 1e-12


@pytest.mark.soak
def test_several_wagers_on_one_hand_vary_more_than_as_many_hands() -> None:
    """The covariance of two wagers lies between nothing and the variance of one."""
    ends = analyse_one_hand(TableRules(game="multiple-action")).results
    assert 0.0 < ends.covariance < ends.variance_of_one_wager
    assert 9 * ends.variance == pytest.approx(3 * ends.variance_of_one_wager + 6 * ends.covariance, abs=1e-12)
    assert "all wagers" in ends.data()["variance_note"]


def test_four_hands_that_split_against_the_dealers_ten() -> None:
    cards, table = "8*7 T*6 A*4 5*1", TableRules(readings=BOTH, split_hands=4)
    analysed = analyse_one_hand(table, CardCounts(shoe(cards)))
    engine = Enumeration(table, SplitsAlways(analysed, free=False))
    state, left = engine.after(shoe(cards), (card("8s"), card("8s")), card("Ts"))
    value = advise(analysed, CardCounts(shoe(cards)), (card("8s"), card("8s")), card("Ts")).moves["split"]
    assert engine.value_of(state, left, "split") == pytest.approx(value, abs=1e-12)


def test_multiple_action_costs_each_wager_what_the_reading_costs_at_blackjack() -> None:
    """Every dealer's hand from one up card has the same law, so each wager is worth the same."""
    several, single = analyse_one_hand(TableRules(game="multiple-action")), analyse_one_hand(TableRules(readings=BOTH))
    assert several.house_edge == pytest.approx(single.house_edge, abs=1e-15)
    assert several.house_edge_optimal == pytest.approx(single.house_edge_optimal, abs=1e-15)


def test_a_hand_lost_at_once_costs_more_than_with_a_reader() -> None:
    """How a double card lies changes nothing: no hand that is doubled by the chart can go over 21."""
    tables = {
        "reader": TableRules(game="six-to-five", decks=2, soft_17="hit", hole_card="card-reader"),
        "none": TableRules(game="six-to-five", decks=2, soft_17="hit"),
        "face down": TableRules(game="six-to-five", decks=2, soft_17="hit", double_card="face-down"),
    }
    edges = {name: analyse_one_hand(table).house_edge for name, table in tables.items()}
    assert edges["reader"] < edges["face down"] == edges["none"]


def test_a_split_that_is_never_best_is_advised_exactly() -> None:
    """With two hands allowed and with four the value is whole, not a bound."""
    for most in (2, 4):
        table = TableRules(readings=BOTH, boxes=6, split_hands=most, decks=1)
        analysed = analyse_one_hand(table)
        moves = advise(analysed, full_shoes(table)[0], cards("9s 9d"), card("Th")).moves
        assert moves["split"] < moves["stand"]


FOUR = [
    TableRules(boxes=6, decks=6, split_hands=4, readings=BOTH),
    pytest.param(TableRules(boxes=6, decks=2, split_hands=4, surrender=True, readings=BOTH), marks=pytest.mark.soak),
    pytest.param(TableRules(game="multiple-action", boxes=6, decks=8, split_hands=4), marks=pytest.mark.soak),
    pytest.param(TableRules(game="six-to-five", decks=2, soft_17="hit", split_hands=4), marks=pytest.mark.soak),
]


@pytest.mark.parametrize("table", FOUR)
def test_no_cell_could_change_by_four_hands_over_21(table: TableRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes leave out the chance that four hands are all over 21: less than a hundredth of what they differ by."""
    analysed = analyse_one_hand(table)
    prepared, followed = analysed.prepared, analysed.by_chart.followed
    of_four = {ending: ways for ending, ways in endings(4).items() if ending.hands == 4}
    monkeypatch.setattr(all_hands_bust, "endings", lambda most: of_four if most == 4 else {})
    often = np.where(
        followed.splits & ~followed.surrenders[prepared.pairs.rows], prepared.deal_chances[prepared.pairs.rows], 0.0
    )
    at_most = np.zeros(prepared.views)
    for number, view in np.argwhere(often > 0.0):
        pair = int(prepared.pairs.value[number])
        if prepared.split_hands_draw[pair] and prepared.deal.completes_blackjack[view] >= 0:
            three = all_hands_bust.BustingPair(prepared, followed.plan, pair, int(view)).chance(at_most=3)
            at_most[view] += often[number, view] * 4 * three
    codes = np.sort(analysed.by_chart.sums[..., :TOTAL_CODES], axis=-1)
    for cell, view in np.argwhere(analysed.by_chart.sums[..., TOTAL_CODES] * at_most > 0.0):
        steps = np.diff(codes[cell, view])
        assert steps[steps > 1e-15][-1] > 100 * at_most[view]
    assert at_most.any()


def test_shoes_in_which_insurance_pays_are_refused_at_multiple_action() -> None:
    with pytest.raises(NotPricedError, match="insurance pays"):
        analyse_one_hand(TableRules(game="multiple-action"), CardCounts(shoe("T*20 A*4 9*8")))
