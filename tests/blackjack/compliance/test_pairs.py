"""Two things at one table: which exclude each other, and by which paragraphs."""

import tomllib
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pytest

from chapter47.blackjack import wagers
from chapter47.blackjack.posting import GameName
from chapter47.games import check, from_data
from chapter47.law.citations import full
from chapter47.law.homes import HOMES

Claim = Callable[..., None]
PAIRS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("pairs.toml").read_text(encoding="utf-8"))
WAGERS = [(first, other, by) for first, others in PAIRS["wagers"].items() for other, by in others.items()]
GAMES = [(game, wager, by) for game, wagers in PAIRS["games"].items() for wager, by in wagers.items()]
ELECTIONS = [(row["table"], name, by) for row in PAIRS["elections"] for name, by in row.items() if name != "table"]
LIMITS = {citation for citation, _, kind in HOMES if kind == "limit"}


def _found(data: dict[str, Any]) -> list[str]:
    return [finding.citation for finding in check(from_data(data)).findings]


def _cited(by: str) -> list[str]:
    return [full(word) for word in by.split()]


@pytest.mark.parametrize(("first", "other", "by"), WAGERS)
def test_two_wagers_at_a_blackjack_table(first: str, other: str, by: str, cites: Claim) -> None:
    expected = _cited(by)
    assert _found({"wagers": {first: {}, other: {}}}) == expected
    assert _found({"wagers": {other: {}, first: {}}}) == expected
    cites(*expected)


@pytest.mark.parametrize(("game", "wager", "by"), GAMES)
def test_a_wager_at_each_game(game: str, wager: str, by: str, cites: Claim) -> None:
    expected = _cited(by)
    assert _found({"game": game, "wagers": {wager: {}}}) == expected
    assert _found({"wagers": {wager: {}}, "game": game}) == expected
    cites(*(citation for citation in expected if citation in LIMITS))


@pytest.mark.parametrize(("table", "name", "by"), ELECTIONS)
def test_an_election_with_progressive_multiple_action_or_6_to_5(
    table: dict[str, Any], name: str, by: str, cites: Claim
) -> None:
    expected = _cited(by)
    other: dict[str, Any] = {"wagers": {name: {}}} if name == "progressive" else {"game": name}
    assert _found({**table, **other}) == expected
    assert _found({**other, **table}) == expected
    cites(*(citation for citation in expected if citation in LIMITS))


def test_no_pair_is_left_out() -> None:
    beside_each_other = [name for name in wagers.WAGERS if name != "match"]
    assert {frozenset((first, other)) for first, other, _ in WAGERS} == {
        frozenset(pair) for pair in combinations(beside_each_other, 2)
    }
    assert {(game, wager) for game, wager, _ in GAMES} == {
        (game, wager) for game in get_args(GameName) for wager in wagers.WAGERS
    }


def test_all_nine_wagers_at_once_are_found_by_every_list() -> None:
    nine: dict[str, Any] = {name: {} for name in wagers.WAGERS if name != "match"}
    assert _found({"wagers": nine}) == _cited("2.17(a) 2.20(l) 2.22(l) 2.23(g) 2.24(i) 2.25(h)")
    assert _found({"wagers": nine, "game": "multiple-action"}) == _cited(
        "2.17(a) 2.18(a) 2.20(l) 2.22(l) 2.23(g) 2.24(i) 2.25(h)"
    )
