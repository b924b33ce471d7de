"""What can happen at a baccarat table; every event names the paragraph it follows."""

from typing import Final

from chapter47.core.cards import Card
from chapter47.core.event import COMMON_EVENTS, COUPON_EVENTS, SHOE_EVENTS, Event, EventTypes, Place
from chapter47.core.event import BetsClosed as BetsClosed
from chapter47.core.event import Cut as Cut
from chapter47.core.event import CutOffered as CutOffered
from chapter47.core.event import RecutOrdered as RecutOrdered
from chapter47.core.event import Voided as Voided

PLAYER_HAND, BANKER_HAND = "player", "banker"
HANDS: Final = (PLAYER_HAND, BANKER_HAND)


# The table and its shoe ----------------------------------------------------------------------------------------------


class Sat(Event, frozen=True, kw_only=True):
    """A participant took a numbered seat."""

    seat: int
    player: str


class Left(Event, frozen=True, kw_only=True):
    player: str


class Closed(Event, frozen=True, kw_only=True):
    """The table is closed: no more rounds are dealt."""


class Shuffled(Event, frozen=True, kw_only=True):
    """So many cards were brought into random order. Nobody is told the order."""

    cards: int


class CuttingCardPlaced(Event, frozen=True, kw_only=True):
    """So many cards lie behind the first cutting card; the second lies at the very end."""

    behind: int


class CuttingCardOut(Event, frozen=True, kw_only=True):
    """The first cutting card came out; `first` where it came before the first card of a round."""

    first: bool


class Burned(Event, frozen=True, kw_only=True):
    """A card was shown and went to the discard bucket before play."""

    card: Card


class ShoeOffered(Event, frozen=True, kw_only=True):
    """The shoe was offered to a participant, who took it and is the curator, or did not."""

    seat: int
    player: str
    taken: bool


class ShoeGivenUp(Event, frozen=True, kw_only=True):
    """The curator does not want to deal any more, or must pass the shoe on."""

    seat: int
    player: str
    why: str
    must: bool = False


# The round -----------------------------------------------------------------------------------------------------------


class Bet(Event, frozen=True, kw_only=True):
    """Chips on one of the wagers of a seat: made, or raised by so much."""

    seat: int
    bettor: str
    wager: str
    amount: int


class Withdrawn(Event, frozen=True, kw_only=True):
    """Chips taken back before the bets are closed."""

    seat: int
    bettor: str
    wager: str
    amount: int


class Dealt(Event, frozen=True, kw_only=True):
    """A card to one of the hands; without a card it lies face down and nobody has seen it."""

    hand: str
    card: Card | None


class Turned(Event, frozen=True, kw_only=True):
    """The face-down cards of a hand are turned up by a participant, or by the caller."""

    hand: str
    first: Card
    second: Card
    who: str


class PointsCalled(Event, frozen=True, kw_only=True):
    """The caller says the point count of a hand."""

    hand: str
    points: int


class Announced(Event, frozen=True, kw_only=True):
    """The caller says which hand has won, or that it is a tie."""

    result: str
    player: int
    banker: int


class FeeMarked(Event, frozen=True, kw_only=True):
    """A fee is owed: a marker lies in the space with the seat's number."""

    at: Place
    bettor: str
    amount: int


# Irregularities ------------------------------------------------------------------------------------------------------


class Called(Event, frozen=True, kw_only=True):
    """An irregularity was called."""

    kind: str
    card: Card | None = None


class Discarded(Event, frozen=True, kw_only=True):
    """A card that belongs to no hand went to the discard bucket."""

    card: Card


EVENTS: Final = EventTypes(
    {
        **COMMON_EVENTS,
        **COUPON_EVENTS,
        **SHOE_EVENTS,
        "Announced": Announced,
        "Bet": Bet,
        "Burned": Burned,
        "Called": Called,
        "Closed": Closed,
        "CuttingCardOut": CuttingCardOut,
        "CuttingCardPlaced": CuttingCardPlaced,
        "Dealt": Dealt,
        "Discarded": Discarded,
        "FeeMarked": FeeMarked,
        "Left": Left,
        "PointsCalled": PointsCalled,
        "Sat": Sat,
        "ShoeGivenUp": ShoeGivenUp,
        "ShoeOffered": ShoeOffered,
        "Shuffled": Shuffled,
        "Turned": Turned,
        "Withdrawn": Withdrawn,
    }
)
"""Each event by the tag under which logs name it."""
