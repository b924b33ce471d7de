"""6 to 5, dealt from the hand: rotation, cutting cards, the burn of a round, too few cards."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from chapter47.blackjack.events import Burned, CuttingCardOut, CuttingCardPlaced, Event, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import Handling, NoCardsLeftError, RefusedError, Shoe, shoe_for
from chapter47.core.cards import Card, decks
from chapter47.core.chance import Scripted

Claim = Callable[..., None]
FIRST = Place(1)
MIDDLE = Handling(chance=Scripted(), players={1: "Ann", 3: "Bob"}, first=3, cut=lambda player, stack: stack // 2)
HAND: dict[str, Any] = {"game": "six-to-five", "shuffle": "machine", "cut_card": Fraction(1, 3), "decks": 1}


def opened(**table: Any) -> tuple[Shoe, tuple[Event, ...]]:
    return shoe_for(TableRules(**{**HAND, **table})).open(MIDDLE)


def dealt(shoe: Shoe, count: int, at: Place = FIRST) -> tuple[list[Card], Shoe, tuple[Event, ...]]:
    drawn: list[Card] = []
    events: tuple[Event, ...] = ()
    for _ in range(count):
        card, shoe, more = shoe.draw(at)
        drawn, events = [*drawn, card], events + more
    return drawn, shoe, events


def shown(events: tuple[Event, ...]) -> list[str]:
    return [f"{type(event).__name__} {event.by.removeprefix('19:47-')}" for event in events]


# decks, rounds from a deck, share behind the cutting card, cards behind the second one
MARKS = [
    (1, "several", Fraction(1, 3), 18),
    (2, "several", Fraction(1, 3), 35),
    (2, "several", Fraction(1, 2), 52),
    (1, "one", Fraction(1, 3), None),
]


@pytest.mark.parametrize(("count", "rounds", "share", "behind"), MARKS)
def test_the_second_cutting_card(count: int, rounds: str, share: Fraction, behind: int | None, cites: Claim) -> None:
    shoe, events = opened(decks=count, rounds_per_deck=rounds, cut_card=share)
    placed = [event.behind for event in events if isinstance(event, CuttingCardPlaced)]
    assert placed == ([] if behind is None else [behind])
    assert shown(events)[-1 - len(placed)] == "Did 2.5(i)"
    assert shoe.cards_left == 52 * count
    cites("19:47-2.5(i)")


def test_two_decks_take_turns_in_the_machine(cites: Claim) -> None:
    shoe, events = opened()
    assert [event.where for event in events if isinstance(event, Shuffled)] == ["batch 1", "batch 2"]
    assert all(event.by == "19:47-2.2(e)" for event in events if isinstance(event, Shuffled))
    _, shoe, events = dealt(shoe, 35, Place(3))
    assert events == (CuttingCardOut(at=Place(3), where="hand", by="19:47-2.6A(j)"),)
    shoe, events = shoe.end_round(MIDDLE)
    assert shown(events) == [
        "Did 2.6A(j)",
        "Did 2.2(e)",
        "Shuffled 2.2(e)",
        "Did 2.2(e)",
        "Did 2.5(b)",
        "CutOffered 2.5(e)2",
        "Cut 2.5(c)",
        "Did 2.5(i)",
        "CuttingCardPlaced 2.5(i)",
    ]
    assert (shoe.cards_left, len(shoe.discards), Counter(shoe.cards)) == (52, 0, Counter(decks(2)))
    cites("19:47-2.2(e)", "19:47-2.6A(j)")


@pytest.mark.parametrize(
    ("rounds", "cards", "changes"), [("one", 5, True), ("several", 34, False), ("several", 35, True)]
)
def test_when_the_decks_change(rounds: str, cards: int, changes: bool, cites: Claim) -> None:
    _, shoe, _ = dealt(opened(rounds_per_deck=rounds)[0], cards)
    after, events = shoe.end_round(MIDDLE)
    assert any(isinstance(event, Shuffled) for event in events) == changes
    assert after.cards_left == (52 if changes else 52 - cards)
    cites("19:47-2.2(e)")


@pytest.mark.parametrize("burn", [False, True])
def test_a_card_is_burned_when_the_round_begins_if_the_licensee_elects_it(burn: bool, cites: Claim) -> None:
    shoe, events = opened(burn=burn)
    assert not any(isinstance(event, Burned) for event in events)
    assert shoe.new_dealer() == (shoe, ())
    _, shoe, events = shoe.begin_round(FIRST)
    assert events == ((Burned(where="hand", by="19:47-2.6A(c)"),) if burn else ())
    assert shoe.cards_left == 52 - burn
    with pytest.raises(RefusedError, match=r"2\.6A\(c\)"):
        shoe.show_burned()
    cites("19:47-2.6A(c)")


def test_too_few_cards_the_discards_of_the_deck_in_use_are_shuffled_by_hand(cites: Claim) -> None:
    first, shoe, _ = dealt(opened()[0], 30)
    shoe, _ = shoe.end_round(MIDDLE)
    second, shoe, events = dealt(shoe, 22, Place(3))
    assert [event for event in events if isinstance(event, CuttingCardOut)]
    shoe, events = shoe.refill(Place(3), MIDDLE)
    assert shown(events) == [
        "Did 2.15(f)",
        "Shuffled 2.15(f)",
        "Did 2.5(b)",
        "CutOffered 2.5(e)2",
        "Cut 2.5(c)",
        "Burned 2.15(f)",
    ]
    third, shoe, _ = dealt(shoe, 29)
    assert not Counter(third) - Counter(first)
    assert Counter(shoe.on_layout) == Counter(second) + Counter(third)
    cites("19:47-2.15(f)")


def test_hands_over_21_go_to_the_discards_at_once_and_can_be_dealt_again() -> None:
    cards, shoe, _ = dealt(opened()[0], 52)
    with pytest.raises(NoCardsLeftError):
        shoe.refill(FIRST, MIDDLE)
    shoe = shoe.take_in(tuple(cards[:3]))
    assert shoe.discards == tuple(cards[:3])
    assert shoe.on_layout == tuple(cards[3:])
    shoe, _ = shoe.refill(FIRST, MIDDLE)
    again, shoe, _ = dealt(shoe, 2)
    assert set(again) < set(cards[:3])
    assert Counter(shoe.cards) == Counter(decks(2))


MARKED = ["Did 2.5(i)", "CuttingCardPlaced 2.5(i)"]


def test_a_recut_before_the_first_card(cites: Claim) -> None:
    shoe, events = opened()[0].recut(MIDDLE, same_player=True)
    assert shown(events) == ["Did 2.5(g)", "Did 2.5(b)", "CutOffered 2.5(g)", "Cut 2.5(c)", *MARKED]
    _, shoe, _ = dealt(shoe, 1)
    with pytest.raises(RefusedError, match=r"2\.5\(g\)"):
        shoe.recut(MIDDLE, same_player=True)
    cites("19:47-2.5(g)")


def test_an_idle_table_shows_the_cards_and_takes_the_other_deck(cites: Claim) -> None:
    shoe, _ = opened()[0].idle()
    shoe, events = shoe.resume(MIDDLE, asked=True)
    assert [event.by for event in events if isinstance(event, Shuffled)] == ["19:47-2.2(e)", "19:47-2.5(j)2"]
    assert shoe.cards_left == 52
    cites("19:47-2.5(j)2")
