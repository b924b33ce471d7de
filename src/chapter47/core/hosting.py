"""What a house needs that lets people play a game from afar: who sits there, who is waited for, what each may do.

It is what `Game.hosting` refers to."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from msgspec import Struct

from chapter47.core.act import Act
from chapter47.core.cards import Card
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.core.log import LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.money import amount
from chapter47.core.onlookers import Who
from chapter47.core.posting import Posting
from chapter47.core.table_in_play import TableInPlay

Table = TypeVar("Table", bound=TableInPlay)
P = TypeVar("P", bound=Posting)

CARDS: Final = "CARDS"
"""Stands in the offer of the cut, for the number of cards before it, or `no`."""


class Offer(Struct, frozen=True, kw_only=True):
    """Something that a player may do now, as the line of its act; an amount that is chosen comes at its end."""

    line: str
    by: str = ""
    least: int = 0
    """The least amount, the greatest and the step between two; nothing where no amount is chosen."""
    most: int = 0
    step: int = 0
    spot: str = ""
    """Where on the layout a wager lies, as the picture of the game names the place; empty for a decision."""
    after: str = ""
    """The spot of the wager that has to lie there first."""
    stack: int = 0
    """Of a cut, how many cards are cut."""
    closes: bool = False
    """Whether it ends the time for wagers."""

    def with_amount(self, cents: int) -> str:
        """The line of the act with this amount."""
        return f"{self.line} {amount(cents)}" if self.most else self.line


def everybody_sees_it(table: object, event: Event, who: Who) -> Event | None:
    del table, who
    return event


def all_of_them(events: Sequence[Event], who: Who) -> list[Event]:
    del who
    return list(events)


def none_besides(table: object, player: str) -> Iterable[Offer]:
    del table, player
    return ()


def nobody_has_to(table: object) -> Collection[str]:
    del table
    return ()


def nothing(table: object) -> Mapping[str, int]:
    del table
    return {}


def no(posting: object) -> bool:
    del posting
    return False


def not_told(table: object) -> None:
    del table


@dataclass(frozen=True, kw_only=True)
class HostingOf(Generic[Table, P]):
    """The part of a game that a house needs, for tables in play and postings of that game."""

    seated: Callable[[Table], Iterable[str]]
    """The players at a table in play."""
    awaited: Callable[[Table], str]
    """Who has to decide; nobody where wagers are taken or the dealer goes on."""
    time_is_up: Callable[[Table], Act | None]
    """What the house does for whoever lets the time pass, or to close the wagers; nothing where it just waits."""
    empties: Callable[[Table], Act | None] | None = None
    """What the house does next at a table that is to close, so that no wager stays on the layout; where nothing is
    said, the same as when the time is up."""
    plays_on: Callable[[Table], Collection[str]] = nobody_has_to
    """Whoever has a wager on the layout that is decided only if he makes another: at a table that is to close he may,
    for as long as players have for their wagers."""
    closes_wagers: Callable[[Table], Act | None]
    """The act after which no more wagers are taken, where it can be done now."""
    held_up: Callable[[Table], Refusal | None]
    """Why it cannot be done now, while wagers are taken."""
    offers: Callable[[Table, str], Iterable[Offer]]
    """What a player may do at a table in play: whatever is offered is accepted."""
    log: Callable[[Table], list[LogEntry]]
    """The log of a table in play, whose beginning a house may put away, and bring back after a restart."""
    leaves: Callable[[str], Act]
    """How a player gets up."""
    besides: Callable[[Table, str], Iterable[Offer]] = none_besides
    """Wagers that can be made as soon as others lie there, each `after` one of them: whoever lays chips lays them
    all before the first is made."""
    takes_turn: Callable[[Table, str], Act | None] = lambda table, player: None
    """What a player does who wants to go on and is asked for nothing but that, such as taking the dice."""
    on_closing: Act | None = None
    """What the house does last at a table."""
    seen: Callable[[Table, Event, Who], Event | None] = everybody_sees_it
    """An event as somebody at the table sees it."""
    recalled: Callable[[Sequence[Event], Who], list[Event]] = all_of_them
    """The events of a round as somebody saw them who recalls it later, one for each."""
    owed: Callable[[Table], Mapping[str, int]] = nothing
    """Fees that players owe and have not paid yet."""
    meters: Callable[[Table], Mapping[str, int]] = nothing
    """What the meters of the table hold for the players."""
    draws_each_round: Callable[[P], bool] = no
    """Whether cards of a posting go back among cards that were not dealt, so that no order of cards is ever done."""
    undealt: Callable[[Table], Iterable[tuple[Card, ...]] | None] = not_told
    """The stacks of a table in play that were not dealt yet, each a rest of a shuffle that was cut; where they are not
    told, a shuffle always takes all cards."""


Hosting = HostingOf[OfItsGame, OfItsGame]
"""Of a game that only the table file names."""
