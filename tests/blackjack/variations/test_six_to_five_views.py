"""6 to 5: a box's first two cards are its own affair, 19:47-2.6A(c) to (g)."""

import re

import pytest

from chapter47.blackjack.hands import card_value
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedCard
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round
from chapter47.blackjack.views.of_round import round_view
from chapter47.blackjack.views.records import RoundView
from chapter47.core.cards import Card, card, cards
from chapter47.games import from_data

HIDDEN = cards("Tc 6h")
BOBS = cards("9c 8c")


def cards_in(view: RoundView) -> set[Card]:
    """Every card that stands anywhere in a view."""
    return {card(text) for text in re.findall(r"\b[2-9TJQKA][cdhs]\b", repr(view))}


def taken(result: play.Result) -> Round:
    assert isinstance(result, play.Step), result
    return result.state


def dealt(shoe: str, *decisions: tuple[str, str]) -> Round:
    """Ann on box 1 and Bob on box 2, as far as the cards and decisions reach."""
    state = play.open_round(from_data({"game": "six-to-five"}))
    for box, name in ((1, "Ann"), (2, "Bob")):
        state = taken(play.bet(state, box, name, 10_00))
    state, left, moves = taken(play.close_bets(state)), list(cards(shoe)), list(decisions)
    while left or moves:
        if isinstance(pending(state), NeedCard) and left:
            state = taken(play.give(state, left.pop(0)))
        else:
            state = taken(play.choose(state, *moves.pop(0)))
    return state


FIRST_TWO = "Tc 9c 6d 6h 8c"

MOMENTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "nobody has acted": (FIRST_TWO, []),
    "Ann drew": (FIRST_TWO + " 2s", [("Ann", "hit")]),
    "Ann went over 21": (FIRST_TWO + " Ks", [("Ann", "hit")]),
    "Ann stood": (FIRST_TWO, [("Ann", "stand")]),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_only_the_box_knows_its_first_cards(moment: str) -> None:
    shoe, decisions = MOMENTS[moment]
    state = dealt(shoe, *decisions)
    for view in (round_view(state), round_view(state, "Bob")):
        assert set(HIDDEN).isdisjoint(cards_in(view))
    assert set(HIDDEN) < cards_in(round_view(state, "Ann"))
    assert set(BOBS) < cards_in(round_view(state, "Bob"))
    ann = round_view(state).hand("1")
    assert ann.face_down == ann.concealed == 2
    assert ann.cards[:2] == (None, None)
    assert ann.points == sum(card_value(card(text)) for text in ann.known)


def test_a_split_pair_and_a_blackjack_lie_open() -> None:
    split = dealt("8s 9c 6d 8h 8c", ("Ann", "split"))
    assert {*cards("8s 8h")} < cards_in(round_view(split))
    blackjack = dealt("As 9c 6d Kh 8c")
    assert {*cards("As Kh")} < cards_in(round_view(blackjack))


def test_what_is_still_in_play_is_turned_over_when_it_is_settled() -> None:
    state = dealt(FIRST_TWO + " Ks Td 7d", ("Ann", "hit"), ("Bob", "stand"))
    assert set(BOBS).isdisjoint(cards_in(round_view(state)))
    state = taken(play.settle(state))
    assert state.over
    assert set(BOBS) < cards_in(round_view(state))
    assert set(HIDDEN).isdisjoint(cards_in(round_view(state)))
