"""A wager taken back before the first card (2.3(c)): chips, side wagers, coupons, seats and streaks; never after it."""

from typing import Any

import pytest

from chapter47.blackjack import events as e
from chapter47.blackjack.acts import GRAMMAR
from chapter47.blackjack.hosting import HOSTING
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import redeal, replay
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
DEALT = "Ann bet 10 on 1; dealer deal"
BET_OVER = "Ann bet 10 on 1; Ann bet 5 on over-under-13 over at 1"
BET_STREAKS = "Ann bet 10 on 1; Ann bet 5 on streak 2 at 1; Ann bet 6 on streak 4 at 1"
LIT = "Ann bet 10 on 1; Ann bet 1 on progressive at 1"


def done(table: BlackjackInPlay, *lines: str) -> Refusal | None:
    """All of them done, or why the last one was not."""
    for number, line in enumerate(lines, start=1):
        refusal = table.perform(GRAMMAR.read(line))
        table.deal()
        assert refusal is None or number == len(lines), (line, refusal)
    return refusal if lines else None


def shown(table: BlackjackInPlay) -> list[tuple[str, Any]]:
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
    # table, wagers, what is taken back, what comes back, what stays on the layout
    ({}, "Ann bet 10 on 1", "Ann take back all on 1", [("main", 10_00)], {}),
    (OVER, BET_OVER, "Ann take back all on over-under-13 at 1", [("over-under-13", 5_00)], {"Ann": 10_00}),
    (OVER, BET_OVER, "Ann take back all on over-under-13 over at 1", [("over-under-13", 5_00)], {"Ann": 10_00}),
    (OVER, BET_OVER, "Ann take back all on 1", [("over-under-13", 5_00), ("main", 10_00)], {}),
    (STREAK, BET_STREAKS, "Ann take back all on streak 4 at 1", [("streak", 6_00)], {"Ann": 15_00}),
    (STREAK, BET_STREAKS, "Ann take back all on streak at 1", [("streak", 5_00), ("streak", 6_00)], {"Ann": 10_00}),
    (SWITCH, "Ann bet 10 on 1", "Ann take back all on 1", [("main", 20_00)], {}),
    (MULTIPLE, "Ann bet 10 on 1; Ann bet 20 on 1", "Ann take back all on 1", [("main", 30_00)], {}),
    (SHARED, "Ann bet 10 on 1; Bob bet 15 on 1 standing", "Ann take back all on 1", [("main", 10_00)], {"Bob": 15_00}),
    ({}, "Ann bet 10 on 1; Bob bet 15 on 2", "Bob take back all on 2", [("main", 15_00)], {"Ann": 10_00}),
]


@pytest.mark.parametrize(("data", "wagers", "line", "back", "lies"), ROWS)
def test_what_is_taken_back_and_what_stays(
    data: Data, wagers: str, line: str, back: list[Any], lies: dict[str, int]
) -> None:
    table = BlackjackInPlay(from_data(data), Seeded(SEED))
    assert done(table, *wagers.split("; "), line) is None
    assert [chips for _, chips in shown(table)] == back
    assert table.staked == lies
    assert table.carried.betting == frozenset(lies)
    is_dealt_again(table)


def test_a_coupon_comes_back_with_its_wager() -> None:
    table = BlackjackInPlay(from_data(MATCH), Seeded(SEED))
    wagers = ("Ann bet 10 on 1", "Ann bet 5 on match-the-dealer at 1", "Ann lay coupon 5 on match-the-dealer at 1")
    assert (
        done(
            table,
            *wagers,
            "Ann take back all on 1",
            "Ann bet 20 on 1",
            "Ann lay coupon 20 on 1",
            "Ann take back all on 1",
        )
        is None
    )
    side, main, again = ("match-the-dealer", 5_00), ("main", 10_00), ("main", 20_00)
    assert shown(table) == [
        ("Withdrawn", side),
        ("CouponReturned", side),
        ("Withdrawn", main),
        ("Withdrawn", again),
        ("CouponReturned", again),
    ]
    assert done(table, "Ann bet 10 on 1", "Ann lay coupon 10 on 1") is None, (
        "only one coupon per round: the first was not used"
    )
    is_dealt_again(table)


REFUSED = [
    # table, before, act, code, paragraph
    ({}, DEALT, "Ann take back all on 1", "bet.closed", "19:47-2.3(c)"),
    (SWITCH, DEALT, "Ann take back all on 1", "bet.closed", "19:47-2A.5(e)"),
    ({"game": "spanish-21"}, DEALT, "Ann take back all on 1", "bet.closed", "19:47-19.5(d)"),
    ({}, "Ann bet 10 on 1", "Ann take back all on 2", "bet.none", "19:47-2.3(a)"),
    ({}, "Ann bet 10 on 1", "Bob take back all on 1", "bet.none", "19:47-2.3(a)"),
    ({}, "Ann sit at 1; dealer open", "Ann take back all on 1", "bet.none", "19:47-2.3(a)"),
    (OVER, BET_OVER, "Ann take back all on over-under-13 under at 1", "bet.none", "19:47-2.3(a)"),
    (PROGRESSIVE, LIT, "Ann take back all on progressive at 1", "bet.acceptor", "19:47-2.19(b)"),
    (PROGRESSIVE, LIT, "Ann take back all on 1", "bet.acceptor", "19:47-2.19(b)"),
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
    lines = ("Ann bet 10 on 1", "Ann bet 5 on streak 3 at 1", "cards Th 6d 9c Ts 8s", "dealer deal", "Ann stand")
    assert done(table, *lines) is None
    assert table.staked == {"Ann": 5_00}
    return table


def test_a_streak_whose_first_hand_was_dealt_stays_and_is_lost_without_the_next() -> None:
    table = with_a_streak()
    for before in ((), ("Ann bet 10 on 1",)):
        refusal = done(table, *before, "Ann take back all on streak at 1")
        assert refusal is not None
        assert (refusal.code, refusal.citation) == ("bet.standing", "19:47-2.3(c)")
    assert done(table, "Ann take back all on 1") is None
    assert table.staked == {"Ann": 5_00}, "the streak is not taken back with the main wager"
    assert done(table, "Bob bet 10 on 2", "dealer deal") is None
    assert table.staked.get("Ann") is None
    collected = [entry.event for entry in table.log if isinstance(entry.event, e.Collected)]
    assert (collected[-1].wager, collected[-1].by) == ("streak", "19:47-2.22(f)")


@pytest.mark.parametrize("lines", [("Ann leave",), ("Ann bet 10 on 1", "Ann take back all on 1", "Ann leave")])
def test_a_player_who_leaves_gives_up_the_streak(lines: tuple[str, ...]) -> None:
    table = with_a_streak()
    assert done(table, *lines) is None
    assert table.staked == {}
    assert HOSTING.plays_on(table) == []


def test_a_streak_on_a_shared_box_ends_with_its_last_bettor() -> None:
    table = with_a_streak()
    assert done(table, "Bob bet 10 on 2", "Ann leave") is None
    assert table.staked == {"Ann": 5_00, "Bob": 10_00}
    assert done(table, "Bob take back all on 2") is None
    assert table.staked == {}


def test_a_round_in_which_every_wager_was_taken_back_goes_on_with_the_next_one() -> None:
    table = BlackjackInPlay(from_data({}), Seeded(SEED))
    assert done(table, "Ann bet 10 on 1", "Ann take back all on 1", "Ann bet 25 on 2", "dealer deal") is None
    began = [entry.event for entry in table.log if isinstance(entry.event, e.RoundBegan)]
    assert len(began) == 1
    assert [hand.at.box for hand in table.state.hands] == [2]
    is_dealt_again(table)


def test_a_round_that_was_not_played_after_all_was_sat_out() -> None:
    """The old text limits players who sit out to the minimum; taking the wager back is sitting out."""
    table = BlackjackInPlay(from_data({"mid_shoe_entry": "barred"}), Seeded(SEED))
    assert (
        done(
            table,
            "Ann bet 10 on 1",
            "Bob bet 10 on 2",
            "Bob take back all on 2",
            "cards Th 6d 9c Ts 8s",
            "dealer deal",
            "Ann stand",
        )
        is None
    )
    refusal = done(table, "Bob bet 10 on 2")
    assert refusal is not None
    assert (refusal.code, refusal.citation) == ("bet.entry", "19:47-2.3(i)")


def test_what_is_offered_is_taken_back() -> None:
    table = BlackjackInPlay(from_data(OVER), Seeded(SEED))
    assert done(table, "Ann bet 10 on 1", "Ann bet 5 on over-under-13 over at 1") is None
    lines = {offer.text: offer.spot for offer in HOSTING.offers(table, "Ann") if offer.kind == "change"}
    assert lines == {
        "Ann take back all on 1": "spot-1-main-1",
        "Ann take back all on over-under-13 over at 1": "spot-1-over-under-13-over",
    }
    assert done(table, *reversed(lines)) is None
    assert table.staked == {}


def test_the_house_gives_back_what_is_less_than_the_game_asks_for() -> None:
    table = BlackjackInPlay(from_data(MULTIPLE), Seeded(SEED))
    assert done(table, "Ann bet 10 on 1", "Bob bet 10 on 2", "Bob bet 10 on 2", "Bob bet 10 on 2") is None
    act = HOSTING.time_is_up(table)
    assert str(act) == "Ann take back all on 1"
    assert done(table, str(act)) is None
    assert str(HOSTING.time_is_up(table)) == "dealer deal"


def test_a_player_who_took_the_wager_back_does_not_see_later_cards_of_that_box() -> None:
    """At 6 to 5 the first cards are for their box alone, at the table and in what is recalled of the round."""
    table = BlackjackInPlay(from_data({"game": "six-to-five"}), Seeded(SEED))
    assert done(table, "Ann bet 10 on 1", "Ann take back all on 1", "Bob bet 10 on 1", "dealer deal") is None
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
