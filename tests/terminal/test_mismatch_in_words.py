"""Mismatches in words: dice or cards that do not follow from the seed, chips that do not follow from the rules."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chapter47.cli.app import main

Run = Callable[..., tuple[int, str, str]]
CRAPS = (
    'game = "craps"',
    "Ann join\nAnn take dice\nAnn bet 10 on pass\nAnn bet 10 on field\ndealer send dice\ndealer send dice\n",
)
BACCARAT = 'game = "baccarat"', "Ann sit at 1\ndealer open\nAnn bet 100 on banker\ndealer deal\n"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["chapter47", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return command


def played(run: Run, table: str, script: str) -> list[str]:
    Path("table.toml").write_text(table, encoding="utf-8")
    Path("round.script").write_text(script, encoding="utf-8")
    run("play", "table.toml", "--script", "round.script", "--seed", "5", "--log", "round.log")
    return Path("round.log").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("table", "script", "event", "words"),
    [
        (*CRAPS, "Thrown", r"the log says “\d and \d” \(19:47-1\S+\), the seed gives “\d and \d” \(19:47-1\S+\)"),
        (*BACCARAT, "Burned", r"the log says “\S+ is burned” \(19:47-3\S+\), the seed gives “\S+ is burned” \(19:47-3"),
    ],
)
def test_another_seed(table: str, script: str, event: str, words: str, run: Run) -> None:
    lines = played(run, table, script)
    assert run("replay", "round.log", "--partial")[0] == 0
    lines[0] = lines[0].replace('"seed": 5', '"seed": 6')
    Path("round.log").write_text("\n".join(lines), encoding="utf-8")
    number = next(number for number, line in enumerate(lines, start=1) if f'"{event}"' in line)
    code, _, err = run("replay", "round.log")
    assert code == 1
    assert re.search(rf"does not reproduce: line {number}: {words}", err)
    assert "{" not in err
    code, _, err = run("replay", "round.log", "--raw")
    assert (code, err.count(f'"event": "{event}"')) == (1, 2)


@pytest.mark.parametrize(("table", "script"), [CRAPS, BACCARAT])
def test_another_amount(table: str, script: str, run: Run) -> None:
    lines = played(run, table, script)
    number = next(number for number, line in enumerate(lines) if '"Collected"' in line or '"Paid"' in line)
    event = json.loads(lines[number])
    lines[number] = json.dumps({**event, "amount": event["amount"] + 500})
    Path("round.log").write_text("\n".join(lines), encoding="utf-8")
    code, _, err = run("replay", "round.log")
    assert code == 1
    assert re.search(rf"line {number + 1}: the log says “.*\$.*”.*, the rules give “.*\$.*”", err)
    assert "{" not in err


@pytest.mark.parametrize(("table", "script", "chance"), [(*CRAPS, "dice"), (*BACCARAT, "cards")])
def test_what_came_by_chance_is_called_by_its_name(table: str, script: str, chance: str, run: Run) -> None:
    played(run, table, script)
    shown = "".join(run("replay", "round.log")[1:])
    assert f"the {chance} are those of seed 5" in shown


def test_the_dealers_own_words_are_quoted_once(run: Run) -> None:
    script = "cards Tc 6d 6h Td 5c\nAnn bet 10 on 1\ndealer deal\nAnn stand\n"
    lines = played(run, "decks = 8", script)
    Path("round.log").write_text("\n".join(lines).replace('"6h"', '"7h"'), encoding="utf-8")
    code, _, err = run("replay", "round.log")
    assert code == 1
    assert "the log says “1: 16 (10♣ 6♥)” (19:47-2.6(f)), the rules give “1: 17 (10♣ 7♥)” (19:47-2.6(f))" in err
