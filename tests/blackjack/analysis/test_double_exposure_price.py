"""Double exposure against the enumeration through the engine."""

from datetime import date

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import SplitsAlways

from chapter47.blackjack.analysis.advice import UnlikelyCardsError, advise
from chapter47.blackjack.analysis.chart.chart import chart_of
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.posting import OptionalPayout, TableRules
from chapter47.core.cards import Card, cards
from chapter47.core.errors import NotPricedError


def table_of(
    *,
    decks: int = 8,
    soft_17: str = "stand",
    on: date | None = None,
    optional_payouts: tuple[OptionalPayout, ...] = (),
    designated_blackjack: tuple[Card, ...] = (),
    readings: dict[str, str] | None = None,
) -> TableRules:
    return TableRules(
        game="double-exposure",
        hole_card="face-up",
        decks=decks,
        soft_17=soft_17,  # type: ignore[arg-type]
        on=on,
        optional_payouts=optional_payouts,
        designated_blackjack=designated_blackjack,
        readings=readings or {},
    )


def shoe(text: str) -> tuple[Card, ...]:
    """`8*4 T*6` is four eights and six tens, all of one suit."""
    words = [word.partition("*") for word in text.split()]
    return tuple(Card(rank, "s") for rank, _, count in words for _ in range(int(count)))


SUITED = tuple(Card(rank, suit) for rank in "678" for suit in "cdhs")
ROWS = [
    (shoe("8*4 T*4 9*3 6*2"), table_of()),
    (shoe("T*5 A*3 9*3 5*2"), table_of()),
    (shoe("A*4 T*5 6*3 4*2"), table_of(soft_17="hit")),
    (shoe("5*4 T*4 6*3 4*2"), table_of()),
    (shoe("A*4 T*4 8*4 9*2"), table_of(readings={"2010 19:47-2.6(k)4": "soft-too"})),
    (shoe("A*4 T*4 8*4 9*2"), table_of(on=date(1997, 1, 1))),
    (shoe("7*5 T*5 9*3"), table_of(optional_payouts=("7-7-7",))),
    (shoe("2*3 5*2 T*5 9*3"), table_of(optional_payouts=("five-card-21",))),
    (
        cards("As As Ah Kh Kh Ts Ts Ts Ts 9s 9s 9s"),
        table_of(optional_payouts=("designated-blackjack",), designated_blackjack=cards("As Kh")),
    ),
]
"""What the chart is worth in each of them is checked with its variance, in `test_variance`."""


SMALL = [row for row in ROWS if not {"2", "4"} & {card.rank for card in row[0]}]
LARGE = [row for row in ROWS if row not in SMALL]
"""With twos or fours in the shoe there are many ways to try every move."""


@pytest.mark.parametrize(
    ("cards_of", "table"), [*SMALL, *(pytest.param(*row, marks=pytest.mark.soak) for row in LARGE)]
)
def test_the_best_play_is_the_best_of_all_moves(cards_of: tuple[Card, ...], table: TableRules) -> None:
    analysed = analyse_one_hand(table, CardCounts(cards_of))
    best = Enumeration(table, SplitsAlways(analysed, free=True)).expected(cards_of)
    assert best == pytest.approx(-analysed.house_edge_optimal, abs=1e-12)


HANDS = [
    (SUITED + cards("Tc Tc Tc Tc"), "6s 7s", "Tc Tc", ("6-7-8-suited",)),
    (SUITED + cards("Tc Tc Tc Tc"), "6s 7d", "Tc Tc", ("6-7-8-suited",)),
    (shoe("8*4 T*4 9*3 6*2"), "8s 8s", "Ts 6s", ()),
    (shoe("5*4 T*4 6*3 4*2"), "5s 6s", "Ts 6s", ()),
    (shoe("5*4 T*4 6*3 4*2"), "5s 5s", "6s 6s", ()),
]


@pytest.mark.parametrize(("cards_of", "hand", "up", "payouts"), HANDS)
def test_every_move_is_worth_what_the_engine_deals(
    cards_of: tuple[Card, ...], hand: str, up: str, payouts: tuple[OptionalPayout, ...]
) -> None:
    table = table_of(optional_payouts=payouts)
    analysed = analyse_one_hand(table, CardCounts(cards_of))
    engine = Enumeration(table, SplitsAlways(analysed, free=False))
    state, left = engine.after(cards_of, cards(hand), *cards(up))
    moves = advise(analysed, CardCounts(cards_of), cards(hand), *cards(up)).moves
    assert len(moves) >= 2
    for move, value in moves.items():
        assert engine.value_of(state, left, move) == pytest.approx(value, abs=1e-12), move


def test_the_chart_goes_by_the_dealers_total() -> None:
    analysed = analyse_one_hand(table_of())
    data = analysed.strategy.data()
    assert list(data["hard"]["16"]) == [*map(str, range(4, 21)), *(f"soft {points}" for points in range(12, 21))]
    assert (data["hard"]["19"]["20"], data["hard"]["19"]["18"], data["hard"]["12"]["16"]) == ("H", "S", "S")
    assert chart_of(data, analysed.prepared.columns).same_as(analysed.strategy)
    assert not data["insurance"]


def test_no_single_code_betters_the_best_play() -> None:
    for decks, most in ((1, 0.0005), (8, 0.00005)):
        analysed = analyse_one_hand(table_of(decks=decks))
        assert 0.0 <= analysed.house_edge - analysed.house_edge_optimal <= most


def test_the_reading_that_lets_soft_totals_double_favours_the_player() -> None:
    plain, other = analyse_one_hand(table_of()), analyse_one_hand(table_of(readings={"2010 19:47-2.6(k)4": "soft-too"}))
    assert other.house_edge < plain.house_edge


def test_how_rounds_end() -> None:
    analysed = analyse_one_hand(table_of(decks=6))
    assert sum(analysed.units.values()) == pytest.approx(1.0, abs=1e-12)
    assert analysed.results.mean == pytest.approx(-analysed.house_edge, abs=1e-6)


@pytest.mark.parametrize(("up", "why"), [("5h", "both"), ("5h 6h 7h", "both"), ("Ah Kh", "leaves a decision")])
def test_what_is_seen_of_the_dealer_are_two_cards(up: str, why: str) -> None:
    analysed = analyse_one_hand(table_of(decks=6))
    with pytest.raises(UnlikelyCardsError, match=why):
        advise(analysed, full_shoes(analysed.prepared.table)[0], cards("Ts 6s"), *cards(up))


def test_a_blackjack_wins_over_the_dealers() -> None:
    analysed = analyse_one_hand(table_of(decks=6))
    assert advise(analysed, full_shoes(analysed.prepared.table)[0], cards("As Ks"), *cards("Ah Kh")).moves == {
        "stand": 1.0
    }


def test_a_hidden_hole_card_is_not_priced() -> None:
    with pytest.raises(NotPricedError, match="face up"):
        analyse_one_hand(TableRules(game="double-exposure", hole_card="none"))
