"""The cards of Switch (2A.3, 2A.4, 2A.7, 2A.15) and Spanish 21 (19.4), as a table's log cites them."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.round.game_citations import event_of
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.shoe import Handling, RefusedError, Shoe, shoe_for
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.core.chance import Scripted
from chapter47.core.log import SHOE
from chapter47.games import from_data

Claim = Callable[..., None]
SEATED = {1: "Ann", 3: "Bob", 5: "Cy"}
SWITCH: dict[str, Any] = {"game": "switch", "decks": 6}
SPANISH: dict[str, Any] = {"game": "spanish-21", "decks": 6}


def handling(first: int | None = 3, exposed: int = 0, **wishes: int) -> Handling:
    return Handling(chance=Scripted(), players=SEATED, first=first, cut=lambda who, _: wishes.get(who), exposed=exposed)


def opened(hands: Handling | None = None, **table: Any) -> tuple[Shoe, tuple[Event, ...]]:
    return shoe_for(from_data(table)).open(hands or handling(Bob=20))


def shown(shoe: Shoe, events: tuple[Event, ...]) -> list[str]:
    translated = [event_of(shoe.table, event) for event in events]
    return [f"{type(event).__name__} {event.by.removeprefix('19:47-')}" for event in translated]


@pytest.mark.parametrize("decks", [6, 8])
def test_a_switch_shoe_holds_52_cards_of_each_deck(decks: int, cites: Claim) -> None:
    shoe, _ = opened(**SWITCH | {"decks": decks})
    assert isinstance(shoe, Single)
    held = Counter(map(str, shoe.discards + shoe.pile.remaining))
    assert held == {rank + suit: decks for rank in "23456789TJQKA" for suit in "cdhs"}
    cites("19:46-1.17(a)")


CUT = ["Did 2A.4(c)", "CutOffered 2A.4(d)1", "Cut 2A.4(f)", "Did 2A.4(f)", "CuttingCardPlaced 2A.4(f)"]
UNCUT = ["Did 2A.4(b)1", "CuttingCardPlaced 2A.4(b)1", "Burned 2A.7(c)"]
OPENINGS: list[tuple[dict[str, Any], int, list[str], str]] = [
    # table, cards exposed in the washing, what the log says, paragraphs
    (
        {},
        0,
        ["Did 2A.3(a)", "Did 2A.3(b)", "Did 2A.3(c)", "Shuffled 2A.4(a)", *CUT, "Burned 2A.7(c)"],
        "2A.3(a) 2A.3(b) 2A.3(c) 2A.4(a) 2A.4(b)2 2A.4(c) 2A.4(d)1 2A.4(f) 2A.7(c)",
    ),
    (
        {},
        2,
        ["Did 2A.3(a)", "Did 2A.3(b)", *["Did 2A.3(c)"] * 3, "Shuffled 2A.4(a)", *CUT, "Burned 2A.7(c)"],
        "2A.3(c)",
    ),
    ({"preshuffled": True}, 1, ["Did 2A.3(a)", *CUT, "Burned 2A.7(c)"], "2A.3(a) 2A.4(a) 2A.4(b)2"),
    (
        {"shuffle": "machine"},
        1,
        ["Did 2A.3(a)", *["Did 2A.3(d)"] * 3, *["Shuffled 2A.4(a)"] * 2, *UNCUT],
        "2A.3(d) 2A.4(b)1",
    ),
    (
        {"shuffle": "machine", "preshuffled": True},
        0,
        ["Did 2A.3(a)", "Shuffled 2A.4(a)", *CUT, "Burned 2A.7(c)"],
        "2A.4(b)2",
    ),
    (
        {"shuffle": "bart-carter"},
        0,
        ["Did 2A.3(a)", "Did 2A.3(b)", "Did 2A.3(c)", "Shuffled 2A.4(a)", *CUT[:-1]],
        "2A.4(f) 2A.7(c)",
    ),
]


@pytest.mark.parametrize(("table", "exposed", "expected", "shows"), OPENINGS)
def test_opening_at_switch(table: dict[str, Any], exposed: int, expected: list[str], shows: str, cites: Claim) -> None:
    shoe, events = opened(handling(exposed=exposed, Bob=20), **SWITCH, **table)
    assert shown(shoe, events) == expected
    cites(*(f"19:47-{citation}" for citation in shows.split()))


def test_no_card_is_exposed_in_the_washing_unless_somebody_says_so(cites: Claim) -> None:
    washed = "19:47-2A.3(c)"
    table = BlackjackInPlay(from_data(SWITCH), Scripted())
    table.open()
    assert [entry.event.by for entry in table.log].count(washed) == 1
    shoe, events = shoe_for(from_data(SWITCH)).open(Handling(chance=Scripted()))
    assert [event_of(shoe.table, event).by for event in events].count(washed) == 1
    cites(washed)


def dealt_to(shoe: Shoe, at: Place) -> Shoe:
    """Until the cutting card comes out on that hand."""
    told_of: tuple[Event, ...] = ()
    while not told_of:
        _, shoe, told_of = shoe.draw(at)
    assert shown(shoe, told_of) == ["CuttingCardOut 2A.7(n)"]
    return shoe


@pytest.mark.parametrize(
    ("out_at", "wishes", "cut", "shows"),
    [
        (Place(3), {"Bob": 50}, ["CutOffered 2A.4(d)2"], "2A.4(d)2"),
        (Place(0), {"Cy": 50}, ["CutOffered 2A.4(d)3"], "2A.4(d)3"),
        (Place(3), {"Cy": 50}, ["CutOffered 2A.4(d)2", "CutOffered 2A.4(e)"], "2A.4(e)"),
        (Place(3), {}, ["CutOffered 2A.4(d)2", *["CutOffered 2A.4(e)"] * 2], "2A.4(e)"),
    ],
)
def test_after_the_cutting_card_at_switch(
    out_at: Place, wishes: dict[str, int], cut: list[str], shows: str, cites: Claim
) -> None:
    shoe, _ = opened(**SWITCH)
    again, events = dealt_to(shoe, out_at).end_round(handling(**wishes))
    by = "2A.4(f)" if wishes else "2A.4(e)"
    expected = ["Did 2A.7(n)1", "Did 2A.7(n)2", "Shuffled 2A.7(n)3", "Did 2A.4(c)", *cut, f"Cut {by}"]
    assert shown(again, events) == [*expected, "Did 2A.4(f)", "CuttingCardPlaced 2A.4(f)", "Burned 2A.7(c)"]
    cites(*(f"19:47-{citation}" for citation in f"{shows} 2A.4(h) 2A.7(n) 2A.7(n)1 2A.7(n)2 2A.7(n)3".split()))


def test_at_will_the_far_right_cuts(cites: Claim) -> None:
    shoe, _ = opened(**SWITCH)
    _, events = shoe.reshuffle(handling(Cy=50))
    assert shown(shoe, events)[:3] == ["Shuffled 2A.4(h)1", "Did 2A.4(c)", "CutOffered 2A.4(d)4"]
    cites("19:47-2A.4(h)1", "19:47-2A.4(d)4")


def test_a_recut_at_switch(cites: Claim) -> None:
    shoe, _ = opened(**SWITCH)
    _, events = shoe.recut(handling(Cy=50), same_player=False)
    assert shown(shoe, events)[:3] == ["Did 2A.4(g)", "Did 2A.4(c)", "CutOffered 2A.4(g)"]
    cites("19:47-2A.4(g)")


def test_a_stack_that_was_not_cut_is_not_recut() -> None:
    shoe, _ = opened(**SWITCH, shuffle="machine")
    with pytest.raises(RefusedError) as refused:
        shoe.recut(handling(Cy=50), same_player=False)
    assert refused.value.finding.code == "recut.no_longer"


def test_the_bart_carter_shuffle_at_switch(cites: Claim) -> None:
    shoe, _ = opened(**SWITCH, shuffle="bart-carter")
    for _ in range(53):
        _, shoe, _ = shoe.draw(Place(1))
    after, events = shoe.end_round(handling())
    assert shown(after, events) == ["Shuffled 2A.7(o)", "Did 2A.7(o)"]
    assert len(after.discards) == 0
    cites("19:47-2A.4(h)2", "19:47-2A.7(o)")


@pytest.mark.parametrize(
    ("table", "expected", "shows"),
    [
        ({}, ["Did 2A.4(i)", "Did 2A.4(i)1", "Shuffled 2A.4(i)1", *CUT, "Burned 2A.7(c)"], "2A.4(i) 2A.4(i)1"),
        (
            {"shuffle": "machine"},
            ["Did 2A.4(i)", "Did 2A.7(n)2", "Shuffled 2A.4(a)", "Did 2A.4(b)1", *UNCUT],
            "2A.4(i) 2A.4(i)2",
        ),
    ],
)
def test_an_idle_switch_table(table: dict[str, Any], expected: list[str], shows: str, cites: Claim) -> None:
    shoe, _ = opened(**SWITCH, **table)
    idle, spread = shoe.idle()
    again, events = idle.resume(handling(Bob=20))
    assert shown(idle, spread) == ["Did 2A.4(i)"]
    assert shown(again, events) == expected
    cites(*(f"19:47-{citation}" for citation in shows.split()))


def test_a_shoe_that_runs_out_at_switch(cites: Claim) -> None:
    shoe, _ = opened(**SWITCH)
    for _ in range(100):
        _, shoe, _ = shoe.draw(Place(1))
    shoe, _ = shoe.end_round(handling())
    while shoe.cards_left:
        _, shoe, _ = shoe.draw(Place(1))
    after, events = shoe.refill(Place(1), handling(Cy=50, Ann=50))
    assert shown(after, events)[0] == "Shuffled 2A.15(f)"
    assert shown(after, events)[-1] == "Burned 2A.15(f)"
    assert after.cards_left == 100
    cites("19:47-2A.15(f)")


def test_a_machine_that_stops(cites: Claim) -> None:
    table = in_play(**SWITCH, shuffle="machine")
    played = table.shoe.cards_left
    since = len(table.log)
    table.jam()
    assert shown(table.shoe, tuple(entry.event for entry in table.log[since:])) == ["Did 2A.15(i)", "Shuffled 2A.15(i)"]
    assert (table.shoe.cards_left, len(table.shoe.cards)) == (played, 2 * 6 * 52)
    assert table.carried.since_shuffle == 1  # the shoe in play is still the same
    cites("19:47-2A.15(i)")


@pytest.mark.parametrize(
    "table", [SWITCH, {**SWITCH, "shuffle": "bart-carter"}, {"game": "blackjack", "shoe": "double"}]
)
def test_without_a_machine_none_stops(table: dict[str, Any]) -> None:
    with pytest.raises(RefusedError) as refused:
        opened(**table)[0].jammed(handling())
    assert refused.value.finding.code == "machine.none"


def test_where_no_paragraph_speaks_of_it_a_machine_that_stops_is_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        opened(game="blackjack", shuffle="machine")[0].jammed(handling())
    assert refused.value.finding.code == "machine.no_paragraph"


def in_play(**data: Any) -> BlackjackInPlay:
    """A table after one round in which Ann stood on everything."""
    table = BlackjackInPlay(from_data(data), Scripted())
    table.open()
    play_round(table)
    return table


def play_round(table: BlackjackInPlay, *calls: str) -> None:
    table.begin()
    assert table.bet(1, "Ann", 10_00) is None
    table.close_bets()
    for call in calls:
        assert table.call(call) is None
    while not isinstance(need := table.need, Settled):
        if isinstance(need, NeedMove):
            assert table.choose(need.bettor, need.legal[0].name) is None
        else:
            table.step()


@pytest.mark.parametrize("shuffle", ["manual", "machine", "bart-carter", "continuous"])
def test_a_void_round_is_followed_by_a_shuffle(shuffle: str, cites: Claim) -> None:
    table = in_play(**SWITCH, shuffle=shuffle)
    since = len(table.log)
    play_round(table, "face-up-in-shoe", "face-up-in-shoe")
    events = [entry.event for entry in table.log[since:] if entry.source == SHOE]
    words = shown(table.shoe, tuple(events))
    assert words[:2] == ["Burned 2A.15(a)"] * 2
    reason = {"continuous": "2A.4(j)", "machine": "2A.4(a)"}.get(shuffle, "2A.15(a)")
    assert f"Shuffled {reason}" in words
    assert table.shoe.on_layout == ()
    cites("19:47-2A.15(a)")


def test_after_one_card_face_up_the_round_goes_on() -> None:
    table = in_play(**SWITCH)
    since = len(table.log)
    play_round(table, "face-up-in-shoe")
    events = tuple(entry.event for entry in table.log[since:] if entry.source == SHOE)
    assert shown(table.shoe, events) == ["Burned 2A.15(a)"]
    assert not table.state.void


# Spanish 21 --------------------------------------------------------------------------------------------------------


def test_opening_at_spanish_21(cites: Claim) -> None:
    shoe, events = opened(**SPANISH)
    assert len(shoe.cards) == 6 * 48
    assert not any(card.rank == "T" for card in shoe.cards)
    cut = ["Did 19.4", "CutOffered 19.4", "Cut 19.4(e)", "Did 19.4(e)", "CuttingCardPlaced 19.4(e)", "Burned 19.7"]
    assert shown(shoe, events) == ["Did 2.4(a)", "Did 2.4(b)", "Did 2.4(c)", "Shuffled 19.4", *cut]
    cites("19:47-19.4(e)")


def test_a_recut_at_spanish_21(cites: Claim) -> None:
    shoe, _ = opened(**SPANISH)
    _, events = shoe.recut(handling(Cy=50), same_player=False)
    assert shown(shoe, events)[0] == "Did 19.4(f)"
    cites("19:47-19.4(f)")


def test_reshuffles_at_spanish_21(cites: Claim) -> None:
    shoe, _ = opened(**SPANISH)
    _, at_will = shoe.reshuffle(handling())
    while shoe.discards and shoe.cards_left > 50:
        _, shoe, _ = shoe.draw(Place(1))
    _, reached = shoe.end_round(handling())
    assert shown(shoe, at_will)[0] == shown(shoe, reached)[2] == "Shuffled 19.4(g)"
    cites("19:47-19.4(g)")


@pytest.mark.parametrize("on", [None, date(2001, 9, 3)])
def test_an_idle_spanish_21_table(on: date | None, cites: Claim) -> None:
    """Whatever 2.5 knew on that day."""
    day: dict[str, Any] = {"on": on} if on else {}
    shoe, _ = opened(**SPANISH, **day)
    idle, spread = shoe.idle(face_up=False)
    again, events = idle.resume(handling(Bob=20))
    assert shown(idle, spread) == ["Did 19.4(i)"]
    assert shown(again, events)[:4] == ["Did 19.4(i)"] * 3 + ["Shuffled 19.4(i)"]
    cites("19:47-19.4(i)")
