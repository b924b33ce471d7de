"""19:47-1.11: how long a shooter throws, and who is next. The text is not held."""

from collections.abc import Iterable
from typing import Final

from chapter47.craps.rules.come_out import POINTS, SEVEN

SECTION: Final = "19:47-1.11"
LOSER_7: Final = "loser 7"
"""Why the dice go on after it."""
TOLD_TO: Final = {
    "delay": "the shooter delays the game",
    "invalid-rolls": "the shooter has thrown repeated invalid rolls",
    "breach": "the shooter has broken the rules",
}


def must_pass_the_dice(point: int, total: int) -> bool:
    """After a loser 7."""
    return point in POINTS and total == SEVEN


def next_in_turn(positions: Iterable[tuple[int, str]], after: int) -> str:
    """Clockwise along the rail from a position; the rail begins to the left of the bank of chips."""
    in_order = sorted(positions)
    later = [name for position, name in in_order if position > after]
    return later[0] if later else in_order[0][1]


def may_throw_without_a_line_wager(*, come_wagers: bool, line_wagers: bool, offered_to_all: bool) -> bool:
    """Only to decide come and don't come wagers, when everybody else was offered the dice and nobody bet the line."""
    return come_wagers and offered_to_all and not line_wagers
