"""Exact prices against closed forms that share nothing with the enumeration but the number of decks."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from chapter47.blackjack.analysis.side_wagers import price as side_wagers
from chapter47.blackjack.analysis.side_wagers.price import NO_PAY_TABLE, price, prices
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.blackjack_bonus import DEFAULT_PAYOUTS, house_advantage
from chapter47.blackjack.wagers.wager import Price, edge_of
from chapter47.games import from_data

Chances = dict[str, Fraction]


def falling(cards: int, draws: int) -> int:
    """In how many ways so many of the cards can be drawn in order."""
    product = 1
    for drawn in range(draws):
        product *= cards - drawn
    return product


def priced(decks: int, name: str, bet: str = "", game: str = "blackjack", **keys: Any) -> Price:
    (side_price,) = prices(from_data({"game": game, "decks": decks, "wagers": {name: keys}}))
    assert side_price.why == ""
    return side_price.bets[bet]


def chances(rows: Price) -> Chances:
    return {row: line.chance for row, line in rows.items()}


def over_under(decks: int) -> tuple[Fraction, Fraction]:
    """By points: four aces of one to a deck, sixteen tens."""
    count = dict.fromkeys(range(1, 10), 4 * decks) | {10: 16 * decks}
    over = under = 0
    for first, second in product(count, count):
        ways = count[first] * (count[second] - (first == second))
        over += ways * (first + second > 13)
        under += ways * (first + second < 13)
    return Fraction(over, falling(52 * decks, 2)), Fraction(under, falling(52 * decks, 2))


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_over_and_under_13(decks: int) -> None:
    over, under = over_under(decks)
    assert chances(priced(decks, "over-under-13", "over")) == {"over": over, "lose": 1 - over}
    assert chances(priced(decks, "over-under-13", "under")) == {"under": under, "lose": 1 - under}


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_same_suit(decks: int) -> None:
    ways = falling(52 * decks, 2)
    royal = Fraction(4 * 2 * decks * decks, ways)
    suited = Fraction(4 * falling(13 * decks, 2), ways) - royal
    expected = {"king-and-queen": royal, "suited": suited, "lose": 1 - royal - suited}
    assert chances(priced(decks, "same-suit")) == expected


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_sevens(decks: int) -> None:
    cards, sevens = 52 * decks, 4 * decks
    other = Fraction(cards - sevens, cards - 2)
    suited_pair = Fraction(4 * falling(decks, 2), falling(cards, 2))
    pair = Fraction(falling(sevens, 2), falling(cards, 2))
    suited_three = Fraction(4 * falling(decks, 3), falling(cards, 3))
    assert chances(priced(decks, "sevens")) == {
        "three-suited": suited_three,
        "three": Fraction(falling(sevens, 3), falling(cards, 3)) - suited_three,
        "two-suited": suited_pair * other,
        "two": (pair - suited_pair) * other,
        "one": Fraction(sevens * (cards - sevens), falling(cards, 2)),
        "lose": Fraction(12, 13),
    }


@pytest.mark.parametrize(("decks", "deck"), [(6, 52), (8, 52), (6, 48), (8, 48)])
def test_match_the_dealer(decks: int, deck: int) -> None:
    """Besides the upcard there are so many of its own kind, so many of its rank in other suits, and the rest."""
    suited, unsuited, rest = decks - 1, 3 * decks, (deck - 4) * decks
    ways = falling(deck * decks - 1, 2)
    expected = {
        "two-suited": falling(suited, 2),
        "suited-and-unsuited": 2 * suited * unsuited,
        "suited": 2 * suited * rest,
        "two-unsuited": falling(unsuited, 2),
        "unsuited": 2 * unsuited * rest,
        "lose": falling(rest, 2),
    }
    row_chances = chances(priced(decks, "match-the-dealer", game="blackjack" if deck == 52 else "spanish-21"))
    assert row_chances == {row: Fraction(count, ways) for row, count in expected.items()}


@pytest.mark.parametrize("decks", [6, 8])
def test_switch_match(decks: int) -> None:
    """Four cards out of thirteen ranks, counted without their order."""
    rank, ways = 4 * decks, comb(52 * decks, 4)
    expected = {
        "four-of-a-kind": 13 * comb(rank, 4),
        "two-pairs": comb(13, 2) * comb(rank, 2) ** 2,
        "three-of-a-kind": 13 * comb(rank, 3) * 12 * rank,
        "pair": 13 * comb(rank, 2) * comb(12, 2) * rank**2,
        "lose": comb(13, 4) * rank**4,
    }
    rows = priced(decks, "match", game="switch")
    assert chances(rows) == {row: Fraction(count, ways) for row, count in expected.items()}
    assert [line.pays for line in rows.values()] == {
        6: ["40 to 1", "8 to 1", "5 to 1", "1 to 1", "nothing"],
        8: ["50 to 1", "7 to 1", "5 to 1", "1 to 1", "nothing"],
    }[decks]


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_progressive(decks: int) -> None:
    cards, aces = 52 * decks, 4 * decks
    four = Fraction(2 * falling(2 * decks, 4), falling(cards, 4))
    same_colour_next = Fraction(2 * decks - 3, cards - 3)
    three_suited = Fraction(4 * falling(decks, 3), falling(cards, 3)) * (1 - same_colour_next)
    no_ace_next = Fraction(cards - aces, cards - 2)
    suited_pair = Fraction(4 * falling(decks, 2), falling(cards, 2))
    pair = Fraction(falling(aces, 2), falling(cards, 2))
    assert chances(priced(decks, "progressive")) == {
        "four-aces": four,
        "three-aces-suited": three_suited,
        "three-aces": Fraction(falling(aces, 3), falling(cards, 3)) - four - three_suited,
        "two-aces-suited": suited_pair * no_ace_next,
        "two-aces": (pair - suited_pair) * no_ace_next,
        "lose": 1 - pair,
    }


@pytest.mark.parametrize("decks", [4, 8])
def test_the_progressive_wager_is_even_at_its_break_even_meter(decks: int) -> None:
    def edge(reset: str) -> tuple[Fraction, dict[str, Any]]:
        (side_price,) = prices(from_data({"decks": decks, "wagers": {"progressive": {"reset": reset}}}))
        return edge_of(side_price.bets[""]), dict(side_price.figures[""])

    low, figures = edge("5000")
    even, at_even = edge(f"{figures['break_even_meter']:.2f}")
    assert low > 0
    assert abs(even) < Fraction(1, 10**8)
    assert figures["break_even_meter"] == at_even["break_even_meter"]


@pytest.mark.parametrize(("most", "top"), [("10", 1000), ("100", 250)])
def test_a_limit_on_the_top_prize_of_the_twenty_point_bonus(most: str, top: int) -> None:
    """A player alone gets $25,000 for the queens and a dealer's blackjack, however much is staked (2.24(h))."""
    (side_price,) = prices(from_data({"decks": 6, "wagers": {"twenty-point-bonus": {"cap": "25000", "maximum": most}}}))
    rows = side_price.bets[""]
    chance = rows["queens-of-hearts-and-dealer-blackjack"].chance
    assert side_price.figures[""] == {
        "capped_above": 25.0,
        "house_edge_at_maximum": float(edge_of(rows) + chance * (1000 - top)),
    }
    (free,) = prices(from_data({"decks": 6, "wagers": {"twenty-point-bonus": {"maximum": most}}}))
    assert free.figures.get("", {}) == {}


def test_one_deck_has_no_four_aces_of_a_colour_and_no_even_meter() -> None:
    (side_price,) = prices(from_data({"decks": 1, "wagers": {"progressive": {}}}))
    fixed = Fraction(falling(4, 3), falling(52, 3)) * 250 + Fraction(falling(4, 2) * 48, falling(52, 3)) * 25
    assert "four-aces" not in side_price.bets[""]
    assert edge_of(side_price.bets[""]) == 1 - fixed
    assert side_price.figures[""]["break_even_meter"] is None
    assert side_price.figures[""]["long_run_house_edge"] == float(1 - Fraction(7, 10) - fixed)


@pytest.mark.parametrize("decks", [4, 8])
@pytest.mark.parametrize("rate", ["0.7", "0.9"])
def test_the_long_run_of_the_progressive_wager(decks: int, rate: str) -> None:
    """Of each dollar the players get the fixed prizes, what went to the meters, and the house's part of each reset."""
    cards = 52 * decks
    (side_price,) = prices(from_data({"decks": decks, "wagers": {"progressive": {"rate": rate, "reset": "6000"}}}))
    (literal,) = prices(
        from_data(
            {
                "decks": decks,
                "wagers": {"progressive": {"rate": rate, "reset": "6000"}},
                "readings": {"2010 19:47-2.19": "off-meter"},
            }
        )
    )
    fixed = Fraction(0)
    for row, dollars in (("three-aces-suited", 2500), ("three-aces", 250), ("two-aces-suited", 100), ("two-aces", 25)):
        fixed += side_price.bets[""][row].chance * dollars
    jackpots = Fraction(2 * falling(2 * decks, 4), falling(cards, 4)) * 6000
    assert side_price.figures[""]["long_run_house_edge"] == float(1 - Fraction(rate) - jackpots - fixed)
    assert literal.figures[""]["long_run_house_edge"] == float(1 - Fraction(rate) - jackpots)


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("bet", ["1", "5"])
def test_blackjack_bonus(decks: int, bet: str) -> None:
    cards = 52 * decks
    blackjack = Fraction(2 * 4 * decks * 16 * decks, falling(cards, 2))
    table = from_data({"decks": decks, "wagers": {"blackjack-bonus": {}}})
    payouts = table.wagers["blackjack-bonus"].payouts[int(bet) * 100]
    rows = priced(decks, "blackjack-bonus", bet)
    for paid, weight in payouts.items():
        assert rows[f"blackjack {paid // 100}"].chance == blackjack * Fraction(weight, sum(payouts.values()))
    assert rows["lose"].chance == 1 - blackjack
    assert edge_of(rows) == house_advantage(table, int(bet) * 100, payouts)


@pytest.mark.parametrize(("edge", "end"), [(Fraction(3, 10), "least"), (Fraction(0), "most")])
def test_the_band_of_mean_pay_outs_ends_where_the_house_advantage_does(edge: Fraction, end: str) -> None:
    (side_price,) = prices(from_data({"decks": 6, "wagers": {"blackjack-bonus": {}}}))
    band: Any = side_price.figures["1"]["mean_payout_allowed"]
    blackjack = Fraction(2 * 24 * 96, falling(312, 2))
    assert band[end] == float((1 - edge) / blackjack)
    readings = {"2010 19:47-2.20(j)": "returned"}
    (other,) = prices(from_data({"decks": 6, "wagers": {"blackjack-bonus": {}}, "readings": readings}))
    with_the_stake: Any = other.figures["1"]["mean_payout_allowed"]
    assert with_the_stake[end] == float((1 - edge) / blackjack - 1)


@pytest.mark.parametrize("decks", [2, 6, 8])
@pytest.mark.parametrize("paytable", ["A", "B"])
def test_twenty_point_bonus(decks: int, paytable: str) -> None:
    cards = 52 * decks
    ways = falling(cards, 2)
    queens = Fraction(falling(decks, 2), ways)
    dealer = Fraction(2 * 4 * decks * (16 * decks - 2), falling(cards - 2, 2))
    matched = Fraction(15 * falling(decks, 2), ways)
    suited = Fraction(4 * (4 * 3 + 2) * decks * decks, ways)
    twenty = Fraction(falling(16 * decks, 2) + 2 * (4 * decks) ** 2, ways)
    assert chances(priced(decks, "twenty-point-bonus", paytable=paytable)) == {
        "queens-of-hearts-and-dealer-blackjack": queens * dealer,
        "queens-of-hearts": queens * (1 - dealer),
        "matched": matched,
        "suited": suited,
        "any": twenty - queens - matched - suited,
        "lose": 1 - twenty,
    }


def optional_bonus(decks: int) -> Chances:
    """By ranks; an ace as eleven unless that would pass 21."""
    points = [*range(2, 10), 10, 10, 10, 10, 11]
    kinds = range(13)
    counts: dict[str, int] = dict.fromkeys(("10", "9", "8", "7", "6", "lose"), 0)
    for a, b, c in product(kinds, kinds, kinds):
        ways = 4 * decks * (4 * decks - (b == a)) * (4 * decks - (c == a) - (c == b))
        first = points[a] + points[b]
        first = 12 if first == 22 else first
        third = first + points[c]
        aces = (a == 12) + (b == 12) + (c == 12)
        while third > 21 and aces and (a, b) != (12, 12):
            third, aces = third - 10, aces - 1
        if (a, b) == (12, 12):
            third = 12 + (1 if c == 12 else points[c])
            third = third - 10 if third > 21 else third
        busts = first < 17 and third > 21
        counts[str(points[c]) if busts else "lose"] += ways
    ways = falling(52 * decks, 3)
    suit = Fraction(4 * falling(decks, 3), ways)
    colour = Fraction(2 * falling(2 * decks, 3), ways) - suit
    chance = {row: Fraction(count, ways) for row, count in counts.items()}
    chance["8"] -= suit + colour
    return {**chance, "eights-suit": suit, "eights-color": colour}


@pytest.mark.parametrize("decks", [6, 8])
def test_optional_bonus(decks: int) -> None:
    assert chances(priced(decks, "optional-bonus")) == optional_bonus(decks)


@pytest.mark.parametrize("name", [name for name, wager in WAGERS.items() if wager.suits_alike])
def test_one_suit_may_stand_for_all(name: str) -> None:
    table = from_data({"decks": 6, "wagers": {name: {}}})
    slow = replace(WAGERS[name], suits_alike=False)
    assert price(slow, table, table.wagers[name], "") == price(WAGERS[name], table, table.wagers[name], "")


LEGAL: list[tuple[str, tuple[int, ...], list[dict[str, Any]]]] = [
    ("over-under-13", (1, 2, 4, 6, 8), [{}]),
    ("same-suit", (1, 2, 4, 6), [{"paytable": option} for option in (1, 2, 3, 4)]),
    ("same-suit", (8,), [{"paytable": option} for option in (1, 2, 3)]),
    ("sevens", (4, 6, 8), [{}]),
    ("progressive", (4, 6, 8), [{}, {"reset_meter": True}]),
    ("blackjack-bonus", (1, 2, 6, 8), [{}]),
    ("match-the-dealer", (6, 8), [{}]),
    ("twenty-point-bonus", (2, 4, 6, 8), [{"paytable": "A"}, {"paytable": "B"}]),
    ("optional-bonus", (6, 8), [{}]),
]


@pytest.mark.parametrize(
    ("name", "decks", "keys"),
    [(name, decks, keys) for name, counts, tables in LEGAL for decks in counts for keys in tables],
)
def test_every_legal_deck_count_and_pay_table_has_a_price(name: str, decks: int, keys: dict[str, Any]) -> None:
    (side_price,) = prices(from_data({"decks": decks, "wagers": {name: keys}}))
    for rows in side_price.bets.values():
        assert sum(line.chance for line in rows.values()) == 1
        assert 0 < edge_of(rows) < 1
    assert side_price.bets


def test_better_odds_in_the_table_file_change_the_price() -> None:
    plain, better = priced(6, "match-the-dealer"), priced(6, "match-the-dealer", odds={"suited": "12 to 1"})
    more = {"suited": 1, "suited-and-unsuited": 1, "two-suited": 2}
    gain = sum(plain[row].chance * count for row, count in more.items())
    assert edge_of(plain) - edge_of(better) == gain


@pytest.mark.parametrize(
    ("decks", "name", "why"),
    [
        (6, "streak", "needs the probabilities of winning, pushing and losing"),
        (5, "same-suit", NO_PAY_TABLE),
        (4, "match-the-dealer", NO_PAY_TABLE),
        (4, "match", NO_PAY_TABLE),
        (0, "sevens", NO_PAY_TABLE),
    ],
)
def test_a_wager_without_a_price_says_why(decks: int, name: str, why: str) -> None:
    (side_price,) = prices(from_data({"decks": decks, "wagers": {name: {}}}))
    assert side_price.why.startswith(why)
    assert side_price.bets == {}
    assert side_wagers.as_data(side_price)["house_edge"] is None


def test_the_stake_of_a_bonus_is_returned_by_the_other_reading_only() -> None:
    plain = from_data({"decks": 6, "wagers": {"blackjack-bonus": {}}})
    other = replace(plain, readings={"2010 19:47-2.20(j)": "returned"})
    blackjack = Fraction(2 * 24 * 96, falling(312, 2))
    offer = plain.wagers["blackjack-bonus"]
    wager = WAGERS["blackjack-bonus"]
    kept, returned = (edge_of(price(wager, table, offer, "1")) for table in (plain, other))
    assert kept - returned == blackjack


@pytest.mark.parametrize(("stake", "mean"), [(1_00, 18_15), (5_00, 92_50)])
def test_the_amounts_that_a_bonus_display_shows_unless_told(stake: int, mean: int) -> None:
    """A thousand tickets of each stake; what they show on average, in cents."""
    weights = DEFAULT_PAYOUTS[stake]
    assert sum(weights.values()) == 1000
    assert sum(amount * weight for amount, weight in weights.items()) == 1000 * mean
