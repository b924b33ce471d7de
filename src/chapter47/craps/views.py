"""A craps table as an onlooker sees it. Nothing at craps is hidden: the views differ in whose wagers are one's own."""

from msgspec import Struct

from chapter47.core.onlookers import Who
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.round.needs import pending
from chapter47.craps.state import Layout, Stake
from chapter47.craps.wagers import WAGERS, is_at_rest


class WagerView(Struct, frozen=True):
    """A wager on the layout; `works` tells whether the next throw counts for it."""

    bettor: str
    wager: str
    number: int
    amount: int
    works: bool
    button: str
    """What it was called: on, off, or nothing."""


class CrapsView(Struct, frozen=True):
    """What everybody at the table sees."""

    version: int
    round: int
    rolls: int
    point: int
    """Where the marker lies, or 0 where it is off."""
    rail: tuple[tuple[int, str], ...]
    shooter: str
    offered: str
    dice_out: bool
    wagers: tuple[WagerView, ...]
    need: str


class PlayerView(Struct, frozen=True):
    """What a player sees: the table, the own wagers and what may be done."""

    table: CrapsView
    player: str
    mine: tuple[WagerView, ...]
    legal: tuple[Legal, ...]


def table_view(layout: Layout) -> CrapsView:
    return CrapsView(
        version=layout.version,
        round=layout.rounds,
        rolls=layout.rolls,
        point=layout.point,
        rail=layout.rail,
        shooter=layout.shooter,
        offered=layout.offered,
        dice_out=layout.dice_out,
        wagers=tuple(_wager(layout, stake) for stake in layout.stakes),
        need=type(pending(layout)).__name__,
    )


def _wager(layout: Layout, stake: Stake) -> WagerView:
    rests = is_at_rest(layout.posting, WAGERS[stake.wager], layout.standing(stake))
    return WagerView(stake.bettor, stake.wager, stake.number, stake.amount, not rests, stake.called)


def player_view(layout: Layout, player: str) -> PlayerView:
    table = table_view(layout)
    mine = tuple(wager for wager in table.wagers if wager.bettor == player)
    legal = tuple(act for act in legal_acts(layout) if act.player in ("", player))
    return PlayerView(table, player, mine, legal)


def view(layout: Layout, who: Who) -> CrapsView | PlayerView:
    """The crew and whoever stands behind the rail see the same table."""
    return player_view(layout, who.name) if who.kind == "player" else table_view(layout)
