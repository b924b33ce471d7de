"""What a craps table needs next, and everything that is legal now, from the functions that refuse the rest."""

from collections.abc import Iterator

from msgspec import Struct

from chapter47.core.findings import Refusal
from chapter47.core.money import can_be_staked
from chapter47.craps.round import betting, play
from chapter47.craps.round.betting import coupon_amounts
from chapter47.craps.rules import making_wagers, throwing
from chapter47.craps.state import Layout
from chapter47.craps.wagers import ALL, Wager

# What the table needs next -------------------------------------------------------------------------------------------


class NeedPlayer(Struct, frozen=True, gc=False):
    """The rail is empty."""


class NeedShooter(Struct, frozen=True, gc=False):
    """The set of dice is offered to a player, who takes or declines it."""

    player: str
    by: str = "19:47-1.11"


class NeedBets(Struct, frozen=True, gc=False):
    """Wagers, until the dice go to the shooter."""

    shooter: str
    come_out: bool


class NeedRoll(Struct, frozen=True, gc=False):
    """Two dice, thrown by the shooter."""

    shooter: str
    by: str = "19:47-1.8"


Need = NeedPlayer | NeedShooter | NeedBets | NeedRoll


def pending(layout: Layout) -> Need:
    if layout.dice_out:
        return NeedRoll(layout.shooter)
    if layout.shooter:
        return NeedBets(layout.shooter, come_out=layout.point == 0)
    return NeedShooter(layout.offered) if layout.offered else NeedPlayer()


# What may be done now ------------------------------------------------------------------------------------------------


class Legal(Struct, frozen=True, gc=False):
    """A legal act; with an amount if `most` is not 0."""

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
    """List legal acts in a fixed order: dice first, then wagers by player, then those on the layout."""
    return [
        *_with_the_dice(layout),
        *(act for player in layout.players for act in legal_wagers(layout, player)),
        *(act for player in layout.players for act in _coupons(layout, player)),
        *(act for player in layout.players for act in _with_stakes(layout, player)),
    ]


def _with_the_dice(layout: Layout) -> Iterator[Legal]:
    if layout.dice_out:
        yield Legal("roll", throwing.THROW, layout.shooter)
        yield from (Legal(ground, throwing.INVALID_ROLL) for ground in throwing.GROUNDS)
        return
    if layout.offered:
        yield Legal("take-dice", throwing.SHOOTER, layout.offered)
        yield Legal("decline-dice", throwing.SHOOTER, layout.offered)
    if not isinstance(play.send_dice(layout), Refusal):
        yield Legal("send-dice", throwing.THROW, layout.shooter)
    if layout.shooter:
        yield Legal("pass-dice", throwing.SHOOTER, layout.shooter)
        if not isinstance(play.decline_line(layout, layout.shooter), Refusal):
            yield Legal("decline-line", throwing.SHOOTER, layout.shooter)


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
            yield from (Legal("turn-on" if on else "turn-off", *about) for on in play.callable_as(layout, stake))
