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
Bob bet 25 on 1
Cleo bet 50 on 2
Ann bet 100 on 4
Dan bet 75 on 6
Eve bet 10 on 7
dealer deal
Bob stand
Cleo stand
Ann split
"""
CRAPS = """
Ann join
Bob join
Cleo join
Ann take dice
Ann bet 25 on pass
Bob bet 10 on dont-pass
Cleo bet 15 on pass
dice 2 4
Ann take odds 25 on 6
Ann bet 10 on come
Cleo bet 15 on come
Bob bet 12 on place-to-win 8
Ann bet 5 on hard-6
Cleo bet 5 on field
dice 5 4
Ann take odds 10 on 9
Cleo bet 15 on come
Ann bet 5 on field
Bob bet 5 on any-seven
Ann bet 5 on horn-high 12
dice 4 4
Ann bet 10 on come
Ann bet 5 on field
"""
BACCARAT = """
Ann sit at 7
Bo sit at 5
Cy sit at 9
Di sit at 1
Bo cut at 104
dealer open
cards Ac 2c
cards Kd 9s 2h Kc
cards Kd Ks 9h 9c
cards 9d Ks Kh 2c
cards 3d 4s 2h Kc 6h
Ann bet 131 on banker
Bo bet 20 on player
dealer deal
Ann bet 25 on banker
Bo bet 10 on tie
dealer deal
Ann bet 25 on banker
dealer deal
Ann bet 25 on player
Bo bet 100 on banker
Cy bet 50 on player
Di bet 10 on tie
dealer deal
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
