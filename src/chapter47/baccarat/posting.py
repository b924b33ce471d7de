"""Everything a licensee elects and posts for one baccarat table, frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final, Literal

from chapter47.core.money import Odds

NAME: Final = "baccarat"
LAWFUL_OFFERS: Final = ("banker", "player", "tie")
KNOWN_OFFERS: Final = (*LAWFUL_OFFERS, "player-pair", "banker-pair", "dragon-7", "panda-8")
"""Words that a table file may contain; wagers that 3.2 does not name are findings."""
LEAST_TIE: Final = Odds.of("8 to 1")
USUAL_RATE: Final = Fraction(5, 100)
EDITION: Final = "1996"
ON_COLLECTION: Final = "on-collection"
UNLUCKY: Final = 13
"""The seat number that layouts leave out by custom."""
JUDGED_ON: Final = date(1996, 5, 20)
"""The only date for which all sections are held; a table without a date is judged by it."""

Rate = Fraction | Mapping[int, Fraction]
"""One share of the win for the whole table, or by seat, which 3.3(d) forbids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaccaratTable:
    """One table."""

    game: str = NAME
    on: date | None = None
    decks: int = 8
    minimum: int = 10_00
    maximum: int = 5000_00
    chip: int = 1_00
    seats: int = 14
    pit: str = "1"
    offers: tuple[str, ...] = LAWFUL_OFFERS
    tie_pays: Odds = LEAST_TIE
    vigorish: Rate = USUAL_RATE
    vigorish_rounding: bool = True
    vigorish_when: Literal["deferred", "paid"] = "deferred"
    cards_behind: int = 14
    reshuffle_after_lacing: bool = False
    coupons: bool | None = None
    readings: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)

    @property
    def day(self) -> date:
        """The date whose law applies."""
        return self.on or JUDGED_ON

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seat numbers on the layout, without thirteen."""
        return tuple(number for number in range(1, self.seats + 2) if number != UNLUCKY)[: self.seats]

    @property
    def rates(self) -> tuple[Fraction, ...]:
        """Every fee rate charged at the table."""
        return (self.vigorish,) if isinstance(self.vigorish, Fraction) else tuple(sorted(set(self.vigorish.values())))

    def reads(self, citation: str, name: str) -> bool:
        """Return whether the table takes this other reading of a passage."""
        chosen = self.readings.get(f"{EDITION} {citation}", ())
        return name in ((chosen,) if isinstance(chosen, str) else chosen)

    @property
    def rounds_on_collection(self) -> bool:
        """Another reading of 3.3(c): outstanding fees are rounded once, on collection."""
        deferred = self.vigorish_when == "deferred"
        return deferred and self.vigorish_rounding and self.reads("19:47-3.3(c)", ON_COLLECTION)

    @property
    def least_stake(self) -> int:
        """The smallest wager that chips can make."""
        return -(-self.minimum // self.chip) * self.chip

    def rate(self, seat: int | None = None) -> Fraction:
        """Return the house's share of a Banker win at this seat."""
        if isinstance(self.vigorish, Fraction):
            return self.vigorish
        return self.vigorish.get(seat or 0, max(self.vigorish.values()))
