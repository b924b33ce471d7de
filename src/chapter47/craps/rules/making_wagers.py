"""19:47-1.2(a) and 1.3: which wagers may be offered; making and removing them, and which are off on a come out roll.

The text of 1.3 is not held."""

from collections.abc import Iterator
from typing import Final, Literal

from chapter47.core.findings import Breach, displayed, limit, option
from chapter47.core.money import dollars
from chapter47.core.posting import COUPONS_SINCE
from chapter47.craps.posting import PERMISSIBLE, CrapsPosting
from chapter47.craps.rules.line_wagers import NO_POINT

# 19:47-1.2(a), only the wagers that are named may be offered ---------------------------------------------------------


@limit("19:47-1.2(a)", editions="")
def no_other_wager(table: CrapsPosting) -> Breach | None:
    others = [wager for wager in table.offers if wager not in PERMISSIBLE]
    if not others:
        return None
    message = "only the twenty wagers listed in the text may be offered"
    return Breach("offers.not_permissible", message, ", ".join(others), ", ".join(PERMISSIBLE))


@option("coupons", "the match play coupon", "19:47-1.3", since=COUPONS_SINCE)
def takes_coupons(table: CrapsPosting) -> bool:
    """Return whether coupons are taken; by default wherever the law has them."""
    return table.coupons is True


@displayed("19:47-8.2", "posting", editions="")
def limits_sign(table: CrapsPosting) -> Iterator[str]:
    yield (
        f"a sign at the table with the minimum {dollars(table.minimum)} and the maximum {dollars(table.maximum)}; "
        "a change is posted and announced at the table"
    )


# 19:47-1.3, making and removing wagers -------------------------------------------------------------------------------


SECTION: Final = "19:47-1.3"

COUPON_WAGERS: Final = ("pass", "dont-pass")

Called = Literal["", "on", "off"]
"""Whether the player has turned a wager on or off; "off" is for one throw."""


def accepted_with_the_dice_out(*, confirmed: bool) -> bool:
    """Return whether a wager is accepted while the dice are out: only if dealer and boxperson confirm it aloud."""
    return confirmed


def takes_a_coupon(wager: str) -> bool:
    """Return whether a match play coupon is allowed: with pass and don't pass only."""
    return wager in COUPON_WAGERS


def may_be_removed(*, against: bool, line: bool, point: int) -> bool:
    """Return whether a wager may be removed: any until decided, except pass and come once their point is set."""
    return against or not line or point == NO_POINT


def may_not_come_back(*, against: bool, line: bool, table_point: int) -> bool:
    """Return whether a don't wager may not be made again: removed or reduced during a point, until the next come out
    roll."""
    return against and line and table_point != NO_POINT


def rests(*, come_out: bool, called: Called) -> bool:
    """Return whether a wager is off on a come out roll unless the player turns it on."""
    return come_out and called != "on"


def may_be_called(*, line: bool, one_roll: bool) -> bool:
    """Return whether a wager may be turned on or off: not a line wager or a one-roll wager."""
    return not line and not one_roll
