"""Blackjack Switch against what others published."""

from collections.abc import Callable
from functools import cache
from typing import Literal

import numpy as np

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.switch.prepared import NATURAL
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis, worth_of_deals
from chapter47.blackjack.posting import TableRules

# Las Vegas rules (Wizard of Odds, "Blackjack Switch", 2010): the dealer hits soft 17 and looks for a blackjack, a
# switched blackjack counts 21, double after a split, four hands. The figures are quoted from that page by
# blackjackpromotions.com/blackjack-switch.htm and casinoinsider.com/blackjack/blackjack-switch-rule-variations.


@cache
def found(decks: int, soft_17: Literal["hit", "stand"] = "hit") -> SwitchAnalysis:
    table = TableRules(game="switch", boxes=5, decks=decks, soft_17=soft_17, hole_card="card-reader", split_hands=4)
    analysis = analyse(table)
    assert isinstance(analysis, SwitchAnalysis)
    return analysis


def edge_if_switched_blackjacks_count() -> float:
    """Six decks; a blackjack that a switch made is one like any other."""
    six = found(6)
    main = worth_of_deals(six.prepared_hands, six.dealt, six.by_chart)
    value = six.by_chart.copy()
    value[:, NATURAL] = six.prepared_hands.blackjack_values
    switched = worth_of_deals(six.prepared_hands, six.dealt, value).switched
    return float(-(six.dealt.chance * np.maximum(main.kept, switched)).sum() / 2)


def tied_blackjacks() -> float:
    """Six decks: how often a hand's blackjack meets the dealer's, which pushes."""
    dealt, clear = found(6).dealt, found(6).prepared_hands.no_blackjack
    dealers = 1.0 - clear[dealt.first_hand, dealt.second_hand, np.arange(clear.shape[-1])]
    return float((dealt.chance * dealers * dealt.unswitched_blackjacks).sum() / 2)


# Per cent, and by how many hundredths ours is more. Why the first three differ is not known: the page does not tell how
# its figures were made. Not so explained is 0.58 with 0.60 for eight decks: one split (0.57 and 0.61), no doubling of
# split hands (0.60), hands valued as if the other hand's cards were in the shoe (0.54 and 0.58), or by an infinite shoe
# (0.71), the switch chosen by such values (0.54 and 0.59). Our exact figure for eight decks is 0.59. The last one can
# be counted on the deck, 0.2167 %, so the page is good to a hundredth at best.
PUBLISHED: dict[str, tuple[float, Callable[[], float], int]] = {
    "six decks": (0.58, lambda: found(6).house_edge, -4),
    "eight decks instead of six": (0.02, lambda: found(8).house_edge - found(6).house_edge, 2),
    "the dealer stands on soft 17": (-0.30, lambda: found(6, "stand").house_edge - found(6).house_edge, -10),
    "switched blackjacks count": (-0.40, lambda: edge_if_switched_blackjacks_count() - found(6).house_edge, -1),
    "tied blackjacks win": (-0.21, lambda: -tied_blackjacks(), -1),
}


def test_figures_that_differ_by_hundredths_of_a_per_cent() -> None:
    more = {name: round(100 * (round(100 * ours(), 2) - figure)) for name, (figure, ours, _) in PUBLISHED.items()}
    assert more == {name: known for name, (_, _, known) in PUBLISHED.items()}


def test_nine_against_five_is_doubled_with_six_decks_only() -> None:
    """The page's one difference between its chart for eight decks and six."""
    assert [found(decks).strategy.data()["hard"]["9"]["5"] for decks in (6, 8)] == ["D", "H"]
