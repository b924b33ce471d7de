"""Each side wager decided on the cards alone: a row for every line of its pay table, in the game's own notation."""

from collections.abc import Callable

import pytest

from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers import progressive, streak, twenty_point_bonus
from chapter47.blackjack.wagers.facts import Facts, FixedPrize, Result, WagerDecision, WholeMeter
from chapter47.blackjack.wagers.wager import Winner
from chapter47.core.cards import cards
from chapter47.core.money import DOLLAR, Odds
from chapter47.games import parse

Claim = Callable[..., None]


def decided(
    table: str, name: str, own: str, dealer: str = "", bet: str = "", *, done: bool = True
) -> WagerDecision | None:
    rules = parse(f"{table}\n[wagers.{name}]" if "[wagers" not in table else table)
    decide = wager_at(rules, name).decide
    assert decide is not None
    return decide(Facts(rules, rules.wagers[name], bet, DOLLAR, cards(own), cards(dealer), own_done=done))


def paid(decision: WagerDecision | None) -> str:
    assert decision is not None
    match decision.prize:
        case None:
            return "lose"
        case FixedPrize(cents):
            return f"${cents // 100}"
        case WholeMeter():
            return "meter"
        case Odds() as odds:
            return str(odds)
    raise AssertionError(decision)


SAME_SUIT = """
decks option  king and queen   any two    paragraph
1     1       50 to 1          5 to 2     i
1     2       10 to 1          3 to 1     i
1     3       5 to 1           3 to 1     i
1     4       25 to 1          5 to 2     i
2     1       10 to 1          3 to 1     ii
2     2       5 to 1           3 to 1     ii
2     3       25 to 1          5 to 2     ii
2     4       20 to 1          5 to 2     ii
4     1       5 to 1           3 to 1     iii
4     2       25 to 1          5 to 2     iii
4     3       20 to 1          5 to 2     iii
4     4       50 to 1          2 to 1     iii
6     1       5 to 1           3 to 1     iv
6     2       25 to 1          5 to 2     iv
6     3       20 to 1          5 to 2     iv
6     4       15 to 1          5 to 2     iv
8     1       5 to 1           3 to 1     v
8     2       25 to 1          5 to 2     v
8     3       50 to 1          2 to 1     v
"""


@pytest.mark.parametrize("line", SAME_SUIT.strip().splitlines()[1:])
def test_same_suit_pays_by_decks_and_option(line: str, cites: Claim) -> None:
    decks, option, *words = line.split()
    royal, suited, numeral = " ".join(words[:3]), " ".join(words[3:6]), words[6]
    table = f"decks = {decks}\n[wagers.same-suit]\npaytable = {option}"
    cites(f"19:47-2.17(e)2{numeral}", "19:47-2.17(b)3")
    for own, pays in (("Kh Qh", royal), ("Qd Kd", royal), ("2c 9c", suited), ("Ks Js", suited), ("Kh Qd", "lose")):
        decision = decided(table, "same-suit", own)
        assert paid(decision) == pays
        assert decision is not None
        assert decision.by == ("19:47-2.17(d)" if pays == "lose" else f"19:47-2.17(e)2{numeral}")


SWITCH_6, SWITCH_8 = (f'game = "switch"\ndecks = {decks}' for decks in (6, 8))
SPANISH_6, SPANISH_8 = (f'game = "spanish-21"\ndecks = {decks}' for decks in (6, 8))
ROWS = [
    # wager, bet, table, own cards, dealer's cards, pays, paragraph
    ("over-under-13", "over", "", "7c 6d", "", "lose", "19:47-2.17(c)"),
    ("over-under-13", "under", "", "Kc 3d", "", "lose", "19:47-2.17(c)"),
    ("over-under-13", "over", "", "Kc 4d", "", "1 to 1", "19:47-2.17(b)1"),
    ("over-under-13", "under", "", "Kc 4d", "", "lose", "19:47-2.17(d)"),
    ("over-under-13", "over", "", "Ac Ad", "", "lose", "19:47-2.17(d)"),
    ("over-under-13", "under", "", "Ac Kd", "", "1 to 1", "19:47-2.17(b)2"),
    ("over-under-13", "under", "on = 1996-06-01", "9c 3d", "", "1 to 1", "19:47-2.17(b)2"),
    ("sevens", "", "decks = 6", "7c 7c 7c", "", "5000 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "7c 7d 7c", "", "500 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "7c 7c 7d", "", "500 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "7c 7c 8c", "", "100 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "7c 7d 8c", "", "50 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "7c 7d", "", "50 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "7c 8d 7c", "", "3 to 1", "19:47-2.17(e)3"),
    ("sevens", "", "decks = 6", "8c 7d 7c", "", "lose", "19:47-2.17(d)"),
    ("match-the-dealer", "", "decks = 6", "9c 9d", "9c", "15 to 1", "19:47-2.23(f)"),
    ("match-the-dealer", "", "decks = 6", "9c 9c", "9c", "22 to 1", "19:47-2.23(f)"),
    ("match-the-dealer", "", "decks = 6", "9d 9h", "9c", "8 to 1", "19:47-2.23(f)"),
    ("match-the-dealer", "", "decks = 8", "2d 9c", "9c", "14 to 1", "19:47-2.23(f)"),
    ("match-the-dealer", "", "decks = 8", "2d 9h", "9c", "3 to 1", "19:47-2.23(f)"),
    ("match-the-dealer", "", "decks = 6", "Tc 5d", "Kc", "lose", "19:47-2.23(e)"),
    ("match-the-dealer", "", "decks = 6", "Qc Jc", "Kc", "lose", "19:47-2.23(e)"),
    ("match-the-dealer", "", SPANISH_6, "9c 9d", "9c", "13 to 1", "19:47-19.6(e)1"),
    ("match-the-dealer", "", SPANISH_6, "9d 9h", "9c", "8 to 1", "19:47-19.6(e)1"),
    ("match-the-dealer", "", SPANISH_6, "9c 9c", "9c", "18 to 1", "19:47-19.6(e)1"),
    ("match-the-dealer", "", SPANISH_8, "2d 9c", "9c", "12 to 1", "19:47-19.6(e)2"),
    ("match-the-dealer", "", SPANISH_8, "2d 9h", "9c", "3 to 1", "19:47-19.6(e)2"),
    ("match-the-dealer", "", SPANISH_8, "Qc Jc", "Kc", "lose", "19:47-19.6(d)"),
    ("match", "", SWITCH_6, "9c 9d 2c 5h", "9h", "1 to 1", "19:47-2A.6(c)"),
    ("match", "", SWITCH_6, "9c 2c 9d 9c", "", "5 to 1", "19:47-2A.6(c)"),
    ("match", "", SWITCH_6, "9c 2c 2d 9d", "", "8 to 1", "19:47-2A.6(c)"),
    ("match", "", SWITCH_8, "9c 2c 2d 9d", "", "7 to 1", "19:47-2A.6(c)"),
    ("match", "", SWITCH_6, "Ac Ad Ah As", "", "40 to 1", "19:47-2A.6(c)"),
    ("match", "", SWITCH_8, "Ac Ac Ac Ac", "", "50 to 1", "19:47-2A.6(c)"),
    ("match", "", SWITCH_6, "Tc Jc Qc Kc", "Kd", "lose", "19:47-2A.7(e)"),
    ("match", "", SWITCH_6, "9c 8c 7c 6c 9d", "", "lose", "19:47-2A.7(e)"),
    ("match", "", f"{SWITCH_6}\n[wagers.match.odds]\npair = '9 to 1'", "9c 9d 9h 5h", "", "9 to 1", "19:47-2A.6(c)"),
    ("twenty-point-bonus", "", "decks = 6", "Qh Qh", "Kc Ac", "1000 to 1", "19:47-2.24(e)2"),
    ("twenty-point-bonus", "", "decks = 6", "Qh Qh", "Kc 9c", "125 to 1", "19:47-2.24(e)2"),
    ("twenty-point-bonus", "", "decks = 6", "Qh Qh", "9c", "125 to 1", "19:47-2.24(f)"),
    ("twenty-point-bonus", "", "decks = 6", "Qd Qd", "Kc", "19 to 1", "19:47-2.24(f)"),
    ("twenty-point-bonus", "", "decks = 6", "Qh Kh", "Kc", "9 to 1", "19:47-2.24(f)"),
    ("twenty-point-bonus", "", "decks = 6", "Ah 9h", "Kc", "9 to 1", "19:47-2.24(f)"),
    ("twenty-point-bonus", "", "decks = 6", "Ah 9d", "Kc", "4 to 1", "19:47-2.24(f)"),
    ("twenty-point-bonus", "", "decks = 6", "Qh Qd", "Kc", "4 to 1", "19:47-2.24(f)"),
    ("twenty-point-bonus", "", "decks = 6", "Ah Ad", "Kc", "lose", "19:47-2.24(d)"),
    ("optional-bonus", "", "decks = 6", "", "Tc 6d Kd", "3 to 1", "19:47-2.25(e)"),
    ("optional-bonus", "", "decks = 6", "", "Tc 6d 9d", "5 to 1", "19:47-2.25(e)"),
    ("optional-bonus", "", "decks = 6", "", "Tc 6d 8d", "7 to 1", "19:47-2.25(e)"),
    ("optional-bonus", "", "decks = 6", "", "Tc 6d 7d", "9 to 1", "19:47-2.25(e)"),
    ("optional-bonus", "", "decks = 6", "", "Tc 6d 6h", "15 to 1", "19:47-2.25(e)"),
    ("optional-bonus", "", "decks = 6", "", "8c 8c 8c", "200 to 1", "19:47-2.25(f)"),
    ("optional-bonus", "", "decks = 6", "", "8c 8s 8c", "50 to 1", "19:47-2.25(f)"),
    ("optional-bonus", "", "decks = 6", "", "8c 8d 8c", "7 to 1", "19:47-2.25(e)"),
    ("optional-bonus", "", "decks = 6", "", "Tc 7d", "lose", "19:47-2.25(d)"),
    ("optional-bonus", "", 'decks = 6\nsoft_17 = "hit"', "", "Ac 6d", "lose", "19:47-2.25(d)"),
    ("optional-bonus", "", "decks = 6", "", "Ac 5d Kd", "lose", "19:47-2.25(d)"),
    ("progressive", "", "", "Ac As Ac As", "", "meter", "19:47-2.19(h)"),
    ("progressive", "", "", "Ad Ah Ad Ad", "", "meter", "19:47-2.19(h)"),
    ("progressive", "", "", "Ac As Ac Ad", "", "$250", "19:47-2.19(h)"),
    ("progressive", "", "", "Ac Ac Ac Ad", "", "$2500", "19:47-2.19(h)"),
    ("progressive", "", "", "Ac Ac 9c Ac", "", "$100", "19:47-2.19(h)"),
    ("progressive", "", "", "Ac Ad 9c", "", "$25", "19:47-2.19(h)"),
    ("progressive", "", "", "Ac 9c Ac Ac", "", "lose", "19:47-2.19(c)"),
    ("progressive", "", "", "9c Ac Ac Ac", "", "lose", "19:47-2.19(c)"),
]


@pytest.mark.parametrize(("name", "bet", "table", "own", "dealer", "pays", "by"), ROWS)
def test_a_side_wager_is_decided_on_the_cards(
    name: str, bet: str, table: str, own: str, dealer: str, pays: str, by: str, cites: Claim
) -> None:
    decision = decided(table, name, own, dealer, bet)
    assert paid(decision) == pays
    assert decision is not None
    assert decision.by == by
    if by != "19:47-2.19(h)":  # its home is the sharing of a prize
        cites(by)


UNDECIDED = [
    ("over-under-13", "over", "", "7c", ""),
    ("sevens", "", "decks = 6", "7c 7d", ""),
    ("match-the-dealer", "", "decks = 6", "7c 7d", ""),
    ("twenty-point-bonus", "", "decks = 6", "Qh Qh", "Kc"),
    ("optional-bonus", "", "decks = 6", "", "Tc 6d"),
    ("progressive", "", "", "Ac As", ""),
    ("progressive", "", "", "Ac As Ac", ""),
]


@pytest.mark.parametrize(("name", "bet", "table", "own", "dealer"), UNDECIDED)
def test_a_side_wager_waits_for_its_cards(name: str, bet: str, table: str, own: str, dealer: str) -> None:
    assert decided(table, name, own, dealer, bet, done=False) is None


STREAKS: list[tuple[str, int, tuple[Result, ...], str, str]] = [
    # area, wins before, this round, what happens to it, paragraph
    ("2", 0, ("win",), "stays", "19:47-2.22(d)"),
    ("2", 1, ("win",), "3 to 1", "19:47-2.22(d)1"),
    ("3", 2, ("win",), "7 to 1", "19:47-2.22(d)2"),
    ("4", 3, ("win",), "17 to 1", "19:47-2.22(d)3"),
    ("5", 4, ("win",), "37 to 1", "19:47-2.22(d)4"),
    ("5", 3, ("win",), "stays", "19:47-2.22(d)"),
    ("5", 4, ("lose",), "lose", "19:47-2.22(e)"),
    ("5", 4, ("push",), "stays", "19:47-2.22(g)"),
    ("2", 1, (), "lose", "19:47-2.22(f)"),
    ("2", 1, ("win", "win", "lose"), "3 to 1", "19:47-2.22(d)1"),
    ("2", 1, ("win", "lose"), "stays", "19:47-2.22(h)"),
    ("2", 1, ("push", "push"), "stays", "19:47-2.22(h)"),
    ("2", 1, ("lose", "push"), "lose", "19:47-2.22(h)"),
]


@pytest.mark.parametrize(("area", "before", "results", "becomes", "by"), STREAKS)
def test_a_streak_goes_on_stays_or_ends(
    area: str, before: int, results: tuple[Result, ...], becomes: str, by: str, cites: Claim
) -> None:
    cites("19:47-2.22(c)", "19:47-2.22(i)" if results else by)
    rules = parse("[wagers.streak]")
    facts = Facts(rules, rules.wagers["streak"], area, DOLLAR, results=results, won=before)
    decision = streak.decide(facts)
    if becomes == "stays":
        assert decision is None
        assert streak.staying(facts) == (before + (results == ("win",)), by)
    else:
        assert (paid(decision), decision and decision.by) == (becomes, by)


@pytest.mark.parametrize(
    ("results", "strict"), [(("win", "push"), "lose"), (("win", "win", "push"), "3 to 1"), (("win", "lose"), "stays")]
)
def test_strictly_read_a_majority_of_all_split_hands_is_needed(results: tuple[Result, ...], strict: str) -> None:
    rules = parse('[wagers.streak]\n[readings]\n"2010 19:47-2.22(h)" = "strict"')
    decision = streak.decide(Facts(rules, rules.wagers["streak"], "2", DOLLAR, results=results, won=1))
    assert (paid(decision) if decision else "stays") == strict


@pytest.mark.parametrize(
    ("meter", "winners", "shares"),
    [
        (500_210, 1, [500_210]),
        (500_210, 2, [250_105, 250_105]),
        (500_210, 3, [166_736, 166_737, 166_737]),
        (500_209, 3, [166_736, 166_736, 166_737]),
    ],
)
def test_the_meter_is_shared_equally_with_odd_cents_from_the_far_right(
    meter: int, winners: int, shares: list[int], cites: Claim
) -> None:
    cites("19:47-2.19(h)")
    rules = parse("[wagers.progressive]")
    paid = progressive.share(rules, rules.wagers["progressive"], "four-aces", [Winner(DOLLAR, meter)] * winners)
    assert paid == shares
    assert sum(paid) == meter


@pytest.mark.parametrize(
    ("cap", "stakes", "shares"),
    [
        ("", [20, 10], [20_000_00, 10_000_00]),
        ("25000", [20, 5], [20_000_00, 5_000_00]),
        ("25000", [20, 10], [16_666_66, 8_333_34]),
        ("25000", [10, 10, 10], [8_333_33, 8_333_33, 8_333_34]),
        ("25000", [30, 20, 20], [10_714_28, 7_142_86, 7_142_86]),
    ],
)
def test_a_capped_prize_is_shared_by_stakes(cap: str, stakes: list[int], shares: list[int], cites: Claim) -> None:
    cites("19:47-2.24(h)")
    rules = parse(f'decks = 6\n[wagers.twenty-point-bonus]\ncap = "{cap}"' if cap else "[wagers.twenty-point-bonus]")
    winners = [Winner(stake * DOLLAR, 1000 * stake * DOLLAR) for stake in stakes]
    offer = rules.wagers["twenty-point-bonus"]
    assert twenty_point_bonus.share(rules, offer, twenty_point_bonus.TOP_PRIZE, winners) == shares
