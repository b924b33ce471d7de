"""Blackjack's values, edges and charts against figures that others published."""

from dataclasses import replace
from functools import cache

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.published.rule_sets import table_of

from chapter47.blackjack.analysis.advice import advise
from chapter47.blackjack.analysis.exact.shoe import full_shoes
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import card, cards


@cache
def _analysed(decks: int, soft_17: str) -> OneWagerAnalysis:
    return analyse_one_hand(table_of(decks, soft_17))


# Wizard of Odds, Blackjack Appendix 9 (2019): pages 1ds17r4, 1dh17r4, 2dh17r4, 5ds17r4, 5dh17r4, 6ds17r4, 6dh17r4.
# Stand, hit, double where the dealer has no blackjack.
HANDS = [
    (1, "stand", "As 2d", "Ah", -0.661732, -0.067808, -0.593281),
    (1, "stand", "3s 2d", "Ah", -0.659375, -0.291565, -1.318751),
    (1, "stand", "6s 5d", "Ah", -0.634013, 0.172946, 0.240259),
    (1, "stand", "As 7d", "Ah", -0.101015, -0.108386, -0.357778),
    (1, "stand", "6s 5d", "6h", -0.138999, 0.380696, 0.761392),
    (1, "stand", "6s 2d", "5h", -0.103819, 0.130630, 0.130583),
    (1, "stand", "As 7d", "2h", 0.135802, 0.065248, 0.127578),
    (1, "stand", "As 6d", "2h", -0.131767, 0.007098, 0.013321),
    (1, "hit", "As 6d", "Ah", -0.507702, -0.229134, -0.529713),
    (1, "hit", "6s 5d", "Ah", -0.575374, 0.143003, 0.234296),
    (2, "hit", "5s 4d", "Ah", -0.589636, -0.124218, -0.438228),
    (2, "hit", "As 7d", "Ah", -0.224703, -0.165428, -0.416886),
    (5, "stand", "6s 5d", "Ah", -0.660850, 0.148532, 0.133896),
    (5, "hit", "As 6d", "Ah", -0.513982, -0.221727, -0.547853),
    (5, "hit", "6s 5d", "Ah", -0.594346, 0.109880, 0.128187),
    (6, "stand", "6s 5d", "Ah", -0.661883, 0.147596, 0.129710),
    (6, "stand", "As 2d", "5h", -0.159409, 0.137333, 0.139852),
    (6, "stand", "Ts 2d", "4h", -0.211115, -0.210364, -0.420729),
    (6, "stand", "9s 3d", "4h", -0.208039, -0.215390, -0.430780),
    (6, "hit", "Ts 6d", "Th", -0.540954, -0.534676, -1.069351),
]


def values_of(decks: int, soft_17: str, hand: str, up: str) -> tuple[float, float, float]:
    table = table_of(decks, soft_17)
    moves = advise(_analysed(decks, soft_17), full_shoes(table)[0], cards(hand), card(up)).moves
    return moves["stand"], moves["hit"], moves["double"]


@pytest.mark.parametrize(("decks", "soft_17", "hand", "up", "stand", "hit", "double"), HANDS)
def test_values_of_moves(decks: int, soft_17: str, hand: str, up: str, stand: float, hit: float, double: float) -> None:
    assert tuple(round(value, 6) for value in values_of(decks, soft_17, hand, up)) == (stand, hit, double)


# Wizard of Odds, Blackjack Appendix 9 (2019), pages euro-6dh17r4 and euro-8dh17r4: no hole card, the dealer hits soft
# 17, an ace is up. There a dealer's blackjack takes doubles too; by 2.10(b) it takes one unit, so as to compare doubles
# one more unit is lost as often as it comes.
WITHOUT_HOLE_CARD = [
    (6, "2s Ad", -0.722356, -0.379910, -1.024099),
    (6, "3s Ad", -0.722119, -0.403855, -1.023717),
    (6, "3s 2d", -0.721887, -0.529734, -1.443774),
    (6, "5s 4d", -0.721243, -0.396287, -0.932671),
    (6, "6s Ad", -0.665166, -0.463296, -0.999484),
    (6, "6s 5d", -0.720879, -0.235772, -0.535879),
    (8, "2s Ad", -0.722307, -0.378980, -1.024082),
    (8, "3s 2d", -0.721955, -0.528987, -1.443909),
    (8, "5s 4d", -0.721465, -0.395636, -0.932679),
    (8, "6s Ad", -0.665036, -0.462428, -0.998987),
    (8, "6s 5d", -0.721201, -0.235977, -0.537869),
]


@pytest.mark.parametrize(("decks", "hand", "stand", "hit", "double"), WITHOUT_HOLE_CARD)
def test_values_of_moves_without_a_hole_card(decks: int, hand: str, stand: float, hit: float, double: float) -> None:
    table = replace(table_of(decks, "hit"), hole_card="none")
    moves = advise(_without_hole_card(decks), full_shoes(table)[0], cards(hand), card("Ah")).moves
    blackjack = 16 * decks / (52 * decks - 3)
    values = moves["stand"], moves["hit"], moves["double"] - blackjack
    assert tuple(round(value, 6) for value in values) == (stand, hit, double)


@cache
def _without_hole_card(decks: int) -> OneWagerAnalysis:
    return analyse_one_hand(replace(table_of(decks, "hit"), hole_card="none"))


# Six decks, the same by Eric Farmer's program, version 7.6, printed in 0xRowdy/true-count,
# docs/research/blackjack-coaching-validation.md (2026), which also finds that the Wizard of Odds has the same values.
TO_NINE_PLACES = [
    ("stand", "As 7d", "2h", 0.124000760, 0.063289331, 0.120980036),
    ("hit", "As 7d", "2h", 0.113110153, 0.060441376, 0.116261613),
    ("stand", "As 7d", "3h", 0.151118882, 0.090730300, 0.179330198),
    ("hit", "As 7d", "3h", 0.141583949, 0.088230248, 0.175215172),
    ("stand", "5s 6d", "Ah", -0.661882841, 0.147595674, 0.129709878),
    ("hit", "5s 6d", "Ah", -0.595077854, 0.108668478, 0.124006748),
    ("stand", "Ts 6d", "Th", -0.540954439, -0.534675562, -1.069351125),
    ("stand", "Ts 5d", "Th", -0.540055032, -0.503907420, -1.007814841),
    ("stand", "8s 8d", "Ah", -0.663258077, -0.513551218, -1.027102435),
    ("hit", "8s 8d", "Ah", -0.594826736, -0.538560945, -1.077121890),
    ("stand", "8s 8d", "Th", -0.536853299, -0.535361038, -1.070722077),
    ("stand", "Ts Td", "5h", 0.670892297, -0.853069628, -1.706139256),
    ("hit", "Ts Td", "5h", 0.668926983, -0.853116704, -1.706233408),
    ("stand", "Ts Td", "6h", 0.702826041, -0.852262845, -1.704525690),
    ("hit", "Ts Td", "6h", 0.676589938, -0.852917723, -1.705835445),
    ("stand", "Ts 2d", "4h", -0.211115306, -0.210364258, -0.420728516),
    ("hit", "Ts 2d", "4h", -0.205906109, -0.210664313, -0.421328627),
]


@pytest.mark.parametrize(("soft_17", "hand", "up", "stand", "hit", "double"), TO_NINE_PLACES)
def test_values_of_moves_to_nine_places(
    soft_17: str, hand: str, up: str, stand: float, hit: float, double: float
) -> None:
    assert tuple(round(value, 9) for value in values_of(6, soft_17, hand, up)) == (stand, hit, double)


# John A. Nairn, geditcom.com/Blackjack/TwoDeck.html: two decks, stand on soft 17, standing against an ace; then what we
# have more in the last digit. Where there is a difference the test after this one counts for us.
STANDING = {
    "AA": (-0.665322, 0),
    "A2": (-0.664614, 0),
    "22": (-0.663878, 0),
    "A3": (-0.664036, 0),
    "23": (-0.663300, 1),
    "33": (-0.663014, 0),
    "A4": (-0.663103, 0),
    "24": (-0.662672, 1),
    "34": (-0.662067, 1),
    "44": (-0.661113, -1),
    "A5": (-0.662640, 0),
    "25": (-0.661891, 1),
    "35": (-0.661281, 1),
    "45": (-0.660323, 0),
    "55": (-0.659528, 0),
    "A6": (-0.480381, 0),
    "26": (-0.653822, 1),
    "36": (-0.653202, 0),
}


def standing_on(hand: str) -> float:
    return values_of(2, "stand", f"{hand[0]}s {hand[1]}d", "Ah")[0]


@pytest.mark.parametrize("hand", STANDING)
def test_values_of_standing_with_two_decks(hand: str) -> None:
    published, more = STANDING[hand]
    assert round(1e6 * standing_on(hand)) - round(1e6 * published) == more


def test_standing_by_the_dealers_draws_one_by_one() -> None:
    left = [8 * 4 if value == TEN else 8 for value in range(VALUES)]
    for value in (ACE, 1, 3):
        left[value] -= 1
    bust = dealer_over(left, points=11, soft=True, but=TEN)
    assert 2 * bust - 1 == pytest.approx(standing_on("24"), rel=0, abs=1e-12)


def dealer_over(left: list[int], *, points: int, soft: bool, but: int | None = None) -> float:
    """How likely the dealer goes over 21; `but` cannot be the next card."""
    if points >= 17:
        return float(points > 21)
    open_to_draw = [value for value in range(VALUES) if left[value] and value != but]
    chance = 0.0
    for value in open_to_draw:
        left[value] -= 1
        drawn = points + (11 if value == ACE and points < 11 else value + 1)
        now_soft = soft or drawn == points + 11
        after = (drawn - 10, False) if drawn > 21 and now_soft else (drawn, now_soft)
        chance += (left[value] + 1) * dealer_over(left, points=after[0], soft=after[1])
        left[value] += 1
    return chance / sum(left[value] for value in open_to_draw)


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
    prepared = _analysed(1, "stand").prepared
    view = "A23456789T".index(up)
    left = prepared.deal.shoe.copy()
    left[view] -= 1
    singles = [row for row, hand in enumerate(prepared.hands.hands) if sum(hand.cards) == 1]
    weights = [left[prepared.hands.hands[row].cards.index(1)] / 51 for row in singles]
    rows = zip(singles, weights, strict=True)
    mean = sum(weight * prepared.deal.outcomes[prepared.removed.of_hand[row], view] for row, weight in rows)
    assert tuple(float(f"{chance:.6g}") for chance in mean) == published


# The chart of 4 to 8 decks where the dealer stands on soft 17, with late surrender and doubling after a split:
# Wikipedia, "Blackjack", section on basic strategy. It also names the cells that change where the dealer hits soft 17:
# 11 against an ace, soft 18 against a 2, soft 19 against a 6 (and surrenders, which are not compared there). Without
# surrender the second choice it prints. Wizard of Odds, "4-Deck to 8-Deck Blackjack Strategy", says the same in words,
# and blackjack-player.org/atlantic-city-blackjack.htm prints the same chart for eight decks with surrender.
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


def printed(analysed: OneWagerAnalysis, part: str, chart: str) -> list[str]:
    """Our rows in the form of the printed ones: of surrender they say nothing but that."""
    data = analysed.strategy.data()[part]
    rows = [line.split()[0] for line in chart.strip().splitlines()]
    return [" ".join([row, *("R" if code[0] == "R" else code for code in data[row].values())]) for row in rows]


@pytest.mark.parametrize(("table", "surrender", "hard", "soft", "pairs"), CHARTS.values(), ids=CHARTS)
def test_the_chart_is_the_one_that_is_printed(
    table: TableRules, surrender: bool, hard: str, soft: str, pairs: str
) -> None:
    analysed = analyse_one_hand(replace(table, surrender=surrender))
    for part, chart in (("hard", hard), ("soft", soft), ("pairs", pairs)):
        assert printed(analysed, part, chart) == [" ".join(line.split()) for line in chart.strip().splitlines()]
