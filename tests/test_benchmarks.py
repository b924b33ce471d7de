"""Every benchmark runs, small, and prints its figures; no test asserts how fast anything is."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PARTS: Final = ("plain_kernel", "__init__", "__main__", "figures", "pit_players")
"""Modules that the benchmarks use and that measure nothing themselves."""
NAMES: Final = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem not in PARTS)


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_runs_alone_and_prints_its_figures(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", f"benchmarks.{name}", "--tiny"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=600, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    heading, *figures = ended.stdout.splitlines()
    assert heading == name
    assert figures


def test_make_bench_runs_every_benchmark() -> None:
    from benchmarks.__main__ import BENCHMARKS

    assert sorted(BENCHMARKS) == NAMES


def test_the_table_has_a_column_for_each_comparison() -> None:
    from benchmarks.figures import Figure, table

    plain, bare = (
        Figure("one box", 6.9, "times the plain kernel", "5", "1", "a tenth (peer)"),
        Figure("start", 0.3, "s"),
    )
    assert table({"simulation": [plain], "commands": [bare]}).splitlines() == [
        "| work | ours | plain kernel | best open peer | goal |",
        "| --- | --- | --- | --- | --- |",
        "| simulation: one box | 6.90 times the plain kernel | 1 | a tenth (peer) | 5 |",
        "| commands: start | 0.300 s | – | – | – |",
    ]
