"""What the library answers: frozen, with the names of the JSON keys, and the same as the commands print."""

import copy
import json
import pickle
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import chapter47
from chapter47.blackjack.acts import Bet, Deal
from chapter47.cli.app import app
from chapter47.core.act import Open
from chapter47.library.answers import Answer, GameAnswer

ROOT = Path(__file__).parents[2]
FILE = str(ROOT / "examples/blackjack.toml")
SIX = {"decks": 6, "hole_card": "card-reader"}


PRICED = ("edge", "simulate", "count", "report")
"""Commands whose library answers know their own origin."""


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints in JSON; of its origin, the version and the table's hash, only what the library answers."""
    app([*arguments, "--json"], result_action="return_value")
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == chapter47.__version__
    if arguments[0] in PRICED:
        return data
    return {key: value for key, value in data.items() if key not in ("version", "table_hash")}


def untimed(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("seconds", "rounds_per_second")}


def test_a_table_by_keys_is_the_table_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('game = "switch"\ndecks = 6\non = 2010-06-07\n[wagers.match]\n', encoding="utf-8")
    assert chapter47.table(game="switch", decks=6, on=date(2010, 6, 7), wagers={"match": {}}) == chapter47.read_table(
        path
    )
    path.write_text(chapter47.starter("spanish-21"), encoding="utf-8")
    assert chapter47.read_table(str(path)) == chapter47.table(game="spanish-21")


def test_check_answers_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    table = chapter47.read_table(FILE)
    assert chapter47.check(table).to_dict() == printed(capsys, "check", FILE)
    on = chapter47.check(table, on="2010-06-07")
    assert on.to_dict() == printed(capsys, "check", FILE, "--on", "2010-06-07")
    assert (on.lawful, on.on, on.findings, on.change) == (True, "2010-06-07", (), None)
    assert on == chapter47.check(table, date(2010, 6, 7))


def test_a_finding_has_the_names_of_its_keys() -> None:
    verdict = chapter47.check(chapter47.table(boxes=8))
    (finding,) = verdict.findings
    assert finding.to_dict() == {
        key: getattr(finding, key) for key in ("code", "citation", "message", "got", "want", "key")
    }
    assert finding.citation == "19:46-1.10"
    assert repr(verdict) == "<not lawful: 19:46-1.10>"
    assert "19:46-1.10" in verdict._repr_html_()


def test_what_a_change_requires() -> None:
    change = chapter47.check(chapter47.table(surrender=True), before=chapter47.table()).change
    assert change is not None
    assert [notice.citation for notice in change] == ["19:47-2.8(c)"]


def test_the_floor_is_judged_together() -> None:
    tables = {str(number): chapter47.table(wagers={"same-suit": {"paytable": number}}) for number in (1, 2)}
    floor = chapter47.check_floor(tables)
    assert (floor.lawful, [finding.citation for finding in floor.floor_findings]) == (False, ["19:47-2.17(e)2"])
    assert {name: verdict.lawful for name, verdict in floor.tables.items()} == {"1": True, "2": True}
    assert "19:47-2.17(e)2" in floor._repr_html_()


def test_law_answers_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    paragraph = chapter47.law("2.3(a)3", on="2010-06-07")
    shown = printed(capsys, "law", "2.3(a)3", "--on", "2010-06-07")
    assert paragraph.to_dict() == shown
    assert paragraph.above[-1] == "19:47-2.3(a)"
    assert paragraph.in_force is not None
    assert (paragraph.in_force.held, paragraph.readings[0].name) == (True, "literal")
    assert paragraph.forms[0].editions[0] == "1996"
    assert "19:47-2.3(a)3" in paragraph._repr_html_()
    assert chapter47.coverage().to_dict() == printed(capsys, "law", "--coverage")


def test_edge_answers_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    edge = chapter47.edge(chapter47.read_table(FILE))
    assert untimed(edge.to_dict()) == untimed(printed(capsys, "edge", FILE))
    assert edge.house_edge is not None
    assert 0 < edge.house_edge < 0.006
    assert f"house edge {100 * edge.house_edge:.5f} %" in repr(edge)
    assert "█" in edge._repr_html_()


def test_edge_of_side_wagers_options_and_readings() -> None:
    table = chapter47.table(decks=6, wagers={"over-under-13": {}, "match-the-dealer": {}})
    edge = chapter47.edge(table, vary="soft_17", readings=True)
    assert round(edge.wagers["match-the-dealer"].house_edge or 0, 4) == 0.0406
    bets = edge.wagers["over-under-13"].bets
    assert bets is not None
    assert round(bets["under"].house_edge or 0, 4) == 0.1007
    assert edge.vary is not None
    assert [row.to_dict()["soft_17"] for row in edge.vary] == ["stand", "hit"]
    assert edge.vary[0].difference == 0.0
    assert edge.readings is not None
    assert edge.titles["match-the-dealer"] == "Match the dealer"


def test_strategy_answers_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    strategy = chapter47.strategy(chapter47.read_table(FILE))
    assert strategy.to_dict() == printed(capsys, "strategy", FILE)
    assert strategy.hard is not None
    assert (strategy.hard["16"]["T"], strategy.insurance) == ("H", False)
    assert 'style="background:#f4b6b6;color:black">H</td>' in strategy._repr_html_()
    assert "optimal play" in repr(strategy)


def test_advice_answers_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    advice = chapter47.advise(chapter47.read_table(FILE), "As 6d", up="5h")
    assert advice.to_dict() == printed(capsys, "advise", FILE, "As 6d", "--up", "5h")
    assert (advice.best, advice.chart) == ("double", "D")
    assert repr(advice) == "<As 6d against 5h: double>"
    assert "double" in advice._repr_html_()


@pytest.mark.parametrize("written", ["T 6", "10 6", "t♠ 6♦", "10s 6d"])
def test_advice_reads_cards_as_people_write_them(written: str) -> None:
    table = chapter47.read_table(FILE)
    assert chapter47.advise(table, written, up="10").to_dict() == chapter47.advise(table, "Ts 6d", up="Th").to_dict()


def test_a_rank_is_not_enough_where_suits_matter() -> None:
    spanish = chapter47.table(game="spanish-21")
    with pytest.raises(chapter47.NotPossibleError, match="hand: 6 is not allowed; allowed: a card: a rank and a suit"):
        chapter47.advise(spanish, "7s 6", up="5h")


def test_simulate_answers_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    table = chapter47.read_table(FILE)
    simulation = chapter47.simulate(table, rounds=20_000, seed=3)
    assert untimed(simulation.to_dict()) == untimed(
        printed(capsys, "simulate", FILE, "--rounds", "20000", "--seed", "3")
    )
    assert (simulation.rounds, simulation.seed, simulation.whole) == (20_000, 3, True)
    assert "20,000 rounds, seed 3" in repr(simulation)
    assert "main wager" in simulation._repr_html_()
    by_own_chart = chapter47.simulate(table, rounds=20_000, seed=3, strategy=chapter47.strategy(table))
    assert by_own_chart.house_edge == simulation.house_edge


def test_a_log_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script, log = tmp_path / "two.script", tmp_path / "two.log"
    script.write_text("Ann bet 10 on 1\ndealer deal\nAnn stand\n", encoding="utf-8")
    app(
        ["play", FILE, "--script", str(script), "--log", str(log), "--seed", "5", "--json"],
        result_action="return_value",
    )
    capsys.readouterr()
    replay = chapter47.replay(log)
    assert replay.to_dict() == printed(capsys, "replay", str(log))
    assert (replay.reproduces, replay.seed, replay.error) == (True, 5, None)
    assert replay.rounds[0].number == 1
    assert repr(replay) == "<reproduces: 1 rounds>"
    assert "Dealt" in replay._repr_html_()


def test_the_same_seed_deals_the_same_cards() -> None:
    logs = []
    for _ in range(2):
        table = chapter47.open_table(chapter47.table(**SIX), seed=11)
        table.perform(Bet("Ann", 25_00, "1"))
        table.perform(Deal())
        for _ in range(4):
            table.step()
        logs.append(table.log)
    assert logs[0] == logs[1]


def test_a_table_without_a_seed_is_shuffled_by_the_operating_system() -> None:
    table = chapter47.open_table(chapter47.table(**SIX))
    assert table.perform(Open()) is None
    assert table.log


def answers() -> list[Answer]:
    table = chapter47.table(**SIX)
    return [chapter47.check(table), chapter47.edge(table), chapter47.strategy(table), chapter47.law("2.3(a)3")]


@pytest.mark.parametrize("number", range(4))
def test_answers_are_frozen_and_can_be_kept(number: int) -> None:
    answer = answers()[number]
    first = next(iter(answer.to_dict()))
    with pytest.raises(AttributeError, match="immutable"):
        setattr(answer, first, None)
    with pytest.raises(AttributeError, match="immutable"):
        delattr(answer, first)
    with pytest.raises(AttributeError, match="no attribute 'unheard_of'"):
        answer.unheard_of  # type: ignore[attr-defined] # noqa: B018
    own_keys = set(answer.data) if isinstance(answer, GameAnswer) else set()
    assert set(answer.to_dict()) <= set(dir(answer)) | own_keys
    assert pickle.loads(pickle.dumps(answer)) == answer == copy.deepcopy(answer)
    assert hash(copy.copy(answer)) == hash(answer)
    data = answer.to_dict()
    data.clear()
    assert answer.to_dict()
