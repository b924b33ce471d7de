"""Events of a baccarat table; each names the paragraph it follows."""

from typing import Final

from chapter47.core.cards import Card
from chapter47.core.event import COMMON_EVENTS, COUPON_EVENTS, SHOE_EVENTS, Did, Event, EventTypes, Place, RoundBegan
from chapter47.core.event import BetsClosed as BetsClosed
from chapter47.core.event import Cut as Cut
from chapter47.core.event import CutOffered as CutOffered
from chapter47.core.event import RecutOrdered as RecutOrdered
from chapter47.core.event import Voided as Voided
from chapter47.core.log import ROUND, SHOE, TABLE, LogForm

PLAYER_HAND, BANKER_HAND = "player", "banker"
HANDS: Final = (PLAYER_HAND, BANKER_HAND)


# The table and its shoe ----------------------------------------------------------------------------------------------


class Sat(Event, frozen=True, kw_only=True):
    """A player took a numbered seat."""

    seat: int
    player: str


class Left(Event, frozen=True, kw_only=True):
    player: str


class Closed(Event, frozen=True, kw_only=True):
    """The table is closed: no more rounds are dealt."""


class Shuffled(Event, frozen=True, kw_only=True):
    """A number of cards were shuffled. The order stays secret."""

    cards: int


class CuttingCardPlaced(Event, frozen=True, kw_only=True):
    """The first cutting card was placed with this many cards behind it; the second is at the very end."""

    behind: int


class CuttingCardOut(Event, frozen=True, kw_only=True):
    """The first cutting card came out; `first` if before the first card of a round."""

    first: bool


class Burned(Event, frozen=True, kw_only=True):
    """A card was shown and went to the discard bucket before play."""

    card: Card


class ShoeOffered(Event, frozen=True, kw_only=True):
    """The shoe was offered to a player, who took it and is the curator, or declined."""

    seat: int
    player: str
    taken: bool


class ShoeGivenUp(Event, frozen=True, kw_only=True):
    """The curator gave up the shoe or had to pass it on."""

    seat: int
    player: str
    why: str
    must: bool = False


# The round -----------------------------------------------------------------------------------------------------------


class Bet(Event, frozen=True, kw_only=True):
    """A seat's wager was made, or raised by this much."""

    seat: int
    bettor: str
    wager: str
    amount: int
    cash: bool = False
    """Whether it was a spoken bet with cash."""


class Withdrawn(Event, frozen=True, kw_only=True):
    """Chips taken back before the bets are closed."""

    seat: int
    bettor: str
    wager: str
    amount: int


class Dealt(Event, frozen=True, kw_only=True):
    """A card to one of the hands; without a card it is face down and unseen."""

    hand: str
    card: Card | None


class Turned(Event, frozen=True, kw_only=True):
    """The face-down cards of a hand are turned up by a player, or by the caller."""

    hand: str
    first: Card
    second: Card
    who: str


class PointsCalled(Event, frozen=True, kw_only=True):
    """The caller announced the point count of a hand."""

    hand: str
    points: int


class Announced(Event, frozen=True, kw_only=True):
    """The caller announced which hand won, or a tie."""

    result: str
    player: int
    banker: int


class FeeMarked(Event, frozen=True, kw_only=True):
    """A fee was marked as owed, in the space with the seat's number."""

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


LOG: Final = LogForm(
    EVENTS,
    {
        TABLE: (Sat, Left, ShoeOffered, ShoeGivenUp, Closed, RoundBegan),
        SHOE: (
            Did,
            Shuffled,
            CutOffered,
            Cut,
            RecutOrdered,
            CuttingCardPlaced,
            CuttingCardOut,
            Burned,
        ),
        ROUND: tuple(EVENTS.by_tag.values()),
    },
)
