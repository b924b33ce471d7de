"""A wager taken back before the first card (2.3(c)): chips, side wagers, coupons, seats and streaks; never after it."""

from typing import Any

import pytest

from chapter47.blackjack import events as e
from chapter47.blackjack.acts import ACTS
from chapter47.blackjack.hosting import HOSTING
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.redeal import redeal
from chapter47.blackjack.table.replay import replay
from chapter47.core.chance import Seeded
from chapter47.core.findings import Refusal
from chapter47.core.onlookers import player
from chapter47.games import from_data, log_lines, parse_log

SEED = 47
Data = dict[str, Any]
MATCH: Data = {"decks": 6, "wagers": {"match-the-dealer": {}}, "coupons": True}
OVER: Data = {"wagers": {"over-under-13": {}}}
STREAK: Data = {"wagers": {"streak": {}}}
PROGRESSIVE: Data = {"wagers": {"progressive": {}}}
SWITCH: Data = {"game": "switch"}
MULTIPLE: Data = {"game": "multiple-action"}
SHARED: Data = {"bettors_per_box": 2}
DEALT = "bet 1 Ann 10; deal"
BET_OVER = "bet 1 Ann 10; side 1 Ann over-under-13 over 5"
BET_STREAKS = "bet 1 Ann 10; side 1 Ann streak 2 5; side 1 Ann streak 4 6"
LIT = "bet 1 Ann 10; side 1 Ann progressive 1"


def done(table: BlackjackInPlay, *lines: str) -> Refusal | None:
    """All of them done, or why the last one was not."""
    for number, line in enumerate(lines, start=1):
        refusal = table.perform(ACTS.read(line.split()))
        table.deal()
        assert refusal is None or number == len(lines), (line, refusal)
    return refusal if lines else None


def told(table: BlackjackInPlay) -> list[tuple[str, Any]]:
    """The chips and coupons that came back, in order."""
    events = (entry.event for entry in table.log)
    return [
        (type(event).__name__, (event.wager, event.amount))
        for event in events
        if isinstance(event, (e.Withdrawn, e.CouponReturned))
    ]


def is_dealt_again(table: BlackjackInPlay) -> None:
    _, rules, _, entries = parse_log("\n".join(log_lines(table.rules, table.log, seed=SEED)))
    *_, last = replay(rules, entries)
    assert last.state == table.state
    redeal(rules, entries, SEED)


ROWS = [
    # table, wagers, what is taken back, what comes back, what still lies there
    ({}, "bet 1 Ann 10", "withdraw 1 Ann", [("main", 10_00)], {}),
    (OVER, BET_OVER, "withdraw 1 Ann over-under-13", [("over-under-13", 5_00)], {"Ann": 10_00}),
    (OVER, BET_OVER, "withdraw 1 Ann over-under-13 over", [("over-under-13", 5_00)], {"Ann": 10_00}),
    (OVER, BET_OVER, "withdraw 1 Ann", [("over-under-13", 5_00), ("main", 10_00)], {}),
    (STREAK, BET_STREAKS, "withdraw 1 Ann streak 4", [("streak", 6_00)], {"Ann": 15_00}),
    (STREAK, BET_STREAKS, "withdraw 1 Ann streak", [("streak", 5_00), ("streak", 6_00)], {"Ann": 10_00}),
    (SWITCH, "bet 1 Ann 10", "withdraw 1 Ann", [("main", 20_00)], {}),
    (MULTIPLE, "bet 1 Ann 10; bet 1 Ann 20", "withdraw 1 Ann", [("main", 30_00)], {}),
    (SHARED, "bet 1 Ann 10; bet 1 Bob 15 standing", "withdraw 1 Ann", [("main", 10_00)], {"Bob": 15_00}),
    ({}, "bet 1 Ann 10; bet 2 Bob 15", "withdraw 2 Bob", [("main", 15_00)], {"Ann": 10_00}),
]


@pytest.mark.parametrize(("data", "wagers", "line", "back", "lies"), ROWS)
def test_what_is_taken_back_and_what_stays(
    data: Data, wagers: str, line: str, back: list[Any], lies: dict[str, int]
) -> None:
    table = BlackjackInPlay(from_data(data), Seeded(SEED))
    assert done(table, *wagers.split("; "), line) is None
    assert [chips for _, chips in told(table)] == back
    assert table.staked == lies
    assert table.carried.betting == frozenset(lies)
    is_dealt_again(table)


def test_a_coupon_comes_back_with_its_wager() -> None:
    table = BlackjackInPlay(from_data(MATCH), Seeded(SEED))
    wagers = ("bet 1 Ann 10", "side 1 Ann match-the-dealer 5", "coupon 1 Ann match-the-dealer 5")
    assert done(table, *wagers, "withdraw 1 Ann", "bet 1 Ann 20", "coupon 1 Ann 20", "withdraw 1 Ann") is None
    side, main, again = ("match-the-dealer", 5_00), ("main", 10_00), ("main", 20_00)
    assert told(table) == [
        ("Withdrawn", side),
        ("CouponReturned", side),
        ("Withdrawn", main),
        ("Withdrawn", again),
        ("CouponReturned", again),
    ]
    assert done(table, "bet 1 Ann 10", "coupon 1 Ann 10") is None, "one coupon in a round: the first was not used"
    is_dealt_again(table)


REFUSED = [
    # table, before, act, code, paragraph
    ({}, DEALT, "withdraw 1 Ann", "bet.closed", "19:47-2.3(c)"),
    (SWITCH, DEALT, "withdraw 1 Ann", "bet.closed", "19:47-2A.5(e)"),
    ({"game": "spanish-21"}, DEALT, "withdraw 1 Ann", "bet.closed", "19:47-19.5(d)"),
    ({}, "bet 1 Ann 10", "withdraw 2 Ann", "bet.none", "19:47-2.3(a)"),
    ({}, "bet 1 Ann 10", "withdraw 1 Bob", "bet.none", "19:47-2.3(a)"),
    ({}, "sit 1 Ann; open", "withdraw 1 Ann", "bet.none", "19:47-2.3(a)"),
    (OVER, BET_OVER, "withdraw 1 Ann over-under-13 under", "bet.none", "19:47-2.3(a)"),
    (PROGRESSIVE, LIT, "withdraw 1 Ann progressive", "bet.acceptor", "19:47-2.19(b)"),
    (PROGRESSIVE, LIT, "withdraw 1 Ann", "bet.acceptor", "19:47-2.19(b)"),
]


@pytest.mark.parametrize(("data", "before", "line", "code", "by"), REFUSED)
def test_what_is_not_given_back_and_why(data: Data, before: str, line: str, code: str, by: str) -> None:
    table = BlackjackInPlay(from_data(data), Seeded(SEED))
    assert done(table, *before.split("; ")) is None
    lines = len(table.log)
    refusal = done(table, line)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == (code, by)
    assert len(table.log) == lines


def with_a_streak() -> BlackjackInPlay:
    """Ann has won a hand, and her wager on the third waits for the next one."""
    table = BlackjackInPlay(from_data(STREAK), Seeded(SEED))
    lines = ("bet 1 Ann 10", "side 1 Ann streak 3 5", "cards Th 6d 9c Ts 8s", "deal", "Ann stand")
    assert done(table, *lines) is None
    assert table.staked == {"Ann": 5_00}
    return table


def test_a_streak_whose_first_hand_was_dealt_stays_and_is_lost_without_the_next() -> None:
    table = with_a_streak()
    for before in ((), ("bet 1 Ann 10",)):
        refusal = done(table, *before, "withdraw 1 Ann streak")
        assert refusal is not None
        assert (refusal.code, refusal.citation) == ("bet.standing", "19:47-2.3(c)")
    assert done(table, "withdraw 1 Ann") is None
    assert table.staked == {"Ann": 5_00}, "the streak is not taken back with the main wager"
    assert done(table, "bet 2 Bob 10", "deal") is None
    assert table.staked.get("Ann") is None
    collected = [entry.event for entry in table.log if isinstance(entry.event, e.Collected)]
    assert (collected[-1].wager, collected[-1].by) == ("streak", "19:47-2.22(f)")


@pytest.mark.parametrize("lines", [("leave Ann",), ("bet 1 Ann 10", "withdraw 1 Ann", "leave Ann")])
def test_whoever_leaves_gives_the_streak_up_whether_a_round_has_begun_or_not(lines: tuple[str, ...]) -> None:
    table = with_a_streak()
    assert done(table, *lines) is None
    assert table.staked == {}
    assert HOSTING.plays_on(table) == []


def test_whoever_left_beside_a_wager_of_others_gives_it_up_with_the_last_of_them() -> None:
    table = with_a_streak()
    assert done(table, "bet 2 Bob 10", "leave Ann") is None
    assert table.staked == {"Ann": 5_00, "Bob": 10_00}
    assert done(table, "withdraw 2 Bob") is None
    assert table.staked == {}


def test_a_round_in_which_every_wager_was_taken_back_goes_on_with_the_next_one() -> None:
    table = BlackjackInPlay(from_data({}), Seeded(SEED))
    assert done(table, "bet 1 Ann 10", "withdraw 1 Ann", "bet 2 Ann 25", "deal") is None
    began = [entry.event for entry in table.log if isinstance(entry.event, e.RoundBegan)]
    assert len(began) == 1
    assert [hand.at.box for hand in table.state.hands] == [2]
    is_dealt_again(table)


def test_a_round_that_was_not_played_after_all_was_sat_out() -> None:
    """By the old text whoever sits out may be kept to the minimum: taking the wager back is sitting out."""
    table = BlackjackInPlay(from_data({"mid_shoe_entry": "barred"}), Seeded(SEED))
    assert (
        done(table, "bet 1 Ann 10", "bet 2 Bob 10", "withdraw 2 Bob", "cards Th 6d 9c Ts 8s", "deal", "Ann stand")
        is None
    )
    refusal = done(table, "bet 2 Bob 10")
    assert refusal is not None
    assert (refusal.code, refusal.citation) == ("bet.entry", "19:47-2.3(i)")


def test_what_is_offered_is_taken_back() -> None:
    table = BlackjackInPlay(from_data(OVER), Seeded(SEED))
    assert done(table, "bet 1 Ann 10", "side 1 Ann over-under-13 over 5") is None
    lines = {offer.line: offer.spot for offer in HOSTING.offers(table, "Ann") if offer.line.startswith("withdraw")}
    assert lines == {
        "withdraw 1 Ann": "spot-1-main-1",
        "withdraw 1 Ann over-under-13 over": "spot-1-over-under-13-over",
    }
    assert done(table, *reversed(lines)) is None
    assert table.staked == {}


def test_the_house_gives_back_what_is_less_than_the_game_asks_for() -> None:
    table = BlackjackInPlay(from_data(MULTIPLE), Seeded(SEED))
    assert done(table, "bet 1 Ann 10", "bet 2 Bob 10", "bet 2 Bob 10", "bet 2 Bob 10") is None
    act = HOSTING.time_is_up(table)
    assert str(act) == "withdraw 1 Ann"
    assert done(table, str(act)) is None
    assert str(HOSTING.time_is_up(table)) == "deal"


def test_whoever_took_the_wager_back_does_not_see_the_cards_that_came_for_another_there() -> None:
    """At 6 to 5 the first cards are for their box alone, at the table and in what is recalled of the round."""
    table = BlackjackInPlay(from_data({"game": "six-to-five"}), Seeded(SEED))
    assert done(table, "bet 1 Ann 10", "withdraw 1 Ann", "bet 1 Bob 10", "deal") is None
    events = [entry.event for entry in table.log]
    concealed = [number for number, event in enumerate(events) if isinstance(event, e.Dealt) and event.concealed]
    assert len(concealed) == 2
    for name, sees in (("Ann", False), ("Bob", True)):
        who = player(name)
        recalled = HOSTING.recalled(events[: max(concealed) + 1], who)
        for number in concealed:
            now, later = HOSTING.seen(table, events[number], who), recalled[number]
            assert isinstance(now, e.Dealt)
            assert isinstance(later, e.Dealt)
            assert (now.card is not None) == (later.card is not None) == sees
