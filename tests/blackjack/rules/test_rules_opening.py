"""19:47-2.4: what the first players see, by the text of the day and the kind of shoe."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.opening import opening_steps

SINGLE: dict[str, Any] = {}
DOUBLE = {"shoe": "double"}
MACHINE = {"shuffle": "machine"}
PRESHUFFLED = {"preshuffled": True}

ROWS: list[tuple[date, dict[str, Any], list[str]]] = [
    (date(1996, 6, 1), SINGLE, ["2.4(a)", "2.4(a)", "2.4(b)", "2.4(c)"]),
    (date(1996, 6, 1), DOUBLE, ["2.4(a)", "2.4(a)", "2.4(d)", "2.4(d)", "2.4(d)"]),
    (date(2001, 9, 17), SINGLE, ["2.4(a)", "2.4(a)", "2.4(b)", "2.4(c)"]),
    (date(2001, 9, 17), MACHINE, ["2.4(a)", "2.4(a)", "2.4(e)", "2.4(e)", "2.4(e)"]),
    (date(2007, 3, 18), PRESHUFFLED, ["2.4(a)", "2.4(a)", "2.4(b)", "2.4(c)"]),
    (date(2007, 3, 19), PRESHUFFLED, ["2.4(a)"]),
    (date(2010, 6, 7), SINGLE, ["2.4(a)", "2.4(b)", "2.4(c)"]),
    (date(2010, 6, 7), {"shuffle": "bart-carter"}, ["2.4(a)", "2.4(b)", "2.4(c)"]),
    (date(2010, 6, 7), DOUBLE, ["2.4(a)", "2.4(d)", "2.4(d)", "2.4(d)"]),
    (date(2010, 6, 7), MACHINE, ["2.4(a)", "2.4(e)", "2.4(e)", "2.4(e)"]),
    (date(2010, 6, 7), MACHINE | PRESHUFFLED, ["2.4(a)"]),
]


@pytest.mark.parametrize(("day", "kind", "by"), ROWS)
def test_the_steps_of_the_day(day: date, kind: dict[str, Any], by: list[str], cites: Callable[..., None]) -> None:
    steps = opening_steps(TableRules(on=day, **kind))
    assert [step.by.removeprefix("19:47-") for step in steps] == by
    cites(*(step.by for step in steps))


@pytest.mark.parametrize(
    ("day", "who"), [(date(1996, 6, 1), ["dealer", "floorperson"]), (date(2010, 6, 7), ["dealer"])]
)
def test_who_inspects(day: date, who: list[str], cites: Callable[..., None]) -> None:
    inspecting = [step for step in opening_steps(TableRules(on=day)) if step.by == "19:47-2.4(a)"]
    assert [step.who for step in inspecting] == who
    cites("19:47-2.4(a)")


@pytest.mark.parametrize(
    ("kind", "washed", "by"), [(SINGLE, 1, "2.4(c)"), (DOUBLE, 2, "2.4(d)"), (MACHINE, 0, "2.4(e)")]
)
def test_a_machine_leaves_the_wash_out(kind: dict[str, Any], washed: int, by: str, cites: Callable[..., None]) -> None:
    steps = opening_steps(TableRules(on=date(2010, 6, 7), **kind))
    assert sum("wash" in step.what for step in steps) == washed
    cites(f"19:47-{by}")
