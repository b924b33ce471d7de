"""The pages for people who carry on name what is there."""

import re
import runpy
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
SOURCE: Final = ROOT / "src/chapter47"
FILES: Final = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}


def test_the_picture_of_the_house_is_current() -> None:
    """Drawn by `python docs/house.py`."""
    assert (DOCS / "house.svg").read_text(encoding="utf-8") == runpy.run_path(str(DOCS / "house.py"))["house"]() + "\n"


def test_every_module_that_the_walks_name_is_there() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.py)`", text)
    assert len(named) > 40
    missing = [name for name in named if not _is_there(name)]
    assert missing == []


def _is_there(name: str) -> bool:
    return (ROOT / name).is_file() or any(file == name or file.endswith(f"/{name}") for file in FILES)


FUNCTIONS: Final = ("game_from", "pending", "apply", "legal_move", "double_move", "six_or_eight_decks")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_that_the_walks_name_is_there(name: str) -> None:
    assert f"`{name}`" in (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert any(re.search(rf"^def {name}\(", path.read_text(encoding="utf-8"), re.M) for path in SOURCE.rglob("*.py"))


def test_nothing_lies_loose_at_the_top() -> None:
    assert {path.name for path in SOURCE.glob("*.py")} == {"__init__.py", "__main__.py", "games.py"}
