"""Full disks, closed streams, outputs that lack letters: a line on stderr and an exit code, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.give_up import SECONDS

ROOT = Path(__file__).parents[2]
BLACKJACK = ROOT / "examples/blackjack.toml"
SCRIPT = ROOT / "examples/dealer-blackjack-after-split.script"
COMMAND = f"{sys.executable} -c 'from chapter47.cli.app import main; main()'"
PLAY = f"play {BLACKJACK} --seed 1"
SCRIPTED = f"{PLAY} --script {SCRIPT}"
PLAYED, REFUSED, UNWRITABLE = 0, 2, 74

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device that is always full is Linux's")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "a.log"
    assert in_shell(f"{{chapter47}} {SCRIPTED} --log {path}", path).returncode == PLAYED
    return path


def in_shell(line: str, log: Path, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    """As a shell starts it, with what it opens and closes."""
    line = line.format(chapter47=COMMAND, log=log)
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": encoding}
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env=environment,
        timeout=SECONDS,
    )
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"Exception ignored" not in done.stderr
    return done


FULL = "chapter47 cannot continue: No space left on device\n"
CLOSED = "chapter47 cannot continue: the output is closed\n"
STREAMS = [
    (f"{{chapter47}} {SCRIPTED} >/dev/full", UNWRITABLE, FULL),
    (f"{{chapter47}} {SCRIPTED} --json >/dev/full", UNWRITABLE, FULL),
    ("{chapter47} replay {log} >/dev/full", UNWRITABLE, FULL),
    ("{chapter47} replay {log} --json >/dev/full", UNWRITABLE, FULL),
    (f"{{chapter47}} check {BLACKJACK} >/dev/full", UNWRITABLE, FULL),
    ("{chapter47} law 2.3 --json >/dev/full", UNWRITABLE, FULL),
    ("{chapter47} --help >/dev/full", UNWRITABLE, FULL),
    (f"{{chapter47}} {SCRIPTED} >&-", UNWRITABLE, CLOSED),
    ("{chapter47} replay {log} --json >&-", UNWRITABLE, CLOSED),
    (f"{{chapter47}} {PLAY} <&-", PLAYED, ""),
    ("{chapter47} replay {log} --step <&-", PLAYED, ""),
    ("{chapter47} check nothing-there 2>&-", REFUSED, ""),
    ("{chapter47} check nothing-there 2>/dev/full", UNWRITABLE, ""),
    ("cat {log} | {chapter47} replay /dev/stdin", PLAYED, ""),
    (
        f"ulimit -f 1; {{chapter47}} {SCRIPTED} --log {{log}}.short --json",
        UNWRITABLE,
        "chapter47 cannot continue: {log}.short: File too large\n",
    ),
]


@pytest.mark.parametrize(("line", "code", "shown"), STREAMS)
def test_streams_that_fail(log: Path, line: str, code: int, shown: str) -> None:
    done = in_shell(line, log)
    assert (done.returncode, done.stderr.decode()) == (code, shown.format(log=log))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_letters_that_the_output_lacks(log: Path, encoding: str) -> None:
    for line in ("{chapter47} replay {log}", f"{{chapter47}} {SCRIPTED} --cite"):
        done = in_shell(line, log, encoding)
        assert (done.returncode, done.stderr) == (PLAYED, b"")
        assert '"Dealer has blackjack"' in done.stdout.decode(encoding)


def test_json_is_the_same_in_every_encoding(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "names.log"
    path.write_text(log.read_text(encoding="utf-8").replace("Ann", "ZoëŁem"), encoding="utf-8")
    whole, plain = (in_shell("{chapter47} replay {log} --json", path, encoding) for encoding in ("utf-8", "ascii"))
    assert (whole.returncode, "ZoëŁem" in whole.stdout.decode()) == (PLAYED, True)
    assert json.loads(plain.stdout) == json.loads(whole.stdout)


def test_a_word_of_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "long.script"
    path.write_text("x" * 4_000_000 + " bet 10 on 1\n", encoding="utf-8")
    done = in_shell(f"{{chapter47}} {PLAY} --script {{log}}", path)
    assert done.returncode == REFUSED
    assert b"Write at most 10,000 on a line." in done.stderr


def test_records_and_plots_leave_nothing_on_stderr_but_our_own_words(tmp_path: Path) -> None:
    line = f"{COMMAND} simulate {BLACKJACK} --rounds 3000 --json"
    line += f" --records {tmp_path / 'rounds.parquet'} --plots {tmp_path / 'plots.html'}"
    ran = subprocess.run(line, shell=True, capture_output=True, check=True, cwd=tmp_path)
    ours = [text for text in ran.stderr.decode().splitlines() if text.startswith("Compiling ")]
    assert ran.stderr.decode().splitlines() == ours
