"""Counting cards: tags, a bet ramp, and plays that depend on the count."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from chapter47.core.cards import Card

Cell = tuple[str, str, str]
"""`hard`, `soft` or `pairs`, the row of the chart, and the up card."""


class IndexPlay(NamedTuple):
    """A different code from this count on, or below it, for a `hard` or `soft` total or a pair (`pairs`) against an up
    card."""

    sort: str
    row: str
    view: str
    at: float
    code: str
    below: bool = False

    @property
    def cell(self) -> Cell:
        return self.sort, self.row, self.view


class CountSystem(NamedTuple):
    """How boxes count. True counts are the running count divided by the decks left in the shoe.

    The count includes every open card; at 6 to 5 also those hidden in other boxes' hands."""

    tags: Mapping[str, float]
    """Tag of each rank."""
    ramp: Sequence[tuple[float, int]] = ()
    """Units that a counting box bets, by the count from which they apply; the first also applies below. With zero units
    the round is played without a stake on that box."""
    deviations: Sequence[IndexPlay] = ()
    insurance: float | None = None
    """The count from which insurance is taken."""
    begins: float = 0.0
    """The running count of a full shoe, for unbalanced counts; `begins_per_deck` is added per deck."""
    rounding: str = "exact"
    """How the true count is rounded (`exact`, `floor`, `round`, `truncate`), or `running` to use the running count
    undivided."""
    boxes: Sequence[int] | None = None
    """The number of boxes that count, starting with box 1; by default all. The others bet flat and follow the chart."""
    begins_per_deck: float = 0.0
    red_tags: Mapping[str, float] = MappingProxyType({})
    """Tags of ranks whose red cards count differently."""
    aces: float = 0.0
    """A side count of aces for bets: what each surplus ace among the cards seen adds."""
    name: str = ""

    def tag_of(self, card: Card) -> float:
        return self.red_tags.get(card.rank, self.tags[card.rank]) if card.is_red else self.tags[card.rank]

    def start_of(self, decks: float) -> float:
        """Read the running count of a full shoe."""
        return self.begins + self.begins_per_deck * decks


CHART_STAYS: Final = -1
"""The code of a step where the chart decides."""
EXACT, FLOOR, ROUND, TRUNCATE, RUNNING = range(5)
"""How a true count is rounded, in the order of `ROUNDINGS`; a running count is not divided."""
ACE_SIDE_SHARE: Final = 13
"""A side count of aces is kept in thirteenths: an ace counts twelve, every other card minus one."""
INDEX_STEPS: Final = 4
"""How many counts can change the play of one cell."""
LOWEST: Final = -1e6
"""A number below every count."""
Step = tuple[float, str | None]
"""A count and the code that applies from it on; None for the chart's code."""


def index_steps(plays: Iterable[IndexPlay]) -> dict[Cell, list[Step]]:
    """Return the steps of each cell from the lowest count to the highest, starting with the code below the lowest
    `below`."""
    rows = defaultdict[Cell, list[IndexPlay]](list)
    for play in plays:
        rows[play.cell].append(play)
    return {cell: _steps(cell_plays) for cell, cell_plays in rows.items()}


def _steps(plays: Sequence[IndexPlay]) -> list[Step]:
    below = sorted((play.at, play.code) for play in plays if play.below)
    steps: list[Step] = []
    start = LOWEST
    for at, code in below:
        steps.append((start, code))
        start = at
    if below:
        steps.append((start, None))
    return steps + sorted((play.at, play.code) for play in plays if not play.below)


VIEW_OF: Final = {"A": 0, "T": 10, **{str(value): value for value in range(2, 10)}}
"""The positions of up cards and pairs."""
