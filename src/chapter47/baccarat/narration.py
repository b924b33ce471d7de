"""The events of a baccarat table in words; those of every game, and of every shoe, are told by the session."""

from typing import Final

from chapter47.baccarat import events as e
from chapter47.core.event import Event
from chapter47.core.faces import Faces
from chapter47.core.money import dollars
from chapter47.core.playing import Teller

HANDS: Final = {e.PLAYER_HAND: "the Player's Hand", e.BANKER_HAND: "the Banker's Hand"}
RESULTS: Final = {"banker": "The Banker's Hand wins", "player": "The Player's Hand wins", "tie": "A tie"}


def _offered(event: e.ShoeOffered, faces: Faces) -> str:
    del faces
    answer = "takes the shoe and is the curator" if event.taken else "declines the shoe"
    return f"{event.player}, seat {event.seat}, {answer}."


def _cutting_card(event: e.CuttingCardOut, faces: Faces) -> str:
    del faces
    last = "this round is the last of the shoe" if event.first else "one more round is dealt after this one"
    return f"The cutting card comes out: {last}."


def _dealt(event: e.Dealt, faces: Faces) -> str:
    card = faces.card(event.card) if event.card else f"{faces.back} face down"
    return f"{card} to {HANDS[event.hand]}."


def _turned(event: e.Turned, faces: Faces) -> str:
    who = "The caller" if event.who == "caller" else event.who
    return f"{who} turns up {faces.card(event.first)} {faces.card(event.second)} of {HANDS[event.hand]}."


def _announced(event: e.Announced, faces: Faces) -> str:
    del faces
    return f"{RESULTS[event.result]}: Player {event.player}, Banker {event.banker}."


def _called(event: e.Called, faces: Faces) -> str:
    return f"Irregularity {event.kind}{f': {faces.card(event.card)}' if event.card else ''}."


TELLERS: Final[dict[type[Event], Teller]] = {
    e.Sat: lambda event, faces: f"{event.player} sits down at seat {event.seat}.",
    e.Left: lambda event, faces: f"{event.player} leaves.",
    e.Closed: lambda event, faces: "The table closes.",
    e.Shuffled: lambda event, faces: f"{event.cards} cards are shuffled.",
    e.CuttingCardPlaced: lambda event, faces: f"{event.behind} cards lie behind the cutting card.",
    e.CuttingCardOut: _cutting_card,
    e.Burned: lambda event, faces: f"{faces.card(event.card)} is burned.",
    e.ShoeOffered: _offered,
    e.ShoeGivenUp: lambda event, faces: f"{event.player} passes the shoe on: {event.why}.",
    e.Bet: lambda event, faces: f"{event.bettor} bets {dollars(event.amount)} on {event.wager}.",
    e.Withdrawn: lambda event, faces: f"{event.bettor} takes back {dollars(event.amount)} from {event.wager}.",
    e.Dealt: _dealt,
    e.Turned: _turned,
    e.PointsCalled: lambda event, faces: f"T{HANDS[event.hand][1:]} has {event.points}.",
    e.Announced: _announced,
    e.FeeMarked: lambda event, faces: f"{event.bettor} owes a fee of {dollars(event.amount)}: seat {event.at}.",
    e.Called: _called,
    e.Discarded: lambda event, faces: f"{faces.card(event.card)} is discarded.",
}
