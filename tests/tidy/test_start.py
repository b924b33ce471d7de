"""What a command loads before it answers: the check of a table starts without what it does not need."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

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
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, cwd=ROOT, timeout=60)
    assert "lawful" in done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["for people", "for machines"])
def test_a_check_loads_no_more_than_it_needs(form: tuple[str, ...]) -> None:
    modules = loaded("check", "examples/blackjack.toml", *form)
    assert "chapter47.core.compliance" in modules
    assert modules.isdisjoint(NEEDLESS)
    assert ("rich" in modules) == (not form)
