"""Counting cards: tags, a bet ramp, and plays that the true count changes."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple


class IndexPlay(NamedTuple):
    """From this true count on another code: of a `hard` or `soft` total or a pair (`pairs`) against an up card."""

    sort: str
    row: str
    view: str
    at: float
    code: str


class CountSystem(NamedTuple):
    """How boxes count. True counts are the running count by the decks still in the shoe.

    The count takes in every card that lies open; at 6 to 5 also those that other boxes hide in their hands."""

    tags: Mapping[str, float]
    """Of each rank."""
    ramp: Sequence[tuple[float, int]] = ()
    """From which true count on how many times its unit a counting box bets; below the first as from the first.
    No unit at all means that the box watches: the round is played, and nothing is staked or won on that box."""
    deviations: Sequence[IndexPlay] = ()
    insurance: float | None = None
    """The true count from which on insurance is taken."""
    begins: float = 0.0
    """The running count of a full shoe, for unbalanced counts."""
    floored: bool = False
    """Whether true counts are rounded down to whole numbers."""
    boxes: Sequence[int] | None = None
    """Which boxes count, the first of them box 1; without it all do. The others bet flat and keep to the chart."""


VIEW_OF: Final = {"A": 0, "T": 10, **{str(value): value for value in range(2, 10)}}
"""The places of up cards and pairs."""
