"""What every table has, whatever its game: the few keys that checking any table needs."""

from collections.abc import Mapping
from dataclasses import Field
from datetime import date
from typing import Any, ClassVar, Final, Protocol

COUPONS_SINCE: Final = date(1994, 3, 21)
"""Amendment that gave all games the match play coupon."""


LIMITS_SINCE: Final = date(1983, 12, 5)
"""First day of subchapter 8, whose 8.2 governs table limits."""


def limits_by(day: date, before: str) -> str:
    """Return the paragraph that forbids a wager outside the table's limits: 8.2, or before its first day the game's own
    paragraph on wagers."""
    return "19:47-8.2" if day >= LIMITS_SINCE else before


class Posting(Protocol):
    """Everything a licensee elects and posts for one table: a frozen dataclass with further fields of its game."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def game(self) -> str: ...
    @property
    def on(self) -> date | None:
        """The date whose law applies; None if the file gives none."""

    @property
    def day(self) -> date:
        """Return that date or, without one, the last day of the newest text."""

    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...
    @property
    def chip(self) -> int: ...
    @property
    def coupons(self) -> bool | None: ...
    @property
    def readings(self) -> Mapping[str, str | tuple[str, ...]]:
        """Other readings chosen, by edition and citation."""


def takes_coupons(posting: Posting) -> bool:
    """Return whether coupons are taken; by default wherever the law has them."""
    return posting.day >= COUPONS_SINCE if posting.coupons is None else posting.coupons
