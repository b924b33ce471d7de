"""19:47-1.1 and 1.2(a)1 to 4: the come out roll and its point; pass, don't pass, come and don't come.

Each line wager has its own come out roll; `point` is what that throw has set for it, if anything."""

from typing import Final

from chapter47.core.dice import Roll
from chapter47.core.findings import Breach, limit
from chapter47.craps.decision import Decision, Result
from chapter47.craps.posting import CrapsPosting
from chapter47.law import law

# 19:47-1.1, come out roll, come out point, come point ----------------------------------------------------------------


POINTS: Final = (4, 5, 6, 8, 9, 10)
NO_POINT: Final = 0
SEVEN: Final = 7


def is_come_out_roll(point: int) -> bool:
    """Return whether it is a come out roll: the first of a game, or after a line decision, without a point."""
    return point == NO_POINT


@law("19:47-1.1", editions="1996", kind="definition")
def point_after(point: int, total: int) -> int:
    """Return the point after a throw: the table's come out point, or the come point of one come wager, whose come out
    roll is the next throw."""
    if is_come_out_roll(point):
        return total if total in POINTS else NO_POINT
    return NO_POINT if total in (point, SEVEN) else point


# 19:47-1.2(a)1 to 4, the line wagers ---------------------------------------------------------------------------------


NATURALS: Final = (7, 11)
CRAPS: Final = (2, 3, 12)
BARRED: Final = 12
"""The total that is void for don't pass and don't come."""


def _point_made(point: int, total: int) -> bool:
    return point in POINTS and total == point


def _loser_seven(point: int, total: int) -> bool:
    return point in POINTS and total == SEVEN


def _at_once(point: int, total: int, totals: tuple[int, ...]) -> bool:
    return is_come_out_roll(point) and total in totals


def _wins_without(bars: int) -> tuple[int, ...]:
    """Return the craps totals that win for the don't side; the barred one is void instead."""
    return tuple(total for total in CRAPS if total != bars)


def _open(point: int, total: int, by: str) -> Decision:
    """Leave a line wager undecided: it gets its point now, or keeps the one it has."""
    moved = point_after(point, total) != point
    return Decision(Result.TRAVELS if moved else Result.STANDS, by)


# Pass ----------------------------------------------------------------------------------------------------------------


@law("19:47-1.2(a)1", editions="1996")
def pass_accepted(point: int) -> bool:
    """Return whether it is just before a come out roll."""
    return is_come_out_roll(point)


@law("19:47-1.2(a)1i", editions="1996")
def pass_wins_at_once(point: int, total: int) -> bool:
    return _at_once(point, total, NATURALS)


@law("19:47-1.2(a)1ii", editions="1996")
def pass_makes_its_point(point: int, total: int) -> bool:
    return _point_made(point, total)


@law("19:47-1.2(a)1iii", editions="1996")
def pass_loses(point: int, total: int) -> bool:
    return _at_once(point, total, CRAPS) or _loser_seven(point, total)


@law("19:47-1.2(a)1", editions="1996", kind="definition")
def pass_bet(point: int, roll: Roll, bars: int = BARRED) -> Decision:
    if pass_wins_at_once(point, roll.total):
        return Decision(Result.WON, "19:47-1.2(a)1i")
    if pass_makes_its_point(point, roll.total):
        return Decision(Result.WON, "19:47-1.2(a)1ii")
    if pass_loses(point, roll.total):
        return Decision(Result.LOST, "19:47-1.2(a)1iii")
    return _open(point, roll.total, "19:47-1.2(a)1")


# Don't pass ----------------------------------------------------------------------------------------------------------


@law("19:47-1.2(a)2", editions="1996")
def dont_pass_accepted(point: int) -> bool:
    return is_come_out_roll(point)


@law("19:47-1.2(a)2i", editions="1996")
def dont_pass_wins_at_once(point: int, total: int, bars: int) -> bool:
    return _at_once(point, total, _wins_without(bars))


@law("19:47-1.2(a)2ii", editions="1996")
def dont_pass_sees_the_seven(point: int, total: int) -> bool:
    return _loser_seven(point, total)


@law("19:47-1.2(a)2iii", editions="1996")
def dont_pass_loses(point: int, total: int) -> bool:
    return _at_once(point, total, NATURALS) or _point_made(point, total)


@law("19:47-1.2(a)2iv", editions="1996")
def dont_pass_is_void(point: int, total: int, bars: int) -> bool:
    return _at_once(point, total, (bars,))


@law("19:47-1.2(a)2", editions="1996", kind="definition")
def dont_pass_bet(point: int, roll: Roll, bars: int = BARRED) -> Decision:
    if dont_pass_is_void(point, roll.total, bars):
        return Decision(Result.VOID, "19:47-1.2(a)2iv")
    if dont_pass_wins_at_once(point, roll.total, bars):
        return Decision(Result.WON, "19:47-1.2(a)2i")
    if dont_pass_sees_the_seven(point, roll.total):
        return Decision(Result.WON, "19:47-1.2(a)2ii")
    if dont_pass_loses(point, roll.total):
        return Decision(Result.LOST, "19:47-1.2(a)2iii")
    return _open(point, roll.total, "19:47-1.2(a)2")


# Come ----------------------------------------------------------------------------------------------------------------


@law("19:47-1.2(a)3", editions="1996")
def come_accepted(point: int, *, any_roll: bool = False, rolled: bool = True) -> bool:
    """Return whether a come bet is accepted: with a come out point; by the other reading before any roll after the
    first come out roll."""
    return point != NO_POINT or (any_roll and rolled)


@law("19:47-1.2(a)3i", editions="1996")
def come_wins_at_once(point: int, total: int) -> bool:
    return _at_once(point, total, NATURALS)


@law("19:47-1.2(a)3ii", editions="1996")
def come_makes_its_point(point: int, total: int) -> bool:
    return _point_made(point, total)


@law("19:47-1.2(a)3iii", editions="1996")
def come_loses(point: int, total: int) -> bool:
    return _at_once(point, total, CRAPS) or _loser_seven(point, total)


@law("19:47-1.2(a)3", editions="1996", kind="definition")
def come_bet(point: int, roll: Roll, bars: int = BARRED) -> Decision:
    if come_wins_at_once(point, roll.total):
        return Decision(Result.WON, "19:47-1.2(a)3i")
    if come_makes_its_point(point, roll.total):
        return Decision(Result.WON, "19:47-1.2(a)3ii")
    if come_loses(point, roll.total):
        return Decision(Result.LOST, "19:47-1.2(a)3iii")
    return _open(point, roll.total, "19:47-1.2(a)3")


# Don't come ----------------------------------------------------------------------------------------------------------


@law("19:47-1.2(a)4", editions="1996")
def dont_come_accepted(point: int, *, any_roll: bool = False, rolled: bool = True) -> bool:
    return come_accepted(point, any_roll=any_roll, rolled=rolled)


@law("19:47-1.2(a)4i", editions="1996")
def dont_come_wins_at_once(point: int, total: int, bars: int) -> bool:
    return _at_once(point, total, _wins_without(bars))


@law("19:47-1.2(a)4ii", editions="1996")
def dont_come_sees_the_seven(point: int, total: int) -> bool:
    return _loser_seven(point, total)


@law("19:47-1.2(a)4iii", editions="1996")
def dont_come_loses(point: int, total: int) -> bool:
    return _at_once(point, total, NATURALS) or _point_made(point, total)


@law("19:47-1.2(a)4iv", editions="1996")
def dont_come_is_void(point: int, total: int, bars: int) -> bool:
    return _at_once(point, total, (bars,))


@law("19:47-1.2(a)4", editions="1996", kind="definition")
def dont_come_bet(point: int, roll: Roll, bars: int = BARRED) -> Decision:
    if dont_come_is_void(point, roll.total, bars):
        return Decision(Result.VOID, "19:47-1.2(a)4iv")
    if dont_come_wins_at_once(point, roll.total, bars):
        return Decision(Result.WON, "19:47-1.2(a)4i")
    if dont_come_sees_the_seven(point, roll.total):
        return Decision(Result.WON, "19:47-1.2(a)4ii")
    if dont_come_loses(point, roll.total):
        return Decision(Result.LOST, "19:47-1.2(a)4iii")
    return _open(point, roll.total, "19:47-1.2(a)4")


# What may be barred --------------------------------------------------------------------------------------------------


def _bars_another(table: CrapsPosting, wager: str, name: str) -> Breach | None:
    if table.bars == BARRED or wager not in table.offers:
        return None
    return Breach(f"{wager}.bars", f"{name} must be void on a 12 and on nothing else", str(table.bars), str(BARRED))


@limit("19:47-1.2(a)2iv", editions="")
def dont_pass_bars_twelve(table: CrapsPosting) -> Breach | None:
    return _bars_another(table, "dont-pass", "don't pass")


@limit("19:47-1.2(a)4iv", editions="")
def dont_come_bars_twelve(table: CrapsPosting) -> Breach | None:
    return _bars_another(table, "dont-come", "don't come")
