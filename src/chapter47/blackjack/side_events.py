"""What can happen to side wagers."""

from chapter47.core.event import Event, Place


class SideBet(Event, frozen=True, kw_only=True):
    """A side wager beside a bettor's main wager; `bet` where the wager has several."""

    box: int
    bettor: str
    wager: str
    amount: int
    bet: str = ""


class Lit(Event, frozen=True, kw_only=True):
    """The acceptor took the chip of a side wager; a light shows the wager from here on."""

    at: Place
    bettor: str
    wager: str


class LightOut(Event, frozen=True, kw_only=True):
    """The wager that a light showed is decided."""

    at: Place
    bettor: str
    wager: str


class MeterMoved(Event, frozen=True, kw_only=True):
    """What the meters of a wager are made of, and what they show."""

    wager: str
    base: int
    wagers: int
    for_reset: int
    shows: int


class HeldBack(Event, frozen=True, kw_only=True):
    """A side wager has won and is paid after all others."""

    at: Place
    bettor: str
    wager: str
    bet: str = ""


class AmountShown(Event, frozen=True, kw_only=True):
    """The display chose what a side wager wins."""

    at: Place
    bettor: str
    wager: str
    amount: int
    bet: str = ""


class CarriedOver(Event, frozen=True, kw_only=True):
    """A side wager stays on the layout for the next round; `won` hands in a row so far."""

    at: Place
    bettor: str
    wager: str
    amount: int
    won: int
    bet: str = ""


class LightFailed(Event, frozen=True, kw_only=True):
    """The light of a betting position does not work."""

    box: int


class LightRepaired(Event, frozen=True, kw_only=True):
    """It works again."""

    box: int
