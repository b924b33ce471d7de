"""House edges that others have published, each with its source."""

from typing import Any

import pytest

from chapter47.blackjack.analysis.side_wagers.price import prices
from chapter47.blackjack.wagers.wager import edge_of
from chapter47.games import from_data

JACOBSON = "Eliot Jacobson, 888casino.com/blog/side-bets, "
PILARSKI = "Mark Pilarski, bettingcenter.net/royal-match-blackjack-side-bet.html"
SUPER_7 = "webdelautomovil.com/how-to-play-super-7-in-blackjack"
WIZARD_SPANISH = "Michael Shackleford, wizardofodds.com, Spanish 21, match the dealer"
OVER_UNDER = "Michael Shackleford's table, promecedrovinduo.netlify.app/over-under-13-blackjack-odds"

PUBLISHED: list[tuple[str, int, dict[str, Any], str, float, int, str]] = [
    ("sevens", 6, {}, "", 0.11400, 5, JACOBSON + "card counting the Super Sevens side bet"),
    ("sevens", 4, {}, "", 0.1592, 4, SUPER_7),
    ("sevens", 5, {}, "", 0.1325, 4, SUPER_7),
    ("sevens", 8, {}, "", 0.0901, 4, SUPER_7),
    ("over-under-13", 6, {}, "over", 0.06555, 5, JACOBSON + "card counting the Over/Under 13, update 1"),
    ("over-under-13", 6, {}, "under", 0.10067, 5, JACOBSON + "card counting the Over/Under 13, update 1"),
    ("over-under-13", 1, {}, "under", 0.1011, 4, OVER_UNDER),
    ("over-under-13", 2, {}, "under", 0.1008, 4, OVER_UNDER),
    ("over-under-13", 4, {}, "under", 0.1007, 4, OVER_UNDER),
    ("same-suit", 1, {"paytable": 2}, "", 0.0377, 4, PILARSKI),
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
    (side_price,) = prices(from_data({"decks": decks, "wagers": {name: keys}}))
    assert round(float(edge_of(side_price.bets[bet])), digits) == edge, source


SIX_DECK_ODDS = {"odds": {"unsuited": "4 to 1", "suited": "9 to 1"}}
"""Paid with eight decks too: Ask the Wizard, Spanish 21."""


@pytest.mark.parametrize(("decks", "keys", "edge"), [(6, {}, 0.0306), (8, {}, 0.0299), (8, SIX_DECK_ODDS, 0.0142)])
def test_the_published_house_edge_of_match_the_dealer_at_spanish_21(
    decks: int, keys: dict[str, Any], edge: float
) -> None:
    (side_price,) = prices(from_data({"game": "spanish-21", "decks": decks, "wagers": {"match-the-dealer": keys}}))
    assert round(float(edge_of(side_price.bets[""])), 4) == edge, WIZARD_SPANISH


def test_the_published_combinations_of_sevens() -> None:
    """Michael Shackleford, "Super Sevens" (wizardofodds.com/games/blackjack/side-bets/super-sevens): six decks, three
    cards guaranteed: of 30,079,920 ways so many of each kind."""
    (side_price,) = prices(from_data({"decks": 6, "wagers": {"sevens": {}}}))
    ways = {row: line.chance * 30_079_920 for row, line in side_price.bets[""].items()}
    assert ways == {
        "three-suited": 480,
        "three": 11_664,
        "two-suited": 34_560,
        "two": 124_416,
        "one": 2_142_720,
        "lose": 27_766_080,
    }


def test_the_published_chances_of_same_suit() -> None:
    """Royal match with six decks, theansweringmachine.co.uk/royal-match-and-keluaran-hk: suited 0.24462; a suited king
    and queen is printed as 0.002698, with two digits exchanged: the page's own edge of 6.67 % needs 0.002968."""
    (side_price,) = prices(from_data({"decks": 6, "wagers": {"same-suit": {"paytable": 2}}}))
    chances = [float(line.chance) for line in side_price.bets[""].values()][:2]
    assert [round(chance, 6) for chance in chances] == [0.002968, 0.24462]
    assert round(1 - 26 * 0.002968 - 3.5 * 0.24462, 4) == 0.0667
