"""A game without keys of its own is played by acts: typed at the keyboard, or from a script."""

import json
from io import StringIO
from pathlib import Path

import pytest

from chapter47.cli.app import app
from chapter47.games import parse
from chapter47.session.problems import UnusableError
from chapter47.terminal import by_acts
from chapter47.terminal.options import PlayOptions

EXAMPLES = Path(__file__).parents[2] / "examples"
CRAPS = EXAMPLES / "craps.toml"
SCRIPT = EXAMPLES / "craps-come.script"


def test_a_script_is_played_logged_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "craps.log"
    words = ("play", str(CRAPS), "--script", str(SCRIPT), "--log", str(log), "--cite")
    assert app(words, result_action="return_value") == 0
    told = capsys.readouterr().out
    assert "“Six the hardway, the point is made, pass line wins”" in told
    assert "19:47-1.2(a)3iii  Collected from Ann on 1: $10, come 9 – lost." in told
    assert "19:47-1.3         Returned to Ann on 1: $10, come-odds 9 – void." in told
    assert app(("replay", str(log)), result_action="return_value") == 0
    assert "reproduces: 2 rounds" in capsys.readouterr().out
    log.write_text(
        log.read_text(encoding="utf-8").replace('"amount": 1000, "why": "lost"', '"amount": 900, "why": "lost"')
    )
    assert app(("replay", str(log)), result_action="return_value") == 1


def test_the_settlement_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert app(("play", str(CRAPS), "--script", str(SCRIPT), "--json"), result_action="return_value") == 0
    data = json.loads(capsys.readouterr().out)
    assert [played["net"] for played in data["rounds"]] == [{"Ann": 1000}, {"Ann": 0}]


def test_a_line_that_is_refused_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "late.script"
    script.write_text("Ann join\nAnn take-dice\nAnn bet pass 10\ndice 4 2\nAnn bet pass 10\n", encoding="utf-8")
    assert app(("play", str(CRAPS), "--script", str(script)), result_action="return_value") == 2
    assert "line 5: Ann bet pass 10: pass cannot be made now (bet.not_now, 19:47-1.2(a)1)" in capsys.readouterr().err


def test_acts_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    typed = StringIO("take-dice\nbet pass 10\n?\nfoo\nbet pass 5000\nthrow\nq\n")
    played = by_acts.play(parse('game = "craps"'), PlayOptions(seed=4), typed)
    told = capsys.readouterr().out
    assert "Ann bets $10 on pass" in told
    assert "such as: dice 3 4" in told
    assert "The marker is off: come out roll." in told
    assert "  Ann: $10 on pass" in told
    assert "bet place-to-win 6 $6 to $996 by $6 (19:47-1.2(a)5)" in told
    assert "not enough chips" in told
    assert "The marker is on 5" in told
    assert played.session.unfinished


def test_the_seed_gives_the_same_dice(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        by_acts.play(
            parse('game = "craps"'),
            PlayOptions(seed=9, rounds=1),
            StringIO("take-dice\nbet pass 10\n" + "throw\n" * 40),
        )
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "The round is over." in outputs[0]


@pytest.mark.parametrize(
    "options", [PlayOptions(json=True), PlayOptions(boxes=2), PlayOptions(step=True), PlayOptions(bankroll="much")]
)
def test_what_cannot_be_wished_for(options: PlayOptions) -> None:
    with pytest.raises(UnusableError):
        by_acts.play(parse('game = "craps"'), options, StringIO(""))
