"""Cards: their text, their values, the two decks."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chapter47.blackjack.hands import card_value, total
from chapter47.core.cards import (
    DECK,
    RANKS,
    SPANISH_DECK,
    SUITS,
    Card,
    Faces,
    card,
    cards,
    decks,
    read_card,
    read_cards,
    read_rank,
    show,
)

Claim = Callable[..., None]

VALUES = """
card  value
2c    2     19:47-2.2(b)1   19:47-2A.2(b)1
3d    3     19:47-2.2(b)1   19:47-2A.2(b)1
7h    7     19:47-2.2(b)1   19:47-2A.2(b)1
9s    9     19:47-2.2(b)1   19:47-2A.2(b)1
Tc    10    19:47-2.2(b)1   19:47-2A.2(b)1
Jd    10    19:47-2.2(b)2   19:47-2A.2(b)2
Qh    10    19:47-2.2(b)2   19:47-2A.2(b)2
Ks    10    19:47-2.2(b)2   19:47-2A.2(b)2
"""


@pytest.mark.parametrize("row", VALUES.split("\n")[2:-1])
def test_what_a_card_counts(row: str, cites: Claim) -> None:
    text, points, *paragraphs = row.split()
    assert total([card(text)]).points == card_value(card(text)) == int(points)
    cites(*paragraphs)


def test_an_ace_counts_by_its_own_rule(cites: Claim) -> None:
    assert total(cards("As")).points == card_value(card("As")) == 11
    cites("19:47-2.2(b)3i", "19:47-2A.2(b)3")


@given(st.sampled_from(DECK))
def test_the_text_of_a_card_rebuilds_it(member: Card) -> None:
    assert card(str(member)) == member
    assert Card(member.rank, member.suit) == member


@given(st.lists(st.sampled_from(DECK)))
def test_the_text_of_a_hand_rebuilds_it(hand: list[Card]) -> None:
    assert list(cards(show(hand))) == hand


@pytest.mark.parametrize("text", ["", "A", "1h", "10h", "Ax", "ah", "AH", "hA", "Ahh", " Ah", "A♥", "Ah\n"])
def test_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: a rank of 23456789TJQKA and a suit of cdhs, as in Ah or Tc"):
        card(text)


@pytest.mark.parametrize(("rank", "suit"), [("", ""), ("1", "h"), ("10", "h"), ("A", "x"), ("23", "c"), ("A", "cd")])
def test_no_card_by_rank_and_suit(rank: str, suit: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Card(rank, suit)


def test_one_wrong_card_among_right_ones_is_named() -> None:
    with pytest.raises(ValueError, match="'1h' is not a card"):
        cards("As 1h Kd")


@pytest.mark.parametrize(
    ("deck", "size", "ranks"), [(DECK, 52, RANKS), (SPANISH_DECK, 48, "23456789JQKA")], ids=["52", "Spanish 48"]
)
def test_a_deck_has_every_rank_in_every_suit_once(deck: tuple[Card, ...], size: int, ranks: str) -> None:
    assert len(deck) == size
    assert {str(member) for member in deck} == {rank + suit for rank in ranks for suit in SUITS}


@pytest.mark.parametrize(("spanish", "deck"), [(False, DECK), (True, SPANISH_DECK)])
@pytest.mark.parametrize("count", [0, 1, 2, 8])
def test_several_decks_hold_each_card_as_often(count: int, spanish: bool, deck: tuple[Card, ...]) -> None:
    assert Counter(decks(count, spanish=spanish)) == Counter({member: count for member in deck if count})


@pytest.mark.parametrize(
    ("text", "ace", "red", "face"),
    [
        ("Ah", True, True, False),
        ("As", True, False, False),
        ("Td", False, True, False),
        ("Jc", False, False, True),
        ("Qh", False, True, True),
        ("Ks", False, False, True),
    ],
)
def test_what_a_card_is(text: str, ace: bool, red: bool, face: bool) -> None:
    named = card(text)
    assert (named.is_ace, named.is_red, named.is_face) == (ace, red, face)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("10s", "Ts"),
        ("T♠", "Ts"),
        ("10♠", "Ts"),
        ("ts", "Ts"),
        ("TS", "Ts"),
        ("as", "As"),
        ("A♥", "Ah"),
        ("Q♢", "Qd"),
        ("2c", "2c"),
    ],
)
def test_cards_as_people_write_them(text: str, meant: str) -> None:
    assert read_card(text) == card(meant)


@pytest.mark.parametrize("text", ["", "A", "10", "1h", "Ax", "hA", "Ahh", " Ah", "A♥♥", "Ah\n", "11s", "♥A"])
def test_what_nobody_would_call_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: a rank and a suit, such as As, Th, 10h or 10♥"):
        read_card(text)


@pytest.mark.parametrize(("text", "meant"), [("T", "Tc"), ("10", "Tc"), ("a", "Ac"), ("t♠", "Ts"), ("8d", "8d")])
def test_cards_of_which_only_the_ranks_count(text: str, meant: str) -> None:
    assert read_rank(text, "c") == card(meant)


@given(st.lists(st.sampled_from(DECK)), st.booleans())
def test_what_the_table_shows_can_be_typed(hand: list[Card], signs: bool) -> None:
    assert list(read_cards(" ".join(map(Faces(signs).card, hand)))) == hand
