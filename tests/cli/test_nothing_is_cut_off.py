"""At 60, 80 and 100 columns no command cuts anything off: what is too wide wraps or becomes lines."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from tests.cli.commands import ROOT, Within

import chapter47
from chapter47 import games
from chapter47.cli import show_compare, show_edge, show_strategy
from chapter47.core.pricing import Grid
from chapter47.core.text import percent
from chapter47.library import prices
from chapter47.library.tables import starter

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
    reported = within("check", "table.toml", columns=width).out
    whole(reported, width)
    flat = "".join(character for character in reported if character not in " │\n")
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
        show_compare.show_comparisons("table.toml", edge.to_dict(), ("basic strategy", "optimal play"))
        reported = capsys.readouterr().out
        whole(reported, width)
        assert all(percent(row.house_edge or 0) in reported for row in edge.vary or ())


SEEN = {
    "switch": (("8s 8d", "Tc 5d"), "Th"),
    "double-exposure": (("8s 8d",), "Th 6d"),
    "spanish-21": (("8s 8d",), "Kh"),
}
"""The hands and the dealer's cards that advice is asked for."""
PRICED_AT_ONCE = [game.name for game in games.GAMES if game.name not in ("switch", "craps", "baccarat")]


@pytest.mark.parametrize("game", PRICED_AT_ONCE)
def test_strategy_and_advice(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = chapter47.table(game=game)
    hands, up = SEEN.get(game, (("8s 8d",), "Th"))
    sheet, advice = chapter47.strategy(table).sheet, prices.advise(table, *hands, up=up)
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", width)
        show_strategy.show_strategy("table.toml", sheet)
        show_strategy.show_advice(advice.lines())
        whole(capsys.readouterr().out, width)


def test_scores_for_the_switch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As wide as those of a table; its own take a minute to work out."""
    views = [*map(str, range(2, 10)), "T", "A", "2 to 6", "7 to ace"]
    scores = {hand: dict.fromkeys(views, 100) for hand in ("blackjack as dealt", "21 by a switch", "hard 16")}
    grid = Grid("When to switch: scores in hundredths of a wager", scores, is_scores=True)
    sheet = replace(chapter47.strategy(chapter47.table(decks=1)).sheet, grids=(grid,))
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", width)
        show_strategy.show_strategy("table.toml", sheet)
        reported = capsys.readouterr().out
        whole(reported, width)
        assert reported.count("100") == len(scores) * len(views)


@pytest.mark.usefixtures("in_a_folder")
def test_simulate(within: Within) -> None:
    Path("table.toml").write_text("decks = 6\n[wagers.match-the-dealer]\n", encoding="utf-8")
    Path("chart.json").write_text(json.dumps(chapter47.strategy(chapter47.table(decks=6)).to_dict()))
    for width in WIDTHS:
        options = ("--rounds", "20000", "--session", "100", "--detailed", "--strategy", "chart.json")
        whole(within("simulate", "table.toml", *options, columns=width).out, width)


GAMES = [game.name for game in games.GAMES]
LONGEST_NAME = "Wilhelmina-Alexandra"
SCRIPTS = {
    "craps": (
        f"{LONGEST_NAME} join\n{LONGEST_NAME} take dice\n"
        f"{LONGEST_NAME} bet 10 on pass\n{LONGEST_NAME} bet 10 on hard-10\n"
        "dice 4 6\ndice 5 5\n"
    ),
    "baccarat": (
        f"{LONGEST_NAME} sit at 1\ndealer open\n{LONGEST_NAME} bet 100 on banker\n"
        f"{LONGEST_NAME} bet 100 on tie\ndealer deal\n{LONGEST_NAME} leave\n"
    ),
}


@pytest.fixture(params=GAMES)
def table_of_a_game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Its starter, in a folder of its own; the name of the game."""
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text(starter(request.param), encoding="utf-8")
    return str(request.param)


def test_a_new_table(table_of_a_game: str, width: str, within: Within) -> None:
    reported = within("new", table_of_a_game, columns=width)
    assert (reported.code, "…" in reported.out) == (0, False)
    whole(within("new", table_of_a_game, "--output", f"{table_of_a_game}.toml", columns=width).out, width)


def test_a_round_played_and_replayed(table_of_a_game: str, width: str, within: Within) -> None:
    script = SCRIPTS.get(table_of_a_game, f"{LONGEST_NAME} bet 10 on 1\ndealer deal\n")
    Path("round.script").write_text(script, encoding="utf-8")
    options = ("--script", "round.script", "--seed", "47", "--log", "round.log")
    played = within("play", "table.toml", *options, columns=width)
    assert "…" not in played.out + played.err
    replayed = within("replay", "round.log", "--partial", columns=width)
    assert replayed.code == 0
    assert "…" not in replayed.out


def test_a_round_at_the_keyboard(
    table_of_a_game: str, width: str, within: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut, wager, then stands; where that is no answer, the question comes again until the input ends."""
    monkeypatch.setattr("sys.stdin", StringIO("\n20\n" + "s\n" * 20))
    shown = within("play", "table.toml", "--seed", "47", "--rounds", "1", columns=width)
    assert shown.out
    assert "…" not in (shown.out + shown.err).replace("CARD …", "")  # "and so on", in the form of a line


@pytest.mark.parametrize("game", ["craps", "baccarat"])
def test_advice_without_a_hand(game: str, width: str, within: Within) -> None:
    known = {"craps": ("--point", "6", "--layout", "pass 6=10"), "baccarat": ("--seen", "As Kd 5c")}
    whole(within("advise", f"examples/{game}.toml", *known[game], columns=width).out, width)
