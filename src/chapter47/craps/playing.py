"""How craps is played, logged, narrated and replayed: the game's part `playing`."""

from collections.abc import Mapping
from typing import Final

from chapter47.core.cards import Faces
from chapter47.core.event import Event
from chapter47.core.money import dollars
from chapter47.core.playing import THROW, Playing, ShownByChance, Teller
from chapter47.craps import events as e
from chapter47.craps.acts import GRAMMAR, Join
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.round.legal import NeedBets, NeedPlayer, NeedShooter
from chapter47.craps.round.play import OWN_WISH
from chapter47.craps.rules.throwing import GROUNDS, LOSER_7
from chapter47.craps.table.in_play import open_again, open_table
from chapter47.craps.table.replay import redeal, replay


def _waits_for(need: object) -> str:
    match need:
        case NeedPlayer():
            return "a player at the rail"
        case NeedShooter(player=player):
            return f"{player}, to whom the dice are offered"
        case NeedBets(shooter=shooter):
            return f"wagers, and for {shooter} to throw"
    return "the dice"


def _offered(event: e.DiceOffered, faces: Faces) -> str:
    return f"{event.player} {'takes' if event.taken else 'declines'} the dice."


def _dice_passed(event: e.DicePassed, faces: Faces) -> str:
    if event.why == LOSER_7:
        return "Seven out; the dice move on."
    why = "" if event.why == OWN_WISH else f": {event.why}"
    return f"{event.player} passes the dice{why}."


def _called(event: e.WagerCalled, faces: Faces) -> str:
    return f"{event.bettor}: {name_of(event.wager, event.number)} is {'on' if event.on else 'off'}."


def _marker(event: e.MarkerMoved, faces: Faces) -> str:
    return f"The marker is on {event.point}." if event.point else "The marker is off."


TELLERS: Final[Mapping[type[Event], Teller]] = {
    e.Joined: lambda event, faces: f"{event.player} takes place {event.position} at the rail.",
    e.Left: lambda event, faces: f"{event.player} leaves.",
    e.DiceOffered: _offered,
    e.DicePicked: lambda event, faces: f"{event.player} picks dice {event.first} and {event.second}.",
    e.DicePassed: _dice_passed,
    e.LineDeclined: lambda event, faces: f"{event.player} makes no line bet; the dice move on.",
    e.ThrowsForComeWagers: lambda event, faces: f"{event.player} shoots to decide the come and don't come bets.",
    e.Bet: lambda event, faces: f"{event.bettor} bets {dollars(event.amount)} on {name_of(event.wager, event.number)}.",
    e.TakenDown: lambda event, faces: (
        f"{event.bettor} takes down {dollars(event.amount)} from {name_of(event.wager, event.number)}."
    ),
    e.FeeTaken: lambda event, faces: (
        f"{event.bettor} pays a fee of {dollars(event.amount)} on {event.wager} {event.bet}."
    ),
    e.FeeReturned: lambda event, faces: f"{event.bettor} gets the {dollars(event.amount)} fee back.",
    e.WagerCalled: _called,
    e.DiceOut: lambda event, faces: f"Dice are out; {event.shooter} shoots.",
    e.Thrown: lambda event, faces: f"{event.first} and {event.second}{f' ({event.how})' if event.how else ''}.",
    e.NoRoll: lambda event, faces: (
        f"No roll: {GROUNDS[event.ground].words if event.ground in GROUNDS else event.ground}."
    ),
    e.Travelled: lambda event, faces: f"{event.bettor}'s {event.wager} bet moves to {event.point}.",
    e.MarkerMoved: _marker,
}


def by_chance(event: Event) -> ShownByChance | None:
    return ShownByChance(THROW, f"{event.first} {event.second}") if isinstance(event, e.Thrown) else None


PLAYING: Final = Playing[CrapsPosting](
    open=open_table,
    open_again=open_again,
    waits_for_people=(NeedPlayer, NeedShooter, NeedBets),
    waits_for=_waits_for,
    closes_wagers=e.DiceOut,
    acts=GRAMMAR,
    sit=Join,
    log=e.LOG,
    tellers=TELLERS,
    replay=replay,
    redeal=redeal,
    by_chance=by_chance,
)
