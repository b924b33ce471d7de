"""Spanish 21 against the enumeration through the engine."""

from dataclasses import replace

import pytest
from tests.analysis.enumeration import Enumeration
from tests.analysis.policies import ByChart, SplitsAlways

from chapter47.analysis.advice import advise
from chapter47.analysis.chart import chart_of
from chapter47.analysis.main_game import analyse
from chapter47.analysis.shoe import full_shoe, shoe_of
from chapter47.cards import Card, cards
from chapter47.posting import TableRules

TABLE = TableRules(
    game="spanish-21", boxes=6, minimum=2000, surrender=True, split_hands=4, resplit_aces=True, hole_card="card-reader"
)
"""The minimum is the wager of the enumeration."""


def shoe(text: str) -> tuple[Card, ...]:
    """`8*4 K*6` is four eights and six kings, all of one suit."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, "h") for rank, _, count in words for _ in range(int(count)))


def suited(text: str) -> tuple[Card, ...]:
    """`7*2` is two sevens of each suit."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, suit) for rank, _, count in words for suit in "cdhs" for _ in range(int(count)))


ROWS = [
    (shoe("9*4 K*5 5*2"), TABLE),
    (shoe("9*4 K*5 2*2"), replace(TABLE, surrender=False)),
    (shoe("A*4 K*5 9*3"), TABLE),
    (shoe("A*3 K*5 9*3"), replace(TABLE, hole_card="none")),
    (shoe("A*3 K*5 5*3"), replace(TABLE, hole_card="face-down", split_hands=2)),
    (shoe("9*4 K*5 5*2"), replace(TABLE, hole_card="none", split_hands=3)),
    (suited("7*1") + shoe("K*5 9*2"), replace(TABLE, split_hands=2)),
    (suited("7*1 8*1") + shoe("K*3"), replace(TABLE, split_hands=2)),
    (shoe("A*3 K*5 9*3"), replace(TABLE, hole_card="none", readings={"2001 19:47-19.5(e)": "literal"})),
]


@pytest.mark.parametrize(("cards_of", "table"), ROWS)
def test_the_chart_is_worth_what_the_engine_deals(cards_of: tuple[Card, ...], table: TableRules) -> None:
    found = analyse(table, shoe_of(cards_of))
    assert Enumeration(table, ByChart(found)).expected(cards_of) == pytest.approx(-found.house_edge, abs=1e-12)


@pytest.mark.parametrize(("cards_of", "table"), ROWS)
def test_the_best_play_is_worth_what_the_engine_deals(cards_of: tuple[Card, ...], table: TableRules) -> None:
    found = analyse(table, shoe_of(cards_of))
    best = Enumeration(table, SplitsAlways(found, free=False)).expected(cards_of)
    assert best == pytest.approx(-found.house_edge_optimal, abs=1e-12)
