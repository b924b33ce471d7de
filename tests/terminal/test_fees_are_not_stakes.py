"""The closing table of a session: a fee is part of what was lost, while it is owed too, and nothing that was staked."""

import json
from pathlib import Path

import pytest

from chapter47.cli.app import app

CRAPS = 'game = "craps"\nbuy = [4]\nvigorish_when = "made"\n'
CRAPS_SCRIPT = """Ann join
Ann take dice
Ann bet 10 on pass
dice 3 3
Ann bet 20 on buy 4
dice 2 2
dice 3 4
"""
BACCARAT_SCRIPT = """Ann sit at 1
dealer open
cards Ac Ac
Ann bet 100 on banker
cards 2c 9c Tc Tc
dealer deal
supervisor close table
"""
WAGER_DOWN = BACCARAT_SCRIPT.replace("supervisor close table", "Ann bet 50 on banker")
BANKER_TWICE = BACCARAT_SCRIPT.replace("100", "12").replace(
    "supervisor close table", "cards 2c 9c Tc Tc\nAnn bet 12 on banker\ndealer deal"
)
ON_COLLECTION = 'game = "baccarat"\n[readings]\n"1996 19:47-3.3(c)" = "on-collection"\n'


@pytest.mark.parametrize(
    ("table", "script", "totals"),
    [
        (CRAPS, CRAPS_SCRIPT, ["Ann", "$30", "+$29"]),
        ('game = "baccarat"\n', BACCARAT_SCRIPT, ["Ann", "$100", "+$95"]),
        ('game = "baccarat"\n', WAGER_DOWN, ["Ann", "$100", "+$95"]),
        ('game = "baccarat"\n', BANKER_TWICE, ["Ann", "$24", "+$22.50"]),
        (ON_COLLECTION, BANKER_TWICE, ["Ann", "$24", "+$22.75"]),  # twice 60 cents, rounded up to $1.25
    ],
    ids=["craps", "baccarat", "left with a wager down", "left owing", "left owing what is rounded then"],
)
def test_fees_are_not_staked(
    table: str, script: str, totals: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = tmp_path / "table.toml", tmp_path / "play.script"
    for path, text in zip(paths, (table, script), strict=True):
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        app(["play", str(paths[0]), "--script", str(paths[1]), "--seed", "1"])
    assert capsys.readouterr().out.splitlines()[-1].split() == totals


def test_fees_owed_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, script = tmp_path / "table.toml", tmp_path / "play.script"
    table.write_text('game = "baccarat"\n', encoding="utf-8")
    script.write_text(WAGER_DOWN, encoding="utf-8")
    for more in ((), ("--json",)):
        with pytest.raises(SystemExit):
            app(["play", str(table), "--script", str(script), "--seed", "1", *more])
    shown, answer = capsys.readouterr().out.split("{", 1)
    assert "Undecided wagers are returned: Ann $50." in shown
    assert "Outstanding fees are paid: Ann $5." in shown
    data = json.loads("{" + answer)
    assert (data["unfinished"], data["owed"]) == (True, {"Ann": 5_00})
