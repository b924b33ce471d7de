"""Logs name their program version and law; a mismatch is shown in words, and raw on request."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

import chapter47
from chapter47.cli.app import main
from chapter47.core.version import VERSION

DATED, UNDATED = "decks = 6\non = 2010-06-07\n", "decks = 6\n"


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["chapter47", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


@pytest.fixture
def log(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(UNDATED, encoding="utf-8")
    (tmp_path / "round.script").write_text(
        "cards 9c 6d Th 9s 8c 4d\nAnn bet 10 on 1\ndealer deal\nAnn stand\n", encoding="utf-8"
    )
    play = ("play", "table.toml", "--script", "round.script", "--seed", "1", "--log", "round.log")
    code, _, err = run(capsys, monkeypatch, *play)
    assert (code, err) == (0, "")
    return tmp_path / "round.log"


@pytest.mark.parametrize(
    ("posted", "on", "text"),
    [(DATED, "2010-06-07", None), (UNDATED, None, "the text after the amendment of 7 June 2010")],
)
def test_the_first_line_says_program_day_and_text(
    posted: str,
    on: str | None,
    text: str | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(posted, encoding="utf-8")
    (tmp_path / "round.script").write_text("Ann bet 10 on 1\ndealer deal\n", encoding="utf-8")
    run(capsys, monkeypatch, "play", "table.toml", "--script", "round.script", "--seed", "3", "--log", "round.log")
    head = json.loads((tmp_path / "round.log").read_text(encoding="utf-8").partition("\n")[0])
    assert (head["version"], head["on"], head["text"]) == (chapter47.__version__, on, text)
    code, out, _ = run(capsys, monkeypatch, "replay", "round.log", "--partial")
    assert code == 0
    judged = f"on {on}" if on else f"by {text}"
    assert out.endswith(f"written by version {chapter47.__version__}, judged {judged}\n")


def test_an_older_log_without_context_still_replays(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, rest = log.read_text(encoding="utf-8").partition("\n")
    head = {key: value for key, value in json.loads(first).items() if key not in ("version", "on", "text")}
    log.write_text(f"{json.dumps(head)}\n{rest}", encoding="utf-8")
    code, out, _ = run(capsys, monkeypatch, "replay", str(log))
    assert (code, "written by" in out) == (0, False)
    assert chapter47.replay(log).written_by is None


def test_a_mismatch_is_shown_in_words_and_raw_on_request(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if '"Paid"' in line)
    event = json.loads(lines[number])
    lines[number] = json.dumps({**event, "amount": event["amount"] + 500})
    log.write_text("\n".join(lines), encoding="utf-8")
    code, _, err = run(capsys, monkeypatch, "replay", str(log))
    assert code == 1
    assert f"line {number + 1}: the log says “Paid to Ann on 1: $15" in err
    assert "the rules give “Paid to Ann on 1: $10" in err
    assert "{" not in err
    code, _, err = run(capsys, monkeypatch, "replay", str(log), "--raw")
    assert (code, '"amount": 1500' in err) == (1, True)


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert VERSION == chapter47.__version__ == project["version"]
