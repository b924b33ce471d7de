"""19:47-1.2(a)7 to 10: four, six, eight and ten the hardway."""

from chapter47.core.dice import Roll
from chapter47.craps.decision import Decision, Result, stands
from chapter47.craps.rules.come_out import SEVEN
from chapter47.law import law


def _hardway(roll: Roll, total: int, by: str, *, hard: bool) -> Decision:
    """Won by the pair; lost to its total any other way and to a 7."""
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
