"""The layout of a craps table: facts only, folded from events. Everything else is derived from them by the rules."""

from collections.abc import Callable, Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.event import ChipsMoved, Event, UnknownEventError
from chapter47.core.loose_types import OfItsType
from chapter47.craps import events as e
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules import making_wagers
from chapter47.craps.rules.line_wagers import NO_POINT
from chapter47.craps.rules.making_wagers import Called
from chapter47.craps.rules.throwing import next_in_turn
from chapter47.craps.wagers import WAGERS, WagerAtThrow

NOBODY: Final = ""


class Stake(Struct, frozen=True, gc=False):
    """One wager on the layout. A bettor has one of each name and number: `number` is its place, or its point."""

    bettor: str
    wager: str
    number: int
    amount: int
    fee: int = 0
    """The fee paid for a buy or lay bet."""
    called: Called = ""
    coupon: int = 0
    """The value of the match play coupon beside the chips; it is not a chip."""

    def lies(self, bettor: str, wager: str, number: int) -> bool:
        return self.number == number and self.wager == wager and self.bettor == bettor


class ThrowResult(Struct, frozen=True, gc=False):
    """Chips that the last throw moved."""

    bettor: str
    wager: str
    number: int
    amount: int
    result: Literal["paid", "collected", "returned"]


class Layout(Struct, frozen=True, gc=False):
    """A craps table between two events."""

    posting: CrapsPosting
    version: int = 0
    """How many effective events led here; an act that names an older version is stale."""
    rail: tuple[tuple[int, str], ...] = ()
    """Players by position, clockwise from the left of the bank."""
    shooter: str = NOBODY
    offered: str = NOBODY
    """Who is being offered the set of dice."""
    declined: str = NOBODY
    """The shooter who did not bet the line, while the dice are offered to the others."""
    excused: bool = False
    """The shooter throws without a line wager, to decide come wagers, until somebody bets the line."""
    point: int = NO_POINT
    stakes: tuple[Stake, ...] = ()
    withdrawn: frozenset[tuple[str, str]] = frozenset()
    """Bettors and don't wagers that were removed or reduced, and may not be made again before the next come out
    roll."""
    dice_out: bool = False
    in_round: bool = False
    rounds: int = 0
    rolls: int = 0
    dice: tuple[int, ...] = ()
    """The faces of the last valid throw."""
    is_passed_on: bool = False
    """Whether somebody declined or passed the dice, so that they move on clockwise even if somebody joins the rail."""
    results: tuple[ThrowResult, ...] = ()
    """Results of the last throw; empty once the dice are out again."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.rail)

    def position(self, player: str) -> int:
        return next((position for position, name in self.rail if name == player), 0)

    def stake(self, bettor: str, wager: str, number: int = 0) -> Stake | None:
        for stake in self.stakes:
            if stake.lies(bettor, wager, number):
                return stake
        return None

    def staked(self, bettor: str, wager: str, number: int = 0) -> int:
        stake = self.stake(bettor, wager, number)
        return stake.amount if stake else 0

    def has_line_wager(self, player: str = NOBODY) -> bool:
        """Whether anybody, or that player, has a pass or don't pass wager."""
        return any(stake.wager in ("pass", "dont-pass") and player in (NOBODY, stake.bettor) for stake in self.stakes)

    @property
    def needs_no_line_wager(self) -> bool:
        """Whether the shooter may throw a come out roll without one now."""
        return self.excused and not self.has_line_wager()

    def has_come_wager(self) -> bool:
        return any(stake.wager in ("come", "dont-come") for stake in self.stakes)

    def standing(self, stake: Stake) -> WagerAtThrow:
        return WagerAtThrow(stake.number, self.point, stake.called)


def fold(layout: Layout, events: Iterable[Event]) -> Layout:
    for event in events:
        layout = apply(layout, event)
    return layout


def apply(layout: Layout, event: Event) -> Layout:
    change = _CHANGES.get(type(event))
    if change is None:
        raise UnknownEventError(event)
    return change(layout, event)


class ImpossibleEventError(ValueError):
    """An event that cannot happen at this table."""


# The changes ---------------------------------------------------------------------------------------------------------


def _changed(layout: Layout, **facts: object) -> Layout:
    return replace(layout, version=layout.version + 1, **facts)


def _unchanged(layout: Layout, event: Event) -> Layout:
    return layout


def _joined(layout: Layout, event: e.Joined) -> Layout:
    rail = tuple(sorted((*layout.rail, (event.position, event.player))))
    first = rail[0][1] if layout.rolls == 0 else event.player
    is_under_way = layout.rolls > 0 or layout.is_passed_on
    offered = layout.offered if layout.shooter or (layout.offered and is_under_way) else first
    return _changed(layout, rail=rail, offered=offered)


def _left(layout: Layout, event: e.Left) -> Layout:
    rail = tuple(place for place in layout.rail if place[1] != event.player)
    offered = layout.offered if rail else NOBODY
    declined = NOBODY if layout.declined == event.player else layout.declined
    return _changed(
        layout, rail=rail, offered=offered, declined=declined, is_passed_on=layout.is_passed_on and bool(rail)
    )


def _offered(layout: Layout, event: e.DiceOffered) -> Layout:
    if event.taken:
        return _changed(layout, shooter=event.player, offered=NOBODY, declined=NOBODY)
    return _changed(layout, offered=_next(layout, event.player), is_passed_on=True)


def _next(layout: Layout, player: str) -> str:
    """Return the next player, clockwise."""
    return next_in_turn(layout.rail, layout.position(player))


def _passed(layout: Layout, event: e.DicePassed) -> Layout:
    return _changed(layout, shooter=NOBODY, excused=False, offered=_next(layout, event.player), is_passed_on=True)


def _line_declined(layout: Layout, event: e.LineDeclined) -> Layout:
    return _changed(layout, shooter=NOBODY, excused=False, declined=event.player, offered=_next(layout, event.player))


def _throws_for_come_wagers(layout: Layout, event: e.ThrowsForComeWagers) -> Layout:
    return _changed(layout, shooter=event.player, offered=NOBODY, declined=NOBODY, excused=True)


def _bet(layout: Layout, event: e.Bet) -> Layout:
    stake = layout.stake(event.bettor, event.wager, event.number)
    if stake is None:
        made = Stake(event.bettor, event.wager, event.number, event.amount)
        return _changed(layout, stakes=(*layout.stakes, made))
    return _changed(layout, stakes=_with(layout, stake, replace(stake, amount=stake.amount + event.amount)))


def _with(layout: Layout, old: Stake, new: Stake | None) -> tuple[Stake, ...]:
    if new is None:
        return tuple(stake for stake in layout.stakes if stake is not old)
    return tuple(new if stake is old else stake for stake in layout.stakes)


def _the(layout: Layout, bettor: str, wager: str, number: int) -> Stake:
    stake = layout.stake(bettor, wager, number)
    if stake is None:
        raise ImpossibleEventError(f"{bettor} has no {wager} {number or ''} on the layout")
    return stake


def _paid_of(layout: Layout, event: ChipsMoved) -> Stake:
    """The stake whose chips moved."""
    return _the(layout, event.bettor, event.wager, int(event.bet or 0))


def _fee_taken(layout: Layout, event: e.FeeTaken) -> Layout:
    stake = _paid_of(layout, event)
    return _changed(layout, stakes=_with(layout, stake, replace(stake, fee=stake.fee + event.amount)))


def _fee_returned(layout: Layout, event: e.FeeReturned) -> Layout:
    stake = _paid_of(layout, event)
    return _changed(layout, stakes=_with(layout, stake, replace(stake, fee=stake.fee - event.amount)))


def _taken_down(layout: Layout, event: e.TakenDown) -> Layout:
    stake = _the(layout, event.bettor, event.wager, event.number)
    rest = replace(stake, amount=stake.amount - event.amount)
    wager = WAGERS[stake.wager]
    withdrawn = layout.withdrawn
    if making_wagers.may_not_come_back(against=wager.against, line=wager.line, table_point=layout.point):
        withdrawn |= {(stake.bettor, stake.wager)}
    return _changed(layout, stakes=_with(layout, stake, rest if rest.amount else None), withdrawn=withdrawn)


def _coupon_laid(layout: Layout, event: e.CouponLaid) -> Layout:
    stake = _the(layout, event.bettor, event.wager, int(event.bet or 0))
    return _changed(layout, stakes=_with(layout, stake, replace(stake, coupon=event.amount)))


def _coupon_gone(layout: Layout, event: e.CouponTaken | e.CouponReturned) -> Layout:
    stake = _the(layout, event.bettor, event.wager, int(event.bet or 0))
    return _changed(layout, stakes=_with(layout, stake, replace(stake, coupon=0)))


def _called(layout: Layout, event: e.WagerCalled) -> Layout:
    stake = _the(layout, event.bettor, event.wager, event.number)
    return _changed(layout, stakes=_with(layout, stake, replace(stake, called="on" if event.on else "off")))


def _round_began(layout: Layout, event: e.RoundBegan) -> Layout:
    return _changed(layout, in_round=True, rounds=event.number)


def _dice_out(layout: Layout, event: e.DiceOut) -> Layout:
    return _changed(layout, dice_out=True, results=())


def _thrown(layout: Layout, event: e.Thrown) -> Layout:
    """Clear calls "off", which were for this throw."""
    stakes = tuple(replace(stake, called="") if stake.called == "off" else stake for stake in layout.stakes)
    dice = (event.first, event.second)
    return _changed(layout, dice_out=False, rolls=layout.rolls + 1, stakes=stakes, dice=dice)


def _no_roll(layout: Layout, event: e.NoRoll) -> Layout:
    return _changed(layout, dice_out=False)


def _settled(layout: Layout, event: e.Collected | e.Returned) -> Layout:
    result = _result(event, "collected" if isinstance(event, e.Collected) else "returned")
    stakes = _with(layout, _paid_of(layout, event), None)
    return _changed(layout, stakes=stakes, results=(*layout.results, result))


def _paid(layout: Layout, event: e.Paid) -> Layout:
    """Note winnings; the wager itself stays, or is returned separately."""
    return replace(layout, results=(*layout.results, _result(event, "paid")))


def _result(event: ChipsMoved, result: Literal["paid", "collected", "returned"]) -> ThrowResult:
    return ThrowResult(event.bettor, event.wager, int(event.bet or 0), event.amount, result)


def _travelled(layout: Layout, event: e.Travelled) -> Layout:
    stake = layout.stake(event.bettor, event.wager)
    if stake is None:
        raise ImpossibleEventError(f"{event.bettor} has no {event.wager} waiting for a point")
    return _changed(layout, stakes=_with(layout, stake, replace(stake, number=event.point)))


def _marker_moved(layout: Layout, event: e.MarkerMoved) -> Layout:
    withdrawn = layout.withdrawn if event.point else frozenset()
    return _changed(layout, point=event.point, withdrawn=withdrawn)


def _round_over(layout: Layout, event: e.RoundOver) -> Layout:
    excused = layout.needs_no_line_wager and layout.has_come_wager()
    return _changed(layout, in_round=False, excused=excused)


_CHANGES: Final[dict[type[Event], Callable[[Layout, OfItsType], Layout]]] = {
    e.Joined: _joined,
    e.Left: _left,
    e.DiceOffered: _offered,
    e.DicePicked: _unchanged,
    e.DicePassed: _passed,
    e.LineDeclined: _line_declined,
    e.ThrowsForComeWagers: _throws_for_come_wagers,
    e.Bet: _bet,
    e.TakenDown: _taken_down,
    e.CouponLaid: _coupon_laid,
    e.CouponTaken: _coupon_gone,
    e.CouponReturned: _coupon_gone,
    e.WagerCalled: _called,
    e.Did: _unchanged,
    e.Said: _unchanged,
    e.RoundBegan: _round_began,
    e.DiceOut: _dice_out,
    e.Thrown: _thrown,
    e.NoRoll: _no_roll,
    e.Collected: _settled,
    e.Paid: _paid,
    e.FeeTaken: _fee_taken,
    e.FeeReturned: _fee_returned,
    e.Returned: _settled,
    e.Travelled: _travelled,
    e.MarkerMoved: _marker_moved,
    e.RoundOver: _round_over,
}
"""How each event changes the layout; an event that is missing here is an error."""
