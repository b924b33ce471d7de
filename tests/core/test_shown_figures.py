"""Money and percentages look the same wherever people see them."""

import re
from pathlib import Path

import pytest
from tests.cli.commands import ROOT

from chapter47.core.money import dollars
from chapter47.core.text import money, percent, rate

BY_HAND = re.compile(r"""[.]\d+f\} ?%|[.]\d+%|\$\{[^}]*[.]2f""")
AXES = "plots.py", "progress.py", "count_page.py"
"""Ticks of a drawing and the part of a job that is done: formats of other programs, and no figures of a table."""


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0.0043210, "0.43210 %"), (-0.0012, "-0.12000 %"), (0.0, "0.00000 %"), (-1e-9, "0.00000 %"), (1, "100.00000 %")],
)
def test_a_share_that_was_worked_out(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_a_difference_has_its_sign() -> None:
    assert (percent(0.001, signed=True), percent(-0.001, signed=True)) == ("+0.10000 %", "-0.10000 %")


@pytest.mark.parametrize(("share", "shown"), [(0.05, "5 %"), (0.0425, "4.25 %"), (0.30000000000000004, "30 %")])
def test_a_share_that_was_chosen(share: float, shown: str) -> None:
    assert rate(share) == shown


@pytest.mark.parametrize(
    ("amount", "shown"), [(-3.27, "-$3.27"), (-0.001, "$0.00"), (1234.5, "$1,234.50"), (0.0, "$0.00")]
)
def test_money(amount: float, shown: str) -> None:
    assert money(amount) == shown


@pytest.mark.parametrize(("cents", "shown"), [(-327, "-$3.27"), (-1000, "-$10"), (250, "$2.50"), (500000, "$5,000")])
def test_dollars(cents: int, shown: str) -> None:
    assert dollars(cents) == shown


def test_nobody_formats_by_hand() -> None:
    files: list[Path] = [file for file in (ROOT / "src").rglob("*.py") if file.name not in AXES]
    by_hand = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if BY_HAND.search(line) and file.name != "text.py"
    ]
    assert by_hand == []
