"""What every event has: its place on the layout, and the paragraph it follows."""

from typing import NamedTuple, Self

from msgspec import Struct

DEALER = 0
"""The dealer's place; boxes are numbered from 1 at the dealer's left."""


class At(NamedTuple):
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
        box, _, hand = text.partition(".")
        return cls(DEALER if box == "D" else int(box), int(hand or 0))


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened, and by which paragraph. Nothing in it can lead back to it, hence `gc=False`."""

    by: str
