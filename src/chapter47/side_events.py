"""What can happen to side wagers."""

from dataclasses import dataclass

from chapter47.event import At, Event


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SideBet(Event):
    """A side wager beside a bettor's main wager; `bet` where the wager has several."""

    box: int
    bettor: str
    wager: str
    amount: int
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Lit(Event):
    """The acceptor took the chip of a side wager; a light shows the wager from here on."""

    at: At
    bettor: str
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LightOut(Event):
    """The wager that a light showed is decided."""

    at: At
    bettor: str
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MeterMoved(Event):
    """What the meters of a wager are made of, and what they show."""

    wager: str
    base: int
    wagers: int
    for_reset: int
    shows: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HeldBack(Event):
    """A side wager has won and is paid after all others."""

    at: At
    bettor: str
    wager: str
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AmountShown(Event):
    """The display chose what a side wager wins."""

    at: At
    bettor: str
    wager: str
    amount: int
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CarriedOver(Event):
    """A side wager stays on the layout for the next round; `won` hands in a row so far."""

    at: At
    bettor: str
    wager: str
    amount: int
    won: int
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LightFailed(Event):
    """The light of a betting position does not work."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LightRepaired(Event):
    """It works again."""

    box: int
