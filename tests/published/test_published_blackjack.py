"""Blackjack's values, edges and charts against figures that others published."""

from dataclasses import replace

import numpy as np
import pytest
from tests.analysis.one_hand import analyse_one_hand

from chapter47.analysis.advice import advise
from chapter47.analysis.best_play import optimal
from chapter47.analysis.kernels import first_draws, value_moves
from chapter47.analysis.one_wager import BLACKJACK, Analysis
from chapter47.analysis.shoe import full_shoe
from chapter47.analysis.study import blank_moves, blank_plan, study
from chapter47.analysis.values import ACE, VALUES
from chapter47.cards import card, cards
from chapter47.posting import TableRules

# Wizard of Odds, Blackjack Appendix 9 (2019): pages 1ds17r4, 1dh17r4, 2dh17r4, 5ds17r4, 5dh17r4. Resplit to four hands,
# aces once; the dealer looks for a blackjack first.
RETURNS = [
    (1, "stand", True, 0.001839),
    (1, "stand", False, 0.000423),
    (1, "hit", True, -0.000072),
    (1, "hit", False, -0.001513),
    (2, "hit", True, -0.003797),
    (2, "hit", False, -0.005252),
    (5, "stand", True, -0.003804),
    (5, "stand", False, -0.005225),
    (5, "hit", True, -0.005918),
    (5, "hit", False, -0.007366),
]


def table_of(decks: int, soft_17: str, *, doubles: bool = True) -> TableRules:
    return TableRules(
        decks=decks,
        soft_17=soft_17,  # type: ignore[arg-type]
        hole_card="card-reader",
        split_hands=4,
        double_after_split=doubles,
    )


HALF_A_MILLIONTH = 0.5e-6
"""What rounding to six places can hide."""
A_HUNDREDTH_OF_A_PERCENT = 1e-4
"""To which house edges are quoted."""


def return_by_split_cards(table: TableRules) -> float:
    """The best return where play after a split is chosen anew, knowing how many pair cards are gone.

    Our own best play is the same after a split as before; several published ones are not."""
    where = study(table, full_shoe(table), BLACKJACK)
    moves, split, other, same = blank_moves(where), np.zeros((VALUES, VALUES)), np.zeros(VALUES), np.zeros(VALUES)
    for pair in range(VALUES):
        (part,), roots = where.parts, where.roots[pair]
        for more in range(1, len(part.weights[pair].other)):
            sets, rows = where.removed.of_split[pair, more], where.split_rows[pair]
            anew, may, draws = blank_plan(where), where.may_double_split, pair != ACE
            value_moves(where.deal, part.pays, rows, sets, pair, more, anew, moves, True, may, draws)
            first_draws(where.deal, roots.rows, roots.share, pair, more, moves.best, other, same)
            split[pair] += part.weights[pair].other[more] * other + part.weights[pair].same[more] * same
    return optimal(where, split).value


@pytest.mark.parametrize(("decks", "soft_17", "doubles", "published"), RETURNS)
def test_expected_return_of_the_best_play(decks: int, soft_17: str, doubles: bool, published: float) -> None:
    """The published play knows more after a split, so its return is not below ours; part of the gap is recomputed.

    What is left after that (in millionths 8 with one deck, 5 with two, 3 with five; without doubling after a split
    4, 2, 1) is not explained: how those pages play a pair that is split again is not told there."""
    table = table_of(decks, soft_17, doubles=doubles)
    ours = -analyse_one_hand(table).house_edge_optimal
    anew = return_by_split_cards(table)
    assert ours <= anew <= published + HALF_A_MILLIONTH
    assert abs(published - ours) < A_HUNDREDTH_OF_A_PERCENT


def test_where_a_pair_is_split_once_the_published_return_is_found_to_the_last_digit() -> None:
    """Wizard of Odds, Blackjack Appendix 3A: one deck, dealer stands on soft 17 and looks for a blackjack, doubling
    after a split, one split, no surrender: 0.1541 % for the player by the cards of the hand. With play chosen anew
    after a split we find that figure; with the same play as before, which is our definition, a little less."""
    table = TableRules(decks=1, hole_card="card-reader", split_hands=2)
    assert round(100 * return_by_split_cards(table), 4) == 0.1541
    assert round(-100 * analyse_one_hand(table).house_edge_optimal, 4) == 0.1531


# The same pages: stand, hit, double against an ace, where the dealer has no blackjack.
HANDS = [
    (1, "stand", "As 2d", -0.661732, -0.067808, -0.593281),
    (1, "stand", "3s 2d", -0.659375, -0.291565, -1.318751),
    (1, "stand", "6s 5d", -0.634013, 0.172946, 0.240259),
    (1, "stand", "As 7d", -0.101015, -0.108386, -0.357778),
    (1, "hit", "As 6d", -0.507702, -0.229134, -0.529713),
    (1, "hit", "6s 5d", -0.575374, 0.143003, 0.234296),
    (2, "hit", "5s 4d", -0.589636, -0.124218, -0.438228),
    (2, "hit", "As 7d", -0.224703, -0.165428, -0.416886),
    (5, "stand", "6s 5d", -0.660850, 0.148532, 0.133896),
    (5, "hit", "As 6d", -0.513982, -0.221727, -0.547853),
    (5, "hit", "6s 5d", -0.594346, 0.109880, 0.128187),
]


@pytest.mark.parametrize(("decks", "soft_17", "hand", "stand", "hit", "double"), HANDS)
def test_values_of_moves(decks: int, soft_17: str, hand: str, stand: float, hit: float, double: float) -> None:
    table = table_of(decks, soft_17)
    moves = advise(analyse_one_hand(table), full_shoe(table), cards(hand), card("Ah")).moves
    assert (moves["stand"], moves["hit"], moves["double"]) == pytest.approx((stand, hit, double), abs=0.6e-6)


# Wizard of Odds, Blackjack Appendix 2B (2004): one deck, stand on soft 17, only the up card gone, before any look.
DEALER = [
    ("A", (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.11654)),
    ("2", (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0.352973)),
    ("6", (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0.420823)),
    ("7", (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0.259854)),
]


@pytest.mark.parametrize(("up", "published"), DEALER)
def test_dealers_outcomes(up: str, published: tuple[float, ...]) -> None:
    """Nothing but the up card gone is no set of the analysis; averaged over one more card it must be the same."""
    where = analyse_one_hand(table_of(1, "stand")).study
    view = "A23456789T".index(up)
    left = where.deal.shoe.copy()
    left[view] -= 1
    singles = [row for row, hand in enumerate(where.hands.hands) if sum(hand.cards) == 1]
    weights = [left[where.hands.hands[row].cards.index(1)] / 51 for row in singles]
    rows = zip(singles, weights, strict=True)
    mean = sum(weight * where.deal.outcomes[where.removed.of_hand[row], view] for row, weight in rows)
    assert mean == pytest.approx(published, abs=0.6e-6)


# The chart of 4 to 8 decks where the dealer stands on soft 17, with late surrender and doubling after a split:
# Wikipedia, "Blackjack", section on basic strategy. It also names the cells that change where the dealer hits soft 17:
# 11 against an ace, soft 18 against a 2, soft 19 against a 6 (and surrenders, which are not compared there). Without
# surrender the second choice it prints. Wizard of Odds, "4-Deck to 8-Deck Blackjack Strategy", says the same in words.
# One deck without doubling after a split: Steve Jacobs, rec.gambling FAQ B10 (jay.purplewire.com/blackjack/single.txt);
# for soft 18 against an ace, marked there as depending on the dealer's rule, onlineblackjackformoney.org/strategy/
# single-deck: hit only where the dealer hits soft 17.
# Rows: hard 8 to 17, soft 13 to 19, pairs 2 to ace; columns: 2 to ten, ace.
HARD_S17 = """
8   H  H  H  H  H  H  H  H  H  H
9   H  D  D  D  D  H  H  H  H  H
10  D  D  D  D  D  D  D  D  H  H
11  D  D  D  D  D  D  D  D  D  H
12  H  H  S  S  S  H  H  H  H  H
13  S  S  S  S  S  H  H  H  H  H
14  S  S  S  S  S  H  H  H  H  H
15  S  S  S  S  S  H  H  H  H  H
16  S  S  S  S  S  H  H  H  H  H
17  S  S  S  S  S  S  S  S  S  S
"""
SOFT_S17 = """
13  H  H  H  D  D  H  H  H  H  H
14  H  H  H  D  D  H  H  H  H  H
15  H  H  D  D  D  H  H  H  H  H
16  H  H  D  D  D  H  H  H  H  H
17  H  D  D  D  D  H  H  H  H  H
18  S  Ds Ds Ds Ds S  S  H  H  H
19  S  S  S  S  S  S  S  S  S  S
"""
PAIRS_DAS = """
2   P  P  P  P  P  P  H  H  H  H
3   P  P  P  P  P  P  H  H  H  H
4   H  H  H  P  P  H  H  H  H  H
5   D  D  D  D  D  D  D  D  H  H
6   P  P  P  P  P  H  H  H  H  H
7   P  P  P  P  P  P  H  H  H  H
8   P  P  P  P  P  P  P  P  P  P
9   P  P  P  P  P  S  P  P  S  S
T   S  S  S  S  S  S  S  S  S  S
A   P  P  P  P  P  P  P  P  P  P
"""
HARD_SURRENDER = HARD_S17.replace(
    "15  S  S  S  S  S  H  H  H  H  H\n16  S  S  S  S  S  H  H  H  H  H",
    "15  S  S  S  S  S  H  H  H  R  H\n16  S  S  S  S  S  H  H  R  R  R",
)
HARD_H17 = HARD_S17.replace("11  D  D  D  D  D  D  D  D  D  H", "11  D  D  D  D  D  D  D  D  D  D")
SOFT_H17 = SOFT_S17.replace("18  S  Ds", "18  Ds Ds").replace("19  S  S  S  S  S ", "19  S  S  S  S  Ds")
HARD_ONE_DECK = HARD_H17.replace("8   H  H  H  H  H", "8   H  H  H  D  D").replace("9   H  D", "9   D  D")
SOFT_ONE_DECK = """
13  H  H  D  D  D  H  H  H  H  H
14  H  H  D  D  D  H  H  H  H  H
15  H  H  D  D  D  H  H  H  H  H
16  H  H  D  D  D  H  H  H  H  H
17  D  D  D  D  D  H  H  H  H  H
18  S  Ds Ds Ds Ds S  S  H  H  S
19  S  S  S  S  Ds S  S  S  S  S
"""
PAIRS_ONE_DECK = """
2   H  P  P  P  P  P  H  H  H  H
3   H  H  P  P  P  P  H  H  H  H
4   H  H  H  D  D  H  H  H  H  H
5   D  D  D  D  D  D  D  D  H  H
6   P  P  P  P  P  H  H  H  H  H
7   P  P  P  P  P  P  H  H  S  H
8   P  P  P  P  P  P  P  P  P  P
9   P  P  P  P  P  S  P  P  S  S
T   S  S  S  S  S  S  S  S  S  S
A   P  P  P  P  P  P  P  P  P  P
"""

CHARTS = {
    "6 decks, S17, surrender": (
        table_of(6, "stand"),
        True,
        HARD_SURRENDER,
        SOFT_S17,
        PAIRS_DAS,
    ),
    "6 decks, H17": (table_of(6, "hit"), False, HARD_H17, SOFT_H17, PAIRS_DAS),
    "8 decks, S17": (table_of(8, "stand"), False, HARD_S17, SOFT_S17, PAIRS_DAS),
    "1 deck, S17, no double after a split": (
        table_of(1, "stand", doubles=False),
        False,
        HARD_ONE_DECK,
        SOFT_ONE_DECK,
        PAIRS_ONE_DECK,
    ),
}


def printed(found: Analysis, part: str, chart: str) -> list[str]:
    """Our rows in the form of the printed ones: of surrender they say nothing but that."""
    data = found.strategy.data()[part]
    rows = [line.split()[0] for line in chart.strip().splitlines()]
    return [" ".join([row, *("R" if code[0] == "R" else code for code in data[row].values())]) for row in rows]


@pytest.mark.parametrize(("table", "surrender", "hard", "soft", "pairs"), CHARTS.values(), ids=CHARTS)
def test_the_chart_is_the_one_that_is_printed(
    table: TableRules, surrender: bool, hard: str, soft: str, pairs: str
) -> None:
    found = analyse_one_hand(replace(table, surrender=surrender))
    for part, chart in (("hard", hard), ("soft", soft), ("pairs", pairs)):
        assert printed(found, part, chart) == [" ".join(line.split()) for line in chart.strip().splitlines()]
