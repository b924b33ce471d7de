"""The layout that advice is asked about, as people name it: the point and what lies there."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.money import cents
from chapter47.core.text import printable
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import PERMISSIBLE_WAGERS, name_of, refused_stake
from chapter47.craps.rules.come_out import NO_POINT, POINTS
from chapter47.craps.rules.one_roll_wagers import HORN, broken_down
from chapter47.craps.state import Layout, Stake
from chapter47.craps.wagers import WAGERS, Wager

PLAYER: Final = "You"
OFF: Final = "off"
NAMED: Final = ("point", "layout")
NOT_ASKED: Final = f"to leave it out: at craps {' and '.join(NAMED)} are asked"
POINTS_OR_OFF: Final = ", ".join((*map(str, POINTS), OFF))
SUCH_AS: Final = "wagers such as: pass 6=10, place-to-win 8=12"


class _NamedStake(NamedTuple):
    text: str
    wager: Wager
    number: int
    amount: int


def read_layout(table: CrapsPosting, known: Mapping[str, str]) -> Layout:
    """From `point` and `layout`; raises with every problem of both."""
    problems = [Problem(name, printable(given), NOT_ASKED) for name, given in known.items() if name not in NAMED]
    point = known.get("point", OFF)
    is_point = point in map(str, POINTS)
    if point != OFF and not is_point:
        problems.append(Problem("point", printable(point), POINTS_OR_OFF, "19:47-1.1"))
    layout = Layout(
        table, rail=((1, PLAYER),), shooter=PLAYER, point=int(point) if is_point else NO_POINT, in_round=True
    )
    named = _named_stakes(known.get("layout", ""), layout.point, problems)
    for stake in sorted(named, key=lambda named: bool(named.wager.supports)):  # odds lie behind what they support
        problem = _impossible(layout, stake)
        if problem is None:
            lying = Stake(PLAYER, stake.wager.name, stake.number, stake.amount)
            layout = replace(layout, stakes=(*layout.stakes, lying))
        elif point == OFF or is_point:  # whatever lies there depends on the point
            problems.append(problem)
    if problems:
        raise Chapter47Error(problems)
    return layout


def _named_stakes(lying: str, point: int, problems: list[Problem]) -> list[_NamedStake]:
    """What can be read as a wager with an amount; what cannot goes to the problems."""
    named = []
    for text in filter(None, map(str.strip, lying.split(","))):
        name, _, amount = text.partition("=")
        wager, _, number = name.strip().partition(" ")
        try:
            record = WAGERS[wager]
            named.append(_NamedStake(text, record, _number(record, number.strip(), point), cents(amount.strip())))
        except KeyError:
            problems.append(Problem("layout", printable(text), ", ".join(WAGERS), PERMISSIBLE_WAGERS))
        except ValueError:
            problems.append(Problem("layout", printable(text), SUCH_AS))
    return named


def _number(wager: Wager, number: str, point: int) -> int:
    """Pass and don't pass, and the odds behind them, need not name the point that they have."""
    if number:
        return int(number)
    return point if wager.name in ("pass", "dont-pass", "pass-odds", "dont-pass-odds") else NO_POINT


def _impossible(layout: Layout, stake: _NamedStake) -> Problem | None:
    """Whether it can lie there: it could be made when it was, and its number is one that it can have by now."""
    wager, number = stake.wager, stake.number
    if layout.stake(PLAYER, wager.name, number):
        return Problem("layout", printable(stake.text), f"{name_of(wager.name, number)} once", wager.by)
    if wager.line and (points := _points_of(layout, wager)) and number not in points:
        allowed = ", ".join(name_of(wager.name, point) for point in points)
        return Problem("layout", f"{printable(stake.text)} with the point {layout.point or OFF}", allowed, wager.by)
    if wager.name == "horn-high" and not layout.posting.horn_high_area:
        parts = ", ".join(part.wager for part in broken_down(number)) if number in HORN else "its parts"
        return Problem("layout", f"{printable(stake.text)} without an area for it", parts, wager.by)
    made_on = NO_POINT if wager.line else number
    refusal = refused_stake(_when_made(layout, wager, number), PLAYER, wager.name, made_on, stake.amount)
    if refusal is None:
        return None
    return Problem("layout", f"{printable(stake.text)} ({refusal.message})", refusal.want, refusal.citation)


def _points_of(layout: Layout, wager: Wager) -> tuple[int, ...]:
    """The points that a line wager can have: pass that of the table, come any that the table has not, unless both were
    made before one come out roll; before its first throw none."""
    if wager.name in ("pass", "dont-pass"):
        return (layout.point,)
    at_come_out = wager.accepted(layout.posting, NO_POINT)
    waiting = (NO_POINT,) if layout.point or at_come_out else ()
    return (*waiting, *(point for point in POINTS if at_come_out or point != layout.point))


def _when_made(layout: Layout, wager: Wager, number: int) -> Layout:
    """The layout as it may have been when a line wager was made: before a come out roll, or with some point."""
    if not wager.line:
        return layout
    before_come_out = wager.name in ("pass", "dont-pass")
    return replace(layout, point=NO_POINT if before_come_out else layout.point or number or POINTS[0])
