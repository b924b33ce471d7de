"""Double exposure and Spanish 21 against figures that others published."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.published.elsewhere import played_otherwise

from chapter47.blackjack.analysis.chart.chart_exceptions import chart_exceptions
from chapter47.blackjack.analysis.exact.values import ACE
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import double_down, split
from chapter47.blackjack.state import Hand, Round
from chapter47.core.cards import cards

SPANISH = TableRules(
    game="spanish-21", boxes=6, minimum=500, surrender=True, split_hands=4, resplit_aces=True, hole_card="card-reader"
)


def plain(decks: int, *, surrender: bool = True) -> OneWagerAnalysis:
    """Without the super bonus."""
    analysed = _spanish(decks, surrender=surrender).without_prizes()
    assert analysed is not None
    return analysed


@cache
def _spanish(decks: int, *, surrender: bool = True) -> OneWagerAnalysis:
    return analyse_one_hand(replace(SPANISH, decks=decks, surrender=surrender))


def by_number_of_cards(analysed: OneWagerAnalysis) -> float:
    """The chart with its exceptions."""
    refined = chart_exceptions(analysed)
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
    analysed = _spanish(6)
    assert analysed.strategy.data()["pairs"]["7"]["7"] == "H"
    chance = sum(often for units, often in analysed.units.items() if units > 20)
    assert round(100 * 200 * chance, 3) == 0.030


# Reprinted at thetruefacs.biz/spanish-21-match-the-dealer-payouts.html with the figures above; our law has the dealer
# stand and lets split aces draw, so these are other places' rules.
def test_spanish_21_where_the_dealer_hits_soft_17() -> None:
    """0.78 % with six decks, 0.80 % with eight; without surrender 0.018 % more."""
    six, eight, without = (_where_the_dealer_hits(*terms) for terms in ((6, True), (8, True), (6, False)))
    assert [round(100 * edge, 2) for edge in (six, eight)] == [0.78, 0.80]
    assert round(100 * (without - six), 3) == 0.018


def _where_the_dealer_hits(decks: int, surrender: bool) -> float:
    analysed = analyse_one_hand(replace(SPANISH, decks=decks, surrender=surrender, soft_17="hit")).without_prizes()
    assert analysed is not None
    return by_number_of_cards(analysed)


def test_spanish_21_where_split_aces_get_one_card() -> None:
    """0.28 % more where the dealer stands."""
    with played_otherwise("spanish-21", split_aces_are_done=split.one_card_to_each_ace):
        analysed = analyse_one_hand(replace(SPANISH, decks=6)).without_prizes()
    assert analysed is not None
    assert round(100 * (by_number_of_cards(analysed) - by_number_of_cards(plain(6))), 2) == 0.28


def test_surrender_at_spanish_21() -> None:
    """Without surrender 0.006 % more where the dealer stands. Ours is 0.007 % (0.00676) by every play; where the dealer
    hits it is as printed, above, so the third place seems to be cut off here."""
    with_it, without = plain(6), plain(6, surrender=False)
    edges = [
        (analysed.house_edge, analysed.house_edge_optimal, by_number_of_cards(analysed))
        for analysed in (with_it, without)
    ]
    assert {round(100 * (more - less), 3) for less, more in zip(*edges, strict=True)} == {0.007}


def test_insurance_at_spanish_21() -> None:
    """Wikipedia, Spanish 21 (copy of 2015): it costs 24.7 %, over all hands; we find that with six decks."""
    prepared = _spanish(6).prepared
    twos = prepared.deal_chances[:, ACE] > 0.0
    often, clear = prepared.deal_chances[twos, ACE], prepared.no_blackjack[prepared.removed.of_hand[twos], ACE]
    edge = float((often * (clear - 2.0 * (1.0 - clear))).sum() / often.sum())
    assert round(100 * edge, 1) == 24.7


# Michael Shackleford, "Double Exposure" (wizardofodds.com; the text stands in www.022huahao.com/2015/11 and
# resynth1943.net/introduction): the house edge of actual tables in per cent. One split and doubling on 9 to 11 only but
# where it is said. Then by how many hundredths ours is more.
EXPOSED = TableRules(game="double-exposure", hole_card="face-up", decks=6)
HITS = replace(EXPOSED, soft_17="hit")
LADY_LUCK = replace(
    HITS,
    double_after_split=False,
    optional_payouts=("6-7-8-suited", "designated-blackjack"),
    designated_blackjack=cards("Jh Ah"),
)
RESPLIT, ANY_TWO = {"may_split": split.may_split}, {"may_double": double_down.may_double}
TABLES: dict[str, tuple[TableRules, dict[str, Any], float, int]] = {
    "Grand": (replace(EXPOSED, double_after_split=False), {}, 0.96, 0),
    "Atlantic City, soft 19 and 20 doubled too": (
        replace(EXPOSED, decks=8, readings={"2010 19:47-2.6(k)4": "soft-too"}),
        {},
        0.66,
        -3,
    ),
    "Circus Circus, tied blackjacks push": (replace(HITS, double_after_split=False), {}, 1.47, 9),
    "Stratosphere, four hands": (replace(HITS, split_hands=4), RESPLIT, 0.68, 9),
    "Lady Luck, any two cards doubled": (LADY_LUCK, ANY_TWO, 0.26, 1),
}


@pytest.mark.parametrize("name", TABLES)
def test_double_exposure(name: str) -> None:
    """One of five is met, one to a hundredth. The others do not follow from it by the effects that are given with them,
    below: from the first to the third, soft 17 and the tie make 1.58, not 1.47. See also the next test."""
    table, rules, published, more = TABLES[name]
    assert round(100 * (round(100 * exposed(name, table, rules), 2) - published)) == more


def exposed(name: str, table: TableRules, rules: dict[str, Any]) -> float:
    with played_otherwise("double-exposure", **rules):
        analysed = analyse_one_hand(table)
    return analysed.house_edge + (tied_blackjacks(analysed) if "push" in name else 0.0)


def may_double_soft_19(state: Round, hand: Hand) -> bool:
    points, soft = hand.total
    return (points == 19 if soft else 9 <= points <= 11) and double_down.may_double(state, hand)


def test_the_three_tables_that_are_not_met_lie_near_those_where_soft_19_is_doubled() -> None:
    """Not soft 20, and not at the Grand. Each is then within a hundredth of 0.66, 1.47 and 0.68; no reason is known."""
    names = [name for name, (_, rules, _, more) in TABLES.items() if abs(more) > 1]
    edges = [
        exposed(name, replace(table, readings={}), {**rules, "may_double": may_double_soft_19})
        for name, (table, rules, _, _) in ((name, TABLES[name]) for name in names)
    ]
    assert [round(100 * edge, 2) for edge in edges] == [0.67, 1.48, 0.68]


def tied_blackjacks(analysed: OneWagerAnalysis) -> float:
    """How often the player's blackjack meets the dealer's."""
    prepared = analysed.prepared
    dealers = prepared.no_blackjack[prepared.removed.of_hand[prepared.blackjack_row]] == 0.0
    return float(prepared.deal_chances[prepared.blackjack_row, dealers].sum())


def test_effects_of_rules_at_double_exposure() -> None:
    """thegoodgamblingguide.co.uk, "How to Play Double Exposure Blackjack": the player gains 0.4 % where the dealer
    stands on soft 17 and 0.22 % where tied blackjacks win. Doubling after a split is given as 0.32 %; ours is 0.22 %
    where only 9 to 11 may be doubled, so that figure seems to be of tables where any two cards may."""
    stands, hits = (analyse_one_hand(replace(EXPOSED, soft_17=rule)) for rule in ("stand", "hit"))
    no_doubles = analyse_one_hand(replace(EXPOSED, double_after_split=False))
    assert round(100 * (hits.house_edge - stands.house_edge), 1) == 0.4
    assert round(100 * tied_blackjacks(stands), 2) == 0.22
    assert round(100 * (no_doubles.house_edge - stands.house_edge), 2) == 0.22
