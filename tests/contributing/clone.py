"""A copy of the source in which a test adds something, and a note of every file that it had to touch."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.give_up import SECONDS

ROOT: Final = Path(__file__).parents[2]
GUIDE: Final = ROOT / "CONTRIBUTING.md"


def files_listed(what: str) -> list[str]:
    """The files that the guide names for adding this, in its order."""
    after = GUIDE.read_text(encoding="utf-8").partition(f"\n**{what}**")[2]
    assert after, f"the guide does not say how to add {what}"
    lines = after.partition("\n\n")[0].splitlines()[1:]
    return [
        name for line in lines for name in line.partition(":")[0].removeprefix("- ").replace("`", "").split(" and ")
    ]


class Clone:
    """The source of the project in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.touched: list[str] = []
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        assert not path.exists(), name
        path.write_text(text, encoding="utf-8")
        self.touched.append(name)

    def edit(self, name: str, old: str, new: str) -> None:
        """Put `new` in place of `old`, which stands there once."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")
        if name not in self.touched:
            self.touched.append(name)

    def run(self, code: str) -> str:
        """What a program prints that uses the changed source."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=SECONDS, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def chapter47(self, *arguments: str) -> tuple[int, str]:
        """A command of the changed source: its exit code and what it prints."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "chapter47", *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=SECONDS, check=False, cwd=self.folder
        )
        return done.returncode, done.stdout + done.stderr
