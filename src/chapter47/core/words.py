"""What a game's part `words` provides: how a front end shows a table of it and asks for a decision. All from views."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from chapter47.core.act import Act
from chapter47.core.event import Event
from chapter47.core.faces import Faces
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
    """A line of the layout, a cell for each column; a cell may have several lines."""

    cells: tuple[str, ...]
    mark: Literal["", "turn", "out"] = ""


class LayoutText(NamedTuple):
    """What lies on the table, as columns and rows of text."""

    columns: tuple[Column, ...]
    rows: tuple[LayoutRow, ...]


class Choice(NamedTuple):
    """A key, what it does and by which paragraph; where an amount can be chosen, from least to most."""

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
    """Whose decision the table waits for, and on what."""

    bettor: str
    at: str
    """As settlements name it, such as `1`."""
    about: str
    """In words, such as `box 1`."""


class Places(NamedTuple):
    """Where people take part: the numbers on the layout, and what such a place is called."""

    numbers: tuple[int, ...]
    word: str = "box"
    shared: bool = False
    """Whether several may wager at one place."""
    most_of_one: int = 1
    """How many places one player may have."""


class Sitter(Protocol):
    """Somebody at the keyboard; the second and third at a box stand."""

    @property
    def box(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def standing(self) -> bool: ...


class Keyboard(Protocol[P_co, TableView_co, SeatView_co]):
    """Where people wager: what a game's own questions may use of the front end and of the session."""

    @property
    def posting(self) -> P_co: ...
    @property
    def seats(self) -> Sequence[Sitter]: ...
    def ask(self, prompt: str) -> str:
        """A line that is typed; the keys that work everywhere are done already."""

    def amount_of(self, text: str) -> int | None:
        """Cents; what is not an amount is told."""

    def say(self, text: str, style: str = "") -> None: ...
    def say_keys(self, keys: Sequence[str]) -> None:
        """What can be typed now, in one line or in several, each key beside its meaning."""

    def perform(self, act: Act) -> bool:
        """Whether it was done; a refusal is told."""

    def act_of(self, line: str) -> Act | None:
        """The act that a line of a script means; where it is none, that is told."""

    def chips(self, player: str) -> int | None: ...
    def buy(self, player: str, amount: int) -> None: ...
    def table_seen(self) -> TableView_co:
        """The onlooker's view of the table."""

    def seat(self, player: str) -> SeatView_co:
        """This player's view."""

    def irregularity(self) -> None:
        """Asks which of those that can be called now is called."""

    def show(self) -> None:
        """The layout as it lies there now."""


class ChartDecision(NamedTuple):
    """What a chart said, and the move that follows."""

    cell: str
    move: str
    amount: int


class ChartPlay(NamedTuple, Generic[P, TableView, SeatView, Strategy]):
    """How a game is played by a strategy file."""

    read: Callable[[P, Path], Strategy]
    """The chart in a file, for this posting; raises a `Chapter47Error` with everything that is wrong."""
    wagers: Callable[[TableView, Sitter], Sequence[Act]]
    """From the view of the table: the least wagers that the game asks for."""
    closes: Act
    """No more wagers."""
    decide: Callable[[Strategy, SeatView, int | None], ChartDecision]
    """By the chart, from a player's view and chips."""


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
    """How a game speaks to people at a terminal or a page."""

    sign: Callable[[TableView], str]
    """The table in a line: the game, its cards, its limits."""
    rules: Callable[[TableView], str]
    """What players look for besides game and limits, in a line."""
    places: Callable[[P], Places]
    """Of a posting."""
    layout: Callable[[TableView, Faces, Chips], LayoutText]
    step: Callable[[StepView], str]
    """What the dealer does next."""
    state_of_table: Callable[[TableView], str]
    """A few words above the layout, such as how many cards are left."""
    replayed: Callable[[Frame, Sequence[Event], Faces], LayoutText | None]
    """The layout at a line of a log where somebody decides, with all that has happened in the round."""
    wagering: Callable[[Keyboard[P, TableView, SeatView]], Callable[[], None]]
    """How people are asked for their wagers: called once for a session, and what it gives for each round;
    that ends when no more wagers are taken."""

    keys: Mapping[str, str] = field(default_factory=dict)
    """A letter for each move."""
    asked: Callable[[TableView], DecisionAsked | None] = nobody_decides
    question: Callable[[SeatView, Faces], str] = no_question
    """Whose decision it is, about which hand and against what."""
    choices: Callable[[SeatView, Faces, int | None], tuple[Choice, ...]] = no_choices
    """The legal moves that the chips cover, where chips are counted."""
    offers: Callable[[P], str] = nothing_besides
    """Wagers besides the main one that a posting offers; nothing where there are none."""
    chart: ChartPlay[P, TableView, SeatView, OfItsGame] | None = None
    quiet: Callable[[LogEntry, Sequence[LogEntry]], bool] = never_quiet
    """What the layout or the settlement shows anyway, judged with the entries before it; with the paragraphs switched
    on, all of it is told."""
    follows: tuple[type[Event], ...] = ()
    """Events that follow from what the dealer has just said: a caption stays with the words."""
    cut_refused: Callable[[int, int], Objection | None] = any_cut
    """Of a stack of so many cards, whether a cut after so many is refused."""
    at_any_time: Iterable[str] = ()
    """Acts that are typed while a decision is asked for, too, by the first word of their line."""
    closes: Act | None = None
    """What is done when the people at the keyboard leave, such as collecting what they owe."""
    chance: str = "cards"
    """What a seed gives."""


AnyWords = Words[OfItsGame, OfItsGame, OfItsGame, OfItsGame]
"""Of a game that only the table file names: a front end hands its views back to its words and looks at none of them."""
