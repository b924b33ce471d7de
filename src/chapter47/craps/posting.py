"""Everything a licensee elects and posts for one craps table, frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final, Literal

from chapter47.core.money import Odds
from chapter47.law.editions import edition_days

NAME: Final = "craps"
LINE: Final = ("pass", "dont-pass", "come", "dont-come")
PLACE: Final = ("place-to-win", "place-to-lose")
HARDWAYS: Final = ("hard-4", "hard-6", "hard-8", "hard-10")
ONE_ROLL: Final = (
    "field",
    "any-seven",
    "any-craps",
    "craps-2",
    "craps-3",
    "craps-12",
    "eleven",
    "craps-eleven",
    "horn",
    "horn-high",
)
PERMISSIBLE: Final = (*LINE, *PLACE, *HARDWAYS, *ONE_ROLL)
"""The twenty wagers of 1.2(a), in order."""
NOT_PERMISSIBLE: Final = ("hop", "whirl", "6-7-8", "fire", "big-6", "big-8", "put", "over-7", "under-7")
"""Wagers of later texts and other places; 1.2(a) does not name them."""

Number = Literal[4, 5, 6, 8, 9, 10]


@dataclass(frozen=True, slots=True)
class OddsMultiple:
    """Maximum odds as a multiple of the supported wager, by its point; `name` as in the table file."""

    name: str
    by_point: Mapping[int, Fraction]


def times(multiple: int) -> OddsMultiple:
    """Return the same whole multiple for every point: 2 is double odds."""
    return OddsMultiple(f"{multiple}x", dict.fromkeys((4, 5, 6, 8, 9, 10), Fraction(multiple)))


ONCE: Final = times(1)
FULL_DOUBLE: Final = OddsMultiple(
    "full-double", {point: Fraction(5, 2) if point in (6, 8) else Fraction(2) for point in (4, 5, 6, 8, 9, 10)}
)
THREE_FOUR_FIVE: Final = OddsMultiple(
    "3-4-5",
    {point: Fraction(multiple) for point, multiple in zip((4, 5, 6, 8, 9, 10), (3, 4, 5, 5, 4, 3), strict=True)},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerTerms:
    """The limits and odds of one wager that differ from those of the table and the text."""

    minimum: int | None = None
    maximum: int | None = None
    odds: Mapping[str, Odds] = field(default_factory=dict)
    """By row: a total of the field, a number of a place bet, or the empty string for a wager with one row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrapsPosting:
    """One craps table."""

    game: str = NAME
    on: date | None = None
    minimum: int = 5_00
    maximum: int = 1000_00
    chip: int = 1_00
    positions: int = 16
    dice: int = 5
    offers: tuple[str, ...] = PERMISSIBLE
    bars: int = 12
    buy: tuple[int, ...] = ()
    lay: tuple[int, ...] = ()
    vigorish: Fraction = Fraction(1, 20)
    vigorish_when: Literal["made", "won"] = "made"
    lay_vigorish_of: Literal["win", "wager"] = "win"
    odds_multiple: OddsMultiple = ONCE
    horn_high_area: bool = True
    coupons: bool | None = None
    wagers: Mapping[str, WagerTerms] = field(default_factory=dict)
    readings: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Hash a few fields only, which is fast for caches by table; equality compares the rest."""
        return hash((self.on, self.minimum, self.maximum, self.chip, self.offers))

    @property
    def day(self) -> date:
        """The date of the table, or else the date of the only text held."""
        return self.on or edition_days()["1996"]

    def reads(self, citation: str, name: str) -> bool:
        """Return whether the table file chose the reading `name` of a doubtful passage."""
        chosen = self.readings.get(f"1996 {citation}", ())
        return name in ((chosen,) if isinstance(chosen, str) else chosen)

    def terms(self, wager: str) -> WagerTerms:
        return self.wagers.get(wager, _AS_POSTED)

    def limits(self, wager: str) -> tuple[int, int]:
        """Return the minimum and maximum stake on a wager."""
        terms = self.terms(wager)
        least = self.minimum if terms.minimum is None else terms.minimum
        most = self.maximum if terms.maximum is None else terms.maximum
        return least, most


_AS_POSTED: Final = WagerTerms()
