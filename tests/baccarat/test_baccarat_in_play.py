"""Shoes and rounds from named cards, worked out by hand from 3.3 to 3.5 and from what is known of 3.6 to 3.12."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from tests.baccarat.driving import TABLE, act, balance, chips, events, fees, finish, opened, run

from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.shoe import is_whole
from chapter47.baccarat.table.replay import replay
from chapter47.core.cards import cards, show
from chapter47.core.event import Did, Event, RoundBegan
from chapter47.core.table_in_play import RefusedError

Claim = Callable[..., None]
BANKER_WINS = "cards Kd 9s 2h Kc"  # 2 against a natural 9
A_TIE = "cards Kd Ks 9h 9c"  # two naturals of 9
PLAYER_WINS = "cards 9d Ks Kh 2c"  # a natural 9 against 2
BURN_OF_AN_ACE = "cards Ac 2c"


def curators(log: list[Event]) -> list[str]:
    """`1 Ann takes`, `1 Ann passes: …`, `-- 3` where the third round begins."""
    shown = []
    for event in log:
        match event:
            case e.ShoeOffered():
                shown.append(f"{event.seat} {event.player} {'takes' if event.taken else 'declines'}")
            case e.ShoeGivenUp():
                shown.append(f"{event.seat} {event.player} passes: {event.why}")
            case RoundBegan():
                shown.append(f"-- {event.number}")
    return shown


def test_a_shoe_passes_round_the_table() -> None:
    """Kept on a Banker win and a tie, passed on a Player win, declined, given up, left."""
    table = opened()
    run(
        table,
        f"""
        Cy sit at 5
        Ann sit at 1
        Bo sit at 2
        dealer open
        {BURN_OF_AN_ACE}
        {BANKER_WINS}
        {A_TIE}
        {PLAYER_WINS}
        {BANKER_WINS}
        {BANKER_WINS}
        Ann bet 10 on banker
        dealer deal
        Ann bet 10 on banker
        dealer deal
        Ann bet 10 on banker
        dealer deal
        Bo decline shoe
        Ann bet 10 on tie
        dealer deal
        Cy give up shoe
        Bo bet 10 on player
        dealer deal
        Ann leave
        Bo bet 10 on player
        """,
    )
    assert curators([entry.event for entry in table.log]) == [
        "1 Ann takes",
        "-- 1",
        "-- 2",
        "-- 3",
        "1 Ann passes: the Player's Hand has won",
        "2 Bo declines",
        "5 Cy takes",
        "-- 4",
        "5 Cy passes: the curator gives it up",
        "1 Ann takes",
        "-- 5",
        "1 Ann passes: the curator leaves",
        "2 Bo takes",
        "-- 6",
    ]


def test_alone_at_the_table_the_shoe_comes_back() -> None:
    table = opened()
    run(
        table,
        f"Ann sit at 3\ndealer open\n{BURN_OF_AN_ACE}\n{PLAYER_WINS}\n"
        f"Ann bet 10 on tie\ndealer deal\nAnn bet 10 on tie",
    )
    assert curators([entry.event for entry in table.log]) == [
        "3 Ann takes",
        "-- 1",
        "3 Ann passes: the Player's Hand has won",
        "3 Ann takes",
        "-- 2",
    ]


def test_where_nobody_wants_the_shoe_the_caller_deals() -> None:
    table = opened()
    run(
        table,
        f"Ann sit at 3\ndealer open\n{BURN_OF_AN_ACE}\n{BANKER_WINS}\n"
        f"Ann decline shoe\nAnn bet 10 on banker\ndealer deal",
    )
    assert [(event.hand, event.who) for event in events(table, e.Turned)] == [
        ("player", "caller"),
        ("banker", "caller"),
    ]


# the first card, how many cards are out when play begins
BURNS = [
    ("Ac", 2),
    ("2d", 3),
    ("9h", 10),
    ("Ts", 11),
    ("Jc", 11),
    ("Kh", 11),
]


@pytest.mark.parametrize(("first", "out"), BURNS)
def test_the_first_card_burns_as_many_more_as_it_counts(first: str, out: int, cites: Claim) -> None:
    table = opened()
    run(table, f"Ann sit at 1\ndealer open\ncards {first}\nAnn bet 10 on banker")
    assert table.shoe.out == out == len(events(table, e.Burned))
    assert is_whole(table.shoe, TABLE)
    cites("19:47-3.5(d)")


def test_the_cards_are_inspected_shuffled_laced_and_cut(cites: Claim) -> None:
    table = opened(replace(TABLE, reshuffle_after_lacing=True))
    run(table, "Bo sit at 2\nAnn sit at 7\nAnn decline cut\nBo cut at 100\ndealer open")
    assert [(entry.event.by.removeprefix("19:47-"), type(entry.event).__name__) for entry in table.log[2:]] == [
        ("3.4(a)", "Did"),
        ("3.4(b)", "Did"),
        ("3.4(b)", "Did"),
        ("3.4(c)", "Did"),
        ("3.5(a)", "Shuffled"),
        ("3.5(b)", "Did"),
        ("3.5(b)", "Did"),
        ("3.5(b)", "CutOffered"),
        ("3.5(b)", "CutOffered"),
        ("3.5(c)", "Cut"),
        ("3.5(d)", "Did"),
        ("3.5(d)", "CuttingCardPlaced"),
        ("3.5(d)", "Did"),
    ]
    assert [(event.player, event.taken) for event in events(table, e.CutOffered)] == [
        ("Ann", False),
        ("Bo", True),
    ]
    assert is_whole(table.shoe, TABLE)
    cites("19:47-3.4(a)", "19:47-3.4(b)", "19:47-3.4(c)", "19:47-3.5(b)", "19:47-3.5(c)", "19:47-3.5(d)")


@pytest.mark.parametrize("place", [9, 407, 416])
def test_a_cut_too_near_an_end_is_refused(place: int, cites: Claim) -> None:
    table = opened()
    run(table, f"Bo sit at 2\nBo cut at {place}")
    refusal = act(table, "dealer open")
    assert refusal is not None
    assert (refusal.code, refusal.citation, refusal.want) == ("cut.place", "19:47-3.5(c)", "10 to 406")
    assert not table.is_open
    run(table, "Bo cut at 10\ndealer open")
    cites("19:47-3.5(c)")


def test_a_supervisor_has_the_cards_cut_again_until_a_card_is_out(cites: Claim) -> None:
    table = opened()
    run(
        table,
        "Bo sit at 2\nAnn sit at 7\nAnn cut at 100\ndealer open\nAnn cut at 200\n"
        "supervisor recut\nBo cut at 50\nsupervisor recut by next player",
    )
    assert [(event.player, event.cards) for event in events(table, e.Cut)] == [
        ("Ann", 100),
        ("Ann", 200),
        ("Bo", 50),
    ]
    run(table, "Bo bet 10 on tie")
    refusal = act(table, "supervisor recut")
    assert refusal is not None
    assert (refusal.code, refusal.citation) == ("recut.not_now", "19:47-3.5(e)")
    before = opened(replace(TABLE, on=date(1996, 5, 19)))
    run(before, "Ann sit at 1\ndealer open")
    assert act(before, "supervisor recut") is not None
    cites("19:47-3.5(e)")


# One deck and 50 cards behind the cutting card, which no lawful table has: after the burn of an ace the cutting card
# comes out before the first card of the first round; with 48 behind it comes out in the middle of that round.
CUTTING_CARDS = [(50, True, 1), (48, False, 2), (46, True, 2)]


@pytest.mark.parametrize(("behind", "is_first", "rounds"), CUTTING_CARDS)
def test_the_last_rounds_of_a_shoe(behind: int, is_first: bool, rounds: int, cites: Claim) -> None:
    table = opened(replace(TABLE, decks=1, cards_behind=behind))
    run(table, f"Ann sit at 1\nBo sit at 4\ndealer open\n{BURN_OF_AN_ACE}\n{BANKER_WINS}")
    dealt = 0
    while len(events(table, e.Shuffled)) == 1:
        run(table, "Ann bet 131 on banker\ndealer deal")
        dealt += 1
    assert dealt == rounds
    assert [event.first for event in events(table, e.CuttingCardOut)] == [is_first]
    assert fees(table)[0].endswith("fee, before the shuffle")
    assert table.state.fees == ()
    assert is_whole(table.shoe, table.posting)
    offered = [event.player for event in events(table, e.CutOffered)]
    assert offered[2:] == ["Ann", "Bo"]  # the last curator first, then clockwise
    cites("19:47-3.5(a)", "19:47-3.5(b)", "19:47-3.3(c)")


def test_fees_are_owed_until_the_table_closes_or_the_player_leaves(cites: Claim) -> None:
    """$131 at 5 percent is $6.55, rounded up to $6.75; $20 is $1 and stays so."""
    table = opened()
    run(table, f"Ann sit at 1\nBo sit at 2\ndealer open\n{BURN_OF_AN_ACE}\n{BANKER_WINS}\n{BANKER_WINS}")
    run(
        table,
        "Ann bet 131 on banker\nBo bet 20 on banker\ndealer deal\nAnn bet 20 on banker\nBo bet 5 on tie\ndealer deal",
    )
    assert (table.state.owed("Ann"), table.state.owed("Bo")) == (7_75, 1_00)
    run(table, "Ann leave\nsupervisor close table")
    assert fees(table) == ["Ann 7.75 fee, on leaving", "Bo 1 fee, on closing"]
    assert balance(table) == {"Ann": 143_25, "Bo": 14_00}
    assert table.state.fees == ()
    refusal = act(table, "Bo bet 5 on tie")
    assert refusal is not None
    assert refusal.code == "table.closed"
    cites("19:47-3.3(c)")


def test_the_other_reading_rounds_what_is_collected() -> None:
    """Two fees of 60 cents: 75 each, or $1.20 together, which goes up to $1.25."""
    script = (
        f"Ann sit at 1\ndealer open\n{BURN_OF_AN_ACE}\n"
        f"{BANKER_WINS}\n{BANKER_WINS}\n" + "Ann bet 12 on banker\ndealer deal\n" * 2
    )
    each, together = opened(), opened(replace(TABLE, readings={"1996 19:47-3.3(c)": "on-collection"}))
    for table in (each, together):
        run(table, script + "Ann leave")
    assert fees(each) == ["Ann 1.50 fee, on leaving"]
    assert fees(together) == ["Ann 1.25 fee, on leaving"]


# Irregularities ------------------------------------------------------------------------------------------------------

NOBODY_DRAWS = "cards 6d Ks Kh 7c"  # Player 6 stands, Banker 7 stands
BANKER_DRAWS = "cards 6d Ks Kh 4c"  # Player 6 stands, Banker 4 draws since no card was taken


def _until(table: str, kind: str, then: str = "") -> tuple[list[str], str]:
    """What is said of an irregularity called as soon as it can be, and how the round ends."""
    playing = opened()
    run(playing, f"Ann sit at 1\ndealer open\n{BURN_OF_AN_ACE}\n{table}\n{then}\nAnn bet 20 on banker\ndealer deal!")
    while kind not in playing.calls:
        playing.step()
    before = len(playing.log)
    assert act(playing, f"dealer call {kind}") is None
    said = [_brief(entry.event) for entry in playing.log[before:]]
    finish(playing)
    return said, show(playing.state.player) + " / " + show(playing.state.banker)


def _brief(event: Event) -> str:
    match event:
        case e.Called():
            return f"called {event.card or '-'}"
        case e.Discarded():
            return f"discarded {event.card}"
        case e.Dealt():
            return f"{event.hand} {event.card}"
        case Did():
            return event.what
    return type(event).__name__


KEPT = "keeps the card unseen as the next one"
IRREGULARITIES = [
    (BANKER_DRAWS, "third-card-unseen", "cards 3s", ["called 3s", "banker 3s"], "6d Kh / Ks 4c 3s"),
    (BANKER_DRAWS, "third-card-seen", "cards 3s", ["called 3s", "banker 3s"], "6d Kh / Ks 4c 3s"),
    (NOBODY_DRAWS, "third-card-unseen", "cards 3s", ["called -", KEPT], "6d Kh / Ks 7c"),
    (NOBODY_DRAWS, "third-card-seen", "cards 3s", ["called 3s", "discarded 3s"], "6d Kh / Ks 7c"),
    ("cards 3s 6d Ks Kh 7c", "face-up-card", "", ["called 3s", "discarded 3s"], "6d Kh / Ks 7c"),
    (NOBODY_DRAWS, "extra-card-unseen", "cards 3s", ["called -", KEPT], "6d Kh / Ks 7c"),
    (NOBODY_DRAWS, "extra-card-seen", "cards 3s", ["called 3s", "discarded 3s"], "6d Kh / Ks 7c"),
    (
        BANKER_DRAWS,
        "third-card-forgotten",
        "cards 3s",
        ["called -", "calls for the third card of the banker's hand before any other"],
        "6d Kh / Ks 4c 3s",
    ),
    (
        NOBODY_DRAWS,
        "out-of-order",
        "",
        ["called -", "puts the first four cards in their places, in the order drawn"],
        "6d Kh / Ks 7c",
    ),
]


@pytest.mark.parametrize(("dealt", "kind", "then", "said", "hands"), IRREGULARITIES)
def test_an_irregularity(dealt: str, kind: str, then: str, said: list[str], hands: str) -> None:
    shown, ended = _until(dealt, kind, then)
    assert [line for line in shown if line not in ("PointsCalled", "Said")] == said
    assert ended == hands


def test_a_card_drawn_unseen_is_the_first_of_the_next_round() -> None:
    playing = opened()
    run(
        playing,
        f"Ann sit at 1\ndealer open\n{BURN_OF_AN_ACE}\n{NOBODY_DRAWS}\n"
        f"cards 3s 4h 5d 6c\nAnn bet 20 on banker\ndealer deal!",
    )
    while "third-card-unseen" not in playing.calls:
        playing.step()
    run(playing, "dealer call third-card-unseen")
    finish(playing)
    run(playing, "Ann bet 20 on banker\ndealer deal")
    assert playing.state.player[:2] == cards("3s 5d")
    assert playing.state.banker[:2] == cards("4h 6c")


def test_too_few_cards_make_the_round_void() -> None:
    """One card behind the cutting card, at a table that is not lawful: the last rounds of some shoes cannot end."""
    voids = 0
    for seed in range(40):
        table = opened(replace(TABLE, decks=1, cards_behind=1), seed)
        run(table, "Ann sit at 1\ndealer open")
        while len(events(table, e.Shuffled)) == 1:
            run(table, "Ann bet 20 on banker\nAnn bet 5 on tie\ndealer deal")
        if events(table, e.Voided):
            voids += 1
            at = next(number for number, entry in enumerate(table.log) if isinstance(entry.event, e.Voided))
            assert chips([entry.event for entry in table.log[at:]])[:2] == [
                "Ann banker returned 20 3.12",
                "Ann tie returned 5 3.12",
            ]
        assert table.staked == {}
        assert table.state.fees == ()
    assert voids > 10


# Refusals ------------------------------------------------------------------------------------------------------------

SEATED = "Ann sit at 1\nBo sit at 2\ndealer open"
REFUSED = [
    (SEATED, "Cy sit at 13", "seat.unknown", "19:47-3.3(c)"),
    (SEATED, "Cy sit at 16", "seat.unknown", "19:47-3.3(c)"),
    (SEATED, "Cy sit at 1", "seat.taken", "19:47-3.3(c)"),
    (SEATED, "Ann sit at 3", "seat.has_one", "19:47-3.3(c)"),
    (SEATED, "Cy leave", "seat.none", "19:47-3.3(c)"),
    (SEATED, "Ann leave with seat held", "seat.held", "19:47-3.3(c)"),
    (SEATED, "dealer open", "table.open", "19:47-3.4(a)"),
    (SEATED, "Cy bet 10 on banker", "seat.none", "19:47-3.2(a)"),
    (SEATED, "Ann bet 10 on dragon-7", "wager.unknown", "19:47-3.2(b)"),
    (SEATED, "Ann bet 0.50 on banker", "bet.chip", "19:47-8.2"),
    (SEATED, "Ann bet 6000 on banker", "bet.limits", "19:47-8.2"),
    (SEATED, "Ann take back all on banker", "bets.closed", "19:47-3.2(d)"),
    (SEATED, "dealer deal", "act.not_now", "19:47-3.7"),
    (SEATED, "Ann give up shoe", "shoe.nobody", "19:47-3.11"),
    (SEATED, "Cy decline shoe", "seat.none", "19:47-3.6"),
    (SEATED, "dealer call face-up-card", "call.not_now", "19:47-3.12"),
    (SEATED, "dealer step", "step.decision", "19:47-3.7"),
    (SEATED, "cards " + "Ah " * 9, "cards.none_left", "19:47-3.5(c)"),
    (SEATED, "cards " + "Ah 2h 3h 4h 5h 6h 7h 8h " * 53, "cards.too_many", "19:47-3.5(c)"),
    (SEATED + "\nAnn bet 10 on banker", "Ann leave", "bet.open", "19:47-3.2(a)"),
    (SEATED + "\nAnn bet 10 on banker", "supervisor close table", "bet.open", "19:47-3.2(a)"),
    (SEATED + "\nAnn bet 10 on banker", "Ann give up shoe", "act.not_now", "19:47-3.11"),
    (SEATED + "\nAnn bet 10 on banker", "Bo give up shoe", "shoe.not_yours", "19:47-3.11"),
    (SEATED + "\nAnn bet 10 on banker", "Ann take back all on tie", "bet.none", "19:47-3.2(a)"),
    (SEATED + "\nAnn bet 10 on banker\nAnn take back all on banker", "dealer deal", "bets.none", "19:47-3.2(a)"),
    (SEATED + "\nAnn bet 10 on banker\ndealer deal!", "Ann bet 10 on banker", "bets.closed", "19:47-3.2(d)"),
    (SEATED + "\nAnn bet 10 on banker\ndealer deal!", "Ann take back all on banker", "bets.closed", "19:47-3.2(d)"),
    (SEATED + "\nAnn bet 10 on banker\ndealer deal!", "Bo leave", "act.not_now", "19:47-3.2(a)"),
    (SEATED + "\nAnn bet 10 on banker\ndealer deal!", "supervisor recut", "act.not_now", "19:47-3.2(a)"),
    (SEATED + "\nAnn bet 10 on banker\ndealer deal!", "dealer call out-of-order", "call.not_now", "19:47-3.12"),
]


@pytest.mark.parametrize(("script", "line", "code", "by"), REFUSED)
def test_what_is_refused_changes_nothing(script: str, line: str, code: str, by: str) -> None:
    table = opened()
    run(table, script)
    before, length = table.stored(), len(table.log)
    refusal = act(table, line)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == (code, by)
    assert refusal.got
    assert refusal.want
    assert (table.stored(), len(table.log)) == (before, length)


def test_a_cut_refused_at_the_end_of_a_shoe_leaves_the_round_unsettled() -> None:
    table = opened(replace(TABLE, decks=1, cards_behind=50))
    run(
        table,
        f"Ann sit at 1\ndealer open\n{BURN_OF_AN_ACE}\n{BANKER_WINS}\nAnn bet 20 on banker\nAnn cut at 3\ndealer deal!",
    )
    with pytest.raises(RefusedError) as raised:
        finish(table)
    assert raised.value.refusal.code == "cut.place"
    assert table.staked == {"Ann": 20_00}
    finish(table)
    assert table.staked == {}


def test_fourteen_seats_leave_out_thirteen() -> None:
    assert BaccaratTable().numbers == (*range(1, 13), 14, 15)


def test_the_first_four_cards_are_put_in_order_while_all_four_lie_face_down() -> None:
    """Neither before the fourth has come nor once a hand is turned up."""
    table = opened()
    run(table, f"Ann sit at 1\ndealer open\n{BURN_OF_AN_ACE}\n{NOBODY_DRAWS}\nAnn bet 20 on banker\ndealer deal!")
    callable_with: dict[int, bool] = {}
    downs: list[tuple[int, int]] = []
    while not table.state.player:
        callable_with[table.state.player_down + table.state.banker_down] = "out-of-order" in table.calls
        downs.append((table.state.down("player"), table.state.down("banker")))
        table.step()
    assert callable_with == {0: False, 1: False, 2: False, 3: False, 4: True}
    assert downs == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]
    assert "out-of-order" not in table.calls


def test_a_wager_of_just_the_maximum_is_taken() -> None:
    table = opened(replace(TABLE, maximum=5_000_00))
    run(table, "Ann sit at 1\ndealer open\nAnn bet 5000 on banker")
    refusal = act(table, "Ann bet 1 on banker")
    assert refusal is not None
    assert refusal.code == "bet.limits"


def test_the_rate_without_a_seat_is_the_highest_of_the_table() -> None:
    four, five = Fraction(4, 100), Fraction(5, 100)
    table = replace(TABLE, vigorish={1: four, 2: five})
    assert [table.rate(seat) for seat in (None, 1, 2, 3)] == [five, four, five, five]


@pytest.mark.parametrize(("seed", "first"), [(3, True), (2, False)])
def test_a_log_reproduces_wherever_the_cutting_card_comes_out(seed: int, first: bool) -> None:
    """Before the first card of a round, or in its middle."""
    table = opened(seed=seed)
    run(table, "Ann sit at 1\ndealer open")
    while not (out := events(table, e.CuttingCardOut)):
        run(table, "Ann bet 10 on banker\ndealer deal")
    assert [event.first for event in out] == [first]
    assert len([*replay(TABLE, table.log)]) == len(table.log)
