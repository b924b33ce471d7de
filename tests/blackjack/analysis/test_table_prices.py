"""Streak from the chances of a round; sevens and progressive for a player who plays by the chart."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand

from chapter47.blackjack.analysis.results.round_results import Score
from chapter47.blackjack.analysis.side_wagers.by_chart import price_by_chart
from chapter47.blackjack.analysis.side_wagers.price import price, streak_price
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.wager import Price, edge_of
from chapter47.games import from_data

WON, PUSHED, LOST = Score(1, 0, 0), Score(0, 1, 0), Score(0, 0, 1)
STRICT = {"2010 19:47-2.22(h)": "strict"}


def streak(scores: dict[Score, float], bet: str, **table: Any) -> Price:
    return streak_price(WAGERS["streak"], TableRules(**table), WagerOffer(name="streak"), bet, scores)


@pytest.mark.parametrize(("bet", "pays"), [("2", 3), ("3", 7), ("4", 17), ("5", 37)])
def test_as_many_wins_in_a_row_before_a_loss(bet: str, pays: int) -> None:
    """Pushes are waited out, 2.22(g)."""
    wins = (0.4 / 0.9) ** int(bet)
    lines = streak({WON: 0.4, PUSHED: 0.1, LOST: 0.5}, bet)
    assert float(lines[bet].chance) == pytest.approx(wins, abs=1e-15)
    assert float(edge_of(lines)) == pytest.approx(1 - wins * (pays + 1), abs=1e-14)


@pytest.mark.parametrize(
    ("split", "table", "wins"),
    [
        (Score(1, 0, 1), {}, 0.4 / 0.9),
        (Score(1, 1, 0), {}, 0.5),
        (Score(2, 0, 1), {}, 0.5),
        (Score(0, 1, 1), {}, 0.4),
        (Score(1, 1, 0), {"readings": STRICT}, 0.4),
        (Score(1, 0, 1), {"readings": STRICT}, 0.4 / 0.9),
    ],
)
def test_split_hands_go_by_2_22_h(split: Score, table: dict[str, Any], wins: float) -> None:
    assert float(streak({WON: 0.4, LOST: 0.5, split: 0.1}, "2", **table)["2"].chance) == pytest.approx(wins**2)


def test_the_streak_odds_of_the_table_count() -> None:
    table = from_data({"wagers": {"streak": {"odds": {"2": "4 to 1"}}}})
    (side_price,) = all_prices(table, analyse_one_hand(table))
    chance = side_price.bets["2"]["2"].chance
    assert edge_of(side_price.bets["2"]) == 1 - 5 * chance


def test_a_round_that_wins_a_prize_is_a_win_for_the_streak() -> None:
    """Such a table is not lawful; it is priced as dealt, and no round is left out."""
    table = from_data({"game": "spanish-21", "decks": 6, "minimum": "25", "wagers": {"streak": {}}})
    analysed = analyse_one_hand(table)
    assert sum(analysed.results.hands.values()) == pytest.approx(1.0, abs=1e-12)


def chart(code: str, pair: str) -> dict[str, Any]:
    views = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"]
    return {
        "pairs": {rank: dict.fromkeys(views, pair) for rank in views},
        "soft": {str(total): dict.fromkeys(views, code) for total in range(12, 21)},
        "hard": {str(total): dict.fromkeys(views, code) for total in range(4, 21)},
    }


def by_chart(name: str, codes: dict[str, Any], **keys: Any) -> tuple[Price, Price]:
    table = from_data({"decks": 1, "wagers": {name: {}}, **keys})
    wager, offer = WAGERS[name], table.wagers[name]
    return price_by_chart(wager, table, offer, codes), price(wager, table, offer, "")


@pytest.mark.parametrize("name", ["sevens", "progressive"])
def test_a_player_who_always_draws_pays_the_exact_price(name: str) -> None:
    by_the_chart, own = by_chart(name, chart("H", "H"))
    assert by_the_chart == own


def test_split_aces_get_the_cards_that_count_but_sevens_do_not() -> None:
    by_the_chart, own = by_chart("progressive", chart("S", "P"))
    assert by_the_chart == own
    by_the_chart, own = by_chart("sevens", chart("H", "P"))
    assert "three" not in by_the_chart
    assert by_the_chart["two"].chance == Fraction(4 * 3, 52 * 51)
    by_the_chart, _ = by_chart("progressive", chart("H", "P"), readings={"2010 19:47-2.19(c)": "unsplit"})
    assert {"three-aces", "four-aces"}.isdisjoint(by_the_chart)


def test_a_card_reader_ends_the_round_of_two_aces_and_still_offers_a_card_to_two_sevens() -> None:
    by_the_chart, own = by_chart("progressive", chart("H", "H"), hole_card="card-reader")
    before, reached = 1 - own["lose"].chance, own["three-aces"].chance
    assert 1 - by_the_chart["lose"].chance == before
    assert by_the_chart["two-aces"].chance > own["two-aces"].chance
    # The third card and the blackjack: one of two aces in any of three places, the ten in another.
    lost = Fraction(4 * 3, 52 * 51) * Fraction(2 * 1 * 16 * 2, 50 * 49 * 48)
    assert by_the_chart["three-aces"].chance == reached - lost
    assert by_chart("sevens", chart("H", "H"), hole_card="card-reader")[0] == by_chart("sevens", chart("H", "H"))[1]


def test_the_chart_gives_up_three_sevens_where_it_splits() -> None:
    table = from_data({"decks": 6, "wagers": {"sevens": {}}})
    (side_price,) = all_prices(table, analyse_one_hand(table))
    assert edge_of(side_price.by_chart[""]) > edge_of(side_price.bets[""])
    assert sum(line.chance for line in side_price.by_chart[""].values()) == 1


def seen_at_double_exposure(first: int, second: int) -> str:
    soft = 1 in (first, second) and first + second + 10 <= 21
    return f"soft {first + second + 10}" if soft else str(first + second)


@pytest.mark.parametrize("decks", [1, 4])
def test_sevens_by_the_chart_of_double_exposure(decks: int) -> None:
    """Both dealer's cards are seen; under a blackjack two sevens are still offered a card (2.6(k)6)."""
    table = from_data({"game": "double-exposure", "decks": decks, "wagers": {"sevens": {}}})
    main = analyse_one_hand(table)
    (side_price,) = all_prices(table, main)
    codes = main.strategy.data()["pairs"]["7"]
    unseen = 52 * decks - 2
    left = {value: 4 * decks * (4 if value == 10 else 1) - 2 * (value == 7) for value in range(1, 11)}
    third = Fraction(0)
    for first, second in product(left, repeat=2):
        dealt = Fraction(left[first] * (left[second] - (first == second)), unseen * (unseen - 1))
        if {first, second} == {1, 10} or codes[seen_at_double_exposure(first, second)] in ("H", "D"):
            third += dealt * Fraction(left[7] - (first == 7) - (second == 7), unseen - 2)
    two = Fraction(4 * decks * (4 * decks - 1), (unseen + 2) * (unseen + 1))
    rows = side_price.by_chart[""]
    assert sum(rows[row].chance for row in ("three-suited", "three") if row in rows) == two * third
    assert sum(line.chance for line in rows.values()) == 1


def test_the_match_of_switch_does_not_go_on_with_a_hand() -> None:
    """Offered where it is unlawful it has its own price and no other."""
    table = from_data({"decks": 6, "hole_card": "card-reader", "wagers": {"match": {}}})
    (side_price,) = all_prices(table, analyse_one_hand(table))
    assert side_price.bets
    assert not side_price.by_chart
