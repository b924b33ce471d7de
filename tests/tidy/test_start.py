"""What starting needs: a check loads no more than it uses, and playing needs no package of the tests."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest
from tests.give_up import SECONDS

ROOT: Final = Path(__file__).parents[2]
LOADS: Final = (
    "import sys\n"
    "from chapter47.cli import app as cli\n"
    "try:\n"
    "    cli.app(sys.argv[1:])\n"
    "finally:\n"
    "    print(*sys.modules, file=sys.stderr)\n"
)
NEEDLESS: Final = (
    *("numba", "numpy", "pydantic", "tomlkit", "hypothesis"),
    *(
        "chapter47.blackjack.analysis",
        "chapter47.library.laws",
        "chapter47.blackjack.round",
        "chapter47.blackjack.shoe",
        "chapter47.blackjack.table",
    ),
)


def loaded(*arguments: str) -> set[str]:
    """The modules of a process of its own, once it has answered."""
    command = [sys.executable, "-c", LOADS, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=True, cwd=ROOT, timeout=SECONDS
    )
    assert "lawful" in done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["for people", "for machines"])
def test_a_check_loads_no_more_than_it_needs(form: tuple[str, ...]) -> None:
    modules = loaded("check", "examples/blackjack.toml", *form)
    assert "chapter47.core.compliance" in modules
    assert modules.isdisjoint(NEEDLESS)
    assert ("rich" in modules) == (not form)


NAME: Final = re.compile(r"[\w.-]+")
IMPORTS: Final = """
import pkgutil, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))  # an import of these fails, as if they were not installed
import chapter47.web.__main__, chapter47.service, chapter47.cli
for package in (chapter47.web, chapter47.service, chapter47.cli):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if "migrations" not in module.name:
            __import__(module.name)
print("imported")
"""


def installed_with(requirements: Iterable[str]) -> set[str]:
    """The distributions that pip installs for these requirements, by their normalized names."""
    names: set[str] = set()
    waiting = [_name(requirement) for requirement in requirements]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += [_name(needed) for needed in _requires(name) if "extra ==" not in needed]
    return names


def _name(requirement: str) -> str:
    match = NAME.match(requirement)
    assert match is not None, requirement
    return match[0].lower().replace("_", "-")


def _requires(distribution: str) -> list[str]:
    try:
        return metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:  # of another system, such as colorama
        return []


def test_playing_needs_no_package_of_the_tests() -> None:
    """`make run` installs the extra `server` alone; the pages, the server and all commands import with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    playing = installed_with([*project["dependencies"], *project["optional-dependencies"]["server"]]) | {"chapter47"}
    packages = metadata.packages_distributions().items()
    others = sorted(package for package, owners in packages if not playing & {_name(owner) for owner in owners})
    assert {"pytest", "mypy", "playwright", "psycopg"} <= set(others)
    command = [sys.executable, "-c", IMPORTS, *others]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=SECONDS, check=False)
    assert ended.stdout == "imported\n", ended.stderr[-2000:]
