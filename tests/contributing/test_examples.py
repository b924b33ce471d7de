"""The example programs run as they are, one for each kind of user."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
# program, a line that it prints
PROGRAMS = [
    ("manager.py", "19:47-2.8(c)"),
    ("mathematician.py", "standard errors from the exact edge"),
    ("player.py", "RoundOver          19:47-2.3(e)"),
    ("researcher.py", "A: 8.4% of 166"),
]


def run(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("program", "line"), PROGRAMS)
def test_a_program_of_the_examples_runs(program: str, line: str) -> None:
    assert line in run(f"examples/{program}")


def test_the_auditor_replays_a_log(tmp_path: Path) -> None:
    log = str(tmp_path / "table.log")
    script = "examples/dealer-blackjack-after-split.script"
    run("-m", "chapter47", "play", "examples/blackjack.toml", "--script", script, "--log", log, "--json")
    shown = run("examples/auditor.py", log)
    assert shown.startswith("reproduces\n")
    assert "returned $20.00 by 19:47-2.11(d)" in shown


def test_the_auditor_says_what_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, "examples/auditor.py"], capture_output=True, text=True, cwd=ROOT, timeout=300, check=False
    )
    assert done.returncode == 1
    assert "python examples/auditor.py table.log" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_program_is_run_here() -> None:
    named = {program for program, _ in PROGRAMS} | {"auditor.py", "q_learning.py"}  # tests/environments runs the last
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == named
