"""The closing table of a session: a fee is part of what was lost, and nothing that was staked."""

from pathlib import Path

import pytest

from chapter47.cli.app import app

CRAPS = 'game = "craps"\nbuy = [4]\nvigorish_when = "made"\n'
CRAPS_SCRIPT = """Ann join
Ann take-dice
Ann bet pass 10
dice 3 3
Ann bet buy 4 20
dice 2 2
dice 3 4
"""
BACCARAT_SCRIPT = """sit 1 Ann
open
cards Ac Ac
bet Ann banker 100
cards 2c 9c Tc Tc
deal
close
"""


@pytest.mark.parametrize(
    ("table", "script", "totals"),
    [
        (CRAPS, CRAPS_SCRIPT, ["Ann", "$30", "+$29"]),
        ('game = "baccarat"\n', BACCARAT_SCRIPT, ["Ann", "$100", "+$95"]),
    ],
    ids=["craps", "baccarat"],
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
