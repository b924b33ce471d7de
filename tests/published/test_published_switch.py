"""Blackjack Switch against what others published."""

import pytest

from chapter47.analysis.main_game import analyse
from chapter47.posting import TableRules

# Wizard of Odds, "Blackjack Switch" (2010), Las Vegas rules: six decks, the dealer hits soft 17 and looks for a
# blackjack, a switched blackjack counts 21, double after a split, four hands. The house edge of 0.58 % is the one that
# several sites quote for these rules.
PUBLISHED = 0.0058


def table(decks: int, hands: int = 4) -> TableRules:
    return TableRules(game="switch", boxes=5, decks=decks, soft_17="hit", hole_card="card-reader", split_hands=hands)


@pytest.mark.parametrize("hands", [2, 4])
def test_the_house_edge_of_six_decks(hands: int) -> None:
    """Ours is lower by 0.01 with one split and by 0.04 of a per cent with four hands.

    Why is not known: the page does not say how its figure was made. Ours is bound to the engine by enumeration."""
    edge = analyse(table(6, hands)).house_edge
    assert PUBLISHED - 0.0004 < edge < PUBLISHED


def test_nine_against_five_is_doubled_with_six_decks_only() -> None:
    """The page's one difference between its chart for eight decks and six."""
    codes = [analyse(table(decks, 2)).strategy.data()["hard"]["9"]["5"] for decks in (6, 8)]
    assert codes == ["D", "H"]
