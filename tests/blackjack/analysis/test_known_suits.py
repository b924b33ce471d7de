"""Advice where a pay-out asks for three cards of one suit, against the enumeration through the engine."""

from dataclasses import replace
from typing import Any

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByAdvice
from tests.blackjack.analysis.test_spanish_21_price import of_each_suit, shoe

from chapter47.blackjack.analysis.advice import advise
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card, cards

SUITED = TableRules(optional_payouts=("6-7-8-suited",))
EXPOSED = replace(SUITED, game="double-exposure", hole_card="face-up")
FIRST = replace(SUITED, readings={"2010 19:47-2.3(e)": "first-wager"})
SPANISH = TableRules(game="spanish-21", boxes=6, minimum=2000, surrender=True, split_hands=2, resplit_aces=True)
"""The minimum is the wager of the enumeration."""
FEWEST = of_each_suit("6*1 7*1 8*1")
FEW = FEWEST + shoe("K*2")
SOME = FEWEST + shoe("K*4")
SEVENS = of_each_suit("7*3") + shoe("K*2")


def soak(*row: Any) -> Any:
    return pytest.param(*row, marks=pytest.mark.soak)


ROWS = [
    (SUITED, SOME, "6s 7s", "8s"),
    (SUITED, SOME, "6s 7s", "8h"),
    (SUITED, SOME, "6s 7d", "8h"),
    (SUITED, SOME, "7h 8h", "6h"),
    (SUITED, SOME, "7h 8h", "Kh"),
    (SUITED, FEW, "7h 7s", "6h"),
    soak(SUITED, SOME, "7h 7s", "8c"),
    soak(SUITED, SOME, "8h 8s", "7h"),
    soak(replace(SUITED, split_hands=3), SOME, "8h 8s", "7h"),
    soak(replace(SUITED, split_hands=4), SOME, "8h 8s", "7c"),
    soak(FIRST, SOME, "8h 8s", "7h"),
    soak(replace(FIRST, split_hands=3), SOME, "6s 6c", "8s"),
    (EXPOSED, SOME, "7h 7s", "6h 8h"),
    (EXPOSED, SOME, "6h 7h", "Kh 8h"),
    (SPANISH, SOME, "6s 7s", "8s"),
    (SPANISH, SOME, "6h 7h", "8s"),
    (SPANISH, SOME, "6s 7s", "Kh"),
    (SPANISH, SEVENS, "7h 7h", "7h"),
    (SPANISH, SEVENS, "7s 7s", "7c"),
    (SPANISH, SEVENS, "7s 7h", "7s"),
    (SPANISH, SEVENS, "7s 7h", "Kh"),
    soak(replace(SPANISH, split_hands=3), SEVENS, "7h 7h", "7s"),
    soak(replace(SPANISH, split_hands=4), of_each_suit("7*2") + shoe("K*9"), "7s 7h", "7h"),
    soak(SPANISH, FEWEST, "6s 6h", "7h"),
    soak(SPANISH, FEWEST, "7s 7h", "8s"),
]


@pytest.mark.parametrize(("table", "cards_of", "hand", "up"), ROWS)
def test_every_move_is_worth_what_the_engine_deals(
    table: TableRules, cards_of: tuple[Card, ...], hand: str, up: str
) -> None:
    analysed = analyse_one_hand(table, CardCounts(cards_of))
    engine = Enumeration(table, ByAdvice(analysed, CardCounts(cards_of)))
    state, left = engine.after(cards_of, cards(hand), *cards(up))
    moves = advise(analysed, CardCounts(cards_of), cards(hand), *cards(up)).moves
    assert {"stand", "hit"} <= set(moves)
    for move, value in moves.items():
        assert engine.value_of(state, left, move) == pytest.approx(value, abs=1e-12), move


@pytest.mark.parametrize(
    ("hand", "up", "units"),
    [
        ("6s 7s 8s", "7h", 3.0),
        ("6h 7h 8h", "7h", 2.0),
        ("6h 7h 8s", "7h", 1.5),
        ("7s 7s 7s", "6h", 3.0),
        ("7h 7h 7h", "7s", 2.0 + 50.0),
    ],
)
def test_three_cards_of_one_suit_stand_at_what_they_are_paid(hand: str, up: str, units: float) -> None:
    table = replace(SPANISH, hole_card="card-reader")
    assert advise(analyse_one_hand(table), full_shoes(table)[0], cards(hand), *cards(up)).moves == {
        "stand": pytest.approx(units, abs=1e-12)
    }


def test_advice_over_all_suits_is_the_value_that_the_edge_is_made_of() -> None:
    """The mean over the suits of the up card, each as likely as the cards left make it."""
    table = replace(SUITED, decks=2)
    analysed, shoe_of_table = analyse_one_hand(table), full_shoes(table)[0]
    advice = [advise(analysed, shoe_of_table, cards("6s 7s"), *cards(up)) for up in ("8s", "8h", "8c", "8d")]
    row = analysed.prepared.hands.row_of
    suited = next(number for hand, number in row.items() if hand.suited and hand.cards[5:8] == (1, 1, 0))
    mean = sum(advised.moves["hit"] for advised in advice) / 4
    assert mean == pytest.approx(float(analysed.optimal.moves.hit[suited, 7]), abs=1e-12)
