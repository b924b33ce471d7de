"""A game that no module names is offered and checked through its record alone."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.core import coin_game
from tests.core.coin_game import COIN, CoinTable

from chapter47 import games
from chapter47.core.cards import DECK
from chapter47.core.compliance import changes, check, check_floor
from chapter47.core.game import Game, Part
from chapter47.core.tablefile import TableFileError
from chapter47.core.tablefile.toml import dumps, from_data, parse, starter

GAMES: tuple[Game[Any], ...] = (*games.GAMES, COIN)


def test_it_is_not_among_the_games_of_the_chapter() -> None:
    assert COIN.name not in [game.name for game in games.GAMES]


def test_a_small_game_is_written_in_a_few_lines() -> None:
    lines = Path(coin_game.__file__).read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150


def test_its_table_is_read_beside_those_of_other_games() -> None:
    table = parse('game = "coin"\ncoins = 2\nmaximum = "50"\n', GAMES)
    assert table == CoinTable(coins=2, maximum=50_00)
    assert parse(dumps(table, COIN), GAMES) == table
    assert parse(starter(COIN, GAMES), GAMES) == CoinTable()
    assert "decks" not in starter(COIN, GAMES)
    assert from_data({"game": "switch"}, GAMES) == games.from_data({"game": "switch"})


def test_all_that_is_wrong_with_its_file_is_reported() -> None:
    with pytest.raises(TableFileError) as raised:
        from_data({"game": "coin", "coins": "two", "decks": 6, "minimum": "200"}, GAMES)
    assert [problem.key for problem in raised.value.problems] == ["coins", "decks", "minimum"]


def test_an_unknown_game_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(TableFileError) as raised:
        from_data({"game": "marbles"}, GAMES)
    (problem,) = raised.value.problems
    assert problem.key == "game"
    assert problem.allowed.endswith(', "coin"')
    assert '"spanish-21"' in problem.allowed


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        (CoinTable(), []),
        (CoinTable(coins=3), ["coins.one_or_two"]),
        (CoinTable(edge_loses=True, on=date(2001, 9, 16)), ["edge_loses.not_yet"]),
        (CoinTable(edge_loses=True, on=date(2001, 9, 17)), []),
        (CoinTable(on=date(1978, 6, 1)), ["chapter.not_adopted"]),
    ],
)
def test_it_is_judged(table: CoinTable, codes: list[str]) -> None:
    assert [finding.code for finding in check(table, COIN).findings] == codes


def test_its_sections_and_its_text_are_named() -> None:
    assert [doubt.citation for doubt in check(CoinTable(on=date(1979, 1, 1)), COIN).doubts] == ["19:47-2.3"]
    assert check(CoinTable(), COIN).notices[0].message == "judged by the rules of the tests"


def test_its_notices() -> None:
    plain, edged = CoinTable(), CoinTable(edge_loses=True)
    assert [notice.citation for notice in check(plain, COIN).notices] == ["19:47", "19:47-8.2"]
    assert [notice.message for notice in changes(plain, edged, COIN, COIN)] == [
        "notice under 8.3 to begin the coin that loses on its edge"
    ]
    assert [notice.message for notice in changes(edged, plain, COIN, COIN)] == [
        "notice under 8.3 to withdraw the coin that loses on its edge"
    ]


def test_its_floor_rule_binds_its_own_tables_only() -> None:
    by_name = {game.name: game for game in GAMES}
    tables: dict[str, Any] = {"a": CoinTable(), "b": CoinTable(coins=2), "c": games.from_data({})}
    floor = check_floor(tables, lambda table: by_name[table.game])
    assert [(finding.code, finding.got) for finding in floor.findings] == [("coins.the_same", "a 1, b 2")]
    assert not check_floor({"b": tables["b"], "c": tables["c"]}, lambda table: by_name[table.game]).findings


def test_a_part_is_loaded_when_it_is_asked_for() -> None:
    part = Part("chapter47.core.cards:DECK")
    assert (part.module, part.name) == ("chapter47.core.cards", "DECK")
    assert part.load() is DECK
