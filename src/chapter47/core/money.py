"""Money is integer cents; odds are exact."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Self

from msgspec import Struct

DOLLAR = 100
_AMOUNT = re.compile(r"(\d{1,12})(?:\.(\d{2}))?", re.ASCII)
MOST = 10**12 * DOLLAR - 1
"""The largest amount that `cents` reads: twelve digits of dollars."""
_ODDS = re.compile(r"(\d{1,9}(?:\.\d{1,4})?) to ([1-9]\d{0,8})", re.ASCII)
_TOO_LONG = 10**9


def cents(text: str) -> int:
    """`"15"` is 1500, `"2.50"` is 250."""
    match = _AMOUNT.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not an amount: write dollars such as 15, or with cents such as 2.50")
    return int(match[1]) * DOLLAR + int(match[2] or 0)


def amount(value: int) -> str:
    """Format an amount so that `cents` reads it: 1500 is `15`, 250 is `2.50`."""
    dollars, rest = divmod(value, DOLLAR)
    return f"{dollars}.{rest:02d}" if rest else f"{dollars}"


def dollars(value: int) -> str:
    """Format for people: $15, $2.50, $5,000, -$10."""
    whole, rest = divmod(abs(value), DOLLAR)
    return ("-" if value < 0 else "") + f"${whole:,}" + (f".{rest:02d}" if rest else "")


def to_the_cent(value: Fraction) -> int:
    """Round half a cent up, so that nobody is paid short."""
    return int((2 * value + 1) // 2)


def added_up(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Sum amounts by name."""
    sums: dict[str, int] = {}
    for name, value in amounts:
        sums[name] = sums.get(name, 0) + value
    return sums


def can_be_staked(value: int, *, least: int, most: int, step: int) -> bool:
    """Return whether there is an amount to choose; there is none if the maximum is 0."""
    return least <= value <= most and value % step == 0 if most else value == 0


class Odds(Struct, frozen=True):
    """What a winning stake is paid in addition to its return: 3 to 2 is a ratio of 3/2."""

    ratio: Fraction

    @classmethod
    def of(cls, text: str) -> Self:
        match = _ODDS.fullmatch(text.strip())
        ratio = Fraction(match[1]) / int(match[2]) if match else None
        if ratio is None or max(ratio.as_integer_ratio()) >= _TOO_LONG:
            raise ValueError(f"{text!r} is not valid odds: write 3 to 2 or 2.5 to 1")
        return cls(ratio)

    def __str__(self) -> str:
        return f"{self.ratio.numerator} to {self.ratio.denominator}"

    def pays(self, stake: int) -> int:
        """Return the winnings on `stake` cents, to the cent."""
        won, per = self.ratio.as_integer_ratio()
        return (2 * won * stake + per) // (2 * per)


EVEN = Odds.of("1 to 1")
THREE_TO_TWO = Odds.of("3 to 2")
