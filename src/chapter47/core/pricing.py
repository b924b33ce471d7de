"""What a game's part `pricing` provides: its price and, where they mean something, a chart, advice and comparisons."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Protocol, TypeVar

from chapter47.core.errors import Problem
from chapter47.core.json_object import Json, JsonMapping

P = TypeVar("P")
Answered = TypeVar("Answered")
"""The record of all that is posted for one table of the game."""


@dataclass(frozen=True, kw_only=True)
class Price:
    """What every game answers of one table; `None` for what is not known, with the reason among the notes."""

    house_edge: float | None
    house_edge_optimal: float | None
    variance: float | None
    main: JsonMapping = field(default_factory=dict)
    """What is told of the main wager besides, under names of the game's own."""
    wagers: Mapping[str, JsonMapping] = field(default_factory=dict)
    """By name `house_edge` and `outcomes`; of a wager with several bets `bets`, each with the same."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What people call the wagers; and `basis`, `main`, `best` where these are not full shoe, chart and best play."""
    notes: Sequence[str] = ()

    def data(self) -> Json:
        """As `chapter47 edge --json` answers it."""
        edges = {"house_edge": self.house_edge, "house_edge_optimal": self.house_edge_optimal}
        return {**edges, **self.main, "variance": self.variance, "wagers": dict(self.wagers), "notes": [*self.notes]}


class Grid(NamedTuple):
    """One table of a chart: by row and column a code or a score."""

    title: str
    rows: Mapping[str, Mapping[str, str | int]]
    is_scores: bool = False


class Listing(NamedTuple):
    """Lines of a few words each, under a title."""

    title: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class StrategySheet:
    """The best way to play a table: as a strategy file, and in words and grids for people."""

    file: JsonMapping
    """The strategy file: what `chapter47 strategy --json` prints."""
    csv: str
    title: str
    posted: Sequence[str]
    """The rules of the table that bear on its chart, in words."""
    house_edge: float
    edges: str
    """By this chart and by the best play, in words."""
    grids: Sequence[Grid]
    colours: Mapping[str, str]
    """By the first letter of a code."""
    legend: Mapping[str, str]
    answers: str = ""
    """What to answer where a question is asked besides."""
    footnotes: Sequence[str] = ()
    """Why a cell differs from charts that are printed elsewhere."""
    scores_in_words: Sequence[str] = ()
    exceptions: Sequence[JsonMapping] = ()
    house_edge_with_exceptions: float | None = None


class Advised(Protocol):
    """What each move is worth: as the answer of a command, and for people."""

    def data(self) -> Json: ...
    def told(self, hands: Sequence[str], up: str) -> Iterable[Listing | str]: ...


class VariedTable(NamedTuple, Generic[P]):
    """One table of those that an option's values make; without edges where `why` says so."""

    options: JsonMapping
    table: P
    house_edge: float | None
    house_edge_optimal: float | None
    why: str = ""
    figures: Mapping[str, float] = {}
    """Edges of other wagers that are not those of the table asked about, by name."""


class Several(NamedTuple, Generic[Answered]):
    """Answers that take a while each: how many, and they themselves as they come."""

    number: int
    answers: Iterable[Answered]


@dataclass(frozen=True, kw_only=True)
class Pricing(Generic[P]):
    """A game's part; what is `None` means nothing there. All raise `NotPricedError` where a table has no price."""

    price: Callable[[P], Price]
    """Never raises: what is not priced is told among the notes."""
    strategy: Callable[[P], StrategySheet] | None = None
    advise: Callable[[P, Sequence[str], str], Advised] | None = None
    """Of the cards of the hands, and what is seen of the dealer."""
    wrong_cards: Callable[[P, Sequence[str], str], Sequence[Problem]] | None = None
    """All that `advise` would refuse in the cards, told before anything is priced."""
    price_at: Callable[[P, int], Price] | None = None
    """The price at a stake in cents, where it depends on the stake; `price` is that at the table's minimum."""
    advise_without_hands: Callable[[P, Mapping[str, str]], Advised] | None = None
    """Where nobody holds a hand: of what is known of the table, by the names of the command's options."""
    vary: Callable[[P, Sequence[str]], Several[VariedTable[P]]] | None = None
    """Over `soft_17,decks` or `decks=1,2,6`."""
    edges: tuple[str, str] = ("by the chart", "by the best play")
    """Of which wager or play a price's `house_edge` and `house_edge_optimal` are, as people read it."""
    other_readings: Callable[[P], Several[Json]] | None = None
    """Each answer has the figures that another reading of a passage changes."""
