"""Counting cards: tags, a bet ramp, and plays that the true count changes."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.chart_codes import number_of
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.core.cards import RANKS

HI_LO: Final = {**dict.fromkeys("23456", 1.0), **dict.fromkeys("789", 0.0), **dict.fromkeys("TJQKA", -1.0)}


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
_SORTS: Final = {"hard": mem.HARD, "soft": mem.SOFT, "pairs": mem.PAIR}


def count_tables(counting: CountSystem, boxes: int, numbers: Ints) -> None:
    numbers[mem.IS_COUNTED] = 1
    numbers[mem.COUNT_STARTS_AT] = round(counting.begins * mem.THOUSANDTHS)
    numbers[mem.COUNT_ROUNDED_DOWN] = counting.floored
    for rank, tag in counting.tags.items():
        numbers[mem.COUNT_TAGS + RANKS.index(rank)] = round(tag * mem.THOUSANDTHS)
    for box in counting.boxes if counting.boxes is not None else range(1, boxes + 1):
        numbers[mem.BOX_COUNTS + box - 1] = 1
    if counting.insurance is not None:
        numbers[mem.INSURES_FROM_COUNT] = round(counting.insurance * mem.THOUSANDTHS)
    numbers[mem.RAMP_STEPS] = len(counting.ramp)
    for step, (count, times) in enumerate(counting.ramp):
        numbers[mem.RAMP_FROM + step], numbers[mem.RAMP_UNITS + step] = round(count * mem.THOUSANDTHS), times
    for one in counting.deviations:
        row = VIEW_OF[one.row] if one.sort == "pairs" else int(one.row)
        place = (_SORTS[one.sort] * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + VIEW_OF[one.view]
        numbers[mem.INDEX_COUNT + place] = round(one.at * mem.THOUSANDTHS)
        numbers[mem.INDEX_CODE + place] = number_of(one.code)
