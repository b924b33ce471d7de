"""Published figures of craps.

Wizard of Odds, "Craps" and its first appendix on the house edge of all bets (wizardofodds.com/games/craps); S. Ethier,
"The Doctrine of Chances" (2010), chapter 15: 1671/196 rolls of a shooter. Percentages as printed."""

from fractions import Fraction

import pytest

from chapter47.core.money import Odds
from chapter47.craps.analysis.prices import prices, wager_price
from chapter47.craps.posting import CrapsPosting, WagerTerms
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.wagers import WAGERS

TABLE = CrapsPosting(buy=POINTS, lay=POINTS)

MADE = [
    ("pass", (0,), "1.414"),
    ("come", (0,), "1.414"),
    ("dont-pass", (0,), "1.364"),
    ("dont-come", (0,), "1.364"),
    ("place-to-win", (6, 8), "1.515"),
    ("place-to-win", (5, 9), "4.000"),
    ("place-to-win", (4, 10), "6.667"),
    ("place-to-lose", (6, 8), "1.818"),
    ("place-to-lose", (5, 9), "2.500"),
    ("place-to-lose", (4, 10), "3.030"),
    ("hard-6", (0,), "9.091"),
    ("hard-8", (0,), "9.091"),
    ("hard-4", (0,), "11.111"),
    ("hard-10", (0,), "11.111"),
    ("field", (0,), "5.556"),
    ("any-seven", (0,), "16.667"),
    ("any-craps", (0,), "11.111"),
    ("craps-2", (0,), "13.889"),
    ("craps-12", (0,), "13.889"),
    ("craps-3", (0,), "11.111"),
    ("eleven", (0,), "11.111"),
    ("craps-eleven", (0,), "11.111"),
    ("horn", (0,), "12.500"),
    ("horn-high", (2, 12), "12.778"),
    ("horn-high", (3, 11), "12.222"),
]


def printed(share: Fraction) -> str:
    return f"{float(100 * share):.3f}"


@pytest.mark.parametrize(("name", "numbers", "edge"), MADE)
def test_per_wager_made(name: str, numbers: tuple[int, ...], edge: str) -> None:
    for number in numbers:
        assert printed(wager_price(TABLE, WAGERS[name], number).house_edge) == edge


def test_the_line_as_fractions() -> None:
    assert wager_price(TABLE, WAGERS["pass"]).house_edge == Fraction(7, 495)
    assert wager_price(TABLE, WAGERS["dont-pass"]).house_edge == Fraction(3, 220)


def test_of_dont_pass_wagers_decided() -> None:
    assert printed(wager_price(TABLE, WAGERS["dont-pass"]).house_edge_resolved) == "1.403"


@pytest.mark.parametrize(("number", "edge"), [(6, "0.463"), (5, "1.111"), (4, "1.667")])
def test_place_bets_per_roll(number: int, edge: str) -> None:
    assert printed(wager_price(TABLE, WAGERS["place-to-win"], number).house_edge_per_roll) == edge


@pytest.mark.parametrize(
    ("name", "number", "edge"),
    [("buy", 4, "4.762"), ("buy", 5, "4.762"), ("lay", 6, "4.000"), ("lay", 5, "3.226"), ("lay", 4, "2.439")],
)
def test_buy_and_lay_of_outlay(name: str, number: int, edge: str) -> None:
    assert printed(wager_price(TABLE, WAGERS[name], number).house_edge_of_outlay) == edge


def test_buying_the_4_with_a_fee_on_wins_only() -> None:
    assert printed(wager_price(TABLE, WAGERS["buy"], 4, when="won").house_edge) == "1.667"


def test_a_field_that_pays_3_to_1_on_the_12() -> None:
    better = {"field": WagerTerms(odds={"12": Odds.of("3 to 1")})}
    assert printed(wager_price(CrapsPosting(wagers=better), WAGERS["field"]).house_edge) == "2.778"


@pytest.mark.parametrize(("multiple", "edge"), [("1x", "0.848"), ("2x", "0.606"), ("3x", "0.471"), ("3-4-5", "0.374")])
def test_pass_with_odds(multiple: str, edge: str) -> None:
    assert printed(prices(TABLE).odds[multiple]["pass"]) == edge


def test_rolls_of_a_shooter() -> None:
    assert prices(TABLE).rolls_per_shooter == Fraction(1671, 196)
