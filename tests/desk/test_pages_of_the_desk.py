"""The commands and programs on the desk's pages run as they are printed."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import ROOT

PAGES = ("compare", "guide")
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    return [
        (page, language, text)
        for page in PAGES
        for language, text in BLOCK.findall((ROOT / f"docs/{page}.md").read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("page", "language", "text"), blocks())
def test_a_block_runs(page: str, language: str, text: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    if language == "python":
        commands = [[sys.executable, "-c", text]]
    else:
        program = "from chapter47.cli.app import main; main()"
        commands = [[sys.executable, "-c", program, *shlex.split(line)[1:]] for line in text.splitlines()]
    environment = {**os.environ, "NO_COLOR": "1"}
    for command in commands:
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=300, env=environment)
        assert (page, ran.returncode, ran.stderr) == (page, 0, b"")
        assert ran.stdout or "--html" in command
