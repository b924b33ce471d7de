"""Irregularities of the shoe: a card found face up, a shoe that runs out in the middle of a round."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from chapter47.blackjack.events import DEALER, Burned, CutOffered, CuttingCardOut, Event, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import EmptyShoeError, Handling, NoCardsLeftError, Shoe, shoe_for
from chapter47.core.chance import Scripted

Claim = Callable[..., None]
FIRST = Place(1)
SEATED = {1: "Ann", 3: "Bob", 6: "Cy"}
MIDDLE = Handling(chance=Scripted(), players=SEATED, first=3, cut=lambda player, stack: stack // 2)
NO_CUTTING_CARD_SOON = Fraction(0)


def opened(**table: Any) -> Shoe:
    _, shoe, _ = shoe_for(TableRules(**{"decks": 1, **table})).open(MIDDLE)[0].begin_round(Place(1))
    return shoe


def dealt(shoe: Shoe, count: int, at: Place = FIRST) -> Shoe:
    for _ in range(count):
        _, shoe, _ = shoe.draw(at)
    return shoe


def reported(events: tuple[Event, ...]) -> list[str]:
    return [f"{type(event).__name__} {event.by.removeprefix('19:47-')}" for event in events]


@pytest.mark.parametrize(
    "table", [{}, {"on": date(1996, 6, 1)}, {"shuffle": "machine"}, {"shuffle": "bart-carter"}, {"shoe": "double"}]
)
def test_a_card_found_face_up_goes_to_the_discards(table: dict[str, Any], cites: Claim) -> None:
    shoe = dealt(opened(**{"decks": 2, **table}), 3)
    shown, after, events = shoe.face_up()
    assert [(event.card, event.by) for event in events if isinstance(event, Burned)] == [(shown, "19:47-2.15(a)")]
    assert after.discards[-1] == shown
    assert (after.on_layout, after.cards_left) == (shoe.on_layout, shoe.cards_left - 1)
    cites("19:47-2.15(a)")


def test_the_side_of_a_face_up_card_can_be_named(cites: Claim) -> None:
    shoe = shoe_for(TableRules(decks=2, shoe="double")).open(MIDDLE)[0]
    _, after, events = shoe.face_up("right")
    assert [event.where for event in events if isinstance(event, Burned)] == ["right"]
    assert Counter(after.cards) == Counter(shoe.cards)
    cites("19:47-2.15(a)")


def test_a_cutting_card_on_a_face_up_card_is_the_dealers(cites: Claim) -> None:
    _, after, events = dealt(opened(), 38).face_up()
    assert events[0] == CuttingCardOut(at=Place(DEALER), by="19:47-2.6(l)")
    _, events = after.end_round(MIDDLE)
    assert [event.by for event in events if isinstance(event, CutOffered)] == ["19:47-2.5(e)3"]
    cites("19:47-2.15(a)", "19:47-2.5(e)3")


def _nearly_out(**table: Any) -> Shoe:
    """A round is over, then a second one takes the last card."""
    shoe = dealt(opened(**table), 30)
    _, shoe, _ = shoe.end_round(MIDDLE)[0].begin_round(Place(1))
    return dealt(shoe, shoe.cards_left, Place(3))


CUT = ["Did 2.5(b)", "CutOffered 2.5(e)2", "Cut 2.5(c)", "Did 2.5(d)"]


@pytest.mark.parametrize(
    ("table", "discards"),
    [({}, 31), ({"on": date(1996, 6, 1)}, 31), ({"shuffle": "machine"}, 31)],
)
def test_the_discards_finish_a_round(table: dict[str, Any], discards: int, cites: Claim) -> None:
    shoe = _nearly_out(**table)
    with pytest.raises(EmptyShoeError):
        shoe.draw(Place(3))
    after, events = shoe.refill(Place(3), MIDDLE)
    assert reported(events) == ["Shuffled 2.15(f)", *CUT, "Burned 2.15(f)"]
    assert events[0] == Shuffled(cards=discards, where="discards", by="19:47-2.15(f)")
    assert after.on_layout == shoe.on_layout
    assert (after.cards_left, len(after.discards)) == (discards - 1, 1)
    assert Counter(after.cards) == Counter(shoe.cards)
    _, after, _ = after.draw(Place(3))
    assert len(after.on_layout) == len(shoe.on_layout) + 1
    fresh, events = after.end_round(MIDDLE)
    assert any(event.by in ("19:47-2.6(l)3", "19:47-2.2(d)3") for event in events)
    assert fresh.cards_left == 51
    cites("19:47-2.15(f)", "19:47-2.5(e)2")


def test_a_cutting_card_at_the_very_back_comes_out_when_the_shoe_is_empty(cites: Claim) -> None:
    shoe = _nearly_out(cut_card=NO_CUTTING_CARD_SOON)
    after, events = shoe.refill(Place(6), MIDDLE)
    assert events[0] == CuttingCardOut(at=Place(6), by="19:47-2.6(l)")
    assert [event.player for event in events if isinstance(event, CutOffered)] == ["Cy"]
    assert "Shuffled 2.6(l)3" in reported(after.end_round(MIDDLE)[1])
    cites("19:47-2.15(f)", "19:47-2.6(l)")


def test_bart_carter_burns_here_too_and_goes_on(cites: Claim) -> None:
    shoe = _nearly_out(shuffle="bart-carter")
    after, events = shoe.refill(Place(3), MIDDLE)
    assert reported(events)[0] == "Shuffled 2.15(f)"
    assert reported(events)[-1] == "Burned 2.15(f)"
    assert [event.by for event in events if isinstance(event, CutOffered)] == ["19:47-2.5(e)4"]
    again, events = dealt(after, 3).end_round(MIDDLE)
    assert (events, again.cards_left) == ((), 26)
    cites("19:47-2.15(f)", "19:47-2.5(e)4")


def test_a_double_shoe_uses_the_discards_of_the_side_that_deals(cites: Claim) -> None:
    shoe = shoe_for(TableRules(decks=2, shoe="double", cut_card=NO_CUTTING_CARD_SOON)).open(MIDDLE)[0]
    _, shoe, _ = shoe.begin_round(Place(1))
    shoe, _ = dealt(shoe, 20).end_round(MIDDLE)
    _, shoe, _ = shoe.begin_round(Place(1), "right")  # a heart: the left side deals, the card stays on the right
    assert len(shoe.discards) == 21 + 1
    shoe = dealt(shoe, shoe.cards_left)
    after, events = shoe.refill(Place(1), MIDDLE)
    assert [event.cards for event in events if isinstance(event, Shuffled)] == [21]
    assert after.cards_left == 20
    assert Counter(after.cards) == Counter(shoe.cards)
    cites("19:47-2.15(f)")


def test_few_discards_cannot_be_cut(cites: Claim) -> None:
    shoe = dealt(opened(cut_card=NO_CUTTING_CARD_SOON), 10)
    shoe, _ = shoe.end_round(MIDDLE)
    shoe = dealt(shoe, shoe.cards_left)
    after, events = shoe.refill(Place(1), MIDDLE)
    assert reported(events) == [
        "CuttingCardOut 2.6(l)",
        "Shuffled 2.15(f)",
        "Did 2.5(c)",
        "Did 2.5(d)",
        "Burned 2.15(f)",
    ]
    assert after.cards_left == 10
    cites("19:47-2.15(f)")


@pytest.mark.parametrize("table", [{"cut_card": NO_CUTTING_CARD_SOON}, {"shuffle": "continuous"}])
def test_with_nothing_left_at_all_it_ends_in_a_named_error(table: dict[str, Any]) -> None:
    shoe = opened(**table)
    with pytest.raises(NoCardsLeftError):
        shoe.refill(Place(1), MIDDLE)  # cards are left
    shoe = dealt(shoe, shoe.cards_left)
    with pytest.raises(NoCardsLeftError):
        shoe.refill(Place(1), MIDDLE)


def test_a_continuous_shuffler_takes_back_what_was_set_aside() -> None:
    _, shoe, _ = opened(shuffle="continuous").face_up()
    shoe = dealt(shoe, shoe.cards_left)
    after, events = shoe.refill(Place(1), MIDDLE)
    assert reported(events) == ["Shuffled 2.21"]
    assert (after.cards_left, after.on_layout) == (1, shoe.on_layout)


def test_a_recut_is_too_late_in_the_middle_of_a_round() -> None:
    after, _ = _nearly_out().refill(Place(3), MIDDLE)
    with pytest.raises(Exception, match="before any card is dealt"):
        after.recut(MIDDLE, same_player=True)
