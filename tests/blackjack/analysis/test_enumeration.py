"""The analysis equals an enumeration through the engine, to twelve places."""

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart, SplitsAlways

from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card


def shoe(text: str) -> tuple[Card, ...]:
    """`8*4 T*6` is four eights and six tens, all of one suit."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, "s") for rank, _, count in words for _ in range(int(count)))


ROWS = [
    ("8*4 T*4 9*3 6*2", TableRules()),
    ("T*5 A*3 9*3 5*2", TableRules(even_money=True)),
    ("8*5 T*4 9*4", TableRules(split_hands=4, surrender=True)),
    ("8*8 T*5 9*2", TableRules(split_hands=4, hole_card="face-down")),
    ("8*5 T*4 9*4", TableRules(split_hands=4, hole_card="card-reader")),
    ("7*4 T*5 3*2 9*3", TableRules(split_hands=3, soft_17="hit")),
    ("9*5 T*5 A*2", TableRules(split_hands=3, double_after_split=False, hole_card="face-down")),
    ("A*3 T*6 9*3 6*2", TableRules(game="six-to-five", soft_17="hit", hole_card="card-reader", even_money=True)),
    ("A*4 T*7 9*3 7*3", TableRules(split_hands=4, resplit_aces=True)),
]
FREE = [row for row in ROWS if row[1].hole_card == "none"]
"""Without a hole card nothing is hidden when the player decides, so the best of all moves can be taken."""


@pytest.mark.parametrize(("cards", "table"), ROWS)
def test_the_chart_is_worth_what_the_engine_deals(cards: str, table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe(cards)))
    assert Enumeration(table, ByChart(analysed)).expected(shoe(cards)) == pytest.approx(-analysed.house_edge, abs=1e-12)


@pytest.mark.parametrize(("cards", "table"), FREE)
def test_the_best_play_is_the_best_of_all_moves(cards: str, table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe(cards)))
    best = Enumeration(table, SplitsAlways(analysed, free=True)).expected(shoe(cards))
    assert best == pytest.approx(-analysed.house_edge_optimal, abs=1e-12)
