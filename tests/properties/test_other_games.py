"""The same properties at Switch and Spanish 21: money and cards are conserved, views keep secrets, logs replay."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties import watching
from tests.properties.strategies import favourites, lawful_tables, play_at_random, seeds, table_of
from tests.properties.test_table_machine import look_at

from chapter47.blackjack.posting import TableRules

FIXED: dict[str, Any] = {"on": None, "even_money": False, "optional_payouts": [], "insurance_at_turn": False}
READINGS: dict[str, list[dict[str, str]]] = {
    "switch": [{}, {"switch 19:47-2A.5(b)1": "loses"}],
    "spanish-21": [
        {},
        {"2001 19:47-19.5(a)3": "literal"},
        {"2001 19:47-19.5(e)": "literal"},
        {"2001 19:47-19.5(a)3": "literal", "2001 19:47-19.5(e)": "literal"},
    ],
}


@st.composite
def tables(draw: st.DrawFn) -> TableRules:
    game = draw(st.sampled_from(sorted(READINGS)))
    return draw(lawful_tables(game=game, readings=draw(st.sampled_from(READINGS[game])), **FIXED))


def play_and_watch(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    table = table_of(rules, seed, favoured)
    watch = watching.Watch(table)
    play_at_random(table, Random(seed), rounds=3, irregular=irregular, look=lambda: look_at(watch))
    watching.replays(table)


@settings(max_examples=60)
@given(rules=tables(), seed=seeds, favoured=favourites, irregular=st.sampled_from((0, 0.05, 0.2)))
def test_whole_rounds_of_random_play(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    play_and_watch(rules, seed, favoured, irregular)


@pytest.mark.soak
@settings(max_examples=1500)
@given(rules=tables(), seed=seeds, favoured=favourites, irregular=st.sampled_from((0, 0.05, 0.2)))
def test_whole_rounds_of_random_play_at_length(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    play_and_watch(rules, seed, favoured, irregular)


@pytest.mark.parametrize("game", sorted(READINGS))
def test_both_games_come_up(game: str) -> None:
    drawn: list[TableRules] = []

    @settings(max_examples=30, database=None)
    @given(tables())
    def draw_one(rules: TableRules) -> None:
        drawn.append(rules)

    draw_one()
    assert any(rules.game == game for rules in drawn)
