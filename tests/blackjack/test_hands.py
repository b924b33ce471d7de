"""Hard and soft totals, blackjack, and the ace as one."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chapter47.blackjack.hands import LIMIT, Total, card_value, is_blackjack, over_under_points, total
from chapter47.core.cards import DECK, Card, cards

Claim = Callable[..., None]

ACE = ("19:47-2.2(b)3i", "19:47-2A.2(b)3")
NUMBER = ("19:47-2.2(b)1", "19:47-2A.2(b)1")
COURT = ("19:47-2.2(b)2", "19:47-2A.2(b)2")
DEFINITIONS = ("19:47-2.1", "19:47-2A.1")

TOTALS = [
    ("", "0", DEFINITIONS),
    ("2c", "2", NUMBER),
    ("Th 7d", "17", NUMBER),
    ("Kd Qs", "20", COURT),
    ("Jc Td 2h", "22", COURT),
    ("As", "soft 11", ACE),
    ("As Ah", "soft 12", ACE),
    ("As Ah Ac", "soft 13", ACE),
    ("As 6d", "soft 17", ACE),
    ("As 6d Kh", "17", ACE),
    ("As 9d", "soft 20", ACE),
    ("As Kd", "soft 21", DEFINITIONS),
    ("As 9d Ah", "soft 21", ACE),
    ("As Ah Ac Ad 7c", "soft 21", ACE),
    ("As Ah Ac Ad 8c", "12", ACE),
    ("As 5d 5h", "soft 21", ACE),
    ("As 5d 6h", "12", ACE),
    ("7c 7d 7h", "21", NUMBER),
    ("As Kd Qh", "21", DEFINITIONS),
    ("As Kd Qh Jc", "31", ACE),
    ("2c 3c 4c 5c 6c 7c", "27", NUMBER),
]


@pytest.mark.parametrize(("hand", "text", "paragraphs"), TOTALS)
def test_a_total(hand: str, text: str, paragraphs: tuple[str, ...], cites: Claim) -> None:
    counted = total(cards(hand))
    assert str(counted) == text
    assert counted.bust == (counted.points > 21)
    cites(*paragraphs)


@given(st.lists(st.sampled_from(DECK), max_size=12))
def test_an_ace_is_eleven_only_where_that_fits(hand: list[Card]) -> None:
    low = sum(1 if card.is_ace else card_value(card) for card in hand)
    can_be_soft = any(card.is_ace for card in hand) and low + 10 <= LIMIT
    assert total(hand) == (Total(low + 10, soft=True) if can_be_soft else Total(low))


@given(st.permutations(list(DECK)), st.integers(0, 10))
def test_the_order_of_the_cards_does_not_matter(deck: list[Card], size: int) -> None:
    hand = deck[:size]
    assert total(hand) == total(sorted(hand, key=str))


@given(st.lists(st.sampled_from(DECK), max_size=10), st.sampled_from(DECK))
def test_a_bust_hand_stays_bust(hand: list[Card], more: Card) -> None:
    assert total([*hand, more]).bust >= total(hand).bust


BLACKJACKS = [
    ("As Kd", {}, True, "19:47-2.1"),
    ("Tc Ah", {}, True, "19:47-2.1"),
    ("Ad Jd", {}, True, "19:47-2A.1"),
    ("Ks Kd", {}, False, "19:47-2.1"),
    ("As 9d", {}, False, "19:47-2.1"),
    ("As Ah", {}, False, "19:47-2.1"),
    ("As Kd", {"split": True}, False, "19:47-2.1"),
    ("As Kd", {"switched": True}, False, "19:47-2A.1"),
    ("As Kd", {"split": True, "switched": True}, False, "19:47-2A.1"),
]


@pytest.mark.parametrize(("hand", "how", "wanted", "paragraph"), BLACKJACKS)
def test_a_blackjack(hand: str, how: dict[str, bool], wanted: bool, paragraph: str, cites: Claim) -> None:
    assert is_blackjack(cards(hand), **how) is wanted
    cites(paragraph)


@pytest.mark.parametrize("hand", ["", "As", "As 5d 5h", "7c 7d 7h", "As Kd Qh"])
def test_only_two_cards_are_a_blackjack(hand: str) -> None:
    assert not is_blackjack(cards(hand))


OVER_UNDER = [
    ("As Ah", 2),
    ("As Kd", 11),
    ("Kd As", 11),
    ("As 2c", 3),
    ("7c 6d", 13),
    ("Kd 3c", 13),
    ("Kd 4c", 14),
    ("Tc Qd", 20),
]


@pytest.mark.parametrize(("hand", "points"), OVER_UNDER)
def test_for_over_under_13_an_ace_is_one(hand: str, points: int, cites: Claim) -> None:
    assert over_under_points(cards(hand)) == points
    cites("19:47-2.2(b)3ii")
