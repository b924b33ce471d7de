"""Double exposure and Spanish 21 against figures that others published."""

from dataclasses import replace
from functools import cache

import pytest
from tests.analysis.one_hand import analyse_one_hand

from chapter47.analysis.one_wager import Analysis
from chapter47.analysis.refinements import refine
from chapter47.posting import TableRules

SPANISH = TableRules(
    game="spanish-21", boxes=6, minimum=500, surrender=True, split_hands=4, resplit_aces=True, hole_card="card-reader"
)


def plain(decks: int, *, surrender: bool = True) -> Analysis:
    """Without the super bonus."""
    found = _spanish(decks, surrender=surrender).without_prizes()
    assert found is not None
    return found


@cache
def _spanish(decks: int, *, surrender: bool = True) -> Analysis:
    return analyse_one_hand(replace(SPANISH, decks=decks, surrender=surrender))


def by_number_of_cards(found: Analysis) -> float:
    """The chart with its exceptions."""
    refined = refine(found)
    assert refined is not None
    return refined.house_edge


# Wikipedia, Spanish 21 (copy of 2015, after K. Walker's strategy by the number of cards): dealer stands on soft 17,
# draws on split aces, late surrender, no redoubling; without the super bonus.
def test_spanish_21_with_six_decks() -> None:
    assert round(100 * by_number_of_cards(plain(6)), 2) == 0.37


def test_spanish_21_with_eight_decks() -> None:
    """Given as 0.38 %. The exceptions of our chart give 0.38502 %, two hundred-thousandths too much for that; the best
    play, which knows all cards, gives 0.38475 %. A strategy by the number of cards can lie between them."""
    best, refined = plain(8).house_edge_optimal, by_number_of_cards(plain(8))
    assert round(100 * best, 2) == 0.38
    assert round(100 * refined, 4) == 0.3850


def test_spanish_21_with_the_super_bonus() -> None:
    """Michael Shackleford, wizardofodds.com/ask-the-wizard/spanish-21: 0.34 % where the dealer stands on soft 17. That
    counts the super bonus: it is the figure above less what that bonus is worth."""
    assert round(100 * by_number_of_cards(_spanish(6)), 2) == 0.34


def test_value_of_the_super_bonus() -> None:
    """The same article: with wagers of exactly $5 or $25 it is worth 0.030 % with six decks, if sevens are drawn to.

    Our chart draws to all sevens against a seven, so every super bonus that can come is counted."""
    found = _spanish(6)
    assert found.strategy.data()["pairs"]["7"]["7"] == "H"
    chance = sum(often for units, often in found.units.items() if units > 20)
    assert round(100 * 200 * chance, 3) == 0.030


def test_surrender_at_spanish_21() -> None:
    """Reprinted with the figures above: without surrender the edge is 0.006 % higher where the dealer stands. Ours is
    0.007 % (0.00676) by every play; the source does not say how its third place was found."""
    with_it, without = plain(6), plain(6, surrender=False)
    edges = [(one.house_edge, one.house_edge_optimal, by_number_of_cards(one)) for one in (with_it, without)]
    assert {round(100 * (more - less), 3) for less, more in zip(*edges, strict=True)} == {0.007}


# Michael Shackleford, "Double Exposure" (wizardofodds.com; the text stands in www.022huahao.com/2015/11 and
# resynth1943.net/introduction): the house edge of actual tables in per cent. One split; doubling on 9 to 11 only. Then
# by how many hundredths ours is more.
EXPOSED = TableRules(game="double-exposure", hole_card="face-up", decks=6)
TABLES = {
    "Grand": (replace(EXPOSED, double_after_split=False), 0.96, 0),
    "Atlantic City, soft 19 and 20 doubled too": (
        replace(EXPOSED, decks=8, readings={"2010 19:47-2.6(k)4": "soft-too"}),
        0.66,
        -3,
    ),
    "Circus Circus, tied blackjacks push": (replace(EXPOSED, soft_17="hit", double_after_split=False), 1.47, 9),
}


@pytest.mark.parametrize("name", TABLES)
def test_double_exposure(name: str) -> None:
    """One of three is met. The others do not follow from it by the effects that are given with them, below: from the
    first to the last, soft 17 and the tie make 1.58, not 1.47; doubling after a split is given too much."""
    table, published, more = TABLES[name]
    found = analyse_one_hand(table)
    edge = found.house_edge + (tied_blackjacks(found) if "push" in name else 0.0)
    assert round(100 * (round(100 * edge, 2) - published)) == more


def tied_blackjacks(found: Analysis) -> float:
    """How often the player's blackjack meets the dealer's."""
    where = found.study
    dealers = where.clear[where.removed.of_hand[where.blackjack_row]] == 0.0
    return float(where.deals[where.blackjack_row, dealers].sum())


def test_effects_of_rules_at_double_exposure() -> None:
    """thegoodgamblingguide.co.uk, "How to Play Double Exposure Blackjack": the player gains 0.4 % where the dealer
    stands on soft 17 and 0.22 % where tied blackjacks win. Doubling after a split is given as 0.32 %; ours is 0.22 %
    where only 9 to 11 may be doubled, so that figure seems to be of tables where any two cards may."""
    stands, hits = (analyse_one_hand(replace(EXPOSED, soft_17=rule)) for rule in ("stand", "hit"))
    no_doubles = analyse_one_hand(replace(EXPOSED, double_after_split=False))
    assert round(100 * (hits.house_edge - stands.house_edge), 1) == 0.4
    assert round(100 * tied_blackjacks(stands), 2) == 0.22
    assert round(100 * (no_doubles.house_edge - stands.house_edge), 2) == 0.22
