"""Rules about the code; a breach is named by file and line."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest

from chapter47.posting import GameName

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src/chapter47"
FOLDERS: Final = ("src", "tests", "docs", "examples", "benchmarks", ".ci")
LONGEST_FUNCTION: Final = 40
LONGEST_MODULE: Final = 450

Breaches = Iterator[str]


def modules(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def texts() -> list[Path]:
    """Every file of ours that is text."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return sorted(path for path in found if "__pycache__" not in path.parts and b"\0" not in path.read_bytes()[:1000])


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}:{line}"


def long_functions(path: Path) -> Breaches:
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{at(path, node.lineno)} {node.name} has {length} lines"


def long_modules(path: Path) -> Breaches:
    length = len(path.read_text(encoding="utf-8").splitlines())
    if length > LONGEST_MODULE:
        yield f"{at(path, length)} is longer than {LONGEST_MODULE} lines"


def without_docstring(path: Path) -> Breaches:
    if not ast.get_docstring(tree(path)):
        yield f"{at(path, 1)} does not say what the module is"


SHARED: Final = ("__init__.py", "variation.py", "wager.py", "stakes.py", "facts.py")
"""Modules that several sections use and that carry out none themselves."""
SECTION: Final = re.compile(r"\b19:4[67]-\d+[A-Z]?\.\d+")


def without_section(path: Path) -> Breaches:
    if path.name not in SHARED and not SECTION.search(ast.get_docstring(tree(path)) or ""):
        yield f"{at(path, 1)} does not name its section, such as 19:47-2.3"


def matching(path: Path, pattern: re.Pattern[str], what: str) -> Breaches:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if found := pattern.search(line):
            yield f"{at(path, number)} {what}: {found[0]}"


# Written with classes of one letter so that they do not find themselves.
LEFT_OVER: Final = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X])\b")
REGISTRY: Final = re.compile(r"pypi\.[o]rg|pythonhosted\.[o]rg|index-[u]rl|artifactor[y]|/simpl[e]/?\b|devp[i]")
MACHINE_PATH: Final = re.compile(r"(?<![\w.])/(?:hom[e]|roo[t]|tm[p]|wor[k]|User[s]|mn[t]|va[r])/|\b[A-Z]:\\\w")


def game_names(path: Path) -> Breaches:
    """A comparison with a game's name; what tells games apart belongs to the games."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            for constant in ast.walk(node):
                name = constant.value if isinstance(constant, ast.Constant) else None
                if isinstance(name, str) and name in get_args(GameName):
                    yield f"{at(path, node.lineno)} compares with the game {name}"


def all_of(breaches: Iterator[Breaches]) -> list[str]:
    return [breach for some in breaches for breach in some]


def test_functions_are_short() -> None:
    assert all_of(long_functions(path) for path in modules(SOURCE, ROOT / "tests")) == []


def test_modules_are_short() -> None:
    assert all_of(long_modules(path) for path in modules(SOURCE, ROOT / "tests")) == []


def test_modules_say_what_they_are() -> None:
    assert all_of(without_docstring(path) for path in modules(SOURCE, ROOT / "tests")) == []


def test_rules_games_and_wagers_name_their_section() -> None:
    folders = [SOURCE / name for name in ("rules", "games", "wagers")]
    assert all_of(without_section(path) for path in modules(*folders)) == []


def test_nothing_is_left_over() -> None:
    assert all_of(matching(path, LEFT_OVER, "is left over") for path in texts()) == []


def test_no_address_of_a_package_registry() -> None:
    assert all_of(matching(path, REGISTRY, "is a registry's") for path in texts()) == []


def test_no_path_of_one_machine() -> None:
    assert all_of(matching(path, MACHINE_PATH, "is a path of one machine") for path in texts()) == []


def test_only_games_rules_and_wagers_compare_names_of_games() -> None:
    theirs = tuple(SOURCE / name for name in ("rules", "games", "wagers"))
    others = [path for path in modules(SOURCE) if not any(path.is_relative_to(folder) for folder in theirs)]
    assert all_of(game_names(path) for path in others) == []


BREACHES = [
    ("def f():\n" + "    x = 1\n" * 40, long_functions, ":1 f has 41 lines"),
    ("x = 1\n" * 451, long_modules, ":451 is longer than 450 lines"),
    ("x = 1\n", without_docstring, ":1 does not say what the module is"),
    ('"""Splitting."""\n', without_section, ":1 does not name its section, such as 19:47-2.3"),
    ('x = 1\nif game == "switch":\n    pass\n', game_names, ":2 compares with the game switch"),
    ('if game in ("spanish-21",):\n    pass\n', game_names, ":1 compares with the game spanish-21"),
]
"""What each rule must find, so that none of them is blind."""


@pytest.mark.parametrize(("text", "rule", "breach"), BREACHES)
def test_a_breach_is_named_by_file_and_line(tmp_path: Path, text: str, rule: object, breach: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert callable(rule)
    assert list(rule(path)) == ["module.py" + breach]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (LEFT_OVER, "# TO" + "DO later"),
        (LEFT_OVER, "FIX" + "ME"),
        (REGISTRY, "--index" + "-url=https://example.org/"),
        (REGISTRY, "https://files.python" + "hosted.org/x"),
        (MACHINE_PATH, "see /ho" + "me/me/table.toml"),
        (MACHINE_PATH, '"/t' + 'mp/x"'),
        (MACHINE_PATH, "C:" + "\\Users"),
    ],
)
def test_a_word_that_may_not_stand_is_named_by_file_and_line(
    tmp_path: Path, pattern: re.Pattern[str], text: str
) -> None:
    path = tmp_path / "notes.md"
    path.write_text(f"first line\n{text}\n", encoding="utf-8")
    assert [breach.split()[0] for breach in matching(path, pattern, "found")] == ["notes.md:2"]
