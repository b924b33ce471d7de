"""Craps played from afar: who is waited for, and what each player may do."""

from collections.abc import Iterator
from typing import Final

from chapter47.core.act import quoted
from chapter47.core.findings import Refusal
from chapter47.core.hosting import HostingOf, Offer
from chapter47.craps.acts import SENDS_DICE, CrapsAct
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.round.needs import NeedBets, NeedShooter
from chapter47.craps.rules.shooter import SECTION
from chapter47.craps.table.in_play import CrapsInPlay

NOT_OFFERED: Final = ("roll", SENDS_DICE, "coupon")
"""What the crew does; and a coupon, which only few players have."""
ON_THE_LINE: Final = ("pass", "dont-pass", "pass-odds", "dont-pass-odds")
"""Wagers that lie in one place, whatever the point."""


def seated(table: CrapsInPlay) -> tuple[str, ...]:
    return table.layout.players


def awaited(table: CrapsInPlay) -> str:
    return need.player if isinstance(need := table.need, NeedShooter) else ""


def time_is_up(table: CrapsInPlay) -> CrapsAct | None:
    """The dice go on to the next player, or to the shooter; a shooter without a line wager passes them."""
    need = table.need
    if isinstance(need, NeedShooter):
        return CrapsAct("decline-dice", need.player)
    if not isinstance(need, NeedBets):
        return None
    if throws := closes_wagers(table):
        return throws
    return CrapsAct("pass-dice", need.shooter) if table.layout.stakes else None


def empties(table: CrapsInPlay) -> CrapsAct | None:
    """What may be taken down goes back; for the rest a player who has wagers throws until they are decided.

    Whoever does not bet the line declines it, so that the dice go round and are thrown for come wagers that wait."""
    layout, need = table.layout, table.need
    for stake in layout.stakes:
        if not isinstance(play.take_down(layout, stake.bettor, stake.wager, stake.number), Refusal):
            return CrapsAct("take-down", stake.bettor, stake.wager, stake.number)
    if isinstance(need, NeedShooter):
        has_wagers = any(stake.bettor == need.player for stake in layout.stakes)
        return CrapsAct("take-dice" if has_wagers and not layout.declined else "decline-dice", need.player)
    if isinstance(need, NeedBets) and not isinstance(play.decline_line(layout, need.shooter), Refusal):
        return closes_wagers(table) or CrapsAct("decline-line", need.shooter)
    return time_is_up(table)


def closes_wagers(table: CrapsInPlay) -> CrapsAct | None:
    return CrapsAct(SENDS_DICE) if isinstance(table.need, NeedBets) and held_up(table) is None else None


def held_up(table: CrapsInPlay) -> Refusal | None:
    sent = play.send_dice(table.layout)
    return sent if isinstance(sent, Refusal) else None


def takes_dice(table: CrapsInPlay, player: str) -> CrapsAct | None:
    return CrapsAct("take-dice", player) if awaited(table) == player else None


def leaves(player: str) -> CrapsAct:
    return CrapsAct("leave", player)


# What a player may do ------------------------------------------------------------------------------------------------


def offers(table: CrapsInPlay, player: str) -> Iterator[Offer]:
    name, layout = quoted(player), table.layout
    if player not in layout.players:
        if len(layout.players) < layout.posting.positions:
            yield Offer(line=f"{name} join", by=SECTION)
        return
    for legal in legal_acts(layout):
        if legal.player == player and legal.act not in NOT_OFFERED:
            yield _offer(name, legal)
    if not isinstance(play.leave(layout, player), Refusal):
        yield Offer(line=f"{name} leave", by=SECTION)


def _offer(name: str, legal: Legal) -> Offer:
    number = str(legal.number) if legal.number else ""
    by = "by" if legal.act == "reduce" else ""
    line = " ".join(filter(None, (name, legal.act, legal.wager, number, by)))
    spot = f"spot-{legal.wager}-{0 if legal.wager in ON_THE_LINE else legal.number}" if legal.wager else ""
    return Offer(line=line, by=legal.by, least=legal.least, most=legal.most, step=legal.step, spot=spot)


HOSTING: Final = HostingOf[CrapsInPlay, CrapsPosting](
    seated=seated,
    awaited=awaited,
    time_is_up=time_is_up,
    empties=empties,
    closes_wagers=closes_wagers,
    held_up=held_up,
    offers=offers,
    takes_turn=takes_dice,
    log=lambda table: table.entries,
    leaves=leaves,
)
