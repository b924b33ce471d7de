"""For any table, shuffle, cut and order of acts: no card is lost or added, and every event cites a paragraph."""

import random
from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any, Literal

import hypothesis.strategies as st
from hypothesis import given

from chapter47.blackjack.events import EVENTS, CuttingCardOut, Event, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import EmptyShoeError, Handling, NoCardsLeftError, RefusedError, Shoe, shoe_for
from chapter47.core.cards import decks
from chapter47.core.chance import Scripted
from chapter47.law.editions import edition_of
from chapter47.law.paragraphs import paragraph

KINDS: list[dict[str, Any]] = [
    {},
    {"shoe": "double", "double_shoe_red_side": "left"},
    {"shoe": "double", "double_shoe_red_side": "right"},
    {"shuffle": "machine"},
    {"shuffle": "bart-carter"},
    {"shuffle": "continuous"},
    {"game": "spanish-21"},
]
ACTS = (
    *("draw", "deal") * 6,
    *("end_round", "begin_round") * 3,
    *("burn", "new_dealer", "face_up", "reshuffle", "recut", "next_cut", "idle", "resume", "at_will", "reopen"),
)


@st.composite
def tables(draw: st.DrawFn) -> TableRules:
    return TableRules(
        decks=draw(st.integers(2, 4)),
        on=draw(st.sampled_from([None, date(1990, 1, 1), date(1996, 6, 1), date(2001, 9, 17), date(2007, 3, 19)])),
        preshuffled=draw(st.booleans()),
        cut_card=draw(st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 3), Fraction(9, 10), Fraction(1)])),
        **draw(st.sampled_from(KINDS)),
    )


def handling(seed: int) -> Handling:
    chance = random.Random(seed)
    boxes = chance.sample(range(1, 8), chance.randint(0, 7))

    def cut(player: str, stack: int) -> int | None:
        return chance.randint(10, stack - 10) if chance.random() < 0.5 else None

    return Handling(
        chance=Scripted(order=lambda cards: tuple(chance.sample(cards, len(cards)))),
        players={box: f"player {chance.randint(1, 4)}" for box in boxes},
        first=chance.choice([None, *range(1, 8)]),
        cut=cut,
    )


def act(shoe: Shoe, name: str, box: int, hands: Handling) -> tuple[Shoe, tuple[Event, ...]]:
    side: Literal["left", "right"] = "left" if box % 2 else "right"
    match name:
        case "draw":
            return shoe.draw(Place(box))[1:]
        case "deal":
            return dealt(shoe, min(25, shoe.cards_left), Place(box))
        case "begin_round":
            return shoe.begin_round(Place(box), side)[1:]
        case "face_up":
            return shoe.face_up(side)[1:]
        case "burn":
            return shoe.burn("19:47-2.15(c)")
        case "new_dealer":
            return shoe.new_dealer()
        case "end_round":
            return shoe.end_round(hands, picked_up=shoe.on_layout[::-1])
        case "at_will":
            return shoe.end_round(hands, reshuffle=True)
        case "reshuffle":
            return shoe.reshuffle(hands)
        case "recut" | "next_cut":
            return shoe.recut(hands, same_player=name == "recut")
        case "idle":
            return shoe.idle(face_up=box > 3)
        case "resume":
            return shoe.resume(hands, asked=box > 3)
        case "reopen":
            return shoe.open(hands)
    raise AssertionError(name)


def dealt(shoe: Shoe, count: int, at: Place) -> tuple[Shoe, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for _ in range(count):
        _, shoe, more = shoe.draw(at)
        events += more
    return shoe, events


def tried(shoe: Shoe, name: str, box: int, hands: Handling) -> tuple[Shoe, tuple[Event, ...]]:
    try:
        return act(shoe, name, box, hands)
    except RefusedError:
        return shoe, ()
    except EmptyShoeError:
        try:
            return shoe.refill(Place(box), hands)
        except (NoCardsLeftError, RefusedError):
            return shoe, ()


MACHINES = date(1999, 7, 6)
"""Before it no paragraph speaks of a shuffling machine."""


def by_the_text_of_the_day(table: TableRules, event: Event) -> bool:
    editions = {edition for form in paragraph(event.by) for edition in form.editions}
    if table.shuffle == "machine" and table.day < MACHINES:
        return bool(editions)
    return edition_of(event.by, table.day) in editions


@given(tables(), st.integers(), st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 7)), max_size=120))
def test_cards_are_conserved_at_every_step(table: TableRules, seed: int, acts: list[tuple[str, int]]) -> None:
    hands = handling(seed)
    shoe = shoe_for(table)
    batches = 2 if table.shuffle == "machine" else 1
    whole = Counter(decks(table.decks * batches, spanish=table.game == "spanish-21"))
    assert Counter(shoe.cards) == whole
    for name, box in [("reopen", 1), *acts]:
        shoe, events = tried(shoe, name, box, hands)
        assert Counter(shoe.cards) == whole
        for event in events:
            assert EVENTS.from_json(EVENTS.to_json(event)) == event
            assert by_the_text_of_the_day(table, event), event


@given(tables(), st.integers(), st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_between_two_shuffles_each_card_is_dealt_once(table: TableRules, seed: int, rounds: list[int]) -> None:
    """Whatever was dealt since the last shuffle is a part of the whole set, and of one side or batch of it."""
    hands = handling(seed)
    shoe, _ = shoe_for(table).open(hands)
    whole = Counter(decks(table.decks, spanish=table.game == "spanish-21"))
    since: Counter[object] = Counter()
    for cards in rounds:
        first, shoe, _ = shoe.begin_round(Place(1), "left" if cards % 2 else "right")
        since.update([first] if first else [])
        for _ in range(cards):
            if not shoe.cards_left:
                break
            card, shoe, events = shoe.draw(Place(2))
            since[card] += 1
            assert not events or [type(event) for event in events] == [CuttingCardOut]
        assert since <= whole
        shoe, events = shoe.end_round(hands)
        if any(isinstance(event, Shuffled) for event in events):
            since.clear()


@given(tables(), st.integers())
def test_after_a_round_there_are_cards_for_the_next(table: TableRules, seed: int) -> None:
    hands = handling(seed)
    shoe, _ = shoe_for(table).open(hands)
    for _ in range(12):
        _, shoe, _ = shoe.begin_round(Place(1))
        for _ in range(20):
            if not shoe.cards_left:
                shoe, _ = shoe.refill(Place(1), hands)
            _, shoe, _ = shoe.draw(Place(1))
        shoe, _ = shoe.end_round(hands)
        assert shoe.on_layout == ()
        assert shoe.cards_left > 0 or table.shuffle == "bart-carter"
