"""A stack without a cutting card: none comes out, and none is reported."""

from collections.abc import Callable
from typing import Any

import pytest

from chapter47.blackjack.events import CuttingCardOut, Event, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import Handling, shoe_for
from chapter47.blackjack.shoe.pile import NOWHERE, Pile, burn, draw, face_up
from chapter47.blackjack.views.of_table import stack_view
from chapter47.core.cards import decks
from chapter47.core.chance import Scripted

Drawn = tuple[Pile, tuple[Event, ...]]
DRAWN: dict[str, Callable[[Pile], Drawn]] = {
    "dealt": lambda pile: draw(pile, Place(1), "shoe")[1:],
    "burned": lambda pile: burn(pile, "shoe", by="19:47-2.6(c)"),
    "turned up": lambda pile: face_up(pile, "shoe")[1:],
}


def out(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, CuttingCardOut)]


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_nowhere_is_before_no_card(drawn: Callable[[Pile], Drawn]) -> None:
    pile = Pile(decks(1))
    assert pile.cutting_card == NOWHERE
    for _ in range(52):
        assert stack_view("shoe", pile).before_the_cutting_card is None
        pile, events = drawn(pile)
        assert out(events) == []
    assert (pile.left, pile.out_at) == (0, None)


@pytest.mark.parametrize("before", [0, 1, 51])
@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_a_cutting_card_comes_out_once_before_its_card(drawn: Callable[[Pile], Drawn], before: int) -> None:
    pile = Pile(decks(1), cutting_card=before)
    came_out_before = []
    for number in range(52):
        pile, events = drawn(pile)
        came_out_before += [number] * len(out(events))
    assert came_out_before == [before]
    assert stack_view("shoe", pile).before_the_cutting_card is None


@pytest.mark.parametrize("table", [{"shuffle": "bart-carter"}, {"cut_card": 0}], ids=str)
def test_a_shoe_without_a_cutting_card_deals_its_first_card_without_one(table: dict[str, Any]) -> None:
    shoe, opening = shoe_for(TableRules(decks=2, **table)).open(Handling(chance=Scripted()))
    _, _, events = shoe.draw(Place(1))
    assert out(opening + events) == []
