"""What a script does not name comes by its seed, and is listed: on the screen, in JSON, in the log and its replay."""

import json
from pathlib import Path
from typing import Any

import pytest

from chapter47.core.log import LogError
from chapter47.games import from_data
from chapter47.session.replays import replayed
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play
from chapter47.terminal.replay import verdict

BET = "Ann bet 10 on 1\ndealer deal\n"
SHOOTS = "Ann join\nAnn take dice\nAnn bet 10 on pass\n"
THROWS = "dice 2 2\ndealer send dice\ndealer step\n"
PUNTS = "Ann sit at 1\ndealer open\ncards Ac 2c Kd 9s 2h\nAnn bet 10 on player\ndealer deal\n"
DEAL = "dealer deal"
BONUS = {"wagers": {"blackjack-bonus": {"payouts": {"1": {"10": 1}}}}}
BONUS_BET = f"Ann bet 10 on 1\nAnn bet 1 on blackjack-bonus 1 at 1\n{DEAL}\n"


def scripted(folder: Path, text: str, table: dict[str, Any]) -> PlayedSession:
    path = folder / "a.script"
    path.write_text(text, encoding="utf-8")
    return play(from_data(table), PlayOptions(script=path, json=True, seed=7, log=folder / "a.log"))


@pytest.mark.parametrize(
    ("table", "text", "listed", "note"),
    [
        ({}, f"cards Ts 9d Th Td\n{BET}Ann stand\n", [], ""),
        ({}, f"cards Ts 9d\n{BET}Ann stand\n", ["Ks", "Qh"], "2 cards were {} dealt by seed 7: `cards Ks Qh`."),
        # the last line is refused
        ({}, f"cards Ts 9d\n{BET}Ann double for 50\n", ["Ks"], "1 card was {} dealt by seed 7: `cards Ks`."),
        ({"hole_card": "face-down"}, f"cards Ts 9d Th Td\n{BET}Ann stand\n", [], ""),
        ({}, f"cards Ts 6d 2c 5s 9h 8d\n{BET}dealer call exposed-card\nAnn accept\nAnn stand\n", [], ""),
        ({"game": "craps"}, f"{SHOOTS}dice 3 4\n", [], ""),
        ({"game": "craps"}, f"{SHOOTS}{THROWS}", ["3 2"], "1 throw was {} thrown by seed 7: `dice 3 2`."),
        ({"game": "baccarat"}, PUNTS, [""], "1 card was {} dealt by seed 7."),
        (BONUS, f"cards Ah 9d Kc Ts\n{BONUS_BET}", ["10"], "1 amount was {} chosen by seed 7: `display 10`."),
        (BONUS, f"cards Ah 9d Kc Ts\n{BONUS_BET.replace(DEAL, 'display 10' + chr(10) + DEAL)}", [], ""),
    ],
)
def test_what_is_not_in_the_script_is_listed(
    table: dict[str, Any], text: str, listed: list[str], note: str, tmp_path: Path
) -> None:
    done = scripted(tmp_path, text, table)
    reported = [line for line in done.notes if "not in the script" in line]
    assert reported == ([note.format(f"not in the script and {'were' if len(listed) > 1 else 'was'}")] if note else [])
    assert [shown["what"] for shown in done.data().get("unscripted", [])] == listed
    lines = [json.loads(line) for line in (tmp_path / "a.log").read_text(encoding="utf-8").splitlines()]
    assert sum(line.get("unscripted", False) for line in lines) == len(listed)


def test_a_replay_tells_named_cards_from_those_of_chance(tmp_path: Path) -> None:
    scripted(tmp_path, f"cards Ts 9d\n{BET}Ann stand\n", {})
    again = replayed(tmp_path / "a.log")
    events = again.data()["rounds"][0]["events"]
    dealt = [(event["card"], event.get("unscripted", False)) for event in events if event["event"] == "Dealt"]
    assert dealt == [("Ts", False), ("9d", False), ("Ks", True), ("Qh", True)]
    assert again.data()["unscripted"] == 2
    assert "the cards are as logged, 2 of them not in the script" in verdict(again)


def test_a_script_that_names_nothing_says_so_and_its_log_has_the_seed(tmp_path: Path) -> None:
    done = scripted(tmp_path, f"{BET}Ann decline\nAnn stand\n", {})
    assert done.notes == ["4 cards were not in the script and were dealt by seed 7: `cards 6d Ad Ks Qh`."]
    again = replayed(tmp_path / "a.log")
    assert (again.seed, again.unscripted) == (7, 0)


def test_a_mark_that_is_not_one_is_an_error_of_the_log(tmp_path: Path) -> None:
    scripted(tmp_path, f"cards Ts 9d\n{BET}Ann stand\n", {})
    log = tmp_path / "a.log"
    log.write_text(log.read_text().replace('"unscripted": true', '"unscripted": "perhaps"'))
    with pytest.raises(LogError, match="unscripted"):
        replayed(log)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dealer call missed-hit\nAnn hit\nAnn later\n", "when a card that a player asked for is"),
        ("dealer call dealer-overdrew\nAnn stand\n", "possible: "),
    ],
)
def test_a_call_that_waited_says_so_and_why(text: str, why: str, tmp_path: Path) -> None:
    done = scripted(tmp_path, f"cards Th 6d 2c 5s 9h 8d\n{BET}{text}", {})
    (note,) = [note for note in done.notes if "waited" in note]
    assert note.startswith("Line 4 (`dealer call ")
    assert why in note


def test_a_call_that_waits_for_steps_of_the_dealer_says_so(tmp_path: Path) -> None:
    done = scripted(tmp_path, f"cards Th 6d 2c Ts 9h 8d\n{BET}Ann stand\ndealer call dealer-overdrew\n", {})
    assert [note for note in done.notes if "waited" in note] == [
        "Line 5 (`dealer call dealer-overdrew`) waited: the dealer had 2 steps to take before it could happen. "
        "It was called at the first possible moment."
    ]


def test_a_call_at_its_moment_did_not_wait(tmp_path: Path) -> None:
    done = scripted(tmp_path, f"cards Th 6d 2c 5s 9h 8d\n{BET}Ann hit\ndealer call missed-hit\nAnn later\n", {})
    assert done.refused is None
    assert not [note for note in done.notes if "waited" in note]
