"""19:47-1.8: the throw of the dice. The text is not held."""

from typing import Final

SECTION: Final = "19:47-1.8"


def may_throw(*, come_out: bool, line_wager: bool, excused: bool) -> bool:
    """On a come out roll the shooter has a pass or don't pass wager first, unless 1.11 excuses it."""
    return line_wager or not come_out or excused
