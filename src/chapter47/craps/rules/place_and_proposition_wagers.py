"""19:47-1.2(a)5 to 20: place bets, hardways, and one-roll wagers."""

from typing import Final, NamedTuple

from chapter47.core.dice import Roll
from chapter47.craps.decision import Decision, Result, stands, won_or_lost
from chapter47.craps.rules.line_wagers import SEVEN
from chapter47.law import law

# 19:47-1.2(a)5 and 6, place bets to win and to lose ------------------------------------------------------------------


@law("19:47-1.2(a)5", editions="1996", kind="definition")
def place_to_win(number: int, roll: Roll, bars: int = 0) -> Decision:
    by = "19:47-1.2(a)5"
    if roll.total == number:
        return Decision(Result.WON, by)
    return Decision(Result.LOST, by) if roll.total == SEVEN else stands(by)


@law("19:47-1.2(a)5", editions="1996")
def place_to_win_rests(*, come_out: bool, called_on: bool) -> bool:
    """Return whether it is off: on a come out roll, unless the player called it on."""
    return come_out and not called_on


@law("19:47-1.2(a)5", editions="1996", kind="script")
def on_button(*, called_on: bool) -> str:
    return 'puts an "on" button on the wager' if called_on else 'takes the "on" button off the wager'


@law("19:47-1.2(a)6", editions="1996", kind="definition")
def place_to_lose(number: int, roll: Roll, bars: int = 0) -> Decision:
    by = "19:47-1.2(a)6"
    if roll.total == SEVEN:
        return Decision(Result.WON, by)
    return Decision(Result.LOST, by) if roll.total == number else stands(by)


@law("19:47-1.2(a)6", editions="1996")
def place_to_lose_rests(*, come_out: bool, called_on: bool, both: bool) -> bool:
    """Return whether it is off: never, except by the other reading of "all place bets"."""
    return both and come_out and not called_on


# 19:47-1.2(a)7 to 10, four, six, eight and ten the hardway -----------------------------------------------------------


def _hardway(roll: Roll, total: int, by: str, *, hard: bool) -> Decision:
    """Decide a hardway: won by the pair; lost to its total any other way and to a 7."""
    if hard:
        return Decision(Result.WON, by)
    return Decision(Result.LOST, by) if roll.total in (total, SEVEN) else stands(by)


@law("19:47-1.2(a)7", editions="1996", kind="definition")
def is_hard_four(roll: Roll) -> bool:
    return roll == (2, 2)


@law("19:47-1.2(a)7", editions="1996")
def hard_four(number: int, roll: Roll, bars: int = 0) -> Decision:
    return _hardway(roll, 4, "19:47-1.2(a)7", hard=is_hard_four(roll))


@law("19:47-1.2(a)8", editions="1996", kind="definition")
def is_hard_six(roll: Roll) -> bool:
    return roll == (3, 3)


@law("19:47-1.2(a)8", editions="1996")
def hard_six(number: int, roll: Roll, bars: int = 0) -> Decision:
    return _hardway(roll, 6, "19:47-1.2(a)8", hard=is_hard_six(roll))


@law("19:47-1.2(a)9", editions="1996", kind="definition")
def is_hard_eight(roll: Roll) -> bool:
    return roll == (4, 4)


@law("19:47-1.2(a)9", editions="1996")
def hard_eight(number: int, roll: Roll, bars: int = 0) -> Decision:
    return _hardway(roll, 8, "19:47-1.2(a)9", hard=is_hard_eight(roll))


@law("19:47-1.2(a)10", editions="1996", kind="definition")
def is_hard_ten(roll: Roll) -> bool:
    return roll == (5, 5)


@law("19:47-1.2(a)10", editions="1996")
def hard_ten(number: int, roll: Roll, bars: int = 0) -> Decision:
    return _hardway(roll, 10, "19:47-1.2(a)10", hard=is_hard_ten(roll))


# 19:47-1.2(a)11 to 20, the wagers that the next throw decides --------------------------------------------------------


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
    """A share of a combined wager, in units, on a single wager."""

    wager: str
    units: int


SINGLES: Final = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}


@law("19:47-1.2(a)18", editions="1996", kind="definition")
def craps_eleven_parts(number: int = 0) -> tuple[Component, ...]:
    """Half is on any craps, half on eleven."""
    return Component("any-craps", 1), Component("eleven", 1)


@law("19:47-1.2(a)18", editions="1996")
def craps_eleven(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)18", won=roll.total in (*CRAPS, ELEVEN))


@law("19:47-1.2(a)19", editions="1996", kind="definition")
def horn_parts(number: int = 0) -> tuple[Component, ...]:
    """A quarter is on each of 2, 3, 11 and 12."""
    return tuple(Component(SINGLES[total], 1) for total in HORN)


@law("19:47-1.2(a)19", editions="1996")
def horn(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)19", won=roll.total in HORN)


@law("19:47-1.2(a)20", editions="1996", kind="definition")
def horn_high_parts(number: int) -> tuple[Component, ...]:
    """Four of five units are a horn wager, and the fifth is on the chosen total."""
    return tuple(Component(SINGLES[total], 1 + (total == number)) for total in HORN)


@law("19:47-1.2(a)20", editions="1996")
def horn_high(number: int, roll: Roll, bars: int = 0) -> Decision:
    return won_or_lost("19:47-1.2(a)20", won=roll.total in HORN)


def in_units_of_five(chip: int, amount: int) -> bool:
    return amount % (5 * chip) == 0


def broken_down(number: int) -> tuple[Component, ...]:
    """Split the wager if the layout has no area for it: a horn wager of four units, and one unit on the chosen
    total."""
    return Component("horn", 4), Component(SINGLES[number], 1)
