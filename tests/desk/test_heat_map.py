"""Sweeps over two keys: a grid, a heat map and rows for a spreadsheet."""

import csv
from pathlib import Path

import pytest
from tests.cli.commands import LAWFUL, ROOT, UNREADABLE, Within

import chapter47
from chapter47.desk.heat_map import HeatMap, to_csv

BACCARAT = ROOT / "examples/baccarat.toml"
SWEEP = ("--vary", "decks=6,8", "--vary", "vigorish=0.04,0.05,0.06")


def test_the_command_shows_a_grid_and_writes_both_files(within: Within, tmp_path: Path) -> None:
    page, rows = tmp_path / "heat.html", tmp_path / "sweep.csv"
    ran = within("edge", BACCARAT, *SWEEP, "--html", page, "--csv", rows)
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert "House edge by decks (down) and vigorish (across)" in ran.out
    written = list(csv.DictReader(rows.read_text(encoding="utf-8").splitlines()))
    assert [(row["decks"], row["vigorish"]) for row in written] == [
        (decks, fee) for decks in ("6", "8") for fee in ("0.04", "0.05", "0.06")
    ]
    eight = chapter47.edge(chapter47.table(game="baccarat", decks=8, vigorish=0.05)).house_edge
    assert eight is not None
    (priced,) = [row for row in written if (row["decks"], row["vigorish"]) == ("8", "0.05")]
    assert float(priced["house_edge"]) == pytest.approx(eight, abs=1e-12)
    assert [row["lawful"] for row in written] == ["True", "True", "False"] * 2
    assert written[2]["forbidden_by"].startswith("19:47-3.3(c)")
    drawn = page.read_text(encoding="utf-8")
    assert drawn.count("<rect") == 6
    assert drawn.count(" *</text>") == 2
    assert within("edge", BACCARAT, *SWEEP, "--csv", rows).code == UNREADABLE  # it exists


def test_the_lowest_edge_is_green_and_the_highest_red() -> None:
    rows = [
        {"a": a, "b": b, "house_edge": edge, "lawful": True}
        for a, b, edge in ((1, "x", 0.01), (1, "y", 0.02), (2, "x", 0.03), (2, "y", None))
    ]
    heat_map = HeatMap.of(rows)
    assert heat_map is not None
    drawn = heat_map.to_svg()
    assert [drawn.count(colour) for colour in ("hsl(120 ", "hsl(60 ", "hsl(0 ", "#eeeeee")] == [1, 1, 1, 1]
    assert heat_map.text(2, "y") == "–"
    assert to_csv(rows).splitlines()[-1] == "2,y,,,,True,"


def test_a_heat_map_needs_two_keys(within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = within("edge", BACCARAT, "--vary", "decks=6,8", "--html", "heat.html")
    assert (ran.code, "--vary with two keys" in ran.err) == (UNREADABLE, True)
    assert not (tmp_path / "heat.html").exists()
