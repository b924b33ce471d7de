"""Rounds from named cards, with settlements worked out by hand from 3.2, 3.3 and the third-card table."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import (
    NeedCard,
    NeedSettlement,
    NeedTurn,
    Step,
    bet,
    close_bets,
    give,
    pending,
    settle,
    turn,
    withdraw,
)
from chapter47.baccarat.state import TableState, apply
from chapter47.core.cards import Card, cards
from chapter47.core.event import Collected, Event, Paid, Returned, RoundBegan
from chapter47.core.findings import Refusal
from chapter47.core.money import Odds

Claim = Callable[..., None]
TABLE = BaccaratTable(minimum=1_00)
SEATS = ((1, "Ann"), (2, "Bob"), (3, "Cy"))


def begun(table: BaccaratTable = TABLE) -> TableState:
    state = TableState(table, seats=SEATS, curator=1)
    return apply(state, RoundBegan(by="19:47-3.2(a)", number=1))


def stepped(result: Step | Refusal) -> Step:
    assert isinstance(result, Step), result
    return result


def bets(state: TableState, text: str) -> TableState:
    """`Ann banker 131, Bob tie 5`."""
    for words in filter(None, text.split(", ")):
        bettor, wager, dollars = words.split()
        state = stepped(bet(state, bettor, wager, int(dollars) * 100)).state
    return state


def played(state: TableState, text: str) -> tuple[TableState, list[Event]]:
    """All that happens once the bets are closed, with the cards in the order in which they are drawn."""
    closed = stepped(close_bets(state))
    state, log = closed.state, list(closed.events)
    deck = list(cards(text))
    down: dict[str, list[Card]] = {"player": [], "banker": []}
    while True:
        match pending(state):
            case NeedCard(hand=hand, face_down=True):
                down[hand].append(deck.pop(0))
                step = stepped(give(state, None))
            case NeedCard():
                step = stepped(give(state, deck.pop(0)))
            case NeedTurn(hand=hand):
                first, second = down[hand]
                step = stepped(turn(state, first, second))
            case NeedSettlement():
                step = stepped(settle(state))
                assert deck == []
                return step.state, [*log, *step.events]
            case need:
                raise AssertionError(need)
        state = step.state
        log += step.events


def settlement(log: list[Event]) -> list[str]:
    """`Ann banker paid 131.00 3.3(c)`, losers first."""
    kinds = {Collected: "collected", Paid: "paid", Returned: "returned"}
    return [
        f"{event.bettor} {event.wager} {kinds[type(event)]} {event.amount / 100:.2f} {event.by.removeprefix('19:47-')}"
        for event in log
        if isinstance(event, (Collected, Paid, Returned))
    ]


# cards P B P B [P] [B], wagers, settlement
ROUNDS = [
    (
        "6s 5h Kd Kc 3d",  # 6 stands; 5 draws against no card: 8
        "Ann banker 131, Bob player 20, Cy tie 5",
        [
            "Bob player collected 20.00 3.2(a)2ii",
            "Cy tie collected 5.00 3.2(a)3",
            "Ann banker paid 131.00 3.3(c)",
            "Ann banker returned 131.00 3.3(c)",
        ],
    ),
    (
        "5s 2h Kd 3c Td",  # 5 draws a ten and has 5; 5 stands against a card that counts nothing
        "Ann banker 131, Bob player 20, Cy tie 5",
        [
            "Ann banker returned 131.00 3.2(a)1iii",
            "Bob player returned 20.00 3.2(a)2iii",
            "Cy tie paid 40.00 3.3(b)",
            "Cy tie returned 5.00 3.3(b)",
        ],
    ),
    (
        "9s 4h Kd 4c",  # two naturals, nine over eight
        "Ann banker 131, Ann player 10, Bob tie 1",
        [
            "Ann banker collected 131.00 3.2(a)1ii",
            "Bob tie collected 1.00 3.2(a)3",
            "Ann player paid 10.00 3.3(a)",
            "Ann player returned 10.00 3.3(a)",
        ],
    ),
    (
        "As 3h Kd Kc 8d",  # 1 draws an eight: 9; three stands against an eight
        "Bob player 7",
        ["Bob player paid 7.00 3.3(a)", "Bob player returned 7.00 3.3(a)"],
    ),
    (
        "As 3h Kd Kc 9d 6c",  # 1 draws a nine: 0; three draws against a nine: 9
        "Ann banker 100",
        ["Ann banker paid 100.00 3.3(c)", "Ann banker returned 100.00 3.3(c)"],
    ),
]


@pytest.mark.parametrize(("dealt", "wagers", "expected"), ROUNDS)
def test_a_round_ends_in_the_settlement_worked_out_by_hand(
    dealt: str, wagers: str, expected: list[str], cites: Claim
) -> None:
    state, log = played(bets(begun(), wagers), dealt)
    assert settlement(log) == expected
    assert state.open_stakes == ()
    cites(*{f"19:47-{line.split()[-1]}" for line in expected})


@pytest.mark.parametrize(
    ("dealt", "result", "won_by"),
    [
        ("Kd 9s 2h Kc", "banker", "19:47-3.2(a)1i"),
        ("9d Ks Kh 2c", "player", "19:47-3.2(a)2i"),
    ],
)
def test_the_higher_count_wins(dealt: str, result: str, won_by: str, cites: Claim) -> None:
    state, log = played(bets(begun(), f"Ann {result} 10"), dealt)
    assert state.announced == result
    assert [event.amount for event in log if isinstance(event, Paid)] == [10_00]
    cites(won_by)


# rate, rounded, when; paid at once, owed
FEES = [
    ("0.05", True, "paid", 124_25, 0),
    ("0.05", False, "paid", 124_45, 0),
    ("0.04", True, "paid", 125_60, 0),
    ("0.04", False, "paid", 125_76, 0),
    ("0.05", True, "deferred", 131_00, 6_75),
    ("0.05", False, "deferred", 131_00, 6_55),
    ("0.04", True, "deferred", 131_00, 5_40),
    ("0.04", False, "deferred", 131_00, 5_24),
]


@pytest.mark.parametrize(("rate", "rounded", "when", "paid", "owed"), FEES)
def test_131_dollars_won_on_banker(rate: str, rounded: bool, when: str, paid: int, owed: int, cites: Claim) -> None:
    table = replace(TABLE, vigorish=Fraction(rate), vigorish_rounding=rounded, vigorish_when=when)  # type: ignore[arg-type]
    state, log = played(bets(begun(table), "Ann banker 131"), "6s 5h Kd Kc 3d")
    assert [event.amount for event in log if isinstance(event, Paid)] == [paid]
    assert state.owed("Ann") == owed
    cites("19:47-3.3(c)")


def test_worse_odds_on_a_tie_are_paid_as_they_are_posted() -> None:
    table = replace(TABLE, tie_pays=Odds.of("7 to 1"))
    _, log = played(bets(begun(table), "Ann tie 10"), "6s 6h Kd Kc")
    assert [event.amount for event in log if isinstance(event, Paid)] == [70_00]


def test_better_odds_on_a_tie() -> None:
    table = replace(TABLE, tie_pays=Odds.of("9 to 1"))
    _, log = played(bets(begun(table), "Cy tie 5"), "5s 2h Kd 3c Td")
    assert settlement(log)[0] == "Cy tie paid 45.00 3.3(b)"


# wagers, who turns the Player's cards
TURNS = [
    ("Ann banker 50", "caller"),
    ("Bob player 10, Cy player 20", "Cy"),
    ("Bob player 20, Cy player 20", "Bob"),
]


@pytest.mark.parametrize(("wagers", "who"), TURNS)
def test_who_turns_the_cards(wagers: str, who: str) -> None:
    _, log = played(bets(begun(), wagers), "9s 4h Kd 4c")
    assert [(event.hand, event.who) for event in log if isinstance(event, e.Turned)] == [
        ("player", who),
        ("banker", "Ann"),
    ]


REFUSED = [
    ("Ann", "dragon-7", 10_00, "wager.unknown", "19:47-3.2(b)"),
    ("Dot", "tie", 10_00, "seat.none", "19:47-3.2(a)"),
    ("Ann", "tie", 50, "bet.chip", "19:47-8.2"),
    ("Ann", "tie", 6000_00, "bet.limits", "19:47-8.2"),
]


@pytest.mark.parametrize(("bettor", "wager", "amount", "code", "by"), REFUSED)
def test_a_bad_wager_is_refused(bettor: str, wager: str, amount: int, code: str, by: str) -> None:
    refusal = bet(begun(), bettor, wager, amount)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == (code, by)


def test_nothing_is_made_raised_or_withdrawn_after_no_more_bets(cites: Claim) -> None:
    state = stepped(close_bets(bets(begun(), "Ann banker 10"))).state
    for refused in (bet(state, "Ann", "banker", 10_00), withdraw(state, "Ann", "banker"), close_bets(state)):
        assert isinstance(refused, Refusal)
    late = bet(state, "Bob", "tie", 10_00)
    assert isinstance(late, Refusal)
    assert (late.code, late.citation) == ("bets.closed", "19:47-3.2(d)")
    cites("19:47-3.2(d)")


def test_a_wager_is_raised_and_withdrawn_before() -> None:
    state = bets(begun(), "Ann banker 10, Ann banker 15")
    there = state.stake("Ann", "banker")
    assert there is not None
    assert there.amount == 25_00
    state = stepped(withdraw(state, "Ann", "banker", 5_00)).state
    state = stepped(withdraw(state, "Ann", "banker")).state
    assert state.stakes == ()


@pytest.mark.parametrize(
    ("amount", "allowed"),
    [(15_00, True), (25_00, True), (16_00, False), (26_00, False), (15_50, False), (0, True)],
)
def test_a_wager_is_withdrawn_as_a_whole_or_down_to_the_minimum(amount: int, allowed: bool) -> None:
    """Of 25 at a table of 10: 15 leaves the minimum, 16 less than that; 50 cents are no chip."""
    state = begun(BaccaratTable(minimum=10_00))
    state = apply(state, stepped(bet(state, "Ann", "banker", 25_00)).events[-1])
    result = withdraw(state, "Ann", "banker", amount)
    assert isinstance(result, Step) is allowed
    assert allowed or (isinstance(result, Refusal) and result.code == "bet.limits")
