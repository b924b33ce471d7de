"""The command `rounds`: the rounds of any player, table and time, from the database alone."""

from pathlib import Path

import pytest
from tests.cli.commands import LAWFUL, UNLAWFUL, UNREADABLE, Within
from tests.service.played import play

from chapter47.service.store import Store


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    url = f"sqlite:///{tmp_path_factory.mktemp('rounds')}/pit.db"
    play(url)
    return url


def test_staff_list_the_rounds_of_a_player_and_a_table(played: str, within: Within) -> None:
    store = Store.open(played)
    stored = store.rounds()
    store.close()
    everything = within("rounds", "--database", played, "--limit", 1000, "--json")
    assert (everything.code, everything.err) == (LAWFUL, "")
    listed = everything.json["rounds"]
    assert [(row["table"], row["round"]) for row in listed] == [(row.table, row.round) for row in stored]
    player = stored[0].players[0]
    of_one = within("rounds", "--database", played, "--player", player, "--table", stored[0].table, "--json").json
    assert of_one["rounds"]
    assert all(player in row["players"] and row["table"] == stored[0].table for row in of_one["rounds"])
    assert of_one["rounds"][0]["results"] == dict(stored[0].results)
    for_people = within("rounds", "--database", played, "--player", player).out
    assert player in for_people
    assert "corrections" in for_people


def test_rounds_are_found_by_time(played: str, within: Within) -> None:
    oldest = within("rounds", "--database", played, "--limit", 1000, "--json").json["rounds"][-1]["at"]
    assert within("rounds", "--database", played, "--since", oldest).code == LAWFUL
    ran = within("rounds", "--database", played, "--until", oldest)
    assert (ran.code, ran.out.strip()) == (UNLAWFUL, "No round matches.")


def test_bad_input_is_reported_at_once(played: str, within: Within, tmp_path: Path) -> None:
    ran = within("rounds", "--database", played, "--since", "soon", "--limit", 0, "--json")
    assert (ran.code, [error["key"] for error in ran.json["errors"]]) == (UNREADABLE, ["--limit", "--since"])
    assert within("rounds", "--database", f"sqlite:///{tmp_path}/none.db").code == UNREADABLE
