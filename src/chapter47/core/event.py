"""What every event has: its place on the layout, and the paragraph it follows."""

import re
from typing import Final, NamedTuple, Self

from msgspec import Struct

from chapter47.core.text import printable

DEALER = 0
"""The dealer's place; boxes are numbered from 1 at the dealer's left."""
_PLACE: Final = re.compile(r"(D|[1-9][0-9]?)(?:\.([1-9][0-9]?))?")


class Place(NamedTuple):
    """A hand on the layout: box and hand, or the dealer's. Written `3`, `3.1` for a split hand, `D` for the dealer."""

    box: int
    hand: int = 0

    @property
    def is_dealer(self) -> bool:
        return self.box == DEALER

    def __str__(self) -> str:
        place = "D" if self.box == DEALER else str(self.box)
        return f"{place}.{self.hand}" if self.hand else place

    @classmethod
    def of(cls, text: str) -> Self:
        found = _PLACE.fullmatch(text)
        if found is None:
            raise ValueError(f"'{printable(text)}' is no hand: a box such as 3, a split hand such as 3.1, or D")
        return cls(DEALER if found[1] == "D" else int(found[1]), int(found[2] or 0))


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened, and by which paragraph. Nothing in it can lead back to it, hence `gc=False`."""

    by: str
