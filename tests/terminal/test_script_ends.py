"""Scripts and logs that end too early, and cards that were named and never came out."""

import json
from pathlib import Path

import pytest

from chapter47.cli.app import app
from chapter47.games import from_data
from chapter47.session.replays import replayed
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play
from chapter47.terminal.replay import verdict

ROUND = "cards Th 6d 9c 8s\nAnn bet 10 on 1\ndealer deal\nAnn stand\n"
NOT_DECIDED = "cards Th 6d 9c\nAnn bet 10 on 1\ndealer deal\n"


def scripted(folder: Path, text: str, log: Path | None = None) -> PlayedSession:
    path = folder / "a.script"
    path.write_text(text, encoding="utf-8")
    return play(from_data({}), PlayOptions(script=path, json=True, seed=1, log=log))


def test_a_script_that_ends_in_mid_round_is_reported(tmp_path: Path) -> None:
    done = scripted(tmp_path, NOT_DECIDED)
    assert done.notes == ["The script ends in the middle of round 1: Ann decides on box 1."]
    assert done.data()["notes"] == done.notes


@pytest.mark.parametrize("then", ["", "Ann take dice\nAnn bet 10 on pass\ndice 4 2\ndice 3 4\n"])
def test_a_script_of_craps_that_ends_when_the_dice_are_offered(then: str, tmp_path: Path) -> None:
    """No round has begun, or the one before is over."""
    path = tmp_path / "a.script"
    path.write_text(f"Ann join\n{then}", encoding="utf-8")
    done = play(from_data({"game": "craps"}), PlayOptions(script=path, json=True, seed=1))
    assert done.notes == ["The script ends between two rounds: Ann decides on the dice."]


def test_unused_cards_are_reported_at_the_end_of_the_round(tmp_path: Path) -> None:
    done = scripted(tmp_path, "cards Th 6d 9c Ts 8s 2d 3c\nAnn bet 10 on 1\ndealer deal\nAnn stand\n")
    assert done.notes == ["Round 1 is over. Not used yet, so next in line: 2 listed cards."]


def test_a_script_that_names_every_card_and_ends_with_its_round_has_nothing_to_tell(tmp_path: Path) -> None:
    done = scripted(tmp_path, ROUND.replace("8s", "8s 4h"))
    assert done.notes == []
    assert "notes" not in done.data()


def replay(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        app(["replay", *words])
    assert isinstance(ended.value.code, int)
    shown = capsys.readouterr()
    return ended.value.code, shown.out + shown.err


def test_a_log_that_ends_in_mid_round_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.log"
    scripted(tmp_path, ROUND + NOT_DECIDED, log)
    again = replayed(log)
    assert again.error is None
    assert again.cut_off_in == 2
    assert verdict(again).startswith("ends in the middle of round 2: the 1 before it reproduced")
    code, shown = replay(capsys, str(log))
    assert code == 1
    assert "ends in the middle of round 2" in shown
    code, shown = replay(capsys, str(log), "--partial")
    assert code == 0
    code, shown = replay(capsys, str(log), "--json")
    assert (code, json.loads(shown)["cut_off_in"]) == (1, 2)


def test_a_log_cut_off_after_any_line(tmp_path: Path) -> None:
    """From the deal to the end of the round it ends in its middle; before and after it does not."""
    log = tmp_path / "a.log"
    scripted(tmp_path, ROUND, log)
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    cut = tmp_path / "cut.log"
    shown = []
    for count in range(2, len(lines) + 1):
        cut.write_text("".join(lines[:count]), encoding="utf-8")
        shown.append(replayed(cut).cut_off_in)
    first, last = shown.index(1), len(shown) - shown[::-1].index(1) - 1
    assert set(shown[:first]) == {None}
    assert set(shown[first : last + 1]) == {1}
    assert '"BetsClosed"' in lines[first + 1]
    assert '"RoundOver"' in lines[last + 2]
    assert shown[-1] is None
