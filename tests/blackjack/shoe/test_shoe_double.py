"""The double shoe: the determinant card, two cutting cards, two discard areas."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from chapter47.blackjack.events import (
    DEALER,
    Burned,
    CutOffered,
    CuttingCardOut,
    DeterminantDrawn,
    Event,
    Place,
    Shuffled,
)
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe import Handling, RefusedError
from chapter47.blackjack.shoe.double import Double
from chapter47.core.cards import Card, card, cards
from chapter47.core.chance import Scripted

Claim = Callable[..., None]
SEATED = {1: "Ann", 3: "Bob", 6: "Cy"}


def on_top(*tops: str) -> Callable[[tuple[Card, ...]], tuple[Card, ...]]:
    """The stacks are shuffled in turn: each gets the cards named on top, once the cut in the middle is made."""
    wanted = iter(tops)

    def mix(stack: tuple[Card, ...]) -> tuple[Card, ...]:
        top = cards(next(wanted, ""))
        rest = list(stack)
        for top_card in top:
            rest.remove(top_card)
        half = len(stack) // 2
        whole = (*top, *rest)
        return whole[len(stack) - half :] + whole[: len(stack) - half]

    return mix


def handling(*tops: str) -> Handling:
    return Handling(chance=Scripted(order=on_top(*tops)), players=SEATED, first=1, cut=lambda player, stack: stack // 2)


def opened(left: str = "", right: str = "", **table: Any) -> Double:
    rules = TableRules(**{"decks": 2, "shoe": "double", **table})
    return Double.of(rules).open(handling(left, right))[0]


def shown(events: tuple[Event, ...]) -> list[str]:
    return [f"{type(event).__name__} {event.by.removeprefix('19:47-')}" for event in events]


# left side, right side, red suits choose, drawn from; deals, first card, next card
DETERMINANT: list[tuple[str, str, Side, Side, str, str | None, str]] = [
    ("Ah 2c", "9s 3d", "left", "left", "left", "Ah", "2c"),
    ("Ac 2c", "9s 3d", "left", "left", "right", None, "9s"),
    ("Ah 2c", "9s 3d", "left", "right", "right", "9s", "3d"),
    ("Ah 2c", "9d 3d", "left", "right", "left", None, "Ah"),
    ("Ah 2c", "9s 3d", "right", "left", "right", None, "9s"),
    ("Ah 2c", "9d 3d", "right", "right", "right", "9d", "3d"),
]


@pytest.mark.parametrize(("left", "right", "red", "drawn_from", "deals", "first", "then"), DETERMINANT)
def test_the_determinant_card(
    left: str, right: str, red: Side, drawn_from: Side, deals: str, first: str | None, then: str, cites: Claim
) -> None:
    shoe = opened(left, right, double_shoe_red_side=red)
    given, shoe, events = shoe.begin_round(Place(1), drawn_from)
    determinant = card((left if drawn_from == "left" else right).split()[0])
    drawn = DeterminantDrawn(card=determinant, drawn_from=drawn_from, deals=deals, by="19:47-2.6(d)1")
    burned = Burned(card=determinant, where=drawn_from, by="19:47-2.6(d)2")
    assert given == (card(first) if first else None)
    assert events == ((drawn,) if first else (drawn, burned))
    assert shoe.side(drawn_from).rack == (() if first else (determinant,))
    assert shoe.draw(Place(1))[0] == card(then)
    cites("19:47-2.6(d)", "19:47-2.6(d)1", "19:47-2.6(d)2")


def test_sides_have_half_of_the_decks_and_the_left_the_odd_one() -> None:
    assert [pile.left for pile in (opened(decks=5).on_left, opened(decks=5).on_right)] == [156, 104]


def test_only_the_side_whose_cutting_card_came_out_is_shuffled(cites: Claim) -> None:
    _, shoe, _ = opened("Ah", "9s").begin_round(Place(1), "left")
    for _ in range(39):
        _, shoe, events = shoe.draw(Place(3))
    assert events == (CuttingCardOut(at=Place(3), where="left", by="19:47-2.6(l)"),)
    after, events = shoe.end_round(handling())
    assert shown(events)[:3] == ["Did 2.6(l)1", "Did 2.6(l)2ii", "Shuffled 2.6(l)3"]
    assert [event.where for event in events if isinstance(event, Shuffled)] == ["left"]
    assert [event.player for event in events if isinstance(event, CutOffered)] == ["Bob"]
    assert (after.on_left.left, after.on_left.rack, after.deals) == (52, (), None)
    assert after.on_right == shoe.on_right
    cites("19:47-2.6(l)", "19:47-2.6(l)1", "19:47-2.6(l)2ii", "19:47-2.6(l)3", "19:47-2.5(e)2")


def test_a_round_between_cutting_cards_goes_to_the_discards_of_its_side() -> None:
    _, shoe, _ = opened("Ah 2c 3c", "9s").begin_round(Place(1), "left")
    for _ in range(2):
        _, shoe, _ = shoe.draw(Place(1))
    after, events = shoe.end_round(handling())
    assert events == ()
    assert (after.on_left.rack, after.on_right.rack) == (cards("Ah 2c 3c"), ())


def test_a_cutting_card_on_a_burned_determinant_card_is_the_dealers(cites: Claim) -> None:
    shoe = opened("Ac", "9s", cut_card=Fraction(1))
    _, shoe, events = shoe.begin_round(Place(1), "left")
    assert events[0] == CuttingCardOut(at=Place(DEALER), where="left", by="19:47-2.6(l)")
    _, shoe, events = shoe.draw(Place(3))
    assert events == (CuttingCardOut(at=Place(3), where="right", by="19:47-2.6(l)"),)
    _, events = shoe.end_round(handling())
    assert [event.where for event in events if isinstance(event, Shuffled)] == ["left", "right"]
    assert [event for event in events if isinstance(event, CutOffered)] == [
        CutOffered(player="Cy", taken=True, by="19:47-2.5(e)3"),
        CutOffered(player="Bob", taken=True, by="19:47-2.5(e)2"),
    ]
    cites("19:47-2.5(e)2", "19:47-2.5(e)3", "19:47-2.6(l)3")


def test_a_cutting_card_on_a_fitting_determinant_card_is_the_first_players(cites: Claim) -> None:
    _, _, events = opened("Ah", "9s", cut_card=Fraction(1)).begin_round(Place(3), "left")
    assert events[0] == CuttingCardOut(at=Place(3), where="left", by="19:47-2.6(l)")
    cites("19:47-2.6(l)", "19:47-2.6(d)2")


def test_at_will_both_sides_are_shuffled_though_one_is_due(cites: Claim) -> None:
    _, shoe, _ = opened("Ah", "9s").begin_round(Place(1), "left")
    for _ in range(39):
        _, shoe, _ = shoe.draw(Place(3))
    _, events = shoe.end_round(handling(), reshuffle=True)
    assert [event.where for event in events if isinstance(event, Shuffled)] == ["left", "right"]
    cites("19:47-2.5(h)1")


@pytest.mark.parametrize("act", ["draw", "burn", "refill", "end_round", "face_up"])
def test_between_rounds_no_side_deals(act: str) -> None:
    shoe = opened()
    acts: dict[str, Callable[[], object]] = {
        "draw": lambda: shoe.draw(Place(1)),
        "burn": lambda: shoe.burn("19:47-2.6(c)"),
        "refill": lambda: shoe.refill(Place(1), handling()),
        "end_round": lambda: shoe.end_round(handling()),
        "face_up": lambda: shoe.face_up(),
    }
    with pytest.raises(RefusedError) as refused:
        acts[act]()
    assert (refused.value.finding.code, refused.value.finding.citation) == ("shoe.no_side", "19:47-2.6(d)1")


def test_one_determinant_card_for_a_round() -> None:
    _, shoe, _ = opened("Ah", "9s").begin_round(Place(1), "left")
    with pytest.raises(RefusedError) as refused:
        shoe.begin_round(Place(1), "right")
    assert refused.value.finding.code == "round.not_over"
