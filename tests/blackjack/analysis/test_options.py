"""Pay-outs and readings that change what a hand is worth, against the enumeration through the engine."""

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart, SplitsAlways

from chapter47.blackjack.analysis.advice import advise
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.posting import OptionalPayout, TableRules
from chapter47.core.cards import Card, cards
from chapter47.core.errors import NotPricedError

ALL_SUITS = tuple(Card(rank, suit) for rank in "678" for suit in "cdhs")
SEVENS = cards("7s 7s 7s 7s 7s Ts Ts Ts Ts Ts 9s 9s 9s")
SPLIT_SEVENS = cards("7s 7s 7s 7s 7s 7s Ts Ts Ts Ts 4s 4s 4s")
NAMED = cards("As As Ah Kh Kh Ts Ts Ts Ts 9s 9s 9s")

SUITED: tuple[OptionalPayout, ...] = ("6-7-8-suited",)
FIVE: tuple[OptionalPayout, ...] = ("five-card-21",)
FIRST = {"2010 19:47-2.3(e)": "first-wager"}

ROWS = [
    (SEVENS, TableRules(optional_payouts=("7-7-7",))),
    (SEVENS, TableRules(optional_payouts=("7-7-7",), readings=FIRST, split_hands=3)),
    (SPLIT_SEVENS, TableRules(optional_payouts=("7-7-7",), readings=FIRST, split_hands=3)),
    (NAMED, TableRules(optional_payouts=("designated-blackjack",), designated_blackjack=cards("As Kh"))),
    (NAMED, TableRules(readings={"2010 19:47-2.3(a)3": "literal"})),
]


@pytest.mark.parametrize(("shoe", "table"), ROWS)
def test_the_chart_is_worth_what_the_engine_deals(shoe: tuple[Card, ...], table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe))
    assert Enumeration(table, ByChart(analysed)).expected(shoe) == pytest.approx(-analysed.house_edge, abs=1e-12)


@pytest.mark.parametrize(("shoe", "table"), [ROWS[0], ROWS[2]])
def test_the_best_play_is_the_best_of_all_moves(shoe: tuple[Card, ...], table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(shoe))
    best = Enumeration(table, SplitsAlways(analysed, free=True)).expected(shoe)
    assert best == pytest.approx(-analysed.house_edge_optimal, abs=1e-12)


HANDS = ["2s 3s", "5s 8s"]


@pytest.mark.parametrize("hand", HANDS)
def test_every_move_is_worth_what_the_engine_deals(hand: str) -> None:
    shoe, table = cards("2s 2s 2s 3s 3s 5s 5s 8s 8s Ts Ts Ts Ts Ts"), TableRules(optional_payouts=FIVE)
    analysed = analyse_one_hand(table, CardCounts(shoe))
    engine = Enumeration(table, SplitsAlways(analysed, free=False))
    state, left = engine.after(shoe, cards(hand), *cards("Ts"))
    for move, value in advise(analysed, CardCounts(shoe), cards(hand), *cards("Ts")).moves.items():
        assert engine.value_of(state, left, move) == pytest.approx(value, abs=1e-12), move


GAINS = [
    ({"optional_payouts": SUITED}, 0.00005),
    ({"optional_payouts": ("7-7-7",)}, 0.00005),
    ({"optional_payouts": FIVE}, 0.001),
    ({"surrender": True}, 0.0005),
    ({"split_hands": 4}, 0.0003),
    ({"resplit_aces": True, "split_hands": 4}, 0.0005),
    ({"optional_payouts": ("designated-blackjack",), "designated_blackjack": cards("As Kh")}, 0.0001),
    ({"readings": {"2010 19:47-2.3(a)3": "literal"}}, 0.00005),
]


@pytest.mark.parametrize(("option", "least"), GAINS)
def test_what_favours_the_player_lowers_both_edges(option: dict[str, object], least: float) -> None:
    plain, better = analyse_one_hand(TableRules(decks=6)), analyse_one_hand(TableRules(decks=6, **option))  # type: ignore[arg-type]
    assert better.house_edge < plain.house_edge - least
    assert better.house_edge_optimal < plain.house_edge_optimal - least


@pytest.mark.parametrize("hole_card", ["face-down", "card-reader"])
def test_the_way_the_hole_card_is_dealt_changes_nothing_by_the_default_reading(hole_card: str) -> None:
    plain, other = analyse_one_hand(TableRules(decks=2)), analyse_one_hand(TableRules(decks=2, hole_card=hole_card))  # type: ignore[arg-type]
    assert other.house_edge == plain.house_edge
    assert other.house_edge_optimal == plain.house_edge_optimal


def test_suited_pay_outs_need_as_many_cards_of_each_suit() -> None:
    with pytest.raises(NotPricedError, match="each suit"):
        analyse_one_hand(TableRules(optional_payouts=SUITED), CardCounts((*ALL_SUITS, Card("6", "c"))))


@pytest.mark.parametrize(
    "table",
    [
        TableRules(game="double-exposure"),
        TableRules(decks=0),
        TableRules(hole_card="face-up"),
    ],
)
def test_what_is_not_priced_is_refused(table: TableRules) -> None:
    with pytest.raises(NotPricedError):
        analyse_one_hand(table)
