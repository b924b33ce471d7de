"""What every table has, whatever its game: the few keys that the check of any table asks for."""

from collections.abc import Mapping
from dataclasses import Field
from datetime import date
from typing import Any, ClassVar, Final, Protocol

COUPONS_SINCE: Final = date(1994, 3, 21)
"""Since this amendment the texts of all games know the match play coupon."""


class Posting(Protocol):
    """All that a licensee elects and posts for one table: a frozen dataclass, whose other fields are its game's own."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def game(self) -> str: ...
    @property
    def on(self) -> date | None:
        """The day whose law counts; none where the file names none."""

    @property
    def day(self) -> date:
        """The same, or else the last day of the newest text."""

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
        """By edition and citation the name of the other reading that was chosen, or several."""


def takes_coupons(posting: Posting) -> bool:
    """A file that is silent on coupons means: where the law knows them."""
    return posting.day >= COUPONS_SINCE if posting.coupons is None else posting.coupons
