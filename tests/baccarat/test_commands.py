"""Baccarat through the commands: files, prices at a stake, from cards seen, simulation, play and replay."""

import json
from pathlib import Path

import pytest

import chapter47
from chapter47.cli.app import app
from chapter47.core.errors import Chapter47Error

EXAMPLE = Path(__file__).parents[2] / "examples/baccarat.toml"
SCRIPT = EXAMPLE.with_name("baccarat-shoe.script")


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(app([*words, "--json"]))
    return int(ended.value.code or 0), json.loads(capsys.readouterr().out)


def test_the_example_is_what_new_writes_and_is_lawful(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = shown(capsys, "new", "baccarat")
    assert (code, answer["toml"]) == (0, EXAMPLE.read_text(encoding="utf-8"))
    code, answer = shown(capsys, "check", str(EXAMPLE))
    assert (code, answer["lawful"]) == (0, True)
    assert shown(capsys, "check", str(EXAMPLE), "--on", "1996-05-20")[0] == 0
    assert shown(capsys, "check", str(EXAMPLE), "--on", "1995-05-20")[0] == 3


def test_a_price_at_another_stake(capsys: pytest.CaptureFixture[str]) -> None:
    _, at_ten = shown(capsys, "edge", str(EXAMPLE))
    code, at_twelve = shown(capsys, "edge", str(EXAMPLE), "--bet", "12")
    assert (code, at_twelve["stake"]) == (0, 12.0)
    assert at_twelve["house_edge_unrounded"] == at_ten["house_edge_unrounded"] == at_ten["house_edge"]
    assert at_twelve["house_edge"] != at_twelve["house_edge_unrounded"]
    assert float(str(at_ten["seconds"])) >= 0


@pytest.mark.parametrize(
    ("bet", "citation"),
    [("ten", ""), ("1", "19:47-8.2"), ("10.50", "19:47-8.2"), ("9000", "19:47-8.2"), ("-5", "")],
)
def test_a_stake_that_the_table_does_not_take(bet: str, citation: str) -> None:
    with pytest.raises(Chapter47Error) as raised:
        chapter47.edge(chapter47.read_table(EXAMPLE), bet=bet)
    assert [(problem.key, problem.got, problem.citation) for problem in raised.value.problems] == [
        ("bet", bet, citation)
    ]


def test_the_price_from_the_cards_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = shown(capsys, "advise", str(EXAMPLE), "--seen", "4s 4h 10c")
    assert (code, answer["cards_left"], answer["best"]) == (0, 413, "banker")
    code, answer = shown(capsys, "advise", str(EXAMPLE), "As 6d", "--up", "5h", "--seen", "1x")
    assert code == 2
    assert [problem["key"] for problem in answer["errors"]] == ["hand", "--up", "--seen"]  # type: ignore[attr-defined]


def test_there_is_no_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = shown(capsys, "strategy", str(EXAMPLE))
    assert code == 2
    assert "a game with player decisions" in json.dumps(answer)


def test_simulated_with_named_bets(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rounds", "100000", "--seed", "1", "--bet", "banker=25", "--bet", "tie=10")
    code, answer = shown(capsys, "simulate", str(EXAMPLE), *words)
    assert code == 0
    assert list(answer["wagers"]) == ["banker", "tie"]  # type: ignore[call-overload]


def test_a_script_is_played_logged_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "shoe.log"
    words = ["play", str(EXAMPLE), "--script", str(SCRIPT), "--log", str(log), "--seed", "7"]
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(app(words))
    assert not ended.value.code
    text = capsys.readouterr().out
    assert "Ann passes the shoe on: the Player's Hand has won." in text
    assert "Ann owes a fee of $6.75" in text
    code, answer = shown(capsys, "replay", str(log))
    assert code == 0
    assert answer
