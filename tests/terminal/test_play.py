"""`chapter47 play` and `chapter47 replay` as people and programs use them: real processes."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.give_up import SECONDS

from chapter47.session.replays import replayed

ROOT = Path(__file__).parents[2]
BLACKJACK = ROOT / "examples/blackjack.toml"
AFTER_SPLIT = ROOT / "examples/dealer-blackjack-after-split.script"
PLAYED, UNLAWFUL, REFUSED, STOPPED = 0, 1, 2, 130


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


ENVIRONMENT = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-c", "from chapter47.cli.app import main; main()"]


def chapter47(*arguments: object, typed: str = "") -> Ran:
    """A real process with this typed into it."""
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(
        command, input=typed.encode(), capture_output=True, check=False, env=ENVIRONMENT, timeout=SECONDS
    )
    ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in ran.out + ran.err
    return ran


def written(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_script_for_people_and_its_log_replayed(tmp_path: Path) -> None:
    log = tmp_path / "split.log"
    ran = chapter47("play", BLACKJACK, "--script", AFTER_SPLIT, "--seed", "1", "--log", log)
    assert (ran.code, ran.err) == (PLAYED, "")
    assert "“Dealer's Card”" in ran.out
    assert "1  Ann     $20            dealer's blackjack   collected $10  2.3(b)     -$10" in ran.out
    assert "\x1b" not in ran.out
    again = chapter47("replay", log)
    assert (again.code, again.err) == (PLAYED, "")
    assert "reproduces: 1 round, the cards are as logged; written by version " in again.out


def test_a_script_for_programs() -> None:
    ran = chapter47("play", BLACKJACK, "--script", AFTER_SPLIT, "--seed", "1", "--json")
    assert (ran.code, ran.err) == (PLAYED, "")
    (only_round,) = ran.json["rounds"]
    assert (ran.json["seed"], ran.json["unfinished"], only_round["number"]) == (1, False, 1)
    assert only_round["net"] == {"Ann": -1000, "Bob": 0}
    assert only_round["settlement"][0] == {
        "box": 2,
        "hand": "2",
        "bettor": "Bob",
        "wager": "insurance",
        "amount": 2000,
        "result": "paid",
        "why": "insurance",
        "citation": "19:47-2.9(c)",
        "spot": 0,
        "bet": "",
    }


def test_keys_from_a_pipe_and_the_end_of_input(tmp_path: Path) -> None:
    log, record = tmp_path / "a.log", tmp_path / "a.script"
    typed = "\n20\n?\nd\n5\nc\n\n"
    ran = chapter47("play", BLACKJACK, "--seed", "14", "--log", log, "--record", record, typed=typed)
    assert (ran.code, ran.err) == (PLAYED, "")
    assert "d  double $1 to $20 – 19:47-2.10(a)" in ran.out
    assert "2♦ to the dealer.  2.6(e)2" not in ran.out.partition("Paragraphs are shown.")[0]
    assert "to the dealer.  2.6(e)2" in ran.out.partition("Paragraphs are shown.")[2]
    assert "Left in the middle of a round. Undecided wagers are returned: Ann $20." in ran.out
    assert record.read_text(encoding="utf-8").splitlines()[:3] == ["Ann sit at 1", "Ann decline cut", "dealer open"]
    assert record.read_text(encoding="utf-8").splitlines()[3:6] == [
        "Ann bet 20 on 1",
        "dealer deal",
        "Ann double for 5",
    ]
    again = tmp_path / "b.log"
    assert chapter47("play", BLACKJACK, "--seed", "14", "--script", record, "--log", again).code == PLAYED
    assert again.read_bytes() == log.read_bytes()


def test_ctrl_c_leaves_a_whole_log(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    command = [*COMMAND, "play", str(BLACKJACK), "--seed", "14", "--log", str(log)]
    pipe = subprocess.PIPE
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a job in the background is born deaf to it
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT, preexec_fn=heard) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"\n20\n")
        process.stdin.flush()
        seen = b""
        while b"against" not in seen:
            seen += process.stdout.read1()  # type: ignore[attr-defined]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == STOPPED
    assert b"Traceback" not in err
    assert "Undecided wagers are returned: Ann $20." in out.decode("utf-8")
    assert replayed(log).error is None


def test_a_changed_log_does_not_reproduce(tmp_path: Path) -> None:
    log = tmp_path / "split.log"
    chapter47("play", BLACKJACK, "--script", AFTER_SPLIT, "--log", log)
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace('"amount": 2000, "why": "dealer', '"amount": 1000, "why": "dealer'), encoding="utf-8")
    line = 1 + next(n for n, row in enumerate(text.splitlines()) if '"amount": 2000, "why": "dealer' in row)
    ran = chapter47("replay", log)
    assert ran.code == UNLAWFUL
    assert f"does not reproduce: line {line}: the log says" in ran.err
    data = chapter47("replay", log, "--json").json
    assert (data["reproduces"], data["error"]["line"]) == (False, line)


def test_an_existing_log_is_not_written_over(tmp_path: Path) -> None:
    log = written(tmp_path, "mine\n", "a.log")
    ran = chapter47("play", BLACKJACK, "--log", log, typed="q\n")
    assert (ran.code, ran.out) == (REFUSED, "")
    assert "--log" in ran.err
    assert log.read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    ("text", "code", "reported"),
    [
        ("decks = 0\n", UNLAWFUL, "19:47-2.2(a)"),
        ("on = 2003-05-01\n", 3, "Text not held"),
        ("deck = 8\n", REFUSED, "Unknown key `deck`"),
        ('shoe = "double"\nshuffle = "machine"\n', UNLAWFUL, "19:47-2.2(d)"),
        ('shoe = "double"\nshuffle = "continuous"\n', UNLAWFUL, "19:47-2.2(c)"),
    ],
)
def test_tables_that_are_not_dealt(tmp_path: Path, text: str, code: int, reported: str) -> None:
    ran = chapter47("play", written(tmp_path, text, "table.toml"), typed="q\n")
    assert (ran.code, reported in (ran.out + ran.err).replace("\n", " ")) == (code, True)


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("", "an empty log"),
        ("{}\n", "the first line must be the table"),
        ('{"chapter47": "log", "form": 2, "table": {}}\nnonsense\n', "line 2: not JSON"),
        ('{"chapter47": "log", "form": 2, "seed": "x", "table": {}}\n', "seed must be a whole number or null"),
    ],
)
def test_logs_that_cannot_be_read(tmp_path: Path, text: str, reported: str) -> None:
    ran = chapter47("replay", written(tmp_path, text, "a.log"))
    assert (ran.code, reported in ran.err) == (REFUSED, True)


def test_replay_of_one_round_for_programs(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    assert chapter47("play", BLACKJACK, "--seed", "3", "--log", log, typed="\n" + "10\ns\n" * 40).code == PLAYED
    whole = chapter47("replay", log, "--json").json
    assert (whole["reproduces"], whole["error"], whole["seed"]) == (True, None, 3)
    assert whole["opening"][0]["line"] == 2
    (second,) = chapter47("replay", log, "--json", "--round", "2").json["rounds"]
    assert second == whole["rounds"][1]
    assert (second["events"][0]["event"], second["over"]) == ("RoundBegan", True)
    assert chapter47("replay", log, "--round", "999").code == REFUSED


def test_a_refused_line_is_shown_with_its_paragraph(tmp_path: Path) -> None:
    script = written(tmp_path, "Ann bet 5 on 1\n", "a.script")
    ran = chapter47("play", BLACKJACK, "--script", script)
    reported = "line 1: Ann bet 5 on 1: outside the limits of the table (bet.limits, 19:47-8.2): found $5; allowed: $10"
    assert (ran.code, reported in ran.err) == (REFUSED, True)
    error = chapter47("play", BLACKJACK, "--script", script, "--json").json["errors"][0]
    assert (error["key"], error["code"], error["citation"]) == ("line 1", "bet.limits", "19:47-8.2")


def test_the_coach_prices_a_wager_and_judges_a_decision() -> None:
    ran = chapter47("play", BLACKJACK, "--seed", "14", "--coach", typed="\n20\nv\nh\nq\n")
    assert (ran.code, ran.err) == (PLAYED, "")
    assert "Coach: house edge 0.48767 %, $0.10 on average." in ran.out
    assert "Coach, 13 against 2: stand " in ran.out
    assert "Basic strategy: stand." in ran.out
    assert "Coach: Hit cost $" in ran.out
