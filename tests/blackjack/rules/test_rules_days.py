"""2.10: the same step stands in another paragraph from the day on which the text was rewritten."""

from collections.abc import Callable
from datetime import date

import pytest

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.double_down import laid_sideways

ROWS = [
    (date(1996, 6, 1), "19:47-2.10(a)"),
    (date(2005, 1, 17), "19:47-2.10(a)"),
    (date(2005, 1, 18), "19:47-2.10(c)"),
    (date(2010, 6, 7), "19:47-2.10(c)"),
]


@pytest.mark.parametrize(("day", "by"), ROWS)
def test_the_double_card_lies_sideways_by_the_paragraph_of_the_day(
    day: date, by: str, cites: Callable[..., None]
) -> None:
    step = laid_sideways(TableRules(on=day))
    assert (step.by, step.what) == (by, "lays the double card sideways")
    cites(by)
