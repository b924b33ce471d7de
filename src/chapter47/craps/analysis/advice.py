"""Advice at craps, and the layout as people describe it: the point and the wagers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.json_object import Json
from chapter47.core.money import cents
from chapter47.core.pricing import Listing
from chapter47.core.text import percent, printable
from chapter47.craps.analysis.prices import wager_price
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import PERMISSIBLE_WAGERS, name_of, refused_stake
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.rules import payout_odds
from chapter47.craps.rules.line_wagers import NO_POINT, POINTS
from chapter47.craps.rules.place_and_proposition_wagers import HORN, broken_down
from chapter47.craps.state import Layout, Stake
from chapter47.craps.wagers import WAGERS, Wager

PLAYER: Final = "You"
OFF: Final = "off"
NAMED: Final = ("point", "layout")
NOT_ASKED: Final = f"nothing; at craps use {' and '.join(NAMED)}"
POINTS_OR_OFF: Final = ", ".join((*map(str, POINTS), OFF))
SUCH_AS: Final = "wagers such as: pass 6=10, place-to-win 8=12"


class _NamedStake(NamedTuple):
    text: str
    wager: Wager
    number: int
    amount: int


def read_layout(table: CrapsPosting, known: Mapping[str, str]) -> Layout:
    """Read `point` and `layout`; raises with every problem of both."""
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
        elif point == OFF or is_point:  # every wager there depends on the point
            problems.append(problem)
    if problems:
        raise Chapter47Error(problems)
    return layout


def _named_stakes(lying: str, point: int, problems: list[Problem]) -> list[_NamedStake]:
    """Read wagers with amounts; unreadable ones go to the problems."""
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
    """Return the number; pass and don't pass, and the odds behind them, need not name their point."""
    if number:
        return int(number)
    return point if wager.name in ("pass", "dont-pass", "pass-odds", "dont-pass-odds") else NO_POINT


def _impossible(layout: Layout, stake: _NamedStake) -> Problem | None:
    """Return why a wager cannot be on the layout: it must have been allowed when made, with a number possible by
    now."""
    wager, number = stake.wager, stake.number
    if layout.stake(PLAYER, wager.name, number):
        return Problem("layout", printable(stake.text), f"{name_of(wager.name, number)} once", wager.by)
    if wager.line and (points := _points_of(layout, wager)) and number not in points:
        allowed = ", ".join(name_of(wager.name, point) for point in points)
        return Problem("layout", f"{printable(stake.text)} with the point {layout.point or OFF}", allowed, wager.by)
    if wager.name == "horn-high" and not layout.posting.horn_high_area:
        parts = ", ".join(part.wager for part in broken_down(number)) if number in HORN else "its parts"
        return Problem("layout", f"{printable(stake.text)}, which this layout has no area for", parts, wager.by)
    made_on = NO_POINT if wager.line else number
    refusal = refused_stake(_when_made(layout, wager, number), PLAYER, wager.name, made_on, stake.amount)
    if refusal is None:
        return None
    return Problem("layout", f"{printable(stake.text)} ({refusal.message})", refusal.want, refusal.citation)


def _points_of(layout: Layout, wager: Wager) -> tuple[int, ...]:
    """Return the points that a line wager can have: pass that of the table, come any other, unless both were made
    before one come out roll; none before its first throw."""
    if wager.name in ("pass", "dont-pass"):
        return (layout.point,)
    at_come_out = wager.accepted(layout.posting, NO_POINT, True)
    waiting = (NO_POINT,) if layout.point or at_come_out else ()
    return (*waiting, *(point for point in POINTS if at_come_out or point != layout.point))


def _when_made(layout: Layout, wager: Wager, number: int) -> Layout:
    """Return the possible layouts when a line wager was made: before a come out roll, or with some point."""
    if not wager.line:
        return layout
    before_come_out = wager.name in ("pass", "dont-pass")
    return replace(layout, point=NO_POINT if before_come_out else layout.point or number or POINTS[0])


@dataclass(frozen=True)
class CrapsAdvice:
    """The expected gain per unit staked of each act, for a wager taken down per unit on the layout."""

    moves: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return max(self.moves, key=lambda move: self.moves[move])

    def data(self) -> Json:
        return {"moves": {move: float(worth) for move, worth in self.moves.items()}, "best": self.best}

    def lines(self, hands: Sequence[str], up: str) -> Iterator[Listing | str]:
        del hands, up
        rows = [(move, percent(float(worth), signed=True)) for move, worth in self.moves.items()]
        yield Listing("What each act is worth, per unit staked", rows)
        yield f"best: {self.best}"


def advise(table: CrapsPosting, known: Mapping[str, str]) -> CrapsAdvice:
    """Value acts; `point` is 4 to 10 or off; `layout` lists the wagers: `pass 6=10, place-to-win 8=12`."""
    layout = read_layout(table, known)
    return CrapsAdvice(
        {_named(act): _worth(table, act) for act in legal_acts(layout) if act.act in ("bet", "take-down")}
    )


def _named(act: Legal) -> str:
    return f"{act.act} {name_of(act.wager, act.number)}"


def _worth(table: CrapsPosting, act: Legal) -> Fraction:
    """Return a wager's expected gain; taking it down forgoes that gain, but a paid fee may be kept. Odds pay true
    odds."""
    wager = WAGERS[act.wager]
    if wager.supports:
        return Fraction(0)
    price = wager_price(table, wager, act.number)
    if act.act == "bet":
        return price.mean
    kept = price.fee if price.fee_when_made and not payout_odds.fee_goes_back(table) else Fraction(0)
    return -price.mean - kept
