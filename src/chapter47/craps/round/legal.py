"""All that may be done now, from the sources that refuse everything else."""

from collections.abc import Iterator

from msgspec import Struct

from chapter47.core.findings import Refusal
from chapter47.core.money import can_be_staked
from chapter47.craps.round import betting, play
from chapter47.craps.round.coupons import coupon_amounts
from chapter47.craps.rules import invalid_roll, making_wagers, shooter, throw
from chapter47.craps.state import Layout
from chapter47.craps.wagers import ALL, Wager


class Legal(Struct, frozen=True, gc=False):
    """An act that may be done now; with an amount where `most` is not nothing."""

    act: str
    by: str
    player: str = ""
    wager: str = ""
    number: int = 0
    least: int = 0
    most: int = 0
    step: int = 0

    def allows(self, amount: int) -> bool:
        return can_be_staked(amount, least=self.least, most=self.most, step=self.step)


def legal_acts(layout: Layout) -> list[Legal]:
    """In a fixed order: dice first, then wagers by player, then what lies on the layout."""
    return [
        *_with_the_dice(layout),
        *(act for player in layout.players for act in legal_wagers(layout, player)),
        *(act for player in layout.players for act in _coupons(layout, player)),
        *(act for player in layout.players for act in _with_stakes(layout, player)),
    ]


def _with_the_dice(layout: Layout) -> Iterator[Legal]:
    if layout.dice_out:
        yield Legal("roll", throw.SECTION, layout.shooter)
        yield from (Legal(ground, invalid_roll.SECTION) for ground in invalid_roll.GROUNDS)
        return
    if layout.offered:
        yield Legal("take-dice", shooter.SECTION, layout.offered)
        yield Legal("decline-dice", shooter.SECTION, layout.offered)
    if not isinstance(play.send_dice(layout), Refusal):
        yield Legal("send-dice", throw.SECTION, layout.shooter)
    if layout.shooter:
        yield Legal("pass-dice", shooter.SECTION, layout.shooter)
        if not isinstance(play.decline_line(layout, layout.shooter), Refusal):
            yield Legal("decline-line", shooter.SECTION, layout.shooter)


def legal_wagers(layout: Layout, player: str) -> Iterator[Legal]:
    """The wagers that a player may make or raise now."""
    for wager in ALL:
        for number in _numbers(layout, player, wager):
            amounts = betting.stakeable(layout, player, wager.name, number)
            if not isinstance(amounts, Refusal):
                yield Legal("bet", wager.by, player, wager.name, number, amounts.least, amounts.most, amounts.unit)


def _numbers(layout: Layout, player: str, wager: Wager) -> tuple[int, ...]:
    if not wager.supports:
        return wager.numbers or (0,)
    return tuple(
        stake.number
        for stake in layout.stakes
        if stake.bettor == player and stake.wager == wager.supports and stake.number
    )


def _coupons(layout: Layout, player: str) -> Iterator[Legal]:
    for wager in making_wagers.COUPON_WAGERS:
        amounts = coupon_amounts(layout, player, wager)
        if not isinstance(amounts, Refusal) and amounts.least <= amounts.most:
            limits = (amounts.least, amounts.most, amounts.unit)
            yield Legal("coupon", making_wagers.SECTION, player, wager, 0, *limits)


def _with_stakes(layout: Layout, player: str) -> Iterator[Legal]:
    for stake in layout.stakes:
        if stake.bettor != player:
            continue
        about = (making_wagers.SECTION, player, stake.wager, stake.number)
        if not isinstance(play.take_down(layout, player, stake.wager, stake.number), Refusal):
            yield Legal("take-down", *about)
            reducible = play.reducible_by(layout, stake)
            if reducible.least <= reducible.most:
                yield Legal("reduce", *about, reducible.least, reducible.most, reducible.unit)
        if not layout.dice_out:
            yield from (Legal("call-on" if on else "call-off", *about) for on in play.callable_as(layout, stake))
