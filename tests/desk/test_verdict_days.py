"""The verdict of every day from 1978-06-02 to 2011-11-13."""

import random
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from tests.cli.commands import Within

import chapter47
from chapter47 import games
from chapter47.desk.verdict_days import count_days, verdict_stretches

# By game: definite days (as before there were neighbours), days inferred, days that depend, days not known.
COUNTS = {
    "blackjack": (581, 5075, 0, 6562),
    "six-to-five": (10616, 0, 0, 1602),
    "double-exposure": (5484, 5075, 0, 1659),
    "multiple-action": (6170, 5075, 0, 973),
    "switch": (10763, 0, 0, 1455),
    "spanish-21": (6563, 0, 0, 5655),
    "craps": (0, 0, 0, 12218),
    "baccarat": (1, 0, 0, 12217),
}


@pytest.mark.parametrize("name", COUNTS)
def test_how_many_days_of_each_game_are_decided(name: str) -> None:
    counts = count_days(verdict_stretches(chapter47.table(game=name), games.game_named(name)))
    assert tuple(counts.values()) == COUNTS[name]
    assert sum(counts.values()) == 12218


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"soft_17": "hit", "double_card": "face-down", "surrender": True},
        {"split_hands": 3, "boxes": 7, "resplit_aces": True, "mid_shoe_entry": "barred"},
        {"decks": 6, "wagers": {"match-the-dealer": {}, "progressive": {}}},
        {"game": "six-to-five"},
        {"game": "baccarat", "vigorish": 0.04},
    ],
)
def test_every_day_of_a_stretch_has_its_headline(keys: dict[str, object]) -> None:
    """The segments must not miss a day on which a verdict changes: days drawn at random are checked one by one."""
    table = chapter47.table(**keys)
    stretches = verdict_stretches(table, games.game_of(table))
    dice = random.Random(29)
    for day in (date(1978, 6, 2) + timedelta(days=dice.randrange(12218)) for _ in range(150)):
        [stretch] = [stretch for stretch in stretches if stretch.start <= day < stretch.end]
        assert chapter47.check(table, on=day).headline == stretch.headline, day


def test_stretches_follow_each_other_and_differ() -> None:
    table = chapter47.table(soft_17="hit")
    stretches = verdict_stretches(table, games.game_of(table))
    assert (stretches[0].start, stretches[-1].end) == (date(1978, 6, 2), date(2011, 11, 14))
    for earlier, later in pairwise(stretches):
        assert earlier.end == later.start
        assert earlier.headline != later.headline


def test_the_command_lists_the_days_of_a_table(within: Within, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('soft_17 = "hit"\n', encoding="utf-8")
    ran = within("check", path, "--days", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["counts"] == {"definite": 10769, "inferred": 931, "depends": 518, "unknown": 0}
    assert ran.json["days"][0] == {
        "from": "1978-06-02",
        "until": "2006-06-19",
        "lawful": False,
        "headline": "not lawful",
    }
    for_people = within("check", path, "--days").out
    assert "`soft_17`" in for_people
    assert "10,769 days decided" in " ".join(for_people.split())


def test_days_are_listed_of_one_table_without_a_date(within: Within, tmp_path: Path) -> None:
    ran = within("check", tmp_path, "--days", "--on", "2003-01-01", "--json")
    assert ran.code == 2
    assert [error["key"] for error in ran.json["errors"]] == ["--days", "--on"]
