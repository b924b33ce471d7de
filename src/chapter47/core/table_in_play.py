"""A table in play of any game: it says what it needs, people act, and the dealer continues step by step."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from chapter47.core.act import Act
from chapter47.core.errors import Chapter47Error, ProblemInWords
from chapter47.core.event import Event
from chapter47.core.findings import Objection, Refusal
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who

Cutter = Callable[[str, int], int | None]
"""Called with a player's name (or `dealer`) and the size of the stack; returns how many cards go before the cut, or
None."""


def declines(player: str, stack: int) -> None:
    """Decline every cut."""


class RefusedError(Exception):
    """A paragraph forbids it, discovered in the middle of a step; `finding` says which and what is allowed."""

    def __init__(self, finding: Objection) -> None:
        super().__init__(f"{finding.citation} {finding.message}: found {finding.got}; required: {finding.want}")
        self.finding = finding

    @property
    def refusal(self) -> Refusal:
        finding = self.finding
        return Refusal(finding.code, finding.citation, finding.message, finding.got, finding.want)


E = TypeVar("E", bound=Event)


class ReplayedLog(Protocol):
    """In a replay, the log as the source of cards, throws and amounts."""

    def next(self, kind: type[E]) -> E | None:
        """Return the event in the place of the table's next one, if it is of this kind."""

    def following(self, kind: type[E]) -> E | None:
        """Return the next event of this kind, wherever it is."""


class CannotPlayError(Chapter47Error):
    """A posted table that cannot be played, or cannot continue: the key to change, and the value needed."""

    key: ClassVar[str]
    allowed: ClassVar[str]

    def __init__(self, why: str) -> None:
        super().__init__([ProblemInWords(self.key, why, self.allowed)])


class Cost(NamedTuple):
    """Chips that an act takes from a player."""

    player: str
    amount: int


class TableInPlay(Protocol):
    """The interface through which any game is played."""

    @property
    def log(self) -> Sequence[LogEntry]:
        """Everything that has happened, in order; entries are only appended."""

    @property
    def need(self) -> object:
        """What comes next: a decision, a step of the dealer, or nothing until the next round."""

    @property
    def calls(self) -> Sequence[str]:
        """List the irregularities that may be called now."""

    @property
    def is_open(self) -> bool: ...

    @property
    def between_rounds(self) -> bool: ...

    @property
    def staked(self) -> Mapping[str, int]:
        """Each bettor's undecided chips on the layout."""

    def cost(self, act: Act) -> Cost | None:
        """Return what an act would take from a player's chips now."""

    def perform(self, act: Act) -> Refusal | None:
        """Perform an act, or return the refusal; a refused act changes nothing."""

    def step(self) -> object:
        """Perform the next step that needs no person."""

    def view(self, who: Who) -> object:
        """Return the table as an onlooker sees it."""

    def stored(self) -> str:
        """Return the whole table as JSON. A restored table continues as if never stored; its log starts there."""
