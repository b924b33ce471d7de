"""Side wagers that are not taken: code, paragraph and what is allowed; the round stays as it was."""

from collections.abc import Callable

import pytest
from tests.rounds.transcript import stands

from chapter47.blackjack.round import play
from chapter47.blackjack.state import Round
from chapter47.core.findings import Refusal
from chapter47.core.money import cents
from chapter47.games import parse

Claim = Callable[..., None]

OVER = '[wagers.over-under-13]\nmaximum = "50"'
SEVENS = "decks = 6\n[wagers.sevens]"
PROGRESSIVE = "[wagers.progressive]"
BONUS = "[wagers.blackjack-bonus]"
STREAK = '[wagers.streak]\nmaximum = "100"'
MATCH = 'decks = 6\n[wagers.match-the-dealer]\nmaximum = "25"'
TWENTY = '[wagers.twenty-point-bonus]\nmaximum = "25"'
OPTIONAL = 'decks = 6\n[wagers.optional-bonus]\nmaximum = "25"'
SPANISH = 'game = "spanish-21"\n[wagers.match-the-dealer]\nmaximum = "25"'
SPANISH_CENTS = 'game = "spanish-21"\nchip = "0.50"\n[wagers.match-the-dealer]\nminimum = "0.50"'
SWITCH = 'game = "switch"\n[wagers.match]\nminimum = "5"\nmaximum = "25"'
SUIT_5 = "decks = 5\n[wagers.same-suit]"

ROWS = [
    # table, made before, wanted, code, paragraph, what is allowed
    ("", "", "Ann sevens 1", "side_bet.not_offered", "19:47-8.2", "no side wagers at this table"),
    (OVER, "", "Ann sevens 1", "side_bet.not_offered", "19:47-8.2", "over-under-13"),
    (SUIT_5, "", "Ann same-suit 5", "side_bet.no_odds", "19:47-2.17", "other wagers"),
    (OVER, "", "Ann over-under-13 5", "side_bet.bet", "19:47-2.17", "over, under"),
    (OVER, "", "Bob over-under-13 over 5", "side_bet.no_main_wager", "19:47-2.17(b)", "a main wager first"),
    (OVER, "Ann over-under-13 over 5", "Ann over-under-13 over 5", "side_bet.twice", "19:47-2.17(b)", "one per round"),
    (
        OVER,
        "Ann over-under-13 over 5",
        "Ann over-under-13 under 5",
        "side_bet.both_ways",
        "19:47-2.17(a)1",
        "one of the two",
    ),
    (OVER, "", "Ann over-under-13 over 11", "side_bet.limits", "19:47-2.17(g)", "$1 to $10 in steps of $1"),
    (OVER, "", "Cy over-under-13 over 51", "side_bet.limits", "19:47-2.17(g)", "$1 to $50 in steps of $1"),
    (OVER, "", "Ann over-under-13 over 2.50", "side_bet.limits", "19:47-2.17(g)", "$1 to $10 in steps of $1"),
    (SEVENS, "", "Ann sevens 2", "side_bet.limits", "19:47-2.17(a)3i", "$1"),
    (PROGRESSIVE, "", "Ann progressive 2", "side_bet.limits", "19:47-2.19(a)", "$1"),
    (PROGRESSIVE, "", "Bob progressive 1", "side_bet.no_main_wager", "19:47-2.19(f)", "a main wager first"),
    (PROGRESSIVE, "", "Cy progressive 1", "progressive.light", "19:47-2.15(n)", "a place with a working light"),
    (BONUS, "", "Ann blackjack-bonus 2 2", "side_bet.bet", "19:47-2.20", "1, 5"),
    (BONUS, "", "Ann blackjack-bonus 5 1", "side_bet.limits", "19:47-2.20(a)", "$5"),
    (BONUS, "", "Bob blackjack-bonus 1 1", "side_bet.no_main_wager", "19:47-2.20(c)", "a main wager first"),
    (BONUS, "Ann blackjack-bonus 1 1", "Ann blackjack-bonus 5 5", "side_bet.twice", "19:47-2.20(b)", "one per round"),
    (STREAK, "", "Ann streak 6 5", "side_bet.bet", "19:47-2.22", "2, 3, 4, 5"),
    (STREAK, "", "Bob streak 2 5", "side_bet.no_main_wager", "19:47-2.22(b)", "a main wager first"),
    (STREAK, "Ann streak 2 5", "Ann streak 2 5", "side_bet.twice", "19:47-2.22(k)", "one per round"),
    (STREAK, "", "Cy streak 4 5", "streak.together", "19:47-2.22(k)1", "once the one in play is decided"),
    (STREAK, "", "Dee streak 4 5", "streak.several", "19:47-2.22(k)2", "once all in play are decided"),
    (MATCH, "", "Ann match-the-dealer 26", "side_bet.limits", "19:47-2.23(c)", "$1 to $25 in steps of $1"),
    (MATCH, "", "Bob match-the-dealer 5", "side_bet.no_main_wager", "19:47-2.23(c)", "a main wager first"),
    (SPANISH, "", "Ann match-the-dealer 11", "side_bet.limits", "19:47-19.6(b)", "$1 to $10 in steps of $1"),
    (SPANISH, "", "Cy match-the-dealer 26", "side_bet.limits", "19:47-19.6(b)", "$1 to $25 in steps of $1"),
    (
        SPANISH_CENTS,
        "",
        "Ann match-the-dealer 0.50",
        "side_bet.limits",
        "19:47-19.6(b)",
        "$1 to $10 in steps of $0.50",
    ),
    (SPANISH, "", "Bob match-the-dealer 5", "side_bet.no_main_wager", "19:47-19.6(b)", "a main wager first"),
    (
        SPANISH,
        "Ann match-the-dealer 5",
        "Ann match-the-dealer 5",
        "side_bet.twice",
        "19:47-19.6(b)",
        "one per round",
    ),
    (SWITCH, "", "Ann match 4", "side_bet.limits", "19:47-2A.6(b)", "$5 to $25 in steps of $1"),
    (SWITCH, "", "Ann match 26", "side_bet.limits", "19:47-2A.6(b)", "$5 to $25 in steps of $1"),
    (SWITCH, "", "Bob match 5", "side_bet.no_main_wager", "19:47-2A.6(b)", "a main wager first"),
    (SWITCH, "Ann match 5", "Ann match 5", "side_bet.twice", "19:47-2A.6(b)", "one per round"),
    (TWENTY, "", "Ann twenty-point-bonus 26", "side_bet.limits", "19:47-2.24(c)", "$1 to $25 in steps of $1"),
    (TWENTY, "", "Bob twenty-point-bonus 5", "side_bet.no_main_wager", "19:47-2.24(c)", "a main wager first"),
    (OPTIONAL, "", "Ann optional-bonus 11", "side_bet.limits", "19:47-2.25(c)", "$1 to $10 in steps of $1"),
    (OPTIONAL, "", "Cy optional-bonus 26", "side_bet.limits", "19:47-2.25(c)", "$1 to $25 in steps of $1"),
    (OPTIONAL, "", "Bob optional-bonus 5", "side_bet.no_main_wager", "19:47-2.25(b)", "a main wager first"),
]
HOMELESS = ("19:47-8.2", "19:47-2.17", "19:47-2.20", "19:47-2.22", "19:47-2.17(g)")
"""Headings and limits of the posting: what is refused under them is no paragraph's own rule of play."""
BOXES = {"Ann": 1, "Bob": 2, "Cy": 3, "Dee": 4}


def betting(table: str) -> Round:
    """Ann has $10, Cy $100 at a box whose light failed, Dee $10; where streaks are offered Cy has one, Dee two."""
    standing = ("3 Cy streak 2 5 1", "4 Dee streak 2 5 1", "4 Dee streak 3 5 1") if "streak" in table else ()
    state = play.open_round(parse(table), standing=tuple(map(stands, standing)), dark=frozenset({3}))
    for name, staked in (("Ann", 10), ("Cy", 100), ("Dee", 10)):
        state = done(play.bet(state, BOXES[name], name, staked * 100))
    return state


def done(result: play.Result) -> Round:
    assert isinstance(result, play.Step), result
    return result.state


def wanted(state: Round, words: str) -> play.Result:
    bettor, wager, *bet, staked = words.split()
    return play.side_bet(state, BOXES[bettor], bettor, wager, cents(staked), " ".join(bet))


@pytest.mark.parametrize(("table", "before", "words", "code", "citation", "want"), ROWS)
def test_a_side_wager_is_refused(
    table: str, before: str, words: str, code: str, citation: str, want: str, cites: Claim
) -> None:
    state = betting(table)
    if before:
        state = done(wanted(state, before))
    refused = wanted(state, words)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.citation, refused.want) == (code, citation, want)
    cites(*([] if citation in HOMELESS else [citation]))
    if (code, citation) == ("side_bet.limits", "19:47-19.6(b)"):
        cites("19:47-19.6(b)1", "19:47-19.6(b)2")


ALLOWED = [
    (OVER, "Ann over-under-13 over 10"),
    (SEVENS, "Ann sevens 1"),
    (PROGRESSIVE, "Ann progressive 1"),
    (BONUS, "Ann blackjack-bonus 5 5"),
    (STREAK, "Ann streak 2 100"),
    (MATCH, "Ann match-the-dealer 25"),
    (TWENTY, "Ann twenty-point-bonus 25"),
    (OPTIONAL, "Ann optional-bonus 10"),
    (SWITCH, "Ann match 25"),
    (SPANISH, "Ann match-the-dealer 10"),
]
CLOSED = {SWITCH: "19:47-2A.5(e)", SPANISH: "19:47-19.5(d)"}
"""Where the game says in a paragraph of its own that no wager comes after the first card."""


@pytest.mark.parametrize(("table", "words"), ALLOWED)
def test_a_side_wager_is_taken_before_the_first_card_and_not_after(table: str, words: str, cites: Claim) -> None:
    by = CLOSED.get(table, "19:47-2.3(c)")
    cites(by)
    state = betting(table)
    assert len(done(wanted(state, words)).stakes) == len(state.stakes) + 1
    late = wanted(done(play.close_bets(state)), words)
    assert isinstance(late, Refusal)
    assert (late.code, late.citation) == ("bet.closed", by)


def test_several_streak_wagers_are_put_down_together(cites: Claim) -> None:
    cites("19:47-2.22(k)", "19:47-2.22(k)1", "19:47-2.22(k)2")
    state = betting(STREAK)
    for area in "2345":
        state = done(wanted(state, f"Ann streak {area} 5"))
    assert [stake.bet for stake in state.stakes if (stake.bettor, stake.wager) == ("Ann", "streak")] == list("2345")


@pytest.mark.parametrize(("amount", "want"), [(7, "$5, $10, $25, $100, $1,000"), (0, "$5, $10, $25, $100, $1,000")])
def test_a_display_shows_one_of_its_amounts(amount: int, want: str) -> None:
    from tests.rounds.transcript import Dealing, parsed

    dealing = Dealing(
        parsed(f"== table\n{BONUS}\n== wagers\n1 Ann 10\n== side\n1 Ann blackjack-bonus 1 1\n== shoe\nAs 6d Kh Td\n")
    )
    dealing.take_wagers()
    dealing.go_on()
    refused = play.show_amount(dealing.state, amount * 100)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.want) == ("amount.unknown", want)


def test_a_button_is_pressed_only_when_somebody_has_won() -> None:
    refused = play.show_amount(betting(BONUS), 5_00)
    assert isinstance(refused, Refusal)
    assert refused.code == "act.not_now"
