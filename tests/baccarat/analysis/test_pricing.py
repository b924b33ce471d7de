"""What baccarat answers through its record: prices at a stake, from the cards left, over other values and readings."""

from dataclasses import replace
from fractions import Fraction

import pytest

from chapter47.baccarat.analysis.pricing import PRICING, advise, other_readings, price, price_at, vary
from chapter47.baccarat.game import BACCARAT
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.simulation.staking import RoundBet, nets
from chapter47.core.errors import Chapter47Error, NotPricedError
from chapter47.core.money import Odds

TABLE = BaccaratTable()
READS = {"1996 19:47-3.3(c)": "on-collection"}


def test_the_record_refers_to_it() -> None:
    assert BACCARAT.pricing is not None
    assert BACCARAT.pricing.load() is PRICING
    assert PRICING.strategy is None
    assert PRICING.advise is None


def test_banker_is_priced_at_the_minimum_with_its_rounding() -> None:
    """$12 won owes 60 cents, rounded up to 75: 0.15 of 12 more for each win of Banker."""
    small = replace(TABLE, minimum=12_00)
    data = price(small).data()
    banker = Fraction(2_292_252_566_437_888, data["orders"])
    assert data["orders"] == 4_998_398_275_503_360
    assert data["house_edge"] - data["house_edge_unrounded"] == pytest.approx(float(banker * Fraction(15, 12_00)))
    assert data["stake"] == 12.0
    assert price_at(small, 100_00).house_edge == pytest.approx(data["house_edge_unrounded"], abs=1e-15)
    assert data["house_edge_optimal"] == data["wagers"]["player"]["house_edge"]


def test_everything_reported_about_a_wager() -> None:
    data = price(TABLE).data()
    assert list(data["wagers"]) == ["banker", "player", "tie"]
    for wager in data["wagers"].values():
        assert list(wager) == ["house_edge", "house_edge_resolved", "exact", "variance", "outcomes", "rows"]
        assert float(Fraction(wager["exact"])) == wager["house_edge"]
        assert sum(wager["outcomes"].values()) == pytest.approx(1, abs=1e-15)
        rows = wager["rows"].values()
        assert sum(Fraction(row["probability"]) for row in rows) == 1
        returned = sum(float(Fraction(row["probability"])) * row["net"] for row in rows)
        assert returned == pytest.approx(-wager["house_edge"], abs=1e-15)
    for chances in ("player_points", "banker_points", "cards"):
        assert sum(data[chances].values()) == pytest.approx(1, abs=1e-15)
    assert sum(hand["chance"] for hand in data["hands"]) == pytest.approx(1, abs=1e-14)
    assert list(data["removal"]) == ["T", "A", *"23456789"]


def test_a_tie_is_priced_and_paid_as_it_is_posted() -> None:
    """Less than eight to one is a finding, and the table holds what it posts all the same."""
    chance = Fraction(price(TABLE).wagers["tie"]["outcomes"]["win"])
    low = replace(TABLE, tie_pays=Odds.of("7 to 1"))
    assert price(low).wagers["tie"]["house_edge"] == pytest.approx(float(1 - 8 * chance), abs=1e-12)
    assert nets(low, RoundBet("tie", 10_00)).max() == 70_00


def test_a_table_without_banker_has_no_house_edge_of_its_own() -> None:
    priced = price(replace(TABLE, offers=("player", "tie")))
    assert priced.house_edge is None
    assert priced.house_edge_optimal == priced.wagers["player"]["house_edge"]
    assert priced.notes == ("banker is not offered, so the table has no house edge of its own",)


def test_what_is_seen_changes_the_price() -> None:
    nothing = advise(TABLE, {}).data()
    assert (nothing["cards_left"], nothing["best"]) == (416, "banker")
    fours_gone = advise(TABLE, {"seen": "4c 4d 4h 4s 10h"}).data()
    assert fours_gone["cards_left"] == 411
    assert fours_gone["moves"]["banker"] > nothing["moves"]["banker"]
    assert fours_gone["moves"]["player"] < nothing["moves"]["player"]
    (listing,) = advise(TABLE, {}).lines((), "")
    assert listing[0] == "What each wager is worth, 416 cards left"


def test_everything_wrong_with_the_cards_seen_is_reported() -> None:
    seen = " ".join(["Ah"] * 9) + " 1x"
    with pytest.raises(Chapter47Error) as raised:
        advise(TABLE, {"seen": seen, "point": "6"})
    assert [(problem.key, problem.got) for problem in raised.value.problems] == [
        ("point", "6"),
        ("seen", "1x"),
        ("seen", "Ah 9 times"),
    ]
    with pytest.raises(NotPricedError):
        advise(replace(TABLE, offers=("dragon-7",)), {})


def test_over_other_values() -> None:
    rows = [*vary(TABLE, ["decks=6,8,vigorish=0.04,tie_pays"]).answers]
    assert [row.options["decks"] for row in rows] == [6, 6, 8, 8]
    assert rows[0].house_edge == pytest.approx(0.005972, abs=1e-6)
    assert rows[2].house_edge == pytest.approx(0.005993, abs=1e-6)
    assert [row.options["tie_pays"] for row in rows[:2]] == ["8 to 1", "9 to 1"]
    assert [list(row.figures) for row in rows] == [["player", "tie"], ["player", "tie"], [], ["tie"]]
    assert rows[3].figures["tie"] == pytest.approx(0.048440, abs=1e-6)


def test_keys_that_cannot_be_varied_are_refused_at_once() -> None:
    with pytest.raises(Chapter47Error) as raised:
        vary(TABLE, ["seats", "decks=none", "soft_17=hit"])
    assert [problem.key for problem in raised.value.problems] == ["seats", "decks", "soft_17"]


def test_the_other_reading_of_the_rounding() -> None:
    small = replace(TABLE, minimum=12_00)
    (reading,) = other_readings(small).answers
    assert (reading["citation"], reading["name"]) == ("19:47-3.3(c)", "on-collection")
    (figure,) = reading["figures"]
    data = price(small).data()
    assert (figure["figure"], figure["house_edge"]) == ("banker", data["house_edge"])
    assert figure["house_edge_other"] == data["house_edge_unrounded"]
    assert figure["difference"] == pytest.approx(data["house_edge_unrounded"] - data["house_edge"], abs=1e-15)
    (back,) = other_readings(replace(small, readings=READS)).answers
    assert back["figures"][0]["house_edge_other"] == data["house_edge"]
    assert "when they are collected" in price(replace(small, readings=READS)).notes[0]
    assert not replace(small, readings=READS, vigorish_when="paid").rounds_on_collection


@pytest.mark.parametrize(
    ("stake", "rate", "share", "alone"),
    [
        (10_00, Fraction(5, 100), 50, 50),
        (11_00, Fraction(5, 100), 55, 75),
        (13_00, Fraction(5, 100), 65, 75),
        (11_00, Fraction(4, 100), 44, 60),
    ],
)
def test_the_edge_is_at_most_that_of_the_only_win_of_a_shoe(stake: int, rate: Fraction, share: int, alone: int) -> None:
    """The share of the win in cents, and what it is rounded up to by itself: 25 cents at 5 percent, 20 at 4."""
    table = replace(TABLE, vigorish=rate, readings=READS)
    data = price_at(table, stake).data()
    banker = Fraction(2_292_252_566_437_888, 4_998_398_275_503_360)
    assert data["house_edge"] == data["house_edge_unrounded"]
    more = banker * Fraction(alone - share, stake)
    assert data["house_edge_at_most"] == pytest.approx(data["house_edge"] + float(more), abs=1e-15)
    for other in (replace(table, readings={}), replace(table, vigorish_rounding=False)):
        assert "house_edge_at_most" not in price_at(other, stake).data()
