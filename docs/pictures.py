"""Draws the pictures of the README from what the commands print: `python docs/pictures.py`."""

import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
REMOTE_FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)
KEYS = "20\nd 5\n"


def printed(*command: str, keys: str = "") -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "chapter47", *command],
        input=keys,
        capture_output=True,
        text=True,
        cwd=HERE.parent,
        check=False,
    )
    return done.stdout


def draw(name: str, title: str, text: str) -> None:
    """An SVG without anything from outside."""
    width = max(len(line) for line in text.splitlines())
    console = Console(record=True, width=width, file=open("/dev/null", "w", encoding="utf-8"))  # noqa: SIM115
    console.print(Text(text.replace(" ", "\u00a0")))  # blanks at the start of a line stay
    drawing = REMOTE_FONTS.sub("", console.export_svg(title=title))
    (HERE / name).write_text(re.sub(r"<!-- Generated.*?-->", "", drawing), encoding="utf-8")


if __name__ == "__main__":
    seed = ("examples/blackjack.toml", "--seed", "14", "--rounds", "1", "--cite")
    draw("play.svg", "chapter47 play", printed("play", *seed, keys=KEYS))
