"""Hosting of craps: who must act next, and what each player may do."""

from collections.abc import Callable, Iterator
from typing import Final

from chapter47.core.act import Act
from chapter47.core.findings import Refusal
from chapter47.core.hosting import HostingOf, Offer, OfferKind
from chapter47.craps import acts
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.round.legal import Legal, NeedBets, NeedShooter, legal_acts
from chapter47.craps.rules.throwing import SHOOTER
from chapter47.craps.table.in_play import CrapsInPlay

NOT_OFFERED: Final = ("roll", "send-dice", "coupon")
"""Acts that are not offered to players: those of the crew, and a coupon, which few players have."""
ON_THE_LINE: Final = ("pass", "dont-pass", "pass-odds", "dont-pass-odds")
"""Wagers that share one place, whatever the point."""


def seated(table: CrapsInPlay) -> tuple[str, ...]:
    return table.layout.players


def awaited(table: CrapsInPlay) -> str:
    return need.player if isinstance(need := table.need, NeedShooter) else ""


def time_is_up(table: CrapsInPlay) -> Act | None:
    """Move the dice on to the next player, or to the shooter; a shooter without a line wager passes them."""
    need = table.need
    if isinstance(need, NeedShooter):
        return acts.DeclineDice(need.player)
    if not isinstance(need, NeedBets):
        return None
    if throws := closes_wagers(table):
        return throws
    return acts.PassDice(need.shooter) if table.layout.stakes else None


def winding_down_act(table: CrapsInPlay) -> Act | None:
    """Return the act that clears the layout: wagers that may be taken down are; for the rest, a player with wagers
    throws until they are decided. Players who do not bet the line decline it, so that the dice move on and are thrown
    for undecided come wagers."""
    layout, need = table.layout, table.need
    for stake in layout.stakes:
        if not isinstance(play.take_down(layout, stake.bettor, stake.wager, stake.number), Refusal):
            return acts.TakeDown(stake.bettor, stake.wager, stake.number)
    if isinstance(need, NeedShooter):
        has_wagers = any(stake.bettor == need.player for stake in layout.stakes)
        return (acts.TakeDice if has_wagers and not layout.declined else acts.DeclineDice)(need.player)
    if isinstance(need, NeedBets) and not isinstance(play.decline_line(layout, need.shooter), Refusal):
        return closes_wagers(table) or acts.DeclineLine(need.shooter)
    return time_is_up(table)


def closes_wagers(table: CrapsInPlay) -> Act | None:
    return acts.SendDice() if isinstance(table.need, NeedBets) and why_not_closable(table) is None else None


def why_not_closable(table: CrapsInPlay) -> Refusal | None:
    sent = play.send_dice(table.layout)
    return sent if isinstance(sent, Refusal) else None


def takes_dice(table: CrapsInPlay, player: str) -> Act | None:
    return acts.TakeDice(player) if awaited(table) == player else None


# What a player may do ------------------------------------------------------------------------------------------------


def offers(table: CrapsInPlay, player: str) -> Iterator[Offer]:
    layout = table.layout
    if player not in layout.players:
        if len(layout.players) < layout.posting.positions:
            yield Offer(kind="seat", act=acts.Join(player), by=SHOOTER)
        return
    for legal in legal_acts(layout):
        if legal.player == player and legal.act not in NOT_OFFERED:
            yield _offer(legal)
    if not isinstance(play.leave(layout, player), Refusal):
        yield Offer(kind="leave", act=acts.Leave(player), by=SHOOTER)


def _offer(legal: Legal) -> Offer:
    kind: OfferKind = "bet" if legal.act == "bet" else "change" if legal.wager else "turn"
    spot = f"spot-{legal.wager}-{0 if legal.wager in ON_THE_LINE else legal.number}" if legal.wager else ""
    least, most, step = legal.least, legal.most, legal.step
    return Offer(kind=kind, act=act_of(legal), by=legal.by, spot=spot, least=least, most=most, step=step)


def act_of(legal: Legal) -> Act:
    """Return the allowed act, with the minimum amount."""
    match legal.act:
        case "bet" if legal.wager in acts.ODDS:
            odds = acts.LayOdds if legal.wager.startswith("dont") else acts.TakeOdds
            return odds(legal.player, legal.least, str(legal.number))
        case "bet":
            return acts.Bet(legal.player, legal.least, legal.wager, legal.number)
        case "reduce":
            return acts.Reduce(player=legal.player, on=legal.wager, number=legal.number, amount=legal.least)
        case "take-down" | "turn-on" | "turn-off":
            return CHANGES[legal.act](legal.player, legal.wager, legal.number)
        case "coupon":
            return acts.Coupon(legal.player, legal.least, legal.wager)
        case "send-dice":
            return acts.SendDice()
    return WITH_THE_DICE[legal.act](legal.player)


CHANGES: Final = {"take-down": acts.TakeDown, "turn-on": acts.TurnOn, "turn-off": acts.TurnOff}
WITH_THE_DICE: Final[dict[str, Callable[[str], Act]]] = {
    "take-dice": acts.TakeDice,
    "decline-dice": acts.DeclineDice,
    "pass-dice": acts.PassDice,
    "decline-line": acts.DeclineLine,
}


HOSTING: Final = HostingOf[CrapsInPlay, CrapsPosting](
    seated=seated,
    awaited=awaited,
    time_is_up=time_is_up,
    winding_down_act=winding_down_act,
    closes_wagers=closes_wagers,
    why_not_closable=why_not_closable,
    offers=offers,
    takes_turn=takes_dice,
    log=lambda table: table.entries,
    leaves=acts.Leave,
)
