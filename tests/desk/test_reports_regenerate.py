"""The reports of the tables in `examples/` regenerate byte for byte; what `check` says of them has tests of its own.

`python -m tests.desk.test_reports_regenerate` writes them again after a change of a figure."""

import json
from pathlib import Path

import pytest

import chapter47

ROOT = Path(__file__).parents[2]
REPORTS = Path(__file__).parent / "reports"
QUICK = ("craps", "baccarat", "blackjack", "six-to-five", "double-exposure")
SLOW = ("multiple-action", "spanish-21", "switch")


def regenerated(name: str) -> str:
    """The report as `chapter47 report examples/NAME.toml --rounds 20000 --date 2026-11-18 --json` prints it."""
    table = chapter47.read_table(ROOT / f"examples/{name}.toml")
    data = chapter47.report(table, rounds=20_000, seed=1, dated="2026-11-18").to_dict()
    assert data.pop("compliance")["lawful"] is not False
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.soak) for name in SLOW)])
def test_the_report_regenerates(name: str) -> None:
    assert regenerated(name) == (REPORTS / f"{name}.json").read_text(encoding="utf-8")


def test_every_example_has_a_report() -> None:
    assert {path.stem for path in (ROOT / "examples").glob("*.toml")} == {*QUICK, *SLOW}


if __name__ == "__main__":
    for each in (*QUICK, *SLOW):
        (REPORTS / f"{each}.json").write_text(regenerated(each), encoding="utf-8")
