"""House edges that others have published, each with its source."""

from typing import Any

import pytest

from chapter47.analysis.side_wagers import prices
from chapter47.tablefile import from_data
from chapter47.wagers.wager import edge_of

WIZARD = "Michael Shackleford, wizardofodds.com, blackjack side bets"
WIZARD_SPANISH = "Michael Shackleford, wizardofodds.com, Spanish 21, match the dealer"

PUBLISHED: list[tuple[str, int, dict[str, Any], str, float, int, str]] = [
    ("over-under-13", 6, {}, "over", 0.0655, 4, WIZARD),
    ("over-under-13", 6, {}, "under", 0.1007, 4, WIZARD),
    ("sevens", 6, {}, "", 0.1140, 4, WIZARD + ", Super Sevens"),
    ("match-the-dealer", 6, {}, "", 0.0406, 4, WIZARD + ", Match the Dealer with 52-card decks"),
    ("match-the-dealer", 8, {}, "", 0.0367, 4, WIZARD + ", Match the Dealer with 52-card decks"),
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
