"""Craps through the front door and the commands."""

import json
from pathlib import Path

import pytest

import chapter47
from chapter47 import games
from chapter47.cli.app import app
from chapter47.core.errors import Chapter47Error
from chapter47.craps.posting import CrapsPosting

TABLE = 'game = "craps"\nbuy = [4, 10]\nodds_multiple = "3-4-5"\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "craps.toml"
    file.write_text(TABLE, encoding="utf-8")
    return file


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = app(words, result_action="return_value")
    return code if isinstance(code, int) else 0, capsys.readouterr().out


def test_the_starter_file_is_the_example_and_holds_no_key_of_blackjack() -> None:
    example = Path(__file__).parents[2] / "examples/craps.toml"
    assert games.read(example) == CrapsPosting()
    assert "decks" not in games.starter("craps")


def test_blackjacks_keys_are_unknown_at_craps_and_the_reverse() -> None:
    for keys in ({"game": "craps", "decks": 8}, {"game": "blackjack", "odds_multiple": "2x"}):
        with pytest.raises(Chapter47Error) as error:
            games.from_data(keys)
        assert [problem.got for problem in error.value.problems] == ["unknown key"]


def test_the_edge(path: Path) -> None:
    edge = chapter47.edge(chapter47.read_table(path))
    assert edge.house_edge == pytest.approx(7 / 495)
    assert edge.house_edge_optimal == pytest.approx(3 / 220)
    data = edge.to_dict()
    assert data["wagers"]["pass"]["exact"] == "7/495"
    assert data["wagers"]["dont-pass"]["outcomes"]["void"] == pytest.approx(1 / 36)
    assert data["wagers"]["place-to-win"]["bets"]["6"]["house_edge_per_roll"] == pytest.approx(5 / 1080)
    assert data["wagers"]["buy"]["bets"]["4"]["house_edge_of_outlay"] == pytest.approx(1 / 21)
    assert data["wagers"]["buy"]["bets"]["4"]["vigorish_when"]["won"]["house_edge"] == pytest.approx(1 / 60)
    assert data["odds"]["3-4-5"]["house_edge"] == pytest.approx(7 / 495 / (1 + 100 / 36))


def test_the_edge_over_options_and_readings(path: Path) -> None:
    table = chapter47.read_table(path)
    edge = chapter47.edge(table, vary=["bars", "vigorish=0.03,0.05"], readings=True).to_dict()
    assert [(row["bars"], row["vigorish"], row["lawful"]) for row in edge["vary"]] == [
        (12, 0.03, True),
        (12, 0.05, True),
        (2, 0.03, False),
        (2, 0.05, False),
    ]
    by_name = {passage["name"]: passage["figures"] for passage in edge["readings"]}
    assert set(by_name) == {"any-roll", "both", "working", "to-the-cent", "of-the-win", "kept"}
    assert len(by_name["working"]) == 4
    assert len(by_name["both"]) == 6
    assert by_name["any-roll"] == []
    with pytest.raises(Chapter47Error):
        chapter47.edge(table, vary="decks")


def test_other_figures_that_the_values_of_an_option_change(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the fee nor the odds change the pass wager alone: they are reported beside it."""
    table = chapter47.read_table(path)
    by_fee = chapter47.edge(table, vary="vigorish=0.03,0.05").to_dict()["vary"]
    assert by_fee[0]["figures"] == {"buy 4": pytest.approx(0.03), "buy 10": pytest.approx(0.03)}
    assert "figures" not in by_fee[1]  # as posted
    (by_odds,) = chapter47.edge(table, vary="odds_multiple=2x").vary or ()
    assert dict(by_odds.figures or {}) == {
        "pass with odds": pytest.approx(1 / 165),
        "dont-pass with odds": pytest.approx(1 / 220),
    }
    code, text = answered(capsys, "edge", str(path), "--vary", "odds_multiple=2x")
    assert code == 0
    assert "odds_multiple 2x: pass with odds 0.60606 %, dont-pass with odds 0.45455 %" in text


def test_a_simulation_with_bets_by_name(path: Path) -> None:
    came = chapter47.simulate(chapter47.read_table(path), 300_000, 1, bet=["pass=10", "pass-odds=30"]).to_dict()
    assert list(came["wagers"]) == ["pass", "pass-odds"]
    assert came["wagers"]["pass"]["house_edge"] == pytest.approx(7 / 495, abs=0.01)
    assert (came["of"], came["house_edge"]) == ("pass", came["wagers"]["pass"]["house_edge"])
    assert came["all_bets"]["house_edge"] < came["house_edge"]


def test_a_simulation_without_pass_tells_the_edge_of_its_first_bet(path: Path) -> None:
    came = chapter47.simulate(chapter47.read_table(path), 100_000, 1, bet=["field=5", "hard-4=5"]).to_dict()
    assert (came["of"], came["house_edge"]) == ("field", came["wagers"]["field"]["house_edge"])


def test_a_strategy_means_nothing(path: Path) -> None:
    with pytest.raises(Chapter47Error) as error:
        chapter47.strategy(chapter47.read_table(path))
    assert error.value.problems[0].got == "craps"


def test_the_commands_print(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = answered(capsys, "edge", str(path))
    assert code == 0
    assert "place-to-win 6" in text
    code, text = answered(capsys, "check", str(path), "--json")
    assert (code, json.loads(text)["lawful"]) == (0, True)
    code, text = answered(capsys, "check", str(path), "--on", "1996-05-20", "--json")
    assert (code, json.loads(text)["lawful"]) == (3, None)
    code, text = answered(capsys, "edge", str(path), "--readings")
    assert "hard-4, per roll" in text
    code, text = answered(capsys, "simulate", str(path), "--rounds", "100000", "--bet", "pass=10", "--bet", "field=5")
    assert code == 0
    assert "all bets together" in text


def test_advice_by_the_point_and_the_layout(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    advice = chapter47.advise(chapter47.read_table(path), point="6", layout="pass 6=10")
    assert advice.best == "bet pass-odds 6"
    code, text = answered(capsys, "advise", str(path), "--point", "6", "--layout", "pass 6=10")
    assert code == 0
    assert "best: bet pass-odds 6" in text
