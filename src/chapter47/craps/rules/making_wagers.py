"""19:47-1.3: making and removing wagers, and which rest on a come out roll. The text is not held."""

from typing import Final, Literal

from chapter47.craps.rules.come_out import NO_POINT

SECTION: Final = "19:47-1.3"

COUPON_WAGERS: Final = ("pass", "dont-pass")

Called = Literal["", "on", "off"]
"""What the player has called a wager; a call "off" is for one throw."""


def accepted_with_the_dice_out(*, confirmed: bool) -> bool:
    """Once the dice are with the shooter only what dealer and boxperson confirm aloud is accepted."""
    return confirmed


def takes_a_coupon(wager: str) -> bool:
    """Match play coupons lie with pass and don't pass wagers only."""
    return wager in COUPON_WAGERS


def may_be_removed(*, against: bool, line: bool, point: int) -> bool:
    """Anything until a throw decides it, except pass and come once their point is set."""
    return against or not line or point == NO_POINT


def may_not_come_back(*, against: bool, line: bool, table_point: int) -> bool:
    """Don't pass and don't come that were removed or reduced while a point stands, until the next come out roll."""
    return against and line and table_point != NO_POINT


def rests(*, come_out: bool, called: Called) -> bool:
    """Of the wagers that rest on a come out roll unless called on."""
    return come_out and called != "on"


def may_be_called(*, line: bool, one_roll: bool) -> bool:
    """A line wager cannot be called off, and a wager of one throw waits for nothing else."""
    return not line and not one_roll
