"""What a game's part `words` provides: how a front end shows a table of it and asks for a decision. All from views."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from chapter47.core.faces import Faces

TableView = TypeVar("TableView")
SeatView = TypeVar("SeatView")
StepView = TypeVar("StepView")

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


class Layout(NamedTuple):
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


@dataclass(frozen=True, kw_only=True)
class Words(Generic[TableView, SeatView, StepView]):
    """How a game speaks to people at a terminal or a page."""

    keys: Mapping[str, str]
    """A letter for each move."""
    sign: Callable[[Any], str]
    """The table in a line: the game, its cards, its limits."""
    layout: Callable[[TableView, Faces, Chips], Layout]
    question: Callable[[SeatView, Faces], str]
    """Whose decision it is, about which hand and against what."""
    choices: Callable[[SeatView, Faces, int | None], tuple[Choice, ...]]
    """The legal moves that the chips cover, where chips are counted."""
    step: Callable[[StepView], str]
    """What the dealer does next."""
