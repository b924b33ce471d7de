"""The variations under the same watch as blackjack: chips, cards, legal moves, replay, views."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties.strategies import favourites, lawful_tables, seeds
from tests.properties.test_table_machine import often, play_and_watch

from chapter47.blackjack.posting import TableRules
from chapter47.games import check

EXPOSED: dict[str, Any] = {
    "game": "double-exposure",
    "hole_card": "face-up",
    "surrender": False,
    "even_money": False,
    "insurance_at_turn": False,
    "split_hands": 2,
}
FROM_THE_HAND: dict[str, Any] = {
    "game": "six-to-five",
    "shuffle": "machine",
    "shoe": "single",
    "soft_17": "hit",
    "surrender": False,
    "optional_payouts": [],
    "chip": "5",
    "minimum": "10",
    "maximum": "200",
}
SEVERAL_WAGERS: dict[str, Any] = {
    "game": "multiple-action",
    "hole_card": "none",
    "surrender": False,
    "split_hands": 2,
    "mid_shoe_entry": "open",
}
NEWER = st.sampled_from((date(2007, 4, 2), date(2010, 6, 7), None))
OLDER = st.sampled_from((date(1996, 6, 3), date(2001, 8, 6)))

double_exposure = st.builds(
    lambda day, readings: lawful_tables(**EXPOSED, on=day, readings=readings),
    NEWER | OLDER,
    st.sampled_from(({}, {"2010 19:47-2.6(k)4": "soft-too"})),
).flatmap(lambda tables: tables)
six_to_five = st.builds(
    lambda day, decks, rounds, burn, after_split: lawful_tables(
        **FROM_THE_HAND, on=day, decks=decks, rounds_per_deck=rounds, burn=burn, double_after_split=after_split
    ),
    NEWER,
    st.integers(1, 2),
    st.sampled_from(("several", "one")),
    st.booleans(),
    st.booleans(),
).flatmap(lambda tables: tables)
multiple_action = st.builds(
    lambda day, least: lawful_tables(**SEVERAL_WAGERS, on=day, multiple_action_wagers=least),
    NEWER | OLDER,
    st.integers(2, 3),
).flatmap(lambda tables: tables)

GAMES = {"double-exposure": double_exposure, "six-to-five": six_to_five, "multiple-action": multiple_action}


def plays_as_the_law_has_it(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    assert check(rules).findings == ()
    table = play_and_watch(rules, seed, favoured, irregular)
    assert table.state.over or not table.state.bettors


@settings(max_examples=40)
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), seed=seeds, favoured=favourites, irregular=often)
def test_whole_rounds_of_random_play(
    game: str, data: st.DataObject, seed: int, favoured: str, irregular: float
) -> None:
    rules = data.draw(GAMES[game])
    assert rules.game == game
    plays_as_the_law_has_it(rules, seed, favoured, irregular)


@pytest.mark.soak
@settings(max_examples=800)
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), seed=seeds, favoured=favourites, irregular=often)
def test_whole_rounds_of_random_play_at_length(
    game: str, data: st.DataObject, seed: int, favoured: str, irregular: float
) -> None:
    plays_as_the_law_has_it(data.draw(GAMES[game]), seed, favoured, irregular)
