"""Two dice: a throw, its total and its text form."""

import re
from typing import Final, NamedTuple, Self

from chapter47.core.text import printable

FACES: Final = range(1, 7)
_THROW: Final = re.compile(r"([1-6])[ ,-]?([1-6])", re.ASCII)


class Roll(NamedTuple):
    """The upper faces of two dice. Written `3 4`."""

    first: int
    second: int

    @property
    def total(self) -> int:
        return self.first + self.second

    @property
    def is_pair(self) -> bool:
        return self.first == self.second

    def __str__(self) -> str:
        return f"{self.first} {self.second}"

    @classmethod
    def of(cls, text: str) -> Self:
        """`3 4`, `3-4`, `3,4` and `34` are the same throw."""
        match = _THROW.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"'{printable(text)}' is not a throw of two dice: two faces from 1 to 6, such as 3 4")
        return cls(int(match[1]), int(match[2]))


ROLLS: Final = tuple(Roll(first, second) for first in FACES for second in FACES)
"""The 36 throws, all equally likely."""


def ways(total: int) -> int:
    """Count the throws out of 36 whose faces sum to this total."""
    return sum(roll.total == total for roll in ROLLS)
