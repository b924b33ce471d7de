"""19:47-1.2(a)11 to 20: the wagers that the next throw decides."""

from typing import Final, NamedTuple

from chapter47.core.dice import Roll
from chapter47.craps.decision import Decision, won_or_lost
from chapter47.law import law

CRAPS: Final = (2, 3, 12)
HORN: Final = (2, 3, 11, 12)
FIELD: Final = (2, 3, 4, 9, 10, 11, 12)
ELEVEN: Final = 11


@law("19:47-1.2(a)11", editions="1996", kind="definition")
def in_the_field(total: int) -> bool:
    return total in FIELD


@law("19:47-1.2(a)11", editions="1996")
def field(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)11", won=in_the_field(roll.total))


@law("19:47-1.2(a)12", editions="1996", kind="definition")
def is_seven(total: int) -> bool:
    return total == 7


@law("19:47-1.2(a)12", editions="1996")
def any_seven(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)12", won=is_seven(roll.total))


@law("19:47-1.2(a)13", editions="1996", kind="definition")
def is_craps(total: int) -> bool:
    return total in CRAPS


@law("19:47-1.2(a)13", editions="1996")
def any_craps(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)13", won=is_craps(roll.total))


@law("19:47-1.2(a)14", editions="1996", kind="definition")
def is_two(total: int) -> bool:
    return total == 2


@law("19:47-1.2(a)14", editions="1996")
def craps_two(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)14", won=is_two(roll.total))


@law("19:47-1.2(a)15", editions="1996", kind="definition")
def is_three(total: int) -> bool:
    return total == 3


@law("19:47-1.2(a)15", editions="1996")
def craps_three(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)15", won=is_three(roll.total))


@law("19:47-1.2(a)16", editions="1996", kind="definition")
def is_twelve(total: int) -> bool:
    return total == 12


@law("19:47-1.2(a)16", editions="1996")
def craps_twelve(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)16", won=is_twelve(roll.total))


@law("19:47-1.2(a)17", editions="1996", kind="definition")
def is_eleven(total: int) -> bool:
    return total == ELEVEN


@law("19:47-1.2(a)17", editions="1996")
def eleven(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)17", won=is_eleven(roll.total))


class Component(NamedTuple):
    """A share of a combined wager, in units, that rides on a single wager."""

    wager: str
    units: int


SINGLES: Final = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}


@law("19:47-1.2(a)18", editions="1996", kind="definition")
def craps_eleven_parts(number: int = 0) -> tuple[Component, ...]:
    """Half of it is on any craps, half on eleven."""
    return Component("any-craps", 1), Component("eleven", 1)


@law("19:47-1.2(a)18", editions="1996")
def craps_eleven(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)18", won=roll.total in (*CRAPS, ELEVEN))


@law("19:47-1.2(a)19", editions="1996", kind="definition")
def horn_parts(number: int = 0) -> tuple[Component, ...]:
    """A quarter of it is on each of 2, 3, 11 and 12."""
    return tuple(Component(SINGLES[total], 1) for total in HORN)


@law("19:47-1.2(a)19", editions="1996")
def horn(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)19", won=roll.total in HORN)


@law("19:47-1.2(a)20", editions="1996", kind="definition")
def horn_high_parts(number: int) -> tuple[Component, ...]:
    """Of five units four are a horn wager, and the fifth is on the total that was chosen."""
    return tuple(Component(SINGLES[total], 1 + (total == number)) for total in HORN)


@law("19:47-1.2(a)20", editions="1996")
def horn_high(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)20", won=roll.total in HORN)


def broken_down(number: int) -> tuple[Component, ...]:
    """Where the layout has no area for it: a horn wager of four units, and one unit on the chosen total."""
    return Component("horn", 4), Component(SINGLES[number], 1)
