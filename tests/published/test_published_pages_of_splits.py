"""The splits of three published pages, and how they were made.

Wizard of Odds, Blackjack Appendix 9 (2019): one deck, dealer stands on soft 17; two and six decks, hits it. The pages
say that a value looks at the number of hands and at nothing else of them."""

from functools import cache

import numpy as np
import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.published.printed_splits import PRINTED
from tests.published.rule_sets import table_of
from tests.published.split_play import prepared_for, split_as_printed, split_hand_by_hand
from tests.published.test_published_splits import worth_of_splitting

from chapter47.blackjack.analysis.exact.arrays import Floats
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import NAMES, SHOWN
from chapter47.blackjack.posting import TableRules

ACES = """ 0.485375  0.532737  0.582300  0.633712  0.679649  0.475600  0.359708  0.237754  0.181988  0.120987"""
"""Page 6dh17r4, against 2 to ten and ace."""
LOW = slice(1, 9)
"""The pairs and up cards 2 to 9."""


def table_of_page(page: str, doubles: bool) -> TableRules:
    return table_of(int(page[0]), "hit" if "h17" in page else "stand", doubles=doubles)


@cache
def study_of_page(page: str, doubles: bool) -> PreparedShoe:
    return prepared_for(table_of_page(page, doubles))


def printed(page: str, doubles: bool) -> Floats:
    return np.array(
        [[float(figure) for figure in line.split()] for line in PRINTED[page, doubles].strip().splitlines()]
    )


def test_aces_are_our_exact_values() -> None:
    table = table_of(6, "hit")
    ups = [NAMES[value] + "h" for value in SHOWN]
    assert [round(worth_of_splitting(table, "As Ad", up), 6) for up in ups] == [
        float(figure) for figure in ACES.split()
    ]


# Millionths by which the page differs at most from our exact values, and from hands valued by their number alone.
DIFFERENCES = {
    ("1ds17r4", False): (8994, 50),
    ("1ds17r4", True): (11803, 49),
    ("2dh17r4", False): (993, 254),
    ("2dh17r4", True): (4160, 245),
    ("6dh17r4", False): (801, 488),
    ("6dh17r4", True): (763, 474),
}


@pytest.mark.parametrize(("page", "doubles"), PRINTED)
def test_how_far_the_pages_are_from_exact_values(page: str, doubles: bool) -> None:
    exact = analyse_one_hand(table_of_page(page, doubles)).optimal.split[LOW, LOW]
    by_hands = np.array([split_hand_by_hand(study_of_page(page, doubles), pair)[LOW] for pair in range(1, 9)])
    apart = (np.abs(1e6 * (printed(page, doubles) - ours)).max() for ours in (exact, by_hands))
    assert tuple(map(round, apart)) == DIFFERENCES[page, doubles]


# So made how many of 64 agree to the last digit; the others by how much at most, in millionths.
AS_PRINTED = {
    ("1ds17r4", False): (60, 2),
    ("1ds17r4", True): (62, 1),
    ("2dh17r4", False): (61, 1),
    ("2dh17r4", True): (57, 1),
    ("6dh17r4", False): (60, 1),
    ("6dh17r4", True): (58, 1),
}


@pytest.mark.parametrize(("page", "doubles"), PRINTED)
def test_how_the_pages_were_made(page: str, doubles: bool) -> None:
    """Of the hands of a last split, the chance that the first hand had drawn another card is left out: see
    `split_as_printed`. Tens, which nobody splits, are not made so, nor are splits against an ace or a ten."""
    ours = np.array([split_as_printed(study_of_page(page, doubles), pair)[LOW] for pair in range(1, 9)])
    beside = np.abs(np.rint(1e6 * ours) - np.rint(1e6 * printed(page, doubles)))
    assert ((beside == 0.0).sum(), beside.max()) == AS_PRINTED[page, doubles]
