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
    """The felt at the end of a script, which may lie in the middle of a round."""
    with TemporaryDirectory() as folder:
        file, lines = Path(folder) / "felt.svg", Path(folder) / "felt.script"
        lines.write_text(script, encoding="utf-8")
        printed("play", f"examples/{table}.toml", "--seed", "5", "--script", str(lines), "--svg", str(file))
        return file.read_text(encoding="utf-8")


BLACKJACK = """
cards 9h 5d 8h Ts Ac 6d   # boxes 1, 2, 4, 6, 7, then the dealer
cards 7s Qc 8s 9c Kd
cards 3h Td 4c
bet 1 Bob 25
bet 2 Cleo 50
bet 4 Ann 100
bet 6 Dan 75
bet 7 Eve 10
deal
Bob stand
Cleo stand
Ann split
"""
CRAPS = """
Ann join
Bob join
Cleo join
Ann take-dice
Ann bet pass 25
Bob bet dont-pass 10
Cleo bet pass 15
dice 2 4
Ann bet pass-odds 6 25
Ann bet come 10
Cleo bet come 15
Bob bet place-to-win 8 12
Ann bet hard-6 5
Cleo bet field 5
dice 5 4
Ann bet come-odds 9 10
Cleo bet come 15
Ann bet field 5
Bob bet any-seven 5
Ann bet horn-high 12 5
dice 4 4
Ann bet come 10
Ann bet field 5
"""
BACCARAT = """
sit 7 Ann
sit 5 Bo
sit 9 Cy
sit 1 Di
cut Bo 104
open
cards Ac 2c
cards Kd 9s 2h Kc
cards Kd Ks 9h 9c
cards 9d Ks Kh 2c
cards 3d 4s 2h Kc 6h
bet Ann banker 131
bet Bo player 20
deal
bet Ann banker 25
bet Bo tie 10
deal
bet Ann banker 25
deal
bet Ann player 25
bet Bo banker 100
bet Cy player 50
bet Di tie 10
deal
"""


def pictures() -> dict[str, str]:
    """Each file, as the commands of today would have it."""
    seed = ("examples/blackjack.toml", "--seed", "14", "--rounds", "1", "--cite")
    return {
        "play.svg": drawn("chapter47 play", printed("play", *seed, keys=KEYS)),
        "felt-blackjack.svg": felt("blackjack", BLACKJACK),
        "felt-craps.svg": felt("craps", CRAPS),
        "felt-baccarat.svg": felt("baccarat", BACCARAT),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture, encoding="utf-8")
