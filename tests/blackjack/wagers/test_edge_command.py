"""`chapter47 edge` as people and programs see it."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from chapter47.cli.app import main
from chapter47.games import from_data
from chapter47.library.prices import edge

ROOT = Path(__file__).parents[3]


def ran(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    monkeypatch.setattr("sys.argv", ["chapter47", "edge", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0), capsys.readouterr().out


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text("decks = 6\n[wagers.over-under-13]\n[wagers.match-the-dealer]\n[wagers.streak]\n", encoding="utf-8")
    return path


def test_the_answer_for_programs(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = ran([str(table), "--json"], monkeypatch, capsys)
    data: dict[str, Any] = json.loads(out)
    assert code == 0
    assert {"house_edge", "house_edge_optimal", "variance", "wagers", "notes", "seconds"} <= set(data)
    assert 0 < data["house_edge_optimal"] < data["house_edge"] < 0.006
    assert 1 < data["variance"] < 2
    match = data["wagers"]["match-the-dealer"]
    assert round(match["house_edge"], 4) == 0.0406
    assert sum(match["outcomes"].values()) == pytest.approx(1)
    assert match["rows"]["two-suited"] == {"probability": "2/9641", "pays": "22 to 1", "net": 22.0}
    over, under = (data["wagers"]["over-under-13"]["bets"][bet] for bet in ("over", "under"))
    assert (round(over["house_edge"], 4), round(under["house_edge"], 4)) == (0.0655, 0.1007)
    streak = data["wagers"]["streak"]
    assert list(streak["bets"]) == ["2", "3", "4", "5"]
    assert "full shoe" in streak["taken_as"]
    assert data["notes"] == []


@pytest.mark.parametrize(("day", "what"), [("2030-01-01", "19:47"), ("1980-01-01", "19:47-2.1, 19:47-2.2")])
def test_a_day_whose_text_is_not_held_is_said(day: str, what: str) -> None:
    (note,) = edge(from_data({"decks": 6, "on": date.fromisoformat(day)})).notes
    assert f"the law of {day} is not held in full" in note
    assert f"not held for that date: {what}" in note


def test_the_answer_for_people(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    code, out = ran([str(table)], monkeypatch, capsys)
    assert code == 0
    for words in (
        "main wager, basic strategy",
        "Over/under 13 over: house edge 6.55454 %",
        "two-suited",
        "22 to 1",
        "Streak 5",
    ):
        assert words in out


def test_a_file_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = ran([str(tmp_path / "none.toml"), "--json"], monkeypatch, capsys)
    assert code == 2
    assert json.loads(out)["errors"][0]["key"] == "file"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_has_an_answer(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = ran([str(path), "--json"], monkeypatch, capsys)
    assert code == 0


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize(
    "wagers",
    [
        ["sevens", "match-the-dealer", "twenty-point-bonus"],
        ["same-suit", "match-the-dealer", "blackjack-bonus"],
        ["over-under-13", "optional-bonus"],
        ["progressive", "match-the-dealer"],
    ],
)
def test_all_side_wagers_of_a_table_are_priced(decks: int, wagers: list[str]) -> None:
    priced = edge(from_data({"decks": decks, "wagers": {name: {} for name in wagers}}))
    assert list(priced.titles) == wagers
    assert list(priced.wagers) == wagers


@pytest.mark.parametrize(
    ("table", "why"),
    [
        pytest.param({"game": "switch"}, "streak: how both hands of Switch end together", marks=pytest.mark.soak),
        ({"decks": 1, "shoe": "double"}, "streak: needs the probabilities"),
    ],
)
def test_streak_without_a_price_of_its_main_game(table: dict[str, object], why: str) -> None:
    data = edge(from_data({**table, "wagers": {"streak": {}}})).to_dict()
    assert data["wagers"]["streak"]["house_edge"] is None
    assert any(note.startswith(why) for note in data["notes"])
