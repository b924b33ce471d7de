"""What the wagers of a table pay, a line for each way to win, as a gaming guide prints it."""

from typing import NamedTuple


class PayLine(NamedTuple):
    """A way to win a wager, and what it pays; a line without either only says that the wager is offered."""

    wager: str
    """The wager in words."""
    wins: str
    """What wins; empty if the wager has a single way."""
    pays: str
    """Odds such as `3 to 2`, or an amount."""
    citation: str
    name: str = "main"
    """The wager's name in the table file; `main` for the main wager."""
    least: int | None = None
    most: int | None = None
    """Its own limits in cents; those of the table if there are none."""
    limits: str = ""
    """Limits that are no amounts, in words."""
