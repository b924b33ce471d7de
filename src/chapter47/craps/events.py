"""Events of a craps table. Each names the paragraph it follows; a log is a list of them."""

from typing import Final

from chapter47.core.dice import Roll
from chapter47.core.event import COMMON_EVENTS, COUPON_EVENTS, Event, EventTypes
from chapter47.core.event import Collected as Collected
from chapter47.core.event import CouponLaid as CouponLaid
from chapter47.core.event import CouponReturned as CouponReturned
from chapter47.core.event import CouponTaken as CouponTaken
from chapter47.core.event import Did as Did
from chapter47.core.event import Paid as Paid
from chapter47.core.event import Returned as Returned
from chapter47.core.event import RoundBegan as RoundBegan
from chapter47.core.event import RoundOver as RoundOver
from chapter47.core.event import Said as Said
from chapter47.core.log import TABLE, LogForm

# The rail and the dice -----------------------------------------------------------------------------------------------


class Joined(Event, frozen=True, kw_only=True):
    """A player came to a place at the rail."""

    position: int
    player: str


class Left(Event, frozen=True, kw_only=True):
    """A player left the rail without wagers on the layout."""

    player: str


class DiceOffered(Event, frozen=True, kw_only=True):
    """The set of dice was offered to a player, who took or declined it."""

    player: str
    taken: bool


class DicePicked(Event, frozen=True, kw_only=True):
    """The new shooter chose two dice of the set; the others went back into the cup."""

    player: str
    first: int
    second: int


class DicePassed(Event, frozen=True, kw_only=True):
    """The shooter gave up the dice, or had to."""

    player: str
    why: str


class LineDeclined(Event, frozen=True, kw_only=True):
    """The shooter makes no line wager; the dice are offered to the others in turn."""

    player: str


class ThrowsForComeWagers(Event, frozen=True, kw_only=True):
    """Nobody bets the line, so the previous shooter throws only to decide the come and don't come wagers."""

    player: str


# Wagers --------------------------------------------------------------------------------------------------------------


class Bet(Event, frozen=True, kw_only=True):
    """A wager was made or raised, by `amount`."""

    bettor: str
    wager: str
    number: int
    amount: int


class TakenDown(Event, frozen=True, kw_only=True):
    """All or part of a wager was returned to the player undecided."""

    bettor: str
    wager: str
    number: int
    amount: int


class FeeTaken(Collected, frozen=True, kw_only=True):
    """The fee on a buy or lay bet went to the house, when the wager was made or when it won."""

    @property
    def is_fee(self) -> bool:
        return True


class FeeReturned(Paid, frozen=True, kw_only=True):
    """The fee on a wager that was taken down was returned with it."""


class WagerCalled(Event, frozen=True, kw_only=True):
    """A player turned a wager on or off."""

    bettor: str
    wager: str
    number: int
    on: bool


# The throw -----------------------------------------------------------------------------------------------------------


class DiceOut(Event, frozen=True, kw_only=True):
    """The dice went to the shooter; no more wagers unless confirmed aloud."""

    shooter: str


class Thrown(Event, frozen=True, kw_only=True):
    """A valid throw. `how` is set for one that had to be read: cocked, or decided by the boxperson."""

    first: int
    second: int
    how: str = ""

    @property
    def roll(self) -> Roll:
        return Roll(self.first, self.second)


class NoRoll(Event, frozen=True, kw_only=True):
    """A throw that does not count; every wager stands for the next one."""

    ground: str


class Travelled(Event, frozen=True, kw_only=True):
    """A line wager has its point; come and don't come wagers move onto it."""

    bettor: str
    wager: str
    point: int


class MarkerMoved(Event, frozen=True, kw_only=True):
    """The marker is on the come out point, or off if there is none."""

    point: int


EVENTS: Final = EventTypes(
    {
        **COMMON_EVENTS,
        **COUPON_EVENTS,
        "Joined": Joined,
        "Left": Left,
        "DiceOffered": DiceOffered,
        "DicePicked": DicePicked,
        "DicePassed": DicePassed,
        "LineDeclined": LineDeclined,
        "ThrowsForComeWagers": ThrowsForComeWagers,
        "Bet": Bet,
        "TakenDown": TakenDown,
        "FeeTaken": FeeTaken,
        "FeeReturned": FeeReturned,
        "Called": WagerCalled,
        "DiceOut": DiceOut,
        "Thrown": Thrown,
        "NoRoll": NoRoll,
        "Travelled": Travelled,
        "MarkerMoved": MarkerMoved,
    }
)
"""All events of a craps table, by the tags that logs write."""

LOG: Final = LogForm(EVENTS, {TABLE: tuple(EVENTS.by_tag.values())})
