"""Spanish 21 against the enumeration through the engine."""

from dataclasses import replace

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart, SplitsAlways

from chapter47.blackjack.analysis.chart.chart import chart_of
from chapter47.blackjack.analysis.chart.chart_exceptions import chart_exceptions
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card

TABLE = TableRules(
    game="spanish-21", boxes=6, minimum=2000, surrender=True, split_hands=4, resplit_aces=True, hole_card="card-reader"
)
"""The minimum is the wager of the enumeration."""
ACES = "A*4 K*8 9*4"
LITERAL_A3, LITERAL_E = {"2001 19:47-19.5(a)3": "literal"}, {"2001 19:47-19.5(e)": "literal"}


def shoe(text: str) -> tuple[Card, ...]:
    """`9*4 K*6` is four nines and six kings, all of one suit."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, "h") for rank, _, count in words for _ in range(int(count)))


def of_each_suit(text: str) -> tuple[Card, ...]:
    """`7*2` is two sevens of each suit."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, suit) for rank, _, count in words for suit in "cdhs" for _ in range(int(count)))


ROWS = [
    (shoe("9*4 K*5 5*2"), TABLE),
    (shoe(ACES), TABLE),
    (shoe(ACES), replace(TABLE, hole_card="none", readings=LITERAL_E)),
    (shoe(ACES), replace(TABLE, hole_card="none", readings=LITERAL_A3)),
    (shoe(ACES), replace(TABLE, readings=LITERAL_A3)),
    (shoe("A*3 K*5 5*3"), replace(TABLE, hole_card="face-down", split_hands=2)),
    (shoe("9*4 K*6 2*3 A*1"), replace(TABLE, hole_card="none")),
    (shoe("A*3 K*6 5*3 4*2"), replace(TABLE, hole_card="none", split_hands=2, surrender=False)),
    (shoe("9*4 K*5 5*2"), replace(TABLE, hole_card="none", split_hands=3)),
    (of_each_suit("7*1") + shoe("K*5 9*2"), replace(TABLE, split_hands=2)),
]


WITHOUT_VARIANCE = (1, 4)
"""The same shoe as others, with a card reader. Other charts are checked with their variance, in `test_variance`."""


@pytest.mark.parametrize(("cards_of", "table"), [ROWS[at] for at in WITHOUT_VARIANCE])
def test_the_chart_is_worth_what_the_engine_deals(cards_of: tuple[Card, ...], table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(cards_of))
    assert Enumeration(table, ByChart(analysed)).expected(cards_of) == pytest.approx(-analysed.house_edge, abs=1e-12)


@pytest.mark.parametrize(("cards_of", "table"), ROWS)
def test_the_best_play_is_worth_what_the_engine_deals(cards_of: tuple[Card, ...], table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(cards_of))
    best = Enumeration(table, SplitsAlways(analysed, free=False)).expected(cards_of)
    assert best == pytest.approx(-analysed.house_edge_optimal, abs=1e-12)


def test_the_best_play_is_the_best_of_all_moves() -> None:
    """Without a hole card nothing is hidden; without aces no blackjack waits."""
    cards_of, table = shoe("9*4 K*5 5*2"), replace(TABLE, hole_card="none", split_hands=2)
    analysed = analyse_one_hand(table, CardCounts(cards_of))
    best = Enumeration(table, SplitsAlways(analysed, free=True)).expected(cards_of)
    assert best == pytest.approx(-analysed.house_edge_optimal, abs=1e-12)


def test_the_price_without_the_super_bonus() -> None:
    analysed = analyse_one_hand(replace(TABLE, decks=6, minimum=500))
    other = analysed.without_prizes()
    assert other is not None
    assert other.house_edge_optimal - analysed.house_edge_optimal == pytest.approx(0.000277, abs=0.000003)
    small = analyse_one_hand(replace(TABLE, decks=6, minimum=400))
    assert small.without_prizes() is small


def test_exceptions_bring_the_chart_near_the_best_play() -> None:
    analysed = analyse_one_hand(replace(TABLE, decks=6))
    refined = chart_exceptions(analysed)
    assert refined is not None
    assert analysed.house_edge_optimal <= refined.house_edge <= analysed.house_edge_optimal + 0.00003
    assert refined.house_edge < analysed.house_edge - 0.0003
    notes = {(note.hand, note.against, note.when): note.play for note in refined.refinements}
    assert notes["hard 14", "4", "4 or more cards"] == "H"
    assert notes["hard 14", "5", "two cards towards 6-7-8, spades"] == "H"


def test_the_chart_survives_its_file_with_its_rescues() -> None:
    chart = analyse_one_hand(replace(TABLE, decks=6)).strategy
    data = chart.data()
    assert (data["rescue"]["16"]["T"], data["rescue"]["17"]["T"], data["rescue"]["17"]["A"]) == ("R", "S", "R")
    assert chart_of(data).same_as(chart)


def test_how_rounds_end() -> None:
    analysed = analyse_one_hand(replace(TABLE, decks=6, minimum=1000))
    assert sum(analysed.units.values()) == pytest.approx(1.0, abs=1e-12)
    assert analysed.results.mean == pytest.approx(-analysed.house_edge, abs=1e-5)
    prizes = [units for units in analysed.units if units > 20]
    assert sorted(prizes) == [102.0, 103.0]


def test_full_decks_have_no_tens() -> None:
    assert len(full_shoes(TABLE)[0].cards) == 8 * 48
