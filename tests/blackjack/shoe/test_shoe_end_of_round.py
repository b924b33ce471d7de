"""What follows a round: the cutting card, the reshuffle at will, Bart Carter, the continuous shuffler, the machine."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from chapter47.blackjack.events import DEALER, CutOffered, CuttingCardOut, Event, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import CardsMissingError, Handling, RefusedError, Shoe, shoe_for
from chapter47.blackjack.shoe.machine import Machine
from chapter47.core.cards import Card, decks
from chapter47.core.chance import Scripted

Claim = Callable[..., None]
FIRST = Place(1)
SEATED = {1: "Ann", 3: "Bob", 6: "Cy"}
MIDDLE = Handling(chance=Scripted(), players=SEATED, first=3, cut=lambda player, stack: stack // 2)


def opened(**table: Any) -> Shoe:
    return shoe_for(TableRules(**{"decks": 1, **table})).open(MIDDLE)[0]


def dealt(shoe: Shoe, count: int, at: Place = FIRST) -> tuple[Shoe, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for _ in range(count):
        _, shoe, more = shoe.draw(at)
        events += more
    return shoe, events


def shown(events: tuple[Event, ...]) -> list[str]:
    return [f"{type(event).__name__} {event.by.removeprefix('19:47-')}" for event in events]


def test_the_cutting_card_comes_out_before_the_card_behind_it(cites: Claim) -> None:
    shoe, events = dealt(opened(), 38)  # one burned, 38 dealt: 39 cards lay before the cutting card
    assert events == ()
    _, events = dealt(shoe, 1, Place(3, 1))
    assert events == (CuttingCardOut(at=Place(3, 1), by="19:47-2.6(l)"),)
    _, events = dealt(shoe, 5, Place(6))
    assert events == (CuttingCardOut(at=Place(6), by="19:47-2.6(l)"),)
    cites("19:47-2.6(l)")


# the hand on which the cutting card came out, who is asked first, paragraph
CUTTERS = [
    (Place(1), "Ann", "2.5(e)2"),
    (Place(3), "Bob", "2.5(e)2"),
    (Place(3, 2), "Bob", "2.5(e)2"),
    (Place(DEALER), "Cy", "2.5(e)3"),
]


@pytest.mark.parametrize(("came_out", "asked", "by"), CUTTERS)
@pytest.mark.parametrize("shuffle", ["manual", "machine"])
def test_who_cuts_after_the_cutting_card(came_out: Place, asked: str, by: str, shuffle: str, cites: Claim) -> None:
    shoe, _ = dealt(opened(shuffle=shuffle), 39, came_out)
    _, events = shoe.end_round(MIDDLE)
    assert [offer for offer in events if isinstance(offer, CutOffered)] == [
        CutOffered(player=asked, taken=True, by=f"19:47-{by}")
    ]
    cites(f"19:47-{by}")


def test_a_player_who_left_is_passed_over(cites: Claim) -> None:
    shoe, _ = dealt(opened(), 39, Place(4))
    _, events = shoe.end_round(MIDDLE)
    assert [offer for offer in events if isinstance(offer, CutOffered)] == [
        CutOffered(player="Cy", taken=True, by="19:47-2.5(f)")
    ]
    cites("19:47-2.5(f)")


CUT = ["Did 2.5(b)", "CutOffered 2.5(e)2", "Cut 2.5(c)", "Did 2.5(d)", "CuttingCardPlaced 2.5(d)"]


def test_the_end_of_a_shoe_step_by_step(cites: Claim) -> None:
    shoe, _ = dealt(opened(), 39, Place(3))
    after, events = shoe.end_round(MIDDLE)
    assert shown(events) == ["Did 2.6(l)1", "Did 2.6(l)2i", "Shuffled 2.6(l)3", *CUT, "Burned 2.6(c)"]
    assert (after.cards_left, len(after.discards), after.on_layout) == (51, 1, ())
    cites("19:47-2.5(h)", *(event.by for event in events))


def test_before_the_cutting_card_a_round_only_fills_the_rack() -> None:
    shoe, _ = dealt(opened(), 5)
    picked_up = tuple(reversed(shoe.on_layout))
    after, events = shoe.end_round(MIDDLE, picked_up=picked_up)
    assert (events, after.on_layout, after.cards_left) == ((), (), 46)
    assert after.discards == shoe.discards + picked_up


@pytest.mark.parametrize("change", [lambda cards: cards[1:], lambda cards: cards + cards[:1], lambda cards: ()])
def test_all_cards_of_the_round_are_picked_up_and_no_others(
    change: Callable[[tuple[Card, ...]], tuple[Card, ...]],
) -> None:
    shoe, _ = dealt(opened(), 5)
    with pytest.raises(CardsMissingError):
        shoe.end_round(MIDDLE, picked_up=change(shoe.on_layout))


def test_a_cutting_card_at_the_very_back_is_reached_with_the_last_card(cites: Claim) -> None:
    shoe, _ = dealt(opened(cut_card=Fraction(0)), 51)
    after, events = shoe.end_round(MIDDLE)
    assert "Shuffled 2.6(l)3" in shown(events)
    assert after.cards_left == 51
    cites("19:47-2.5(h)")


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("table", "left"),
    [
        ({}, 51),
        ({"on": date(1996, 6, 1)}, 51),
        ({"shuffle": "bart-carter"}, 52),
        ({"shoe": "double", "decks": 2}, 52),
    ],
)
def test_a_reshuffle_at_will(at_once: bool, table: dict[str, Any], left: int, cites: Claim) -> None:
    _, shoe, _ = opened(**table).begin_round(Place(1))
    shoe, _ = dealt(shoe, 5)
    if at_once:
        after, events = shoe.end_round(MIDDLE, reshuffle=True)
    else:
        between, nothing = shoe.end_round(MIDDLE)
        assert nothing == ()
        after, events = between.reshuffle(MIDDLE)
    assert shown(events)[0] == "Shuffled 2.5(h)1"
    asked = next(offer for offer in events if isinstance(offer, CutOffered))
    assert asked == CutOffered(player="Cy", taken=True, by="19:47-2.5(e)4")
    assert (after.cards_left, after.on_layout) == (left, ())
    cites("19:47-2.5(h)1", "19:47-2.5(e)4")


@pytest.mark.parametrize("act", ["reshuffle", "open", "idle"])
@pytest.mark.parametrize("kind", [{}, {"shuffle": "machine"}, {"shoe": "double", "decks": 2}])
def test_not_in_the_middle_of_a_round(act: str, kind: dict[str, Any], cites: Claim) -> None:
    _, shoe, _ = opened(**kind).begin_round(Place(1))
    shoe, _ = dealt(shoe, 1)
    with pytest.raises(RefusedError) as refused:
        shoe.idle() if act == "idle" else getattr(shoe, act)(MIDDLE)
    assert refused.value.finding.code == "reshuffle.round_not_over"
    cites("19:47-2.5(h)1")


@pytest.mark.parametrize(("cards", "put_back"), [(51, False), (52, False), (53, True), (60, True)])
def test_bart_carter_puts_back_more_than_a_deck(cards: int, put_back: bool, cites: Claim) -> None:
    shoe, events = dealt(opened(shuffle="bart-carter", decks=4), cards)
    assert events == ()
    after, events = shoe.end_round(MIDDLE)
    assert shown(events) == (["Shuffled 2.6(m)", "Did 2.6(m)"] if put_back else [])
    assert len(after.discards) == (0 if put_back else cards)
    if put_back:
        assert events[0] == Shuffled(cards=cards, where="discards", by="19:47-2.6(m)")
        quarter = (4 * 52 - cards) // 4
        third = (cards + 2) // 3
        undealt = shoe.cards[cards:]
        stack = dealt(after, quarter + third + 1)[0].on_layout
        assert stack[:quarter] == undealt[:quarter]
        assert stack[quarter:-1] == shoe.on_layout[:third]
        assert stack[-1] == undealt[quarter]
        cites("19:47-2.6(m)")
    cites("19:47-2.5(h)2")


@pytest.mark.parametrize(("day", "by"), [(date(1998, 1, 1), "2.20"), (date(2010, 6, 7), "2.21")])
def test_a_continuous_shuffler_mixes_after_every_round(day: date, by: str) -> None:
    shoe, events = dealt(opened(shuffle="continuous", on=day), 40)
    assert events == ()
    after, events = shoe.end_round(MIDDLE)
    assert shown(events) == [f"Shuffled {by}"]
    assert (after.cards_left, after.discards) == (52, ())
    assert shown(after.reshuffle(MIDDLE)[1]) == [f"Shuffled {by}"]


@pytest.mark.parametrize(
    ("day", "inside", "turns", "rack"),
    [
        (date(2001, 9, 17), "2.2(d)4", "2.2(d)5", "2.2(d)6"),
        (date(2010, 6, 7), "2.2(d)3", "2.2(d)4", "2.2(d)5"),
    ],
)
def test_the_batches_of_a_machine_take_turns(day: date, inside: str, turns: str, rack: str, cites: Claim) -> None:
    shoe = opened(shuffle="machine", on=day)
    assert isinstance(shoe, Machine)
    batches = [shoe.batch]
    for _ in range(3):
        shoe, _ = dealt(shoe, 39, Place(1))
        shoe, events = shoe.end_round(MIDDLE)
        assert shown(events)[:5] == ["Did 2.6(l)1", "Did 2.6(l)2i", f"Did {rack}", f"Shuffled {inside}", f"Did {turns}"]
        assert isinstance(shoe, Machine)
        assert events[3] == Shuffled(cards=52, where=f"batch {batches[-1]}", by=f"19:47-{inside}")
        assert (len(shoe.inside), shoe.cards_left, len(shoe.discards)) == (52, 51, 1)
        batches.append(shoe.batch)
    assert batches == [1, 2, 1, 2]
    cites(f"19:47-{inside}", f"19:47-{turns}", f"19:47-{rack}", "19:47-2.6(l)2i")


def test_each_batch_is_a_full_set(cites: Claim) -> None:
    shoe = opened(shuffle="machine", decks=6)
    assert isinstance(shoe, Machine)
    in_play = shoe.discards + shoe.pile.remaining
    assert sorted(map(str, in_play)) == sorted(map(str, shoe.inside)) == sorted(map(str, decks(6)))
    cites("19:47-2.2(d)1", "19:47-2.2(d)2")


# Idle tables -------------------------------------------------------------------------------------------------------

HAND = ["Did 2.5(j)", "Did 2.5(j)1", "Shuffled 2.5(j)1", "Did 2.5(b)", "CutOffered 2.5(e)1", "Cut 2.5(c)"]


@pytest.mark.parametrize(("face_up", "turned"), [(True, []), (False, ["Did 2.5(j)"])])
def test_an_idle_table_begins_again(face_up: bool, turned: list[str], cites: Claim) -> None:
    shoe, _ = dealt(opened(), 5)
    shoe, _ = shoe.end_round(MIDDLE)
    idle, events = shoe.idle(face_up=face_up)
    assert (shown(events), idle.cards_left) == (["Did 2.5(j)"], 0)
    after, events = idle.resume(MIDDLE)
    assert shown(events)[: len(turned) + 6] == [*turned, *HAND]
    assert (after.cards_left, len(after.discards)) == (51, 1)
    cites("19:47-2.5(j)", "19:47-2.5(j)1", "19:47-2.5(e)1")


def test_both_sides_of_an_idle_double_shoe_begin_again(cites: Claim) -> None:
    idle, _ = opened(shoe="double", decks=2).idle(face_up=False)
    after, events = idle.resume(MIDDLE)
    assert [event.where for event in events if isinstance(event, Shuffled)] == ["left", "right"]
    assert shown(events)[:3] == ["Did 2.5(j)", "Did 2.5(j)", "Did 2.5(j)1"]
    assert after.cards_left == 52
    cites("19:47-2.5(j)", "19:47-2.5(j)1")


@pytest.mark.parametrize(("asked", "again"), [(False, []), (True, ["batch 2"])])
def test_an_idle_machine_gives_out_the_batch_inside(asked: bool, again: list[str], cites: Claim) -> None:
    idle, _ = opened(shuffle="machine").idle()
    after, events = idle.resume(MIDDLE, asked=asked)
    assert isinstance(after, Machine)
    assert (after.batch, after.cards_left) == (2, 51)
    assert [event.where for event in events if isinstance(event, Shuffled)] == ["batch 1", *again]
    assert [event.by for event in events if isinstance(event, Shuffled)][1:] == ["19:47-2.5(j)2"] * len(again)
    cites("19:47-2.5(j)", "19:47-2.5(j)2")


@pytest.mark.parametrize(
    "table", [{"on": date(2001, 9, 17)}, {"on": date(2001, 9, 17), "shoe": "double"}, {"shuffle": "continuous"}]
)
def test_where_nothing_is_said_of_idle_tables_nothing_happens(table: dict[str, Any]) -> None:
    shoe = opened(**{"decks": 2, **table})
    assert shoe.idle() == (shoe, ())
    assert shoe.resume(MIDDLE) == (shoe, ())
    assert opened(shuffle="machine").resume(MIDDLE)[1] == ()
