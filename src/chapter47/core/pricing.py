"""What a game's part `pricing` provides: its price and, where meaningful, a chart, advice and comparisons."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from chapter47.core.errors import Problem
from chapter47.core.json_object import Json, JsonMapping

P = TypeVar("P")
Answered = TypeVar("Answered")
"""The posting type of the game."""


@dataclass(frozen=True, kw_only=True)
class Price:
    """Answers for one table of any game; `None` for what is not known, with the reason in the notes."""

    house_edge: float | None
    house_edge_optimal: float | None
    variance: float | None
    main: JsonMapping = field(default_factory=dict)
    """Further figures of the main wager, under the game's own names."""
    wagers: Mapping[str, JsonMapping] = field(default_factory=dict)
    """`house_edge` and `outcomes` by wager; a wager with several bets has `bets`, each with the same keys."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Everyday names of the wagers; and `basis`, `main`, `best` if these are not full shoe, basic strategy and optimal
    play."""
    notes: Sequence[str] = ()

    def data(self) -> Json:
        """Return the answer of `chapter47 edge --json`."""
        edges = {"house_edge": self.house_edge, "house_edge_optimal": self.house_edge_optimal}
        return {**edges, **self.main, "variance": self.variance, "wagers": dict(self.wagers), "notes": [*self.notes]}


def unpriced(why: str) -> Json:
    """Build an unpriced wager, with the reason."""
    return {"house_edge": None, "outcomes": None, "why": why}


class Grid(NamedTuple):
    """One table of a chart: a code or a score by row and column."""

    title: str
    rows: Mapping[str, Mapping[str, str | int]]
    is_scores: bool = False
    part: str = ""
    """The part of the strategy file: `hard`, `soft`, `pairs`."""
    against_soft: bool = False
    """Whether the columns are the dealer's soft totals."""


class Listing(NamedTuple):
    """Lines of a few words each, under a title."""

    title: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class StrategySheet:
    """Optimal play for a table: as a strategy file, and in words and grids for people."""

    file: JsonMapping
    """The strategy file: what `chapter47 strategy --json` prints."""
    csv: str
    title: str
    posted: Sequence[str]
    """The table's rules that affect its chart, in words."""
    house_edge: float
    edges: str
    """The edges of this chart and of optimal play, in words."""
    grids: Sequence[Grid]
    colours: Mapping[str, str]
    """What each code means, by its first letter."""
    legend: Mapping[str, str]
    answers: str = ""
    """Answers to other questions, such as insurance."""
    footnotes: Sequence[str] = ()
    """Explanations of cells that differ from printed charts."""
    scores_in_words: Sequence[str] = ()
    exceptions: Sequence[JsonMapping] = ()
    house_edge_with_exceptions: float | None = None


class Advised(Protocol):
    """The value of each move: as the answer of a command, and for people."""

    def data(self) -> Json: ...
    def lines(self, hands: Sequence[str], up: str) -> Iterable[Listing | str]: ...


class VariedTable(NamedTuple, Generic[P]):
    """One table of an option's values; without edges if `why` gives a reason."""

    options: JsonMapping
    table: P
    house_edge: float | None
    house_edge_optimal: float | None
    why: str = ""
    figures: Mapping[str, float] = {}
    """Edges of other wagers that differ from the original table's, by name."""


class Several(NamedTuple, Generic[Answered]):
    """Slow answers: their number, and an iterator over them."""

    number: int
    answers: Iterable[Answered]


@dataclass(frozen=True, kw_only=True)
class Pricing(Generic[P]):
    """A game's pricing; parts that are `None` have no meaning there. All raise `NotPricedError` for an unpriced
    table."""

    price: Callable[[P], Price]
    """Prices a table; never raises, since the notes say what is not priced."""
    strategy: Callable[[P], StrategySheet] | None = None
    advise: Callable[[P, Sequence[str], str], Advised] | None = None
    """Values each move, given the cards of the hands and the dealer's visible cards."""
    wrong_cards: Callable[[P, Sequence[str], str], Sequence[Problem]] | None = None
    """Lists everything that `advise` would refuse about the cards, before anything is priced."""
    price_at: Callable[[P, int], Price] | None = None
    """The price at a stake in cents, if it depends on the stake; `price` uses the table's minimum."""
    advise_from_shoe: Callable[[P, Sequence[str], str, Mapping[str, str]], Advised] | None = None
    """Advises from the shoe as it is known: `seen` cards, cards it is `without`, or a `count` such as `hi-lo +4`."""
    advise_without_hands: Callable[[P, Mapping[str, str]], Advised] | None = None
    """Advice for games without hands: from what is known of the table, by the names of the command's options."""
    vary: Callable[[P, Sequence[str]], Several[VariedTable[P]]] | None = None
    """Prices the table over `soft_17,decks` or `decks=1,2,6`."""
    varied_options: Mapping[str, Sequence[object]] = field(default_factory=dict)
    """The keys that affect the price, each with the values to compare, as a table file writes them."""
    price_strategy: Callable[[P, Path | JsonMapping | Callable[..., str]], Price] | None = None
    """The price of a strategy file, its data or a function of hand, up cards and legal moves; `main` has `cost`, the
    cost of each deviation from basic strategy."""
    final_stake: Callable[[P], float] | None = None
    """The average final stake of the main wager, in units of the initial wager; raises `NotPricedError`."""
    removal: Callable[[P], Mapping[str, Mapping[str, float]]] | None = None
    """By wager (`main` and the side wagers, with the bet if there are several) and rank: how the player's edge changes
    when one such card leaves the full shoe."""
    optimal_removal: Callable[[P, str], Mapping[str, float]] | None = None
    """By rank: the same for the main wager with optimal play, chosen again after each removal; late surrender only
    against the up cards named."""
    indices: Callable[[P, Mapping[str, float], str, float, float | None], Sequence[Json]] | None = None
    """Takes tags by rank, the rounding, the running count of a full shoe and the share of the shoe dealt; returns the
    count at which each play changes."""
    playing_efficiency: Callable[[P, Mapping[str, float]], float] | None = None
    cards: Callable[[P], Mapping[str, int]] | None = None
    """How many cards of each rank the full shoe has, by the names that `removal` uses."""
    edges: tuple[str, str] = ("basic strategy", "optimal play")
    """What `house_edge` and `house_edge_optimal` refer to, in words."""
    other_readings: Callable[[P], Several[Json]] | None = None
    """Yields the figures that another reading of a passage changes."""
