"""Settlement of a valid throw: losing wagers first, then winning ones, then returned ones, then those that move."""

from collections.abc import Iterator
from typing import TypeVar

from chapter47.core.dice import Roll
from chapter47.core.event import ChipsMoved, CouponMoved, Event, Place
from chapter47.core.money import dollars
from chapter47.craps import events as e
from chapter47.craps.decision import Decision, Result
from chapter47.craps.rules import payout_odds, throwing
from chapter47.craps.rules.line_wagers import NO_POINT, is_come_out_roll, point_after
from chapter47.craps.state import Layout, Stake
from chapter47.craps.wagers import WAGERS, decide, fee_of, odds_paid

_ORDER = {name: place for place, name in enumerate(WAGERS)}
_IN_TURN = (Result.LOST, Result.WON, Result.VOID, Result.TRAVELS)


def settlement(layout: Layout, roll: Roll) -> Iterator[Event]:
    """Return everything that follows from a throw."""
    yield e.Said(by=throwing.POINT_THROW, words=throwing.stick_call(roll.first, roll.second, layout.point))
    yield from _settled(layout, roll)
    point = next_point(layout, roll)
    if point != layout.point:
        yield e.MarkerMoved(by="19:47-1.1", point=point)
    if point == NO_POINT:
        yield e.RoundOver(by="19:47-1.1")
    if throwing.must_pass_the_dice(layout.point, roll.total):
        yield e.DicePassed(by=throwing.SHOOTER, player=layout.shooter, why=throwing.LOSER_7)


def next_point(layout: Layout, roll: Roll) -> int:
    """Return the next point; a come out roll without any line wager sets none (1.11)."""
    if is_come_out_roll(layout.point) and not layout.has_line_wager():
        return NO_POINT
    return point_after(layout.point, roll.total)


def _settled(layout: Layout, roll: Roll) -> Iterator[Event]:
    stakes = sorted(layout.stakes, key=lambda stake: _place(layout, stake))
    decided = [(stake, _decision(layout, stake, roll)) for stake in stakes]
    for result in _IN_TURN:
        for stake, decision in decided:
            if decision.result is result:
                yield from _events(layout, stake, decision, roll)


def _place(layout: Layout, stake: Stake) -> tuple[int, int, int]:
    return layout.position(stake.bettor), _ORDER[stake.wager], stake.number


def _decision(layout: Layout, stake: Stake, roll: Roll) -> Decision:
    return decide(layout.posting, WAGERS[stake.wager], layout.standing(stake), roll)


def _events(layout: Layout, stake: Stake, decision: Decision, roll: Roll) -> Iterator[Event]:
    by = decision.by
    match decision.result:
        case Result.LOST:
            yield from coupon_gone(layout, stake, e.CouponTaken, by)
            yield chips(e.Collected, layout, stake, stake.amount, by=by, why="lost")
        case Result.WON:
            yield from _won(layout, stake, by, roll)
        case Result.VOID:
            yield from coupon_gone(layout, stake, e.CouponReturned, by)
            yield chips(e.Returned, layout, stake, stake.amount, by=by, why="void")
        case _:
            yield e.Travelled(by=by, bettor=stake.bettor, wager=stake.wager, point=roll.total)


def _won(layout: Layout, stake: Stake, by: str, roll: Roll) -> Iterator[Event]:
    """Pay winnings, including those of a coupon, less a fee that is due only now, and return the stake."""
    wager, posting = WAGERS[stake.wager], layout.posting
    won = payout_odds.winnings(stake.amount + stake.coupon, odds_paid(posting, wager, stake.number, roll))
    why = f"won, {dollars(stake.coupon)} coupon counted in" if stake.coupon else "won"
    yield chips(e.Paid, layout, stake, won, by=by, why=why)
    yield from coupon_gone(layout, stake, e.CouponTaken, by)
    if not payout_odds.fee_is_paid_when_made(posting) and (fee := fee_of(posting, wager, stake.number, stake.amount)):
        yield chips(e.FeeTaken, layout, stake, fee, by=payout_odds.BUY_AND_LAY, why="fee")
    yield chips(e.Returned, layout, stake, stake.amount, by=by, why="won")


def coupon_gone(layout: Layout, stake: Stake, kind: type[CouponMoved], by: str) -> Iterator[Event]:
    """Remove a coupon: taken in when its wager is won or lost, returned when it is void or taken down."""
    if stake.coupon:
        at, bet = Place(layout.position(stake.bettor)), str(stake.number) if stake.number else ""
        yield kind(by=by, at=at, bettor=stake.bettor, wager=stake.wager, amount=stake.coupon, bet=bet)


C = TypeVar("C", bound=ChipsMoved)


def chips(kind: type[C], layout: Layout, stake: Stake, amount: int, *, by: str, why: str) -> C:
    """Chips of a stake that change hands."""
    place = Place(layout.position(stake.bettor))
    bet = str(stake.number) if stake.number else ""
    return kind(by=by, at=place, bettor=stake.bettor, wager=stake.wager, amount=amount, why=why, bet=bet)
