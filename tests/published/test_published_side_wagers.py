"""House edges that others have published, each with its source."""

from typing import Any

import pytest

from chapter47.analysis.side_wagers import prices
from chapter47.tablefile import from_data
from chapter47.wagers.wager import edge_of

JACOBSON = "Eliot Jacobson, 888casino.com/blog/side-bets, "
PILARSKI = "Mark Pilarski, bettingcenter.net/royal-match-blackjack-side-bet.html"
SUPER_7 = "webdelautomovil.com/how-to-play-super-7-in-blackjack"
WIZARD_SPANISH = "Michael Shackleford, wizardofodds.com, Spanish 21, match the dealer"

PUBLISHED: list[tuple[str, int, dict[str, Any], str, float, int, str]] = [
    ("sevens", 6, {}, "", 0.11400, 5, JACOBSON + "card counting the Super Sevens side bet"),
    ("sevens", 4, {}, "", 0.1592, 4, SUPER_7),
    ("sevens", 8, {}, "", 0.0901, 4, SUPER_7),
    ("same-suit", 1, {"paytable": 4}, "", 0.1086, 4, PILARSKI),
    ("same-suit", 2, {"paytable": 3}, "", 0.0833, 4, PILARSKI),
    ("same-suit", 4, {"paytable": 2}, "", 0.0708, 4, PILARSKI),
    ("same-suit", 6, {"paytable": 2}, "", 0.0667, 4, PILARSKI),
    ("same-suit", 8, {"paytable": 2}, "", 0.0646, 4, PILARSKI),
    ("twenty-point-bonus", 6, {"paytable": "A"}, "", 0.2471, 4, "betfirm.com/lucky-ladies"),
    ("twenty-point-bonus", 8, {"paytable": "A"}, "", 0.2405, 4, "onlineblackjack.org/blog/?p=853, Lucky Ladies"),
    ("twenty-point-bonus", 8, {"paytable": "B"}, "", 0.1673, 4, "betfirm.com/lucky-ladies, the least of its range"),
    ("optional-bonus", 2, {}, "", 0.07568, 5, JACOBSON + "card counting the Bust It side bet"),
    ("optional-bonus", 6, {}, "", 0.06912, 5, JACOBSON + "card counting the Bust It side bet"),
]


@pytest.mark.parametrize(("name", "decks", "keys", "bet", "edge", "digits", "source"), PUBLISHED)
def test_a_published_house_edge(
    name: str, decks: int, keys: dict[str, Any], bet: str, edge: float, digits: int, source: str
) -> None:
    (one,) = prices(from_data({"decks": decks, "wagers": {name: keys}}))
    assert round(float(edge_of(one.bets[bet])), digits) == edge, source


@pytest.mark.parametrize(("decks", "edge"), [(6, 0.0306), (8, 0.0299)])
def test_the_published_house_edge_of_match_the_dealer_at_spanish_21(decks: int, edge: float) -> None:
    (one,) = prices(from_data({"game": "spanish-21", "decks": decks, "wagers": {"match-the-dealer": {}}}))
    assert round(float(edge_of(one.bets[""])), 4) == edge, WIZARD_SPANISH
