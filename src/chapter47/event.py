"""What every event has: its place on the layout, and the paragraph it follows."""

from dataclasses import dataclass, fields
from typing import NamedTuple, Self

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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Event:
    """Something that happened, and by which paragraph."""

    by: str

    def __repr__(self) -> str:
        """Written once for all of them: made for each by itself it would cost every command its start."""
        told = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"{type(self).__name__}({told})"
