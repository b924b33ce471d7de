"""`chapter47 edge --vary` and `--readings`."""

import json
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.other_readings import applicable, compared
from chapter47.blackjack.analysis.vary import choices, possible, tables
from chapter47.blackjack.keys import KEYS
from chapter47.blackjack.posting import TableRules
from chapter47.cli.app import app
from chapter47.core.tablefile.problems import TableFileError
from chapter47.games import from_data

BLACKJACK = str(Path(__file__).parents[3] / "examples/blackjack.toml")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    try:
        code = app(["edge", *arguments, "--json"], result_action="return_value")
    except SystemExit as error:
        code = error.code
    return int(code or 0), json.loads(capsys.readouterr().out)


def test_every_combination_has_its_edges_and_whether_it_is_lawful(capsys: pytest.CaptureFixture[str]) -> None:
    code, data = answer(capsys, BLACKJACK, "--vary", "soft_17,decks=2,8")
    rows = data["vary"]
    assert code == 0
    assert [(row["soft_17"], row["decks"]) for row in rows] == [("stand", 2), ("stand", 8), ("hit", 2), ("hit", 8)]
    for row in rows:
        analysed = analyse(TableRules(decks=row["decks"], soft_17=row["soft_17"], split_hands=2))
        assert (row["house_edge"], row["house_edge_optimal"]) == (analysed.house_edge, analysed.house_edge_optimal)
        assert row["difference"] == row["house_edge"] - data["house_edge"]
    assert [row["lawful"] for row in rows] == [True, True, True, True]
    assert rows[1]["difference"] == 0.0


def test_a_table_that_the_law_forbids_or_that_has_no_price_is_still_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    _, data = answer(capsys, BLACKJACK, "--vary", "decks=0,1", "--vary", "split_hands=4")
    rows = data["vary"]
    assert (rows[0]["house_edge"], rows[0]["difference"]) == (None, None)
    assert "an empty shoe has no price" in rows[0]["why"]
    assert (rows[1]["lawful"], rows[1]["forbidden_by"]) == (False, ["19:47-2.11(e)"])
    assert rows[1]["house_edge"] < data["house_edge"]


def test_values_are_shown_as_a_table_file_writes_them(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("minimum=5,2.50", 'cut_card=0.3,"1/3"', "designated_blackjack=As Kh", "optional_payouts=7-7-7")
    _, data = answer(capsys, BLACKJACK, *(part for word in words for part in ("--vary", word)))
    assert [(row["minimum"], row["cut_card"]) for row in data["vary"]] == [
        ("5", 0.3),
        ("5", "1/3"),
        ("2.50", 0.3),
        ("2.50", "1/3"),
    ]
    assert {(row["designated_blackjack"], *row["optional_payouts"]) for row in data["vary"]} == {("As Kh", "7-7-7")}


def test_another_game_brings_its_own_defaults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the file has set besides stays."""
    path = tmp_path / "table.toml"
    path.write_text('decks = 6\nsoft_17 = "hit"\n', encoding="utf-8")
    _, data = answer(capsys, str(path), "--vary", "game=double-exposure,spanish-21")
    for row in data["vary"]:
        hits = from_data({"game": row["game"], "decks": 6, "soft_17": "hit"})
        assert row["house_edge"] == analyse(hits).house_edge


def test_a_minimum_above_the_maximum_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, data = answer(capsys, BLACKJACK, "--vary", "minimum=5,5000")
    assert code == 2
    assert data["errors"] == [{"key": "minimum", "got": "$5,000", "allowed": "at most the maximum, $1,000"}]


def test_everything_wrong_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, data = answer(capsys, BLACKJACK, "--vary", "soft17,decks=x,2,cut_card,soft_17=stay")
    assert code == 2
    assert [problem["key"] for problem in data["errors"]] == ["soft17", "decks", "cut_card", "soft_17"]
    assert "split_hands" in data["errors"][0]["allowed"]
    assert data["errors"][3]["allowed"] == '"stand", "hit"'


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        (["soft_17,surrender"], {"soft_17": ("stand", "hit"), "surrender": (False, True)}),
        (["decks=1, 2,6,soft_17"], {"decks": [1, 2, 6], "soft_17": ("stand", "hit")}),
        (["decks=1", "surrender=true"], {"decks": [1], "surrender": [True]}),
        (["optional_payouts=7-7-7,five-card-21"], {"optional_payouts": [("7-7-7",), ("five-card-21",)]}),
        (["hole_card=none,card-reader"], {"hole_card": ["none", "card-reader"]}),
    ],
)
def test_how_options_are_named(words: list[str], chosen: dict[str, object]) -> None:
    assert choices(words) == chosen


@pytest.mark.parametrize("name", [key.name for key in KEYS if possible(key.name)])
def test_every_possible_value_is_one_that_a_table_file_may_hold(name: str) -> None:
    for value in possible(name):
        assert getattr(from_data({name: list(value) if isinstance(value, tuple) else value}), name) == value


def test_an_option_without_a_list_of_values_needs_them() -> None:
    with pytest.raises(TableFileError, match="such as cut_card="):
        choices(["cut_card"])


def test_combinations_keep_what_is_not_varied() -> None:
    varied = tables(TableRules(decks=6), choices(["surrender"]))
    assert [(table.decks, table.surrender) for _, table in varied] == [(6, False), (6, True)]


def test_other_readings_beside_the_one_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("decks = 6\n[wagers.streak]\n", encoding="utf-8")
    code, data = answer(capsys, str(path), "--readings")
    readings = {reading["citation"]: reading for reading in data["readings"]}
    assert code == 0
    assert {"19:47-2.3(a)3", "19:47-2.10(b)", "19:47-2.11(d)", "19:47-2.22(h)"} <= set(readings)
    literal = {figure["figure"]: figure for figure in readings["19:47-2.3(a)3"]["figures"]}["main wager"]
    other = analyse(TableRules(decks=6, readings={"2010 19:47-2.3(a)3": "literal"})).house_edge
    assert (literal["house_edge"], literal["house_edge_other"]) == (data["house_edge"], other)
    assert literal["difference"] == other - data["house_edge"] < 0.0
    strict = {figure["figure"]: figure["difference"] for figure in readings["19:47-2.22(h)"]["figures"]}
    assert set(strict) == {"streak 2", "streak 3", "streak 4", "streak 5"}
    assert min(strict.values()) > 0.001


def test_only_passages_of_this_game_and_its_wagers_are_asked() -> None:
    plain = {passage.citation for passage in applicable(TableRules())}
    assert not plain & {"19:47-2.22(h)", "19:47-2.19", "19:47-2A.5(b)1", "19:47-19.5(e)"}
    assert "19:47-19.5(e)" in {passage.citation for passage in applicable(from_data({"game": "spanish-21"}))}


def test_a_reading_that_the_file_chose_is_compared_with_the_usual_one() -> None:
    key = "2010 19:47-2.3(a)3"
    table = TableRules(decks=6, readings={key: "literal"})
    (reading,) = [reading for reading in compared(table) if reading.passage.key == key]
    assert reading.other_chosen
    assert reading.figures["main wager"] == (analyse(table).house_edge, analyse(TableRules(decks=6)).house_edge)


def test_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert app(["edge", BLACKJACK, "--vary", "surrender", "--readings"], result_action="return_value") == 0
    out = capsys.readouterr().out
    assert "house edge by surrender" in out
    assert "2.3(a)3 literal" in out
