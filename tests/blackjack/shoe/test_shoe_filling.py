"""Opening, shuffle, cut, recut and burn, as the events of a shoe tell them."""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from chapter47.blackjack.events import Burned, Cut, CutOffered, CuttingCardPlaced, Event, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import (
    Handling,
    NoSuchShoeError,
    NotAPermutationError,
    RefusedError,
    Shoe,
    shoe_for,
)
from chapter47.core.cards import Card, decks
from chapter47.core.chance import Scripted

Claim = Callable[..., None]
SEATED = {1: "Ann", 3: "Bob", 7: "Cy"}


def as_they_lie(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return cards


def taking(**wishes: int) -> Callable[[str, int], int | None]:
    """Those named cut that far in; everybody else declines."""
    return lambda player, stack: wishes.get(player)


def handling(players: Mapping[int, str] = SEATED, first: int | None = 3, /, **wishes: int) -> Handling:
    return Handling(chance=Scripted(order=as_they_lie), players=players, first=first, cut=taking(**wishes))


def opened(hands: Handling | None = None, **table: Any) -> tuple[Shoe, tuple[Event, ...]]:
    return shoe_for(TableRules(**{"decks": 1, **table})).open(hands or handling(Bob=20))


def shown(events: tuple[Event, ...]) -> list[str]:
    return [f"{type(event).__name__} {event.by.removeprefix('19:47-')}" for event in events]


def only(kind: type[Event], events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


CUT = ["Did 2.5(b)", "CutOffered 2.5(e)1", "Cut 2.5(c)", "Did 2.5(d)"]
SHOWN = ["Did 2.4(a)", "Did 2.4(b)", "Did 2.4(c)"]
LOADED = ["CuttingCardPlaced 2.5(d)", "Burned 2.6(c)"]
SIDE = ["Shuffled 2.5(a)", *CUT, "CuttingCardPlaced 2.5(d)"]

OPENINGS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, [*SHOWN, "Shuffled 2.5(a)", *CUT, *LOADED]),
    ({"preshuffled": True}, ["Did 2.4(a)", *CUT, *LOADED]),
    ({"shuffle": "bart-carter"}, [*SHOWN, "Shuffled 2.5(a)", *CUT]),
    ({"shuffle": "continuous"}, [*SHOWN, "Shuffled 2.21"]),
    ({"shuffle": "continuous", "on": date(1996, 6, 1)}, ["Did 2.4(a)", *SHOWN, "Shuffled 2.20"]),
    ({"shoe": "double", "decks": 2}, ["Did 2.4(a)", *["Did 2.4(d)"] * 3, *SIDE, *SIDE]),
    (
        {"shuffle": "machine"},
        [
            "Did 2.4(a)",
            *["Did 2.4(e)"] * 3,
            *["Shuffled 2.2(d)3"] * 2,
            *CUT,
            "CuttingCardPlaced 2.5(d)",
            "Burned 2.6(c)",
        ],
    ),
    (
        {"shuffle": "machine", "preshuffled": True},
        ["Did 2.4(a)", "Shuffled 2.2(d)3", *CUT, *LOADED],
    ),
]


@pytest.mark.parametrize(("table", "expected"), OPENINGS)
def test_opening_by_kind_of_shoe(table: dict[str, Any], expected: list[str], cites: Claim) -> None:
    shoe, events = opened(**table)
    assert shown(events) == expected
    assert sorted(map(str, shoe.cards)) == sorted(map(str, shoe_for(shoe.table).cards))
    cites(*(event.by for event in events if event.by not in ("19:47-2.20", "19:47-2.21")))


def test_before_the_cut_what_lay_in_front_goes_to_the_back(cites: Claim) -> None:
    shoe, events = opened(handling(Bob=20))
    deck = decks(1)
    stack = deck[20:] + deck[:20]
    dealt = []
    assert shoe.discards == stack[:1]
    for _ in range(3):
        card, shoe, _ = shoe.draw(Place(1))
        dealt.append(card)
    assert tuple(dealt) == stack[1:4]
    assert only(Cut, events) == [Cut(player="Bob", cards=20, by="19:47-2.5(c)")]
    assert only(CuttingCardPlaced, events) == [CuttingCardPlaced(behind=13, by="19:47-2.5(d)")]
    cites("19:47-2.5(c)", "19:47-2.5(d)", "19:47-2.6(c)")


# who sits where, who came first, who takes the cut, who was asked and who cut, paragraph
OFFERS: list[tuple[dict[int, str], int | None, dict[str, int], list[str], str, str]] = [
    (SEATED, 3, {"Bob": 20}, ["Bob"], "Bob", "2.5(e)1"),
    (SEATED, 3, {"Cy": 20}, ["Bob", "Cy"], "Cy", "2.5(f)"),
    (SEATED, 3, {"Ann": 20}, ["Bob", "Cy", "Ann"], "Ann", "2.5(f)"),
    (SEATED, 3, {}, ["Bob", "Cy", "Ann"], "dealer", "2.5(f)"),
    (SEATED, 3, {"dealer": 30}, ["Bob", "Cy", "Ann"], "dealer", "2.5(f)"),
    (SEATED, 5, {}, ["Cy", "Ann", "Bob"], "dealer", "2.5(f)"),
    (SEATED, None, {"Ann": 20}, ["Ann"], "Ann", "2.5(e)1"),
    ({1: "Ann", 2: "Ann", 5: "Bob"}, 2, {}, ["Ann", "Bob"], "dealer", "2.5(f)"),
]


@pytest.mark.parametrize(("players", "first", "wishes", "asked", "cutter", "by"), OFFERS)
def test_who_is_offered_the_cut(
    players: dict[int, str],
    first: int | None,
    wishes: dict[str, int],
    asked: list[str],
    cutter: str,
    by: str,
    cites: Claim,
) -> None:
    _, events = opened(handling(players, first, **wishes))
    offers = [event for event in events if isinstance(event, CutOffered)]
    assert [offer.player for offer in offers] == asked
    assert [offer.taken for offer in offers] == [player == cutter for player in asked]
    (cut,) = [event for event in events if isinstance(event, Cut)]
    assert (cut.player, cut.cards) == (cutter, wishes.get(cutter, 26))
    cites(f"19:47-{by}")


def test_at_an_empty_table_the_dealer_cuts() -> None:
    _, events = opened(handling({}, None))
    assert only(CutOffered, events) == []
    assert only(Cut, events) == [Cut(player="dealer", cards=26, by="19:47-2.5(f)")]


@pytest.mark.parametrize("wishes", [{"Bob": 9}, {"Bob": 43}, {"dealer": 0}])
def test_a_cut_too_near_an_end_is_refused(wishes: dict[str, int], cites: Claim) -> None:
    with pytest.raises(RefusedError) as refused:
        opened(handling(**wishes))
    assert (refused.value.finding.code, refused.value.finding.want) == ("cut.too_near_the_end", "10 to 42")
    assert refused.value.finding.citation == "19:47-2.5(c)"
    cites("19:47-2.5(c)")


@pytest.mark.parametrize(
    ("same", "wishes", "asked", "cutter"),
    [
        (True, {"Bob": 30}, ["Bob"], "Bob"),
        (True, {"Cy": 30}, ["Bob", "Cy"], "Cy"),
        (False, {"Cy": 30, "Bob": 40}, ["Cy"], "Cy"),
        (False, {}, ["Cy", "Ann", "Bob"], "dealer"),
    ],
)
def test_a_recut_before_any_card_is_dealt(
    same: bool, wishes: dict[str, int], asked: list[str], cutter: str, cites: Claim
) -> None:
    shoe, _ = opened(handling(Bob=20))
    again, events = shoe.recut(handling(**wishes), same_player=same)
    assert shown(events)[0] == "Did 2.5(g)"
    assert [event.player for event in events if isinstance(event, CutOffered)] == asked
    assert [event.player for event in events if isinstance(event, Cut)] == [cutter]
    at = wishes.get(cutter, 26)
    first, after = decks(1)[20:] + decks(1)[:20], at
    assert again.discards == (first[after],)  # the whole stack was cut again, then its first card burned
    assert len(only(Burned, events)) == 1
    assert sorted(map(str, again.cards)) == sorted(map(str, shoe.cards))
    cites("19:47-2.5(g)")


def test_a_recut_leaves_what_a_new_dealer_burned(cites: Claim) -> None:
    shoe, _ = opened(handling(Bob=20))
    shoe, _ = shoe.new_dealer()
    again, events = shoe.recut(handling(Bob=20), same_player=True)
    assert (again.discards, again.cards_left) == (shoe.discards, 50)
    assert only(Burned, events) == []
    cites("19:47-2.5(g)")


@pytest.mark.parametrize(
    ("table", "draws", "code"),
    [
        ({}, 1, "recut.no_longer"),
        ({"shuffle": "continuous"}, 0, "recut.no_longer"),
        ({"on": date(1996, 5, 19)}, 0, "recut.not_yet"),
    ],
)
def test_no_recut(table: dict[str, Any], draws: int, code: str, cites: Claim) -> None:
    shoe, _ = opened(**table)
    for _ in range(draws):
        _, shoe, _ = shoe.draw(Place(1))
    with pytest.raises(RefusedError) as refused:
        shoe.recut(handling(Bob=20), same_player=True)
    assert (refused.value.finding.code, refused.value.finding.citation) == (code, "19:47-2.5(g)")
    cites("19:47-2.5(g)")


def test_a_recut_of_a_double_shoe_is_of_the_sides_just_cut(cites: Claim) -> None:
    shoe, _ = opened(shoe="double", decks=2)
    _, events = shoe.recut(handling(Bob=20), same_player=True)
    assert [event.where for event in events if isinstance(event, CuttingCardPlaced)] == ["left", "right"]
    _, begun, _ = shoe.begin_round(Place(1), "left")
    with pytest.raises(RefusedError):
        begun.recut(handling(Bob=20), same_player=True)
    cites("19:47-2.5(g)")


@pytest.mark.parametrize(
    ("table", "burns", "by"),
    [
        ({}, 1, "2.6(c)"),
        ({"on": date(1996, 6, 1)}, 1, "2.6(c)"),
        ({"shuffle": "machine"}, 1, "2.6(c)"),
        ({"shuffle": "bart-carter"}, 0, "2.6(c)"),
        ({"shuffle": "continuous"}, 0, ""),
        ({"shoe": "double", "decks": 2}, 0, "2.6(d)"),
    ],
)
def test_a_new_dealer_burns_a_card(table: dict[str, Any], burns: int, by: str, cites: Claim) -> None:
    shoe, _ = opened(**table)
    after, events = shoe.new_dealer()
    assert shown(events) == ["Burned 2.6(c)"] * burns
    assert [event.card for event in events if isinstance(event, Burned)] == [None] * burns
    assert len(after.discards) == len(shoe.discards) + burns
    cites(*([f"19:47-{by}"] if by else []))


def test_the_burn_card_is_shown_on_request(cites: Claim) -> None:
    shoe, _ = opened(handling(Bob=20))
    assert shoe.show_burned().card == decks(1)[20]
    after, _ = shoe.new_dealer()
    assert after.show_burned().card == decks(1)[21]
    assert after.show_burned().by == "19:47-2.6(c)"
    cites("19:47-2.6(c)")


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ({"shuffle": "bart-carter"}, "burn.none"),
        ({"shuffle": "continuous"}, "burn.none"),
        ({"shoe": "double", "decks": 2}, "burn.double_shoe"),
    ],
)
def test_where_no_card_is_burned_none_is_shown(table: dict[str, Any], code: str) -> None:
    shoe, _ = opened(**table)
    with pytest.raises(RefusedError) as refused:
        shoe.show_burned()
    assert refused.value.finding.code == code


@pytest.mark.parametrize("mix", [lambda cards: cards[1:], lambda cards: cards[1:] + cards[1:2], lambda cards: ()])
def test_a_shuffle_that_loses_or_doubles_a_card_is_an_error(
    mix: Callable[[tuple[Card, ...]], tuple[Card, ...]],
) -> None:
    with pytest.raises(NotAPermutationError):
        shoe_for(TableRules()).open(Handling(chance=Scripted(order=mix)))


@pytest.mark.parametrize(
    "table",
    [{"shoe": "double", "shuffle": "machine"}],
)
def test_shoes_that_are_not_built(table: dict[str, Any]) -> None:
    with pytest.raises(NoSuchShoeError):
        shoe_for(TableRules(**table))


def test_an_answer_that_raises_leaves_the_shoe_as_it_was() -> None:
    def think(player: str, stack: int) -> int:
        raise TimeoutError(player)

    closed = shoe_for(TableRules())
    with pytest.raises(TimeoutError):
        closed.open(Handling(chance=Scripted(order=as_they_lie), players=SEATED, cut=think))
    assert (closed, closed.cards_left) == (shoe_for(TableRules()), 0)


def test_the_first_shuffle_is_logged_without_its_order(cites: Claim) -> None:
    _, events = opened(decks=8, cut_card=Fraction(1, 3))
    assert only(Shuffled, events) == [Shuffled(cards=416, where="shoe", by="19:47-2.5(a)")]
    assert only(CuttingCardPlaced, events) == [CuttingCardPlaced(behind=139, by="19:47-2.5(d)")]
    cites("19:47-2.5(a)", "19:47-2.5(d)")
