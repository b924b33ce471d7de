"""How craps tables are played, logged, told and done again: its part `playing`."""

from collections.abc import Mapping
from typing import Final

from chapter47.core.event import Event
from chapter47.core.faces import Faces
from chapter47.core.log import LogForm
from chapter47.core.money import dollars
from chapter47.core.playing import Playing, Teller
from chapter47.craps import events as e
from chapter47.craps.acts import FORMS
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.round.needs import NeedBets, NeedPlayer, NeedShooter
from chapter47.craps.round.play import OWN_WISH
from chapter47.craps.rules.invalid_roll import GROUNDS
from chapter47.craps.rules.shooter import LOSER_7
from chapter47.craps.table.in_play import TABLE, open_again, open_table
from chapter47.craps.table.replay import redeal, replay


def _waits_for(need: object) -> str:
    match need:
        case NeedPlayer():
            return "a player at the rail"
        case NeedShooter(player=player):
            return f"{player}, to whom the dice are offered"
        case NeedBets(shooter=shooter):
            return f"wagers, and {shooter} to throw"
    return "the dice"


def _offered(event: e.DiceOffered, faces: Faces) -> str:
    return f"{event.player} {'takes' if event.taken else 'declines'} the dice."


def _dice_passed(event: e.DicePassed, faces: Faces) -> str:
    why = {OWN_WISH: "", LOSER_7: ": that was a loser 7"}.get(event.why, f": {event.why}")
    return f"{event.player} passes the dice{why}."


def _called(event: e.WagerCalled, faces: Faces) -> str:
    return f"{event.bettor}: {name_of(event.wager, event.number)} is {'on' if event.on else 'off'}."


def _marker(event: e.MarkerMoved, faces: Faces) -> str:
    return f"The marker is on {event.point}." if event.point else "The marker is off."


TELLERS: Final[Mapping[type[Event], Teller]] = {
    e.Joined: lambda event, faces: f"{event.player} comes to place {event.position}.",
    e.Left: lambda event, faces: f"{event.player} leaves.",
    e.DiceOffered: _offered,
    e.DicePicked: lambda event, faces: f"{event.player} picks dice {event.first} and {event.second}.",
    e.DicePassed: _dice_passed,
    e.LineDeclined: lambda event, faces: f"{event.player} does not bet the line; the dice are offered on.",
    e.ThrowsForComeWagers: lambda event, faces: f"{event.player} throws to decide the come and don't come wagers.",
    e.Bet: lambda event, faces: f"{event.bettor} bets {dollars(event.amount)} on {name_of(event.wager, event.number)}.",
    e.TakenDown: lambda event, faces: (
        f"{event.bettor} takes down {dollars(event.amount)} from {name_of(event.wager, event.number)}."
    ),
    e.FeeTaken: lambda event, faces: (
        f"{event.bettor} pays a fee of {dollars(event.amount)} on {event.wager} {event.bet}."
    ),
    e.FeeReturned: lambda event, faces: f"{event.bettor} gets back a fee of {dollars(event.amount)}.",
    e.WagerCalled: _called,
    e.DiceOut: lambda event, faces: f"The dice are out: {event.shooter} throws.",
    e.Thrown: lambda event, faces: f"{event.first} and {event.second}{f' ({event.how})' if event.how else ''}.",
    e.NoRoll: lambda event, faces: (
        f"No roll: {GROUNDS[event.ground].words if event.ground in GROUNDS else event.ground}."
    ),
    e.Travelled: lambda event, faces: f"{event.bettor}'s {event.wager} has the point {event.point}.",
    e.MarkerMoved: _marker,
}


PLAYING: Final = Playing[CrapsPosting](
    open=open_table,
    open_again=open_again,
    waits_for_people=(NeedPlayer, NeedShooter, NeedBets),
    waits_for=_waits_for,
    closes_wagers=e.DiceOut,
    acts=FORMS,
    log=LogForm(e.EVENTS, {TABLE: tuple(e.EVENTS.by_tag.values())}),
    tellers=TELLERS,
    replay=replay,
    redeal=redeal,
)
