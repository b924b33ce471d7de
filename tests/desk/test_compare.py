"""Tables side by side, and what they win in an hour."""

import csv
from pathlib import Path

import pytest
from tests.cli.commands import LAWFUL, NOT_HELD, ROOT, UNLAWFUL, UNREADABLE, Within

import chapter47
from chapter47.desk.compare import compare
from chapter47.desk.win_per_hour import Assumptions, read_take_up, usual_rounds

BACCARAT, CRAPS = ROOT / "examples/baccarat.toml", ROOT / "examples/craps.toml"


def baccarat_file(folder: Path, text: str, name: str = "other.toml") -> Path:
    path = folder / name
    path.write_text(f'game = "baccarat"\n{text}\n', encoding="utf-8")
    return path


def test_win_per_hour_is_edge_times_money_times_rounds() -> None:
    assumed = Assumptions(players=5, boxes=4.5, wager=25_00, rounds_per_hour=70, drop=1_000_00)
    comparison = compare([chapter47.table(game="baccarat")], assumed=assumed)
    [table] = comparison.tables
    assert table.edge.house_edge is not None
    assert table.win_per_hour["total"] == pytest.approx(table.edge.house_edge * 25 * 4.5 * 70, abs=1e-4)
    assert table.win_per_hour["hold"] == pytest.approx(table.win_per_hour["total"] / 1000, abs=1e-6)
    assert table.edge.variance is not None
    assert table.win_per_hour["standard_deviation"] == pytest.approx(
        25 * (table.edge.variance * 4.5 * 70) ** 0.5, abs=1e-4
    )


def test_the_defaults_are_stated_in_the_answer() -> None:
    [table] = compare([chapter47.table(game="baccarat", minimum="25")]).tables
    hour = table.win_per_hour
    assert (hour["rounds_per_hour"], hour["boxes"], hour["average_wager"]) == (72, 4.0, 25.0)
    assert hour["hold"] is None
    assert [usual_rounds(chapter47.table(), players) for players in (1, 4, 7, 20)] == [209, 84, 52, 52]


def test_side_wagers_count_as_often_as_they_are_taken_up() -> None:
    assumed = Assumptions(players=2, rounds_per_hour=60, side_wagers=read_take_up(["tie=0.25@5"]))
    [table] = compare([chapter47.table(game="baccarat")], assumed=assumed).tables
    tie = table.edge.wagers["tie"].house_edge
    assert tie is not None
    assert table.win_per_hour["side_wagers"]["tie"] == pytest.approx(tie * 5 * 0.25 * 2 * 60, abs=1e-3)
    assert table.win_per_hour["total"] == pytest.approx(
        table.win_per_hour["main"] + table.win_per_hour["side_wagers"]["tie"], abs=1e-3
    )


def test_blackjack_tables_differ_in_keys_figures_notices_and_chart() -> None:
    stand, hit = chapter47.table(decks=6), chapter47.table(decks=6, soft_17="hit")
    comparison = compare({"stand": stand, "hit": hit})
    differences = comparison.differences
    assert differences["keys"] == [{"key": "soft_17", "values": ["stand", "hit"]}]
    assert differences["figures"][0]["difference"][1] == pytest.approx(
        (chapter47.edge(hit).house_edge or 0) - (chapter47.edge(stand).house_edge or 0)
    )
    assert {row["message"] for row in differences["notices"]} == {
        '"Dealer must draw to 16 and stand on all 17s"',
        '"Dealer must hit soft 17s"',
    }
    hard, soft = chapter47.strategy(stand), chapter47.strategy(hit)
    cells = {(row["grid"], row["hand"], row["up"]): row["codes"] for row in differences["chart"]}
    assert cells
    for (grid, hand, up), codes in cells.items():
        assert codes == [getattr(hard, grid)[hand][up], getattr(soft, grid)[hand][up]]
    assert chapter47.compare([stand]).differences["chart"] == []


def test_the_command_compares_files_and_writes_a_row_for_each(within: Within, tmp_path: Path) -> None:
    other = baccarat_file(tmp_path, "vigorish = 0.04")
    sheet = tmp_path / "sheet.csv"
    ran = within("compare", BACCARAT, other, "--wager", "50", "--csv", sheet, "--json")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert [table["house_edge"] for table in ran.json["tables"]] == [
        chapter47.edge(chapter47.read_table(path)).house_edge for path in (BACCARAT, other)
    ]
    assert {"lawful", "headline", "findings", "notices", "wagers", "variance", "win_per_hour"} <= set(
        ran.json["tables"][0]
    )
    assert ran.json["totals"]["win_per_hour"] == pytest.approx(
        sum(table["win_per_hour"]["total"] for table in ran.json["tables"])
    )
    rows = list(csv.DictReader(sheet.read_text(encoding="utf-8").splitlines()))
    assert [float(row["win_per_hour.total"]) for row in rows] == [
        table["win_per_hour"]["total"] for table in ran.json["tables"]
    ]
    again = within("compare", BACCARAT, "--csv", sheet, "--json")
    assert (again.code, [error["key"] for error in again.json["errors"]]) == (UNREADABLE, ["--csv"])
    assert within("compare", BACCARAT, "--csv", sheet, "--force").code == LAWFUL


def test_a_folder_is_a_floor_with_totals(within: Within, tmp_path: Path) -> None:
    baccarat_file(tmp_path, "", "one.toml")
    baccarat_file(tmp_path, "decks = 4", "two.toml")
    ran = within("compare", tmp_path)
    assert ran.code == UNLAWFUL
    assert "All 2 tables: win per hour $" in ran.out
    assert within("compare", tmp_path / "one.toml", "--on", "2003-01-01").code == NOT_HELD


def test_all_bad_input_is_reported_at_once(within: Within, tmp_path: Path) -> None:
    ran = within("compare", tmp_path / "none.toml", baccarat_file(tmp_path, "dekcs = 4"), "--json")
    assert ran.code == UNREADABLE
    assert len(ran.json["errors"]) == 2
    ran = within(
        "compare", CRAPS, "--players", "0", "--wager", "much", "--take-up", "field", "--take-up", "field=2", "--json"
    )
    assert [error["key"] for error in ran.json["errors"]] == ["--players", "--wager", "--take-up", "--take-up"]
    ran = within("compare", CRAPS, "--take-up", "place-to-win=0.5", "--json")
    assert ran.code == UNREADABLE
    assert "place-to-win/" in ran.json["errors"][0]["allowed"]
    assert within("compare", "--json").code == UNREADABLE
