"""A table in play, of whatever game: it says what it needs, people act, the dealer goes on step by step."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol

from chapter47.core.act import Act
from chapter47.core.errors import Chapter47Error, ProblemInWords
from chapter47.core.findings import Objection, Refusal
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who

Cutter = Callable[[str, int], int | None]
"""Asked with a player's name (or `dealer`) and the size of the stack: how many cards go before the cut, or no cut."""


def declines(player: str, stack: int) -> None:
    """Nobody wants the cut."""


class RefusedError(Exception):
    """A paragraph forbids it, found out in the middle of a step; `finding` says which and what is allowed."""

    def __init__(self, finding: Objection) -> None:
        super().__init__(f"{finding.citation} {finding.message}: got {finding.got}, want {finding.want}")
        self.finding = finding

    @property
    def refusal(self) -> Refusal:
        finding = self.finding
        return Refusal(finding.code, finding.citation, finding.message, finding.got, finding.want)


class CannotPlayError(Chapter47Error):
    """A table that cannot be played, or not any further, as it is posted: the key to change, and to what."""

    key: ClassVar[str]
    allowed: ClassVar[str]

    def __init__(self, why: str) -> None:
        super().__init__([ProblemInWords(self.key, why, self.allowed)])


class Cost(NamedTuple):
    """Chips that somebody lays down for an act."""

    player: str
    amount: int


class TableInPlay(Protocol):
    """Whatever plays tables needs nothing else."""

    @property
    def log(self) -> Sequence[LogEntry]:
        """Everything that has happened, in its order; only its end grows."""

    @property
    def need(self) -> object:
        """What comes next: a decision of somebody, a step of the dealer, or nothing until the next round."""

    @property
    def calls(self) -> Sequence[str]:
        """The irregularities that may be called now."""

    @property
    def is_open(self) -> bool: ...

    @property
    def between_rounds(self) -> bool: ...

    @property
    def staked(self) -> Mapping[str, int]:
        """The chips of each bettor that lie on the layout, undecided."""

    def cost(self, act: Act) -> Cost | None:
        """What an act takes from somebody's chips, were it done now."""

    def perform(self, act: Act) -> Refusal | None:
        """Do it, or say why not: then nothing has changed."""

    def step(self) -> object:
        """Do the next thing that needs no person."""

    def view(self, who: Who) -> object:
        """The table as an onlooker sees it."""

    def stored(self) -> str:
        """All of it as JSON. Opened again, it goes on as if it had never been stored; its log begins there."""
