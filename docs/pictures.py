"""Draws the pictures of README and docs from what the commands print and draw: `python docs/pictures.py`."""

import io
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
REMOTE_FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)
KEYS = "\n20\nd 5\n"
"""No cut, a wager of $20, a double for $5."""


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


def drawn(title: str, text: str) -> str:
    """An SVG without anything from outside."""
    width = max(len(line) for line in text.splitlines())
    console = Console(record=True, width=width, file=io.StringIO())
    console.print(Text(text.replace(" ", "\u00a0")))  # blanks at the start of a line stay
    drawing = REMOTE_FONTS.sub("", console.export_svg(title=title))
    return re.sub(r"<!-- Generated.*?-->", "", drawing)


def felt(table: str, script: str) -> str:
    """The felt at the end of a script."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "felt.svg"
        printed(
            "play", f"examples/{table}.toml", "--seed", "5", "--script", f"examples/{script}.script", "--svg", str(file)
        )
        return file.read_text(encoding="utf-8")


def pictures() -> dict[str, str]:
    """Each file, as the commands of today would have it."""
    seed = ("examples/blackjack.toml", "--seed", "14", "--rounds", "1", "--cite")
    return {
        "play.svg": drawn("chapter47 play", printed("play", *seed, keys=KEYS)),
        "felt-blackjack.svg": felt("blackjack", "dealer-blackjack-after-split"),
        "felt-craps.svg": felt("craps", "craps-come"),
        "felt-baccarat.svg": felt("baccarat", "baccarat-shoe"),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture, encoding="utf-8")
