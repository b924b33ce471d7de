"""19:47-2.2(d), 2.5, 2.6(c), (d), (l), (m) and 2.15(a), (f): the rules a shoe stands on, one by one."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest

from chapter47.blackjack.events import DEALER, Burned, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import (
    Side,
    burns_the_first_card,
    is_the_first_players_card,
    reinserted,
    side_that_deals,
    stacks_to_shuffle,
)
from chapter47.blackjack.rules.decks import (
    batches,
    full_set,
    other_batch,
    rack_is_emptied,
    sides,
)
from chapter47.blackjack.rules.irregularities import to_be_dealt_again
from chapter47.blackjack.rules.shuffle_and_cut import (
    clockwise,
    continuous_paragraph,
    cut_and_marked,
    cut_refused,
    more_than_a_deck,
    recut,
    reshuffle_refused,
    shoe_is_over,
    shuffled_before_play,
)
from chapter47.blackjack.shoe.pile import Pile, face_up
from chapter47.core.cards import DECK, SPANISH_DECK, card, cards, show
from chapter47.core.findings import Finding
from chapter47.law.editions import edition_of

Claim = Callable[..., None]
NEWEST = date(2010, 6, 7)


@pytest.mark.parametrize(
    ("section", "day", "edition"),
    [
        ("19:47-2.5", date(1996, 6, 1), "1996"),
        ("19:47-2.5", date(1994, 6, 6), "1996"),  # not held: the nearest
        ("19:47-2.5", date(2001, 9, 17), "2001"),
        ("19:47-2.5", date(2006, 3, 1), "2010"),  # not held, and 2010 is nearer than 2001
        ("19:47-2.6", date(2001, 9, 17), "1996"),
        ("19:47-2.6A", date(2000, 1, 1), "2010"),  # not yet adopted
        ("19:47-2.1", date(2005, 1, 1), "2010"),  # two texts, the same in substance: the newer
        ("19:47-2A.4", date(2010, 1, 1), "switch"),
        ("19:47-19.5", date(2001, 9, 17), "2001"),
        ("19:47-2.5", date(2012, 1, 1), "2010"),
    ],
)
def test_the_edition_to_play_by(section: str, day: date, edition: str) -> None:
    assert edition_of(section, day) == edition


@pytest.mark.parametrize(
    ("stack", "position", "allowed", "by"),
    [
        (52, 9, False, "2.5(c)"),
        (52, 10, True, "2.5(c)"),
        (52, 42, True, "2.5(c)"),
        (52, 43, False, "2.5(c)"),
        (416, 0, False, "2.5(c)"),
        (416, 406, True, "2.5(c)"),
        (416, 407, False, "2.5(c)"),
        (416, -10, False, "2.5(c)"),
        (20, 10, True, "2.5(c)"),
        (20, 11, False, "2.5(c)"),
    ],
)
def test_at_least_ten_cards_from_either_end(stack: int, position: int, allowed: bool, by: str, cites: Claim) -> None:
    refusal = cut_refused(stack, position)
    if allowed:
        assert refusal is None
    else:
        assert refusal is not None
        assert (refusal.code, refusal.citation) == ("cut.too_near_the_end", f"19:47-{by}")
        assert (refusal.got, refusal.want) == (str(position), f"10 to {stack - 10}")
    cites(f"19:47-{by}")


@pytest.mark.parametrize(
    ("stack", "share", "behind", "by"),
    [
        (416, Fraction(1, 4), 104, "2.5(d)"),
        (312, Fraction(1, 4), 78, "2.5(d)"),
        (52, Fraction(1, 3), 18, "2.5(d)"),
        (50, Fraction(1, 4), 13, "2.5(d)"),
        (52, Fraction(0), 0, "2.5(d)"),
        (52, Fraction(1), 52, "2.5(d)"),
        (52, None, None, "2.5(d)"),
    ],
)
def test_the_cutting_card_lies_a_share_from_the_back(
    stack: int, share: Fraction | None, behind: int | None, by: str, cites: Claim
) -> None:
    whole = (DECK * 8)[:stack]
    after, marked = cut_and_marked(whole, 20, share)
    assert marked == behind
    assert after == whole[20:] + whole[:20]
    cites(f"19:47-{by}")


@pytest.mark.parametrize(
    ("boxes", "start", "order", "by"),
    [
        ((1, 2, 3), 1, (1, 2, 3), "2.5(f)"),
        ((1, 3, 7), 3, (3, 7, 1), "2.5(f)"),
        ((7, 3, 1), 7, (7, 1, 3), "2.5(f)"),
        ((1, 3, 7), 4, (7, 1, 3), "2.5(f)"),
        ((2,), 6, (2,), "2.5(f)"),
        ((), 1, (), "2.5(f)"),
    ],
)
def test_the_cut_passes_clockwise(
    boxes: tuple[int, ...], start: int, order: tuple[int, ...], by: str, cites: Claim
) -> None:
    assert clockwise(boxes, start) == order
    cites(f"19:47-{by}")


@pytest.mark.parametrize(
    ("cutter", "same", "day", "answer", "by"),
    [
        (3, True, NEWEST, 3, "2.5(g)"),
        (3, False, NEWEST, 5, "2.5(g)"),
        (5, False, NEWEST, 1, "2.5(g)"),
        (DEALER, True, NEWEST, DEALER, "2.5(g)"),
        (DEALER, False, NEWEST, 1, "2.5(g)"),
        (3, True, date(1996, 5, 20), 3, "2.5(g)"),
        (3, True, date(1996, 5, 19), "recut.not_yet", "2.5(g)"),
        (None, True, NEWEST, "recut.no_longer", "2.5(g)"),
        (None, False, NEWEST, "recut.no_longer", "2.5(g)"),
    ],
)
def test_a_new_cut_by_the_same_player_or_the_next(
    cutter: int | None, same: bool, day: date, answer: int | str, by: str, cites: Claim
) -> None:
    decided = recut((1, 3, 5), cutter, same=same, day=day)
    assert (decided.code if isinstance(decided, Finding) else decided) == answer
    cites(f"19:47-{by}")


@pytest.mark.parametrize(
    ("day", "preshuffled", "shuffles", "by"),
    [
        (date(1996, 6, 1), False, True, "2.5(a)"),
        (date(2007, 3, 18), True, True, "2.5(a)"),
        (date(2007, 3, 19), True, False, "2.5(a)"),
        (date(2007, 3, 19), False, True, "2.5(a)"),
    ],
)
def test_the_first_shuffle(day: date, preshuffled: bool, shuffles: bool, by: str, cites: Claim) -> None:
    assert shuffled_before_play(TableRules(on=day, preshuffled=preshuffled)) is shuffles
    cites(f"19:47-{by}")


def test_when_a_shuffle_is_due(cites: Claim) -> None:
    assert shoe_is_over(Place(3), 100)
    assert shoe_is_over(None, 0)
    assert not shoe_is_over(None, 1)
    refusal = reshuffle_refused(4)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == ("reshuffle.round_not_over", "19:47-2.5(h)1")
    assert reshuffle_refused(0) is None
    assert [more_than_a_deck(discards, 52) for discards in (51, 52, 53)] == [False, False, True]
    cites("19:47-2.5(h)", "19:47-2.5(h)1", "19:47-2.5(h)2")


@pytest.mark.parametrize(("shuffle", "burns"), [("manual", True), ("machine", True), ("bart-carter", False)])
def test_who_burns(shuffle: str, burns: bool, cites: Claim) -> None:
    assert burns_the_first_card(TableRules(shuffle=shuffle)) is burns  # type: ignore[arg-type]
    cites("19:47-2.6(c)")


@pytest.mark.parametrize(
    ("determinant", "red_side", "drawn_from", "deals", "fits"),
    [
        ("Ah", "left", "left", "left", True),
        ("2d", "left", "right", "left", False),
        ("Ks", "left", "left", "right", False),
        ("7c", "left", "right", "right", True),
        ("Ah", "right", "left", "right", False),
        ("7c", "right", "left", "left", True),
    ],
)
def test_the_suit_of_the_determinant_card_chooses_the_side(
    determinant: str, red_side: Side, drawn_from: Side, deals: Side, fits: bool, cites: Claim
) -> None:
    assert side_that_deals(card(determinant), red_side) == deals
    assert is_the_first_players_card(drawn_from=drawn_from, deals=deals) is fits
    cites("19:47-2.6(d)1", "19:47-2.6(d)2")


def test_only_the_side_whose_cutting_card_came_out_is_shuffled(cites: Claim) -> None:
    assert stacks_to_shuffle({"left": True, "right": False}) == ("left",)
    assert stacks_to_shuffle({"left": True, "right": True}) == ("left", "right")
    assert stacks_to_shuffle({"shoe": False}) == ()
    cites("19:47-2.6(l)3")


@pytest.mark.parametrize(
    ("in_the_shoe", "discards", "after"),
    [
        ("2c 3c 4c 5c", "Ah Kh Qh", "2c Ah 3c Kh 4c Qh 5c"),
        ("2c 3c 4c 5c 6c 7c 8c 9c", "Ah Kh Qh Jh", "2c 3c Ah Kh 4c 5c Qh 6c 7c Jh 8c 9c"),
        ("2c 3c 4c 5c", "Ah Kh Qh Jh Th", "2c Ah Kh 3c Qh Jh 4c Th 5c"),
        ("2c", "Ah Kh Qh", "Ah Kh Qh 2c"),
        ("", "Ah Kh Qh Jh", "Ah Kh Qh Jh"),
    ],
)
def test_three_stacks_at_the_marked_places(in_the_shoe: str, discards: str, after: str, cites: Claim) -> None:
    assert show(reinserted(cards(in_the_shoe), cards(discards))) == after
    cites("19:47-2.6(m)")


@pytest.mark.parametrize(
    ("day", "equal", "inside", "turns", "rack"),
    [
        (date(2001, 9, 17), "2.2(d)2", "2.2(d)4", "2.2(d)5", "2.2(d)6"),
        (date(2010, 6, 7), "2.2(d)1", "2.2(d)3", "2.2(d)4", "2.2(d)5"),
    ],
)
def test_two_batches_of_a_machine(day: date, equal: str, inside: str, turns: str, rack: str, cites: Claim) -> None:
    first, second = batches(TableRules(on=day, decks=6, shuffle="machine"))
    assert (Counter(first), len(first)) == (Counter(second), 6 * 52)
    assert (other_batch(1), other_batch(2)) == (2, 1)
    assert rack_is_emptied(1, day).by == f"19:47-{rack}"
    cites(*(f"19:47-{paragraph}" for paragraph in (equal, inside, turns, rack)))


def test_the_decks_of_a_table() -> None:
    assert [len(side) for side in sides(TableRules(decks=5, shoe="double"))] == [3 * 52, 2 * 52]
    assert full_set(TableRules(game="spanish-21", decks=2)) == SPANISH_DECK * 2
    assert full_set(TableRules(decks=8), 1) == DECK


def test_the_continuous_shuffler_moved_in_1999() -> None:
    assert continuous_paragraph(date(1999, 1, 3)) == "19:47-2.20"
    assert continuous_paragraph(date(1999, 1, 4)) == "19:47-2.21"


def test_a_card_found_face_up_is_out_of_play(cites: Claim) -> None:
    seen, pile, events = face_up(Pile(cards("9d 2c")), "shoe")
    assert (seen, pile.rack, pile.remaining) == (card("9d"), cards("9d"), cards("2c"))
    assert events == (Burned(card=card("9d"), where="shoe", by="19:47-2.15(a)"),)
    cites("19:47-2.15(a)")


def test_the_discards_finish_a_round_only_when_the_shoe_is_empty(cites: Claim) -> None:
    assert to_be_dealt_again(0, cards("9d 2c")) == cards("9d 2c")
    assert to_be_dealt_again(1, cards("9d 2c")) == ()
    cites("19:47-2.15(f)")
