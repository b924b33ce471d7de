"""What a game's part `coaching` provides: the value of each legal move and the price of a wager, in cents.

It reads a player's view and the events as that player saw them. Neither has a field for an unseen card."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct, to_builtins

from chapter47.core.act import Act
from chapter47.core.drilling import Drills
from chapter47.core.event import Event
from chapter47.core.json_object import Json
from chapter47.core.loose_types import OfItsGame

P = TypeVar("P")
SeatView = TypeVar("SeatView")


class LitCell(Struct, frozen=True):
    """A cell of the basic strategy chart, and what it says."""

    part: str
    row: str
    column: str
    code: str


class DecisionValues(Struct, frozen=True, kw_only=True):
    """The expected gain of each legal move, in cents."""

    player: str
    at: str
    """The hand, as views name it."""
    question: str
    hand: str
    """The cards of the hand, or of both hands of a box, as the player sees them."""
    against: str
    """The dealer's visible cards."""
    situation: str
    """In words: `16 against 6`."""
    stake: int
    basic: Mapping[str, float]
    """Values from a full shoe without this hand and the dealer's visible cards."""
    best: str
    """The move of basic strategy."""
    cards_seen: Mapping[str, float] | None = None
    """Values from the cards that this player has not seen since the shuffle."""
    best_seen: str | None = None
    why_not_seen: str = ""
    amounts: Mapping[str, int] = {}
    """The amount assumed for a move that takes one."""
    cell: LitCell | None = None

    def cost(self, move: str) -> float:
        """What a move costs against basic strategy, in cents; the move of the chart costs nothing."""
        if move == self.best or move not in self.basic:
            return 0.0
        return max(0.0, self.basic[self.best] - self.basic[move])

    def data(self) -> Json:
        data: Json = to_builtins(self)
        return data


class WagerCost(Struct, frozen=True, kw_only=True):
    """The price of a wager as it is placed."""

    wager: str
    amount: int
    house_edge: float
    expected_loss: float
    """In cents."""
    cheapest: str = ""
    """A cheaper wager that wins on a similar event, if there is one."""
    cheapest_edge: float | None = None
    advice: str = ""

    def data(self) -> Json:
        data: Json = to_builtins(self)
        return data


class NoDecision(NamedTuple):
    """Why there are no values now."""

    why: str


@dataclass(frozen=True, kw_only=True)
class Coaching(Generic[P, SeatView]):
    """A game's part `coaching`; `decision` is `None` if nobody decides on a hand."""

    wager: Callable[[P, Act], WagerCost | None]
    """The price of the wager that an act makes; `None` if it makes none or the wager has no price."""
    drills: Drills = field(default_factory=dict)
    """The game's own drills, by name; those common to all games are in the school."""
    decision: Callable[[P, SeatView, Sequence[Event]], DecisionValues | NoDecision] | None = None
    """Values the moves of the player who is asked, from the view and all events that this player saw."""
    value_lost: Callable[[P, OfItsGame, str, str], float | None] | None = None
    """What a player's move loses against the best one from a full shoe, in cents."""


AnyCoaching = Coaching[OfItsGame, OfItsGame]
