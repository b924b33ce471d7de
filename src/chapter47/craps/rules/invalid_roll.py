"""19:47-1.9: throws that do not count. The text is not held."""

from typing import Final, NamedTuple

SECTION: Final = "19:47-1.9"


class InvalidRollGround(NamedTuple):
    """Why a throw does not count, and whether somebody has to call it."""

    words: str
    called: bool


GROUNDS: Final[dict[str, InvalidRollGround]] = {
    "die-off-table": InvalidRollGround("a die left the table", called=False),
    "die-on-die": InvalidRollGround("a die rests on the other", called=False),
    "not-together": InvalidRollGround("the dice were not thrown together", called=True),
    "end-not-reached": InvalidRollGround("a die did not reach the end of the table", called=True),
    "on-the-bank": InvalidRollGround("a die rests on the chips of the bank", called=True),
    "in-cup-or-rail": InvalidRollGround("a die rests in the cup or on a rail", called=True),
    "cheating": InvalidRollGround("the throw was not honest", called=True),
    "impropriety": InvalidRollGround("the throw was improper", called=True),
}
"""Dice that strike players' chips are none of them."""
NO_GROUND: Final = "hit-chips"


def may_be_called(*, dice_out: bool) -> bool:
    """From the moment the dice go to the shooter until they have come to rest and the throw is read."""
    return dice_out
