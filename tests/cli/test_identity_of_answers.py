"""Every answer in JSON names the program's version and, of one table, its hash; `edge` also answers as CSV and HTML."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import ROOT
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.cli.app import app

FILE = str(ROOT / "examples/craps.toml")
BLACKJACK = str(ROOT / "examples/blackjack.toml")


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    app([*arguments, "--json"], result_action="return_value")
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", FILE),
        ("edge", FILE),
        ("guide", FILE),
        ("simulate", FILE, "--rounds", "1000"),
        ("report", FILE, "--rounds", "0"),
        ("strategy", BLACKJACK),
        ("advise", BLACKJACK, "As 6d", "--up", "5h"),
    ],
)
def test_answers_about_a_table_have_its_hash(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    data = answered(capsys, *arguments)
    data = data.get("identity", data)
    priced = chapter47.edge(chapter47.read_table(arguments[1]))
    assert (data["version"], data["table_hash"]) == (chapter47.__version__, priced.table_hash)


@pytest.mark.parametrize(
    "arguments", [("law", "2.12(b)"), ("law", "--held"), ("new", "craps"), ("compare", FILE, FILE)]
)
def test_other_answers_have_the_version(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, *arguments)["version"] == chapter47.__version__


def test_the_strategy_that_is_printed_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(answered(capsys, "strategy", BLACKJACK)), encoding="utf-8")
    assert answered(capsys, "edge", BLACKJACK, "--strategy", str(path))["cost"] == []


def test_edge_as_csv_and_page(tmp_path: Path) -> None:
    arguments = ("edge", FILE, "--csv", tmp_path / "edge.csv", "--html", tmp_path / "edge.html")
    ran = run(*arguments)
    assert ran.code == 0
    assert "odds included" in ran.out
    with (tmp_path / "edge.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    field = [row for row in rows if row["wager"] == "field"]
    assert {row["outcome"]: row["probability"] for row in field}["lost"] == "5/9"
    page = (tmp_path / "edge.html").read_text(encoding="utf-8")
    assert "odds included" in page
    assert "http" not in page
    again = run(*arguments)
    assert again.code == 2
    assert again.err.count("already exists") == 2
