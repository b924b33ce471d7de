"""Blackjack Switch against what others published."""

from collections.abc import Callable
from functools import cache

import numpy as np

from chapter47.analysis.main_game import analyse
from chapter47.analysis.switch import SwitchAnalysis, worth_of_deals
from chapter47.analysis.switch_study import NATURAL
from chapter47.posting import TableRules

# Las Vegas rules (Wizard of Odds, "Blackjack Switch", 2010): the dealer hits soft 17 and looks for a blackjack, a
# switched blackjack counts 21, double after a split, four hands. The figures are quoted from that page by
# blackjackpromotions.com/blackjack-switch.htm and casinoinsider.com/blackjack/blackjack-switch-rule-variations.


@cache
def found(decks: int) -> SwitchAnalysis:
    table = TableRules(game="switch", boxes=5, decks=decks, soft_17="hit", hole_card="card-reader", split_hands=4)
    analysis = analyse(table)
    assert isinstance(analysis, SwitchAnalysis)
    return analysis


def edge_if_switched_blackjacks_count() -> float:
    """Six decks; a blackjack that a switch made is one like any other."""
    six = found(6)
    main = worth_of_deals(six.studies, six.dealt, six.by_chart)
    value = six.by_chart.copy()
    value[:, NATURAL] = six.studies.naturals
    switched = worth_of_deals(six.studies, six.dealt, value).switched
    return float(-(six.dealt.often * np.maximum(main.kept, switched)).sum() / 2)


def tied_blackjacks() -> float:
    """Six decks: how often a hand's blackjack meets the dealer's, which pushes."""
    dealt, clear = found(6).dealt, found(6).studies.clear
    dealers = 1.0 - clear[dealt.one, dealt.other, np.arange(clear.shape[-1])]
    return float((dealt.often * dealers * dealt.unswitched_blackjacks).sum() / 2)


# Per cent, and by how many hundredths ours is more. Why the first two differ is not known: the page does not tell how
# its figures were made. The last one can be counted on the deck, 0.2167 %, so the page is good to a hundredth at best.
PUBLISHED: dict[str, tuple[float, Callable[[], float], int]] = {
    "six decks": (0.58, lambda: found(6).house_edge, -4),
    "eight decks instead of six": (0.02, lambda: found(8).house_edge - found(6).house_edge, 2),
    "switched blackjacks count": (-0.40, lambda: edge_if_switched_blackjacks_count() - found(6).house_edge, -1),
    "tied blackjacks win": (-0.21, lambda: -tied_blackjacks(), -1),
}


def test_figures_that_differ_by_hundredths_of_a_per_cent() -> None:
    more = {name: round(100 * (round(100 * ours(), 2) - figure)) for name, (figure, ours, _) in PUBLISHED.items()}
    assert more == {name: known for name, (_, _, known) in PUBLISHED.items()}


def test_nine_against_five_is_doubled_with_six_decks_only() -> None:
    """The page's one difference between its chart for eight decks and six."""
    assert [found(decks).strategy.data()["hard"]["9"]["5"] for decks in (6, 8)] == ["D", "H"]
