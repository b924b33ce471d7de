"""What a game's part `words` provides: how a front end shows a table and asks for decisions, using views only."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from chapter47.core.act import Act, Choose
from chapter47.core.cards import Faces
from chapter47.core.event import Event
from chapter47.core.findings import Objection
from chapter47.core.log import Frame, LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.posting import Posting

P = TypeVar("P", bound=Posting)
P_co = TypeVar("P_co", bound=Posting, covariant=True)
TableView = TypeVar("TableView")
TableView_co = TypeVar("TableView_co", covariant=True)
SeatView = TypeVar("SeatView")
SeatView_co = TypeVar("SeatView_co", covariant=True)
StepView = TypeVar("StepView")
Strategy = TypeVar("Strategy")
"""A chart as its game reads it from a file."""

Chips = Mapping[str, int]
"""What each player has besides the wagers on the layout."""


class Column(NamedTuple):
    title: str
    right: bool = False
    wraps: bool = False


class LayoutRow(NamedTuple):
    """A row of the layout with a cell per column; a cell may have several lines."""

    cells: tuple[str, ...]
    mark: Literal["", "turn", "out"] = ""


class LayoutText(NamedTuple):
    """The table as columns and rows of text."""

    columns: tuple[Column, ...]
    rows: tuple[LayoutRow, ...]


class Choice(NamedTuple):
    """A key, what it does and by which paragraph; with a range if an amount can be chosen."""

    key: str
    name: str
    cost: str
    by: str
    least: int = 0
    most: int = 0

    @property
    def label(self) -> str:
        return f"{self.name} {self.cost}".strip()


class DecisionAsked(NamedTuple):
    """The player whose decision the table waits for, and the hand."""

    bettor: str
    at: str
    """As settlements name it, such as `1`."""
    about: str
    """In words, such as `box 1`."""
    wager: int = 0
    """Which of the player's wagers the question is about, from 1; 0 if there is only one or it is about all."""


class Places(NamedTuple):
    """The places for players: their numbers on the layout, and what they are called."""

    numbers: tuple[int, ...]
    word: str = "box"
    shared: bool = False
    """Whether several players may bet at one place."""
    most_of_one: int = 1
    """How many places one player may have."""


class Sitter(Protocol):
    """A player at the keyboard; the second and third at a box are standing."""

    @property
    def box(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def standing(self) -> bool: ...


class Keyboard(Protocol[P_co, TableView_co, SeatView_co]):
    """What a game's betting questions may use of the front end and the session."""

    @property
    def posting(self) -> P_co: ...
    @property
    def seats(self) -> Sequence[Sitter]: ...
    def ask(self, prompt: str) -> str:
        """Read a typed line; keys that work everywhere are already handled."""

    def amount_of(self, text: str) -> int | None:
        """Parse cents; say so if it is not an amount."""

    def say(self, text: str, style: str = "") -> None: ...
    def say_keys(self, keys: Sequence[str]) -> None:
        """Show what can be typed now, each key with its meaning."""

    def perform(self, act: Act) -> bool:
        """Perform an act and return whether it was done; show a refusal."""

    def act_of(self, line: str) -> Act | None:
        """Parse a script line; say so if it is not an act."""

    def chips(self, player: str) -> int | None: ...
    def buy(self, player: str, amount: int) -> None: ...
    def table_seen(self) -> TableView_co:
        """Return the onlooker's view of the table."""

    def seat(self, player: str) -> SeatView_co:
        """This player's view."""

    def irregularity(self) -> None:
        """Ask which of the possible irregularities to call."""

    def show(self) -> None:
        """Show the layout as it is now."""


class ChartDecision(NamedTuple):
    """What a chart said, and the resulting move."""

    cell: str
    move: str
    amount: int


class ChartPlay(NamedTuple, Generic[P, TableView, SeatView, Strategy]):
    """How a game is played by a strategy file."""

    read: Callable[[P, Path], Strategy]
    """Reads the chart from a file, for this posting; raises a `Chapter47Error` with all problems."""
    wagers: Callable[[TableView, Sitter], Sequence[Act]]
    """The minimum wagers that the game requires, from the view of the table."""
    closes: Act
    """The act that ends betting."""
    decide: Callable[[Strategy, SeatView, int | None], ChartDecision]
    """Decides by the chart, from a player's view and chips."""


def never_quiet(entry: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    del entry, earlier
    return False


def nobody_decides(seen: object) -> DecisionAsked | None:
    del seen
    return None


def no_question(seat: object, faces: Faces) -> str:
    del seat, faces
    return ""


def no_choices(seat: object, faces: Faces, chips: int | None) -> tuple[Choice, ...]:
    del seat, faces, chips
    return ()


def nothing_besides(posting: object) -> str:
    del posting
    return ""


def any_cut(stack: int, cards: int) -> Objection | None:
    del stack, cards
    return None


@dataclass(frozen=True, kw_only=True)
class Words(Generic[P, TableView, SeatView, StepView]):
    """A game's words for terminals and pages."""

    sign: Callable[[TableView], str]
    """The table in one line: the game, its cards, its limits."""
    rules: Callable[[TableView], str]
    """One line with other things players look for, besides game and limits."""
    places: Callable[[P], Places]
    """The places of a posting."""
    layout: Callable[[TableView, Faces, Chips], LayoutText]
    step: Callable[[StepView], str]
    """What the dealer does next."""
    state_of_table: Callable[[TableView], str]
    """A few words above the layout, such as how many cards are left."""
    replayed: Callable[[Frame, Sequence[Event], Faces], LayoutText | None]
    """The layout at a log line with a decision, with everything that happened in the round."""
    wagering: Callable[[Keyboard[P, TableView, SeatView]], Callable[[], None]]
    """How people are asked for wagers: called once per session, and the result once per round, until betting ends."""

    keys: Mapping[str, str] = field(default_factory=dict)
    """A letter for each move."""
    asked: Callable[[TableView], DecisionAsked | None] = nobody_decides
    question: Callable[[SeatView, Faces], str] = no_question
    """Whose decision it is, about which hand and against what."""
    choices: Callable[[SeatView, Faces, int | None], tuple[Choice, ...]] = no_choices
    """The legal moves that the chips cover, if chips are counted."""
    offers: Callable[[P], str] = nothing_besides
    """Wagers besides the main one that a posting offers; may be empty."""
    chart: ChartPlay[P, TableView, SeatView, OfItsGame] | None = None
    quiet: Callable[[LogEntry, Sequence[LogEntry]], bool] = never_quiet
    """Whether the layout or the settlement already shows this event, given the earlier entries; with paragraphs on,
    everything is shown."""
    follows: tuple[type[Event], ...] = ()
    """Events that follow from the dealer's last words, so that the caption keeps these."""
    cut_refused: Callable[[int, int], Objection | None] = any_cut
    """Whether a cut after this many cards of such a stack is refused."""
    at_any_time: Mapping[str, Callable[[str], Act]] = field(default_factory=dict)
    """Acts that the player who must decide can type instead, by what is typed."""
    decide: Callable[[str, str, int], Act] = Choose
    """The act of a player who chooses a move by name, with an amount."""
    closes: Act | None = None
    """What happens when the people at the keyboard leave, such as collecting outstanding fees."""
    chance: str = "cards"
    """What a seed determines."""


AnyWords = Words[OfItsGame, OfItsGame, OfItsGame, OfItsGame]
"""Words of a game that only the table file names: a front end passes views back to them without looking inside."""
