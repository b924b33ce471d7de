"""A module named in a string obeys the layers too: it exists, has that name, and lies no higher than who names it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"
REFERENCE: Final = re.compile(r"(?P<module>chapter47(?:\.\w+)+):(?P<name>\w+)")


def _layers() -> dict[str, int]:
    """The rank of each package under chapter47, as the first contract of import-linter has it; the lowest is 0."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    ranked = enumerate(reversed(contract["layers"]))
    return {name.strip(" ()").split(".")[1]: rank for rank, names in ranked for name in names.split("|")}


LAYERS: Final = _layers()


def references(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of each string of the form `chapter47.some.module:NAME`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (named := REFERENCE.fullmatch(node.value))
        ):
            yield node.lineno, named["module"], named["name"]


def file_of(module: str) -> Path | None:
    base = SOURCE.joinpath(*module.split("."))
    return next((file for file in (base.with_suffix(".py"), base / "__init__.py") if file.is_file()), None)


def names_in(file: Path) -> set[str]:
    """What a module defines on its outermost level."""
    names = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def breach(package: str, module: str, name: str) -> str | None:
    """What is wrong with a reference to that name from a module of that package."""
    file = file_of(module)
    if file is None:
        return f"{module} does not exist"
    if name not in names_in(file):
        return f"{module} has no {name}"
    named = module.split(".")[1]
    if named != package and LAYERS[named] >= LAYERS[package]:
        return f"{module} does not lie below {package}"
    return None


def test_every_module_named_in_a_string_lies_below_who_names_it() -> None:
    breaches = []
    for path in sorted(SOURCE.rglob("*.py")):
        package = path.relative_to(SOURCE / "chapter47").parts[0].removesuffix(".py")
        for line, module, name in references(path):
            if wrong := breach(package, module, name):
                breaches.append(f"{path.relative_to(ROOT)}:{line} {wrong}")
    assert breaches == []


@pytest.mark.parametrize(
    ("package", "module", "name", "wrong"),
    [
        ("blackjack", "chapter47.core.cards", "DECK", None),
        ("blackjack", "chapter47.blackjack.games", "BLACKJACK_GAMES", None),
        ("blackjack", "chapter47.core.no_such", "DECK", "chapter47.core.no_such does not exist"),
        ("blackjack", "chapter47.core.cards", "PACK", "chapter47.core.cards has no PACK"),
        ("core", "chapter47.blackjack.games", "BLACKJACK_GAMES", "chapter47.blackjack.games does not lie below core"),
        ("blackjack", "chapter47.games", "GAMES", "chapter47.games does not lie below blackjack"),
    ],
)
def test_a_wrong_reference_is_found(package: str, module: str, name: str, wrong: str | None) -> None:
    assert breach(package, module, name) == wrong


def test_a_reference_is_found_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('x = 1\nPLAYING = Part("chapter47.core.cards:DECK")\n', encoding="utf-8")
    assert list(references(path)) == [(2, "chapter47.core.cards", "DECK")]
