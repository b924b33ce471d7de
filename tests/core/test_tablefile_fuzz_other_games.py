"""Table files of craps and baccarat at random: read, written and read again, or refused by the name of the key; no key
of another game is taken."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.core.test_tablefile_fuzz import amounts, at, money, odds, share, shares, values

from chapter47.baccarat.game import BACCARAT
from chapter47.baccarat.posting import KNOWN_OFFERS
from chapter47.core.game import Game
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.text import printable
from chapter47.craps.game import CRAPS
from chapter47.craps.posting import NOT_PERMISSIBLE, PERMISSIBLE
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.rules.payout_odds import LEAST_ODDS
from chapter47.games import GAMES, check, dumps, parse, to_data
from chapter47.law.readings import choices

OTHERS: tuple[Game[Any], ...] = (CRAPS, BACCARAT)
KEYS = {game.name: {key.name for key in game.posting.keys} for game in GAMES}
SUBTABLES = {game.name: {subtable.name for subtable in game.posting.subtables} for game in GAMES}
WAGERS = (*PERMISSIBLE, "buy", "lay")


def outcome(game: Game[Any], data: dict[str, object]) -> Any:
    """The table, or the error."""
    try:
        return game.posting.read({"game": game.name, **data})
    except TableFileError as error:
        return error


# What is right -------------------------------------------------------------------------------------------------------

numbers = st.lists(st.sampled_from(POINTS))
multiples = (
    st.integers(1, 200).map("{}x".format)
    | st.sampled_from(["full-double", "3-4-5"])
    | st.fixed_dictionaries({str(point): st.integers(1, 120) | st.sampled_from([0.5, 2.5]) for point in POINTS})
)
limits = st.lists(amounts, min_size=2, max_size=2).map(sorted).map(lambda both: [money(cents) for cents in both])


def terms(wager: str) -> st.SearchStrategy[dict[str, object]]:
    rows = LEAST_ODDS.get(wager, {})
    by_row = odds if "" in rows else odds | st.fixed_dictionaries({}, optional=dict.fromkeys(rows, odds))
    optional = {"odds": by_row} if rows else {}
    limited = limits.map(lambda both: {"minimum": both[0], "maximum": both[1]})
    plain = st.fixed_dictionaries({}, optional=optional)
    return st.builds(lambda first, other: {**first, **other}, plain, st.just({}) | limited)


def readings(game: Game[Any]) -> st.SearchStrategy[dict[str, object]]:
    names = {key: st.sampled_from(known) for key, known in game.posting.readings().items()}
    return st.fixed_dictionaries({}, optional=names)


RIGHT: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "craps": {
        "on": st.dates(),
        "chip": amounts.map(money),
        "positions": st.integers(1, 1000),
        "dice": st.integers(1, 1000),
        "offers": st.lists(st.sampled_from([*PERMISSIBLE, *NOT_PERMISSIBLE]), min_size=1),
        "bars": st.sampled_from([12, 2]),
        "buy": numbers,
        "lay": numbers,
        "vigorish": shares.map(share),
        "vigorish_when": st.sampled_from(["made", "won"]),
        "lay_vigorish_of": st.sampled_from(["win", "wager"]),
        "odds_multiple": multiples,
        "horn_high_area": st.booleans(),
        "coupons": st.booleans(),
        "wagers": st.fixed_dictionaries({}, optional={wager: terms(wager) for wager in WAGERS}),
        "readings": readings(CRAPS),
    },
    "baccarat": {
        "on": st.dates(),
        "decks": st.integers(1, 1000),
        "chip": amounts.map(money),
        "seats": st.integers(1, 99),
        "pit": st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=40),
        "offers": st.lists(st.sampled_from(KNOWN_OFFERS), min_size=1),
        "tie_pays": odds,
        "vigorish": shares.map(share)
        | st.dictionaries(st.sampled_from(["1", "2", "12", "14", "99"]), shares.map(share), min_size=1),
        "vigorish_rounding": st.booleans(),
        "vigorish_when": st.sampled_from(["deferred", "paid"]),
        "cards_behind": st.integers(0, 1000),
        "reshuffle_after_lacing": st.booleans(),
        "coupons": st.booleans(),
        "readings": readings(BACCARAT),
    },
}


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_every_key_has_its_right_values_here(game: Game[Any]) -> None:
    own = KEYS[game.name] | SUBTABLES[game.name] | {"readings"}
    assert set(RIGHT[game.name]) | {"game", "minimum", "maximum"} == own


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
@given(st.data())
def test_a_table_that_is_read_written_and_read_is_the_same(game: Game[Any], data: st.DataObject) -> None:
    low, high = data.draw(limits)
    keys = data.draw(st.fixed_dictionaries({}, optional=RIGHT[game.name]))
    table = game.posting.read({"game": game.name, "minimum": low, "maximum": high, **keys})
    assert parse(dumps(table)) == table
    assert game.posting.read(to_data(table)) == table
    assert check(table).lawful in (True, False, None)


# Anything ------------------------------------------------------------------------------------------------------------

PATHS = {
    "craps": [
        *((name,) for name in RIGHT["craps"]),
        ("minimum",),
        ("maximum",),
        *(("odds_multiple", str(point)) for point in POINTS),
        *(("wagers", wager) for wager in WAGERS),
        *(("wagers", wager, key) for wager in WAGERS for key in ("minimum", "maximum", "odds")),
        *(("wagers", wager, "odds", row) for wager, rows in LEAST_ODDS.items() for row in rows if row),
        *(("readings", key) for key in CRAPS.posting.readings()),
    ],
    "baccarat": [
        *((name,) for name in RIGHT["baccarat"]),
        ("minimum",),
        ("maximum",),
        ("vigorish", "1"),
        *(("readings", key) for key in BACCARAT.posting.readings()),
    ],
}


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
@given(values)
def test_any_value_of_any_key_is_read_or_refused_by_the_name_of_its_key(game: Game[Any], value: object) -> None:
    for path in PATHS[game.name]:
        table = outcome(game, at(path, value))
        if isinstance(table, TableFileError):
            assert table.problems
            for problem in table.problems:
                assert path[0] in problem.key
                assert problem.got
                assert problem.allowed
        else:
            assert check(table).lawful in (True, False, None)
            assert parse(dumps(table)) == table


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
@given(st.text(min_size=1), values)
def test_an_unknown_key_is_named(game: Game[Any], name: str, value: object) -> None:
    assume(name not in KEYS[game.name] | SUBTABLES[game.name] | {"readings"})
    refused = outcome(game, {name: value})
    assert isinstance(refused, TableFileError)
    assert [problem.key for problem in refused.problems] == [printable(name)]


FOREIGN = [
    (game.name, key)
    for game in GAMES
    for other in GAMES
    for key in sorted((KEYS[other.name] | SUBTABLES[other.name]) - KEYS[game.name] - SUBTABLES[game.name])
]


@pytest.mark.parametrize(("game", "key"), sorted(set(FOREIGN)))
def test_a_key_of_another_game_is_an_error(game: str, key: str) -> None:
    form = next(candidate for candidate in GAMES if candidate.name == game).posting
    with pytest.raises(TableFileError) as error:
        form.read({"game": game, key: 8})
    [problem] = error.value.problems
    assert (problem.key, problem.got) == (key, "unknown key")
    assert problem.allowed


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_reading_of_another_games_passage_is_an_error(game: str) -> None:
    form = next(candidate for candidate in GAMES if candidate.name == game).posting
    foreign = {key: names[0] for key, names in choices().items() if key not in form.readings()}
    assert foreign
    with pytest.raises(TableFileError) as error:
        form.read({"game": game, "readings": foreign})
    assert [problem.key for problem in error.value.problems] == [f'readings."{key}"' for key in foreign]
    assert all(problem.allowed for problem in error.value.problems)
