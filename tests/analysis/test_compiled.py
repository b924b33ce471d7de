"""Compiled code that is kept on disk is renewed when a module it calls changes."""

import os
import subprocess
import sys
from pathlib import Path

STEP = "from chapter47.analysis.compiled import compiled\n@compiled\ndef step(card):\n    return card + {}\n"
ROUND = """
import step
from chapter47.analysis.compiled import compiled_with
@compiled_with(step)
def play(card):
    return step.step(card)
print(play(1), sum(play.stats.cache_hits.values()))
"""


def run(folder: Path) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept")}
    command = [sys.executable, "round.py"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_changes(tmp_path: Path) -> None:
    (tmp_path / "step.py").write_text(STEP.format(1), encoding="utf-8")
    (tmp_path / "round.py").write_text(ROUND, encoding="utf-8")
    assert run(tmp_path) == "2 0\n"
    assert run(tmp_path) == "2 1\n"
    (tmp_path / "step.py").write_text(STEP.format(20), encoding="utf-8")
    assert run(tmp_path) == "21 0\n"
