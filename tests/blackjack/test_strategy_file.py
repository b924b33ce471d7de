"""Strategy files: read whole or refused with every problem; `chapter47 play --strategy` follows each cell."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack import strategy_file
from chapter47.blackjack.analysis.chart.chart import chart_of
from chapter47.blackjack.strategy_file import ROWS, UPCARDS, StrategyFileError, from_data
from chapter47.games import from_data as table_of
from chapter47.session.problems import UnusableError
from chapter47.session.replays import replayed
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Data = dict[str, Any]


def chart(**cells: str) -> Data:
    """Stand on everything, but for the cells named such as `hard_16_T`."""
    data: Data = {part: {row: dict.fromkeys(UPCARDS, "S") for row in rows} for part, rows in ROWS.items()}
    for name, code in cells.items():
        part, row, upcard = name.split("_")
        data[part][row][upcard] = code
    return data


def without(*keys: str) -> Callable[[Data], None]:
    def drop(data: Data) -> None:
        *path, last = keys
        for key in path:
            data = data[key]
        del data[last]

    return drop


def put(value: object, *keys: str) -> Callable[[Data], None]:
    def set_(data: Data) -> None:
        *path, last = keys
        for key in path:
            data = data[key]
        data[last] = value

    return set_


WRONG: list[tuple[Callable[[Data], None], str, str]] = [
    (without("hard"), "hard", "nothing"),
    (without("soft", "18"), "soft.18", "nothing"),
    (without("pairs", "A", "6"), "pairs.A.6", "nothing"),
    (put("X", "hard", "16", "T"), "hard.16.T", '"X"'),
    (put("P", "hard", "16", "T"), "hard.16.T", '"P"'),
    (put("Rp", "hard", "16", "T"), "hard.16.T", '"Rp"'),
    (put("Rp", "soft", "12", "A"), "soft.12.A", '"Rp"'),
    (put("Ph", "hard", "8", "5"), "hard.8.5", '"Ph"'),
    (put("Ph", "pairs", "8", "5"), "pairs.8.5", '"Ph"'),
    (put(1, "soft", "13", "2"), "soft.13.2", "1"),
    (put([], "pairs", "T"), "pairs.T", "a list of 0"),
    (put("S", "hard", "21"), "hard.21", "unknown key"),
    (put("S", "hard", "16", "K"), "hard.16.K", "unknown key"),
    (put(3, "insurance"), "insurance", "3"),
    (put("no", "even_money"), "even_money", '"no"'),
    (put({}, "hards"), "hards", "unknown key"),
]


@pytest.mark.parametrize(("spoil", "key", "got"), WRONG)
def test_a_problem_names_its_cell(spoil: Callable[[Data], None], key: str, got: str) -> None:
    data = chart()
    spoil(data)
    with pytest.raises(StrategyFileError) as error:
        from_data(data)
    assert [(problem.key, problem.got) for problem in error.value.problems] == [(key, got)]
    assert error.value.problems[0].allowed


def test_only_the_row_of_a_pair_may_say_split() -> None:
    data = chart(hard_16_T="Rp", pairs_8_T="Ph")
    with pytest.raises(StrategyFileError) as error:
        from_data(data)
    totals, pairs = (problem.allowed for problem in error.value.problems)
    assert totals == "H, S, D, Ds, R, Rh, Rs"
    assert pairs == f"{totals}, P, Rp"


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    data = chart()
    for spoil, _, _ in WRONG[1:]:
        spoil(data)
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(UnusableError) as error:
        played({}, path)
    keys = {problem.key for problem in error.value.problems}
    assert keys >= {"soft.18", "pairs.A.6", "pairs.T", "hard.21", "insurance", "even_money", "hards"}


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, "null"])
def test_what_is_no_strategy_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StrategyFileError) as error:
        strategy_file.read(path)
    assert [problem.key for problem in error.value.problems] == ["file"]
    with pytest.raises(StrategyFileError, match="no such file"):
        strategy_file.read(tmp_path / "none.json")


def test_the_chart_of_the_analysis_is_a_strategy_file_and_back() -> None:
    data = chart(hard_11_6="D", soft_18_3="Ds", pairs_8_T="Rp", hard_16_T="Rh", pairs_A_A="P") | {"insurance": True}
    printed = chart_of(data).data()
    assert from_data(printed).data() == {**data, "even_money": False}
    assert from_data(deepcopy(data) | {"surrender": printed["surrender"]}).insurance


def test_surrender_alone_is_surrender_or_hit() -> None:
    assert from_data(chart(hard_16_T="R")).chart["hard"]["16"]["T"] == "Rh"


# Play --------------------------------------------------------------------------------------------------------------


def played(data: Data, path: Path, **options: Any) -> PlayedSession:
    return play(table_of(data), PlayOptions(strategy=path, json=True, seed=7, **options))


CODES_TO_MOVES = [
    # table, cell and code, what is done there
    ({}, {"hard_16_T": "H"}, "hard 16 against T: H", {"hit"}),
    ({}, {"hard_11_6": "D"}, "hard 11 against 6: D", {"double"}),
    ({}, {"hard_16_T": "Rh"}, "hard 16 against T: Rh", {"hit"}),
    ({"surrender": True}, {"hard_16_T": "Rs"}, "hard 16 against T: Rs", {"surrender"}),
    ({}, {"pairs_T_6": "P"}, "pair of T against 6: P", {"split"}),
    ({"game": "six-to-five"}, {"pairs_T_6": "P"}, "pair of T against 6: P", {"split"}),
]


@pytest.mark.parametrize(("data", "cells", "cell", "moves"), CODES_TO_MOVES)
def test_a_decision_is_its_cell_s(
    tmp_path: Path, data: Data, cells: dict[str, str], cell: str, moves: set[str]
) -> None:
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart(**cells)), encoding="utf-8")
    log = tmp_path / "a.log"
    record = played(data, path, rounds=150, boxes=4, log=log).data()
    assert len(record["rounds"]) == 150
    assert {decision["move"] for decision in record["decisions"] if decision["cell"] == cell} == moves
    others = {decision["move"] for decision in record["decisions"] if decision["cell"] != cell}
    assert others <= {"stand", "decline"}
    assert replayed(log).error is None


def test_insurance_by_the_chart(tmp_path: Path) -> None:
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart() | {"insurance": True}), encoding="utf-8")
    record = played({}, path, rounds=40).data()
    asked = {
        (decision["move"], decision["amount"]) for decision in record["decisions"] if decision["cell"] == "insurance"
    }
    assert asked == {("insure", 5_00)}


@pytest.mark.parametrize(
    ("game", "options", "key"),
    [
        ("switch", {}, "--strategy"),
        ("double-exposure", {}, "--strategy"),
        ("blackjack", {"step": True}, "--strategy"),
        ("blackjack", {"script": Path("examples/dealer-blackjack-after-split.script")}, "--strategy"),
    ],
)
def test_what_a_chart_does_not_cover(tmp_path: Path, game: str, options: Data, key: str) -> None:
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart()), encoding="utf-8")
    with pytest.raises(UnusableError) as error:
        played({"game": game}, path, **options)
    assert [problem.key for problem in error.value.problems] == [key]


def test_a_player_without_chips_stops(tmp_path: Path) -> None:
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart()), encoding="utf-8")
    sitting = played({}, path, rounds=5000, bankroll="50")
    assert sitting.session.chips("Ann") is not None
    assert sitting.session.chips("Ann") < 10_00  # type: ignore[operator]
    assert not sitting.session.unfinished
