"""The value of each move from any shoe is what the whole analysis of that shoe answers."""

from random import Random

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand

from chapter47.blackjack.analysis.advice import ImpossibleCardsError, MoveValues
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.main_game import analysed_game
from chapter47.blackjack.analysis.move_values import move_values
from chapter47.blackjack.analysis.switch.advice import SwitchAdvice, SwitchTable, advise_both_hands
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.decks import full_set
from chapter47.core.cards import Card, cards
from chapter47.games import from_data

GAMES = ("blackjack", "six-to-five", "double-exposure", "multiple-action", "spanish-21")
SITUATIONS = [
    ("8c 8d", "9h", "6s"),
    ("Ac 6d", "Ah", "5s"),
    ("As Ac", "Kd", "8c"),
    ("Kc 6d", "Kh", "2s"),
    ("5c 4h 3d", "2s", "As"),
    ("7h 7h", "7s", "Kc"),
]
"""A hand, the up card, and at double exposure the dealer's second card."""


def a_table(game: str) -> TableRules:
    table = from_data({"game": game} if game == "six-to-five" else {"game": game, "decks": 6})
    assert isinstance(table, TableRules)
    return table


def seen_of(table: TableRules, up: str, second: str) -> tuple[Card, ...]:
    return cards(f"{up} {second}") if table.hole_card == "face-up" else cards(up)


@pytest.mark.parametrize("game", GAMES)
def test_a_full_shoe_has_the_values_of_the_analysis(game: str) -> None:
    table = a_table(game)
    analysed = analyse_one_hand(table)
    single_deck = game == "six-to-five"
    for hand, up, second in SITUATIONS[: 5 if single_deck else 6]:
        seen = seen_of(table, up, second)
        whole = analysed.advise(cards(hand), up=seen)
        assert move_values(table, cards(hand), up=seen) == whole._replace(chart=None)


@pytest.mark.parametrize("game", ["blackjack", "double-exposure"])
def test_a_shoe_with_cards_gone_has_the_values_of_its_own_analysis(game: str) -> None:
    table = a_table(game)
    hand, up, second = SITUATIONS[0]
    seen = seen_of(table, up, second)
    unseen = list(full_set(table))
    for card in (*cards(hand), *seen):
        unseen.remove(card)
    gone = tuple(Random(47).sample(unseen, 150))
    left = list(full_set(table))
    for card in gone:
        left.remove(card)
    whole = analyse_one_hand(table, CardCounts(tuple(left))).advise(cards(hand), up=seen)
    answer = move_values(table, cards(hand), up=seen, gone=gone)
    assert isinstance(answer, MoveValues)
    assert answer.moves == pytest.approx(whole.moves, abs=1e-12)


def test_both_hands_at_switch() -> None:
    table = a_table("switch")
    hands = cards("8c 8d"), cards("Kd 5c")
    answer = move_values(table, *hands, up=cards("9h"))
    every_up_card = SwitchTable(table, CardCounts(full_set(table)), analysed_game(table), None)
    whole = advise_both_hands(every_up_card, hands, *cards("9h"))
    assert isinstance(answer, SwitchAdvice)
    assert answer.best == whole.best
    assert answer.kept.value == pytest.approx(whole.kept.value, abs=1e-12)
    assert answer.switched is not None
    assert whole.switched is not None
    assert answer.switched.value == pytest.approx(whole.switched.value, abs=1e-12)


def test_suits_that_are_gone_leave_a_price_where_pay_outs_go_by_suit() -> None:
    table = a_table("spanish-21")
    answer = move_values(table, cards("6h 7h"), up=cards("9h"), gone=cards("8h 8h 8s"))
    full = move_values(table, cards("6h 7h"), up=cards("9h"))
    assert isinstance(answer, MoveValues)
    assert isinstance(full, MoveValues)
    assert answer.moves["hit"] < full.moves["hit"]


def test_21_in_two_cards_of_a_split_pair_is_not_a_blackjack() -> None:
    table = a_table("blackjack")
    natural, of_split = (
        move_values(table, cards("Ac Kd"), up=cards("9h"), after_split=split) for split in (False, True)
    )
    assert isinstance(natural, MoveValues)
    assert isinstance(of_split, MoveValues)
    assert natural.moves == {"stand": pytest.approx(1.5, abs=1e-12)}
    assert 0.9 < of_split.moves["stand"] < 1.0


def test_cards_that_the_shoe_does_not_have_are_named() -> None:
    with pytest.raises(ImpossibleCardsError, match="gone: Ac is not allowed"):
        move_values(a_table("six-to-five"), cards("8c 8d"), up=cards("9h"), gone=cards("Ac Ac Ac"))
