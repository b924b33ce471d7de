"""The README's round runs, prints what the README says, and comes to its end whatever cards are dealt."""

import contextlib
import io
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
(SHELL,) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
CODE, SAID = re.findall(r"```(?:python|text)\n(.*?)```", README, re.DOTALL)
MOST_DECISIONS = 5


def run(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {"left": iter(range(MOST_DECISIONS))})
    return printed.getvalue()


def test_the_round_of_the_readme_runs() -> None:
    assert run(CODE) == SAID
    assert "19:47-2.3(e)" in SAID


def test_the_round_of_the_readme_ends_for_every_seed() -> None:
    counted = CODE.replace('        table.say("Ann stand" if', '        next(left)\n        table.say("Ann stand" if')
    assert counted != CODE
    for seed in range(120):
        assert run(counted.replace("seed=47", f"seed={seed}")).splitlines()[-1] == "RoundOver  19:47-2.3(e)"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The examples as they are cloned, with the environment of `make run`; compiled code lies in the source."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def test_the_shell_lines_of_the_readme_run_as_they_stand(clone: Path) -> None:
    assert SHELL.splitlines()[0] == ". .venv/bin/activate"
    outside = {**os.environ, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"}
    ran = subprocess.run(
        ["sh", "-e", "-x", "-c", SHELL],
        cwd=clone,
        env=outside,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "my-table.toml: lawful on 2010-06-07" in ran.stdout
    assert "10,000,000 rounds" in ran.stdout
    assert "19:47-2.3(a)3" in ran.stdout


def test_make_run_says_in_three_lines_what_to_do_next() -> None:
    from chapter47.web.__main__ import NEXT

    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.findall(r"^run: .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[0].splitlines()
    assert recipe == ["\t@$(BIN)/python -m chapter47.web"]
    assert len(NEXT.splitlines()) == 3
    assert "{address}" in NEXT


def test_the_picture_is_the_output_of_today() -> None:
    """Drawn by `python docs/pictures.py`."""
    for name, picture in runpy.run_path(str(ROOT / "docs/pictures.py"))["pictures"]().items():
        assert ("settlement" if name == "play.svg" else 'id="felt"') in picture
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == picture
