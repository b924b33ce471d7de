"""Spanish 21 where a hand over 21 is lost at once, by the reading busted-plus-one."""

from dataclasses import replace

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart, SplitsAlways
from tests.blackjack.analysis.test_spanish_21_price import ACES, LITERAL_A3, TABLE, shoe

from chapter47.blackjack.analysis.advice import advise
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import cards

DOUBLED = {"2010 19:47-2.10(b)": "busted-plus-one"}
SPLIT = {"2010 19:47-2.11(d)": "busted-plus-one"}
BOTH = {**DOUBLED, **SPLIT}
NO_HOLE_CARD = replace(TABLE, hole_card="none", split_hands=2, readings=BOTH)
LITERAL = replace(NO_HOLE_CARD, readings={**BOTH, **LITERAL_A3})

HANDS = [
    ("5*4 K*5 A*3 9*3", NO_HOLE_CARD, "5h 5h"),
    ("4*3 9*3 K*6 A*2", replace(NO_HOLE_CARD, readings=DOUBLED), "9h 4h"),
    ("5*3 K*6 A*3 4*3", LITERAL, "Kh Kh"),
    ("5*3 K*6 A*4 4*3", LITERAL, "Ah Ah"),
    pytest.param("5*5 K*7 A*3 9*2", replace(NO_HOLE_CARD, split_hands=3), "5h 5h", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("cards_of", "table", "hand"), HANDS)
def test_every_move_is_worth_what_the_engine_deals(cards_of: str, table: TableRules, hand: str) -> None:
    analysed, full = analyse_one_hand(table, CardCounts(shoe(cards_of))), CardCounts(shoe(cards_of))
    engine = Enumeration(table, SplitsAlways(analysed, free=False))
    state, left = engine.after(shoe(cards_of), cards(hand), *cards("Kh"))
    moves = advise(analysed, full, cards(hand), *cards("Kh")).moves
    assert {"stand", "hit", "double", "surrender"} <= set(moves)
    for move, value in moves.items():
        assert engine.value_of(state, left, move) == pytest.approx(value, abs=1e-12), move


ROWS = [("9*3 K*4 A*2 4*3", NO_HOLE_CARD), (ACES, LITERAL)]


@pytest.mark.parametrize(("cards_of", "table"), ROWS)
def test_both_edges_are_what_the_engine_deals(cards_of: str, table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe(cards_of)))
    for policy, edge in (
        (ByChart(analysed), analysed.house_edge),
        (SplitsAlways(analysed, free=False), analysed.house_edge_optimal),
    ):
        assert Enumeration(table, policy).expected(shoe(cards_of)) == pytest.approx(-edge, abs=1e-12)
