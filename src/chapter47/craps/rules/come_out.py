"""19:47-1.1: come out roll, come out point, come point."""

from typing import Final

from chapter47.law import law

POINTS: Final = (4, 5, 6, 8, 9, 10)
NO_POINT: Final = 0
SEVEN: Final = 7


def is_come_out_roll(point: int) -> bool:
    """The first throw of a game, and the first after the line was decided: no point stands."""
    return point == NO_POINT


@law("19:47-1.1", editions="1996", kind="definition")
def point_after(point: int, total: int) -> int:
    """The point that stands after a throw: the come out point of the table, or the come point of one come wager,
    for which the throw that follows it is the come out roll."""
    if is_come_out_roll(point):
        return total if total in POINTS else NO_POINT
    return NO_POINT if total in (point, SEVEN) else point
