"""At 60, 80 and 100 columns no command cuts anything off: what is too wide wraps or becomes lines."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import ROOT, Within

import chapter47
from chapter47.cli import show_comparisons, show_edge, show_strategy
from chapter47.core.text import percent
from chapter47.library import prices

WIDTHS = ("60", "80", "100")
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
UNLAWFUL = """
game = "spanish-21"
decks = 3
soft_17 = "hit"
boxes = 9
double_after_split = false
[wagers.match-the-dealer]
maximum = "5000"
"""


@pytest.fixture(params=WIDTHS)
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", request.param)
    return str(request.param)


@pytest.fixture
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def whole(text: str, width: str) -> None:
    assert text
    assert "…" not in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= int(width)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_check(example: Path, width: str, within: Within) -> None:
    whole(within("check", example.relative_to(ROOT), columns=width).out, width)


def test_what_forbids_keeps_its_codes(
    tmp_path: Path, width: str, within: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text(UNLAWFUL, encoding="utf-8")
    told = within("check", "table.toml", columns=width).out
    whole(told, width)
    flat = "".join(character for character in told if character not in " │\n")
    findings = chapter47.check(chapter47.read_table("table.toml")).findings
    assert len(findings) > 2
    if width == "60":  # as lines, so that every code is whole
        assert all(finding.code in flat for finding in findings)
    whole(within("check", ".", columns=width).out, width)


@pytest.mark.parametrize(
    "asked", [(), ("2.15",), ("2.3", "--on", "2010-06-07"), ("--irregularities",), ("--coverage",)]
)
def test_law(asked: tuple[str, ...], width: str, within: Within) -> None:
    text = within("law", *asked, columns=width).out
    whole("\n".join(line for line in text.splitlines() if "::" not in line and "home: " not in line), width)


@pytest.mark.parametrize(
    "command", ["", *["check", "new", "law", "edge", "play", "strategy", "advise", "simulate", "replay"]]
)
def test_help(command: str, width: str, within: Within) -> None:
    assert "…" not in within(*command.split(), "--help", columns=width).out


def test_edge_and_its_comparisons(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = chapter47.table(decks=8, wagers={"sevens": {}, "match-the-dealer": {}, "over-under-13": {}})
    edge = chapter47.edge(table, vary=["soft_17,split_hands,hole_card=none,card-reader"], readings=True)
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", width)
        show_edge.show_edge("table.toml", edge)
        show_comparisons.show("table.toml", edge.to_dict())
        told = capsys.readouterr().out
        whole(told, width)
        assert all(percent(row.house_edge or 0, 5) in told for row in edge.vary or ())


def test_strategy_and_advice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = chapter47.table(decks=8)
    sheet, advice = chapter47.strategy(table).sheet, prices.advise(table, "8s 8d", up="Th")
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", width)
        show_strategy.show_strategy("table.toml", sheet)
        show_strategy.show_advice(advice.told())
        whole(capsys.readouterr().out, width)


@pytest.mark.usefixtures("in_a_folder")
def test_simulate(within: Within) -> None:
    Path("table.toml").write_text("decks = 6\n[wagers.match-the-dealer]\n", encoding="utf-8")
    Path("chart.json").write_text(json.dumps(chapter47.strategy(chapter47.table(decks=6)).to_dict()))
    for width in WIDTHS:
        options = ("--rounds", "20000", "--session", "100", "--detailed", "--strategy", "chart.json")
        whole(within("simulate", "table.toml", *options, columns=width).out, width)
