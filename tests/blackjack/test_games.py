"""What the six blackjack games name in their records: all that is marked, and nothing twice."""

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import chapter47.blackjack
from chapter47.blackjack.games import BLACKJACK_GAMES as GAMES
from chapter47.blackjack.variations import GAMES as VARIATIONS
from chapter47.core.findings import Announcement, Display, FloorRule, Limit, Option
from chapter47.core.game import Game
from chapter47.games import game_named

MARKS = (Limit, Option, Announcement, Display, FloorRule)
FOLDERS = ("rules", "wagers", "variations")


def _marked_in(value: object) -> Iterator[Any]:
    """What a name of a module holds: something marked, or several in a tuple or a mapping."""
    if isinstance(value, MARKS):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _marked_in(part)
    elif isinstance(value, dict):
        yield from _marked_in(tuple(value.values()))


def _marked() -> set[Any]:
    prefixes = tuple(f"chapter47.blackjack.{folder}" for folder in FOLDERS)
    names = [info.name for info in pkgutil.walk_packages(chapter47.blackjack.__path__, "chapter47.blackjack.")]
    modules = [importlib.import_module(name) for name in names if name.startswith(prefixes)]
    return {mark for module in modules for value in vars(module).values() for mark in _marked_in(value)}


def _named(game: Game[Any]) -> tuple[Any, ...]:
    return (*game.limits, *game.options, *game.notices, *game.floor_rules)


def test_all_that_is_marked_is_named_by_a_game_and_nothing_else_is() -> None:
    marked, named = _marked(), {mark for game in GAMES for mark in _named(game)}
    assert len(marked) > 150
    assert marked - named == set()
    assert named - marked == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_names_nothing_twice_and_what_it_is_without_not_at_all(game: Game[Any]) -> None:
    named = _named(game)
    assert len(set(named)) == len(named)
    assert set(named).isdisjoint(VARIATIONS[game.name].without)


def test_what_a_game_is_without_is_of_another_game() -> None:
    for variation in VARIATIONS.values():
        others = {mark for game in GAMES if game.name != variation.name for mark in _named(game)}
        assert set(variation.without) <= others


def test_a_limit_of_one_game_is_not_asked_of_another() -> None:
    basic, switch = game_named("blackjack"), game_named("switch")
    assert {"19:47-2.2(a)", "19:47-2.3(i)"} <= {limit.citation for limit in basic.limits}
    assert not any(limit.citation.startswith("19:47-2A") for limit in basic.limits if limit.citation != "19:47-2A.6(a)")
    assert not any(limit.citation.startswith("19:47-2.2(") for limit in switch.limits)


def test_the_facts_of_a_game_are_there_before_any_game_is_imported() -> None:
    code = "from chapter47.blackjack.posting import TableRules as T; print(T(game='switch').traits.basic)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "False"
