"""The coach: what each legal move is worth before a decision, and what the chosen one cost afterwards."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from chapter47.core.act import Act
from chapter47.core.coaching import AnyCoaching, DecisionValues, NoDecision, WagerCost
from chapter47.core.event import Event
from chapter47.core.game import AnyGame
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.money import dollars
from chapter47.core.onlookers import player as as_player
from chapter47.core.table_in_play import TableInPlay

NOTHING_TO_DECIDE = NoDecision("nobody decides on a hand at this game")


def nothing_to_decide() -> NoDecision:
    return NOTHING_TO_DECIDE


def no_price() -> None:
    return None


class JudgedMove(Struct, frozen=True, kw_only=True):
    """A decision judged against basic strategy."""

    move: str
    best: str
    right: bool
    cost: float
    """In cents."""
    line: str
    """One line for the player."""

    def data(self) -> Json:
        return {name: getattr(self, name) for name in self.__struct_fields__}


class Coach:
    """Coaches the players of one table. It reads only what a player sees."""

    def __init__(self, game: AnyGame, posting: OfItsGame, table: TableInPlay, earlier: Sequence[LogEntry] = ()) -> None:
        """`earlier` is the part of the table's log that is no longer in memory."""
        self._game, self._posting, self._table, self._earlier = game, posting, table, earlier
        self._coaching: AnyCoaching | None = game.coaching.load() if game.coaching else None
        self._hosting: Hosting | None = game.hosting.load() if game.hosting else None

    def decision(self, player: str, *, seen: bool = True) -> DecisionValues | NoDecision:
        """Return the values of this player's legal moves, or the reason why there are none."""
        return self.question(player, seen=seen)()

    def question(self, player: str, *, seen: bool = True) -> Callable[[], DecisionValues | NoDecision]:
        """The same, to be worked out later and perhaps by another process: it keeps the view of now. Without `seen` by
        basic strategy alone, which is faster."""
        if self._coaching is None or self._coaching.decision is None:
            return nothing_to_decide
        view = self._table.view(as_player(player))
        events = self._events_seen_by(player) if seen else []
        return partial(self._coaching.decision, self._posting, view, events)

    def wager(self, act: Act) -> WagerCost | None:
        """Return the price of the wager that an act makes."""
        return self.price(act)()

    def price(self, act: Act) -> Callable[[], WagerCost | None]:
        """Return the price as a question to be computed later, perhaps in another process."""
        return partial(self._coaching.wager, self._posting, act) if self._coaching else no_price

    def _events_seen_by(self, player: str) -> list[Event]:
        events = [entry.event for entry in (*self._earlier, *self._table.log)]
        return self._hosting.recalled(events, as_player(player)) if self._hosting else []


def judged(values: DecisionValues, move: str) -> JudgedMove:
    """Judge whether a move was that of basic strategy, and what it cost."""
    cost = values.cost(move)
    right = move == values.best
    rule = f"basic strategy: {spoken(values.best)} on {values.situation}"
    if right:
        line = f"Right. {rule[:1].upper()}{rule[1:]}."
    elif cost < 0.5:
        line = f"{spoken(move).capitalize()} costs less than a cent; {rule}."
    else:
        line = f"{spoken(move).capitalize()} cost {dollars(round(cost))}: {rule}."
    return JudgedMove(move=move, best=values.best, right=right, cost=cost, line=line)


def spoken(move: str) -> str:
    return move.replace("-", " ")
