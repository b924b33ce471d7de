"""Writes modules.md, every module with the first line of what it says of itself: `python docs/modules.py`."""

import ast
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("modules.md")
SOURCE: Final = Path(__file__).parents[1] / "src/chapter47"
FLOORS: Final = (
    *("law", "core", "drawing", "blackjack", "craps", "baccarat", "session", "library", "service", "client"),
    *("terminal", "web", "environments", "cli"),
)
HEAD: Final = """# Every module

From the ground up. [The architecture](architecture.md) says what the floors are and how they are walked. This page is
written by `python docs/modules.py`.
"""


def modules() -> str:
    parts = [HEAD, "## At the top\n", *_lines(SOURCE)]
    for floor in FLOORS:
        if (SOURCE / floor).is_dir():
            parts += [f"\n## `{floor}/`\n", *_floor(SOURCE / floor)]
    return "\n".join(parts)


def _floor(folder: Path) -> list[str]:
    lines = [f"{_says(folder / '__init__.py')}\n", *_lines(folder)]
    for inner in sorted(path for path in folder.rglob("*") if (path / "__init__.py").is_file()):
        lines += [f"\n### `{inner.relative_to(SOURCE)}/`\n", f"{_says(inner / '__init__.py')}\n", *_lines(inner)]
    return lines


def _lines(folder: Path) -> list[str]:
    own = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    return [f"- `{path.stem}`: {_says(path)}" for path in own]


def _says(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(modules() + "\n", encoding="utf-8")
