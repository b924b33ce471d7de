"""What a server needs to host a game: who is seated, who must act next, what each player may do. `Game.hosting` refers
to it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.act import Act, Call, CutAt, DeclineCut, form_of
from chapter47.core.cards import Card
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.onlookers import Who
from chapter47.core.posting import Posting
from chapter47.core.table_in_play import TableInPlay
from chapter47.core.text import spoken

Table = TypeVar("Table", bound=TableInPlay)
P = TypeVar("P", bound=Posting)

OfferKind = Literal["seat", "bet", "change", "move", "cut", "close", "leave", "turn", "call"]
"""The kinds of offer: a seat, a new wager, a change to a wager, a decision on a hand, the cut, closing betting,
leaving, the dice or the shoe, an irregularity."""


class Offer(Struct, frozen=True, kw_only=True):
    """An act that a person may perform now, exactly as given: an amount to choose is set to the minimum, and a cut to
    the middle of the stack."""

    kind: OfferKind
    act: Act
    by: str = ""
    least: int = 0
    """The minimum, the maximum and the step of amounts; 0 if there is no amount to choose."""
    most: int = 0
    step: int = 0
    spot: str = ""
    """The place of a wager on the layout, as the game's picture names it; empty for a decision."""
    after: str = ""
    """The spot of the wager that must be made first."""
    stack: int = 0
    """For a cut, how many cards are cut."""

    def with_amount(self, cents: int) -> Act:
        """Return the act with this amount."""
        return replace(self.act, amount=cents) if self.most else self.act

    @property
    def text(self) -> str:
        """The act as a line of text."""
        return str(self.act)

    @property
    def label(self) -> str:
        """The act without its player and amount, in words: `Bet on don't pass`."""
        words = spoken(form_of(type(self.act)).label(self.act))
        return words[:1].upper() + words[1:]

    def data(self) -> Json:
        """Return its fields, the act as JSON, its line and its label."""
        act = form_of(type(self.act)).to_json(self.act)
        own: Json = {name: getattr(self, name) for name in self.__struct_fields__}
        return {**own, "act": act, "text": self.text, "label": self.label}


def cut_offers(player: str, stack: int, by: str) -> Iterator[Offer]:
    """Offer the cut, or declining it."""
    yield Offer(kind="cut", act=CutAt(player, stack // 2), by=by, stack=stack)
    yield Offer(kind="cut", act=DeclineCut(player), by=by)


def call_offers(table: TableInPlay) -> Iterator[Offer]:
    """List the irregularities that may be called now."""
    for kind in table.calls:
        yield Offer(kind="call", act=Call(kind))


def everybody_sees_it(table: object, event: Event, who: Who) -> Event | None:
    del table, who
    return event


def all_of_them(events: Sequence[Event], who: Who) -> list[Event]:
    del who
    return list(events)


def no_dependent_offers(table: object, player: str) -> Iterable[Offer]:
    del table, player
    return ()


def nobody_has_to(table: object) -> Collection[str]:
    del table
    return ()


def nowhere(table: object) -> str:
    del table
    return ""


def nothing(table: object) -> Mapping[str, int]:
    del table
    return {}


def no(posting: object) -> bool:
    del posting
    return False


def undisclosed(table: object) -> None:
    del table


@dataclass(frozen=True, kw_only=True)
class HostingOf(Generic[Table, P]):
    """The hosting part of a game, for its tables in play and postings."""

    seated: Callable[[Table], Iterable[str]]
    """The players at a table in play."""
    awaited: Callable[[Table], str]
    """Who must decide; empty while wagers are taken or the dealer continues."""
    awaited_place: Callable[[Table], str] = nowhere
    """The hand or box of the decision; empty if the game has no such place."""
    time_is_up: Callable[[Table], Act | None]
    """The house's act for a player whose time is up, or to close betting; None to keep waiting."""
    winding_down_act: Callable[[Table], Act | None] | None = None
    """The house's next act at a closing table, to clear the layout; by default the same as when the time is up."""
    plays_on: Callable[[Table], Collection[str]] = nobody_has_to
    """Players whose wager is decided only if they make another, which they may do at a closing table within the time
    for wagers."""
    closes_wagers: Callable[[Table], Act | None]
    """The act that closes betting, if it is possible now."""
    why_not_closable: Callable[[Table], Refusal | None]
    """Why betting cannot be closed now, while wagers are taken."""
    offers: Callable[[Table, str], Iterable[Offer]]
    """What a player may do at a table in play; every offer is legal."""
    log: Callable[[Table], list[LogEntry]]
    """The log of a table in play; a server may drop its beginning and restore it after a restart."""
    leaves: Callable[[str], Act]
    """The act with which a player leaves."""
    dependent_offers: Callable[[Table, str], Iterable[Offer]] = no_dependent_offers
    """Wagers that become possible once others are made, each `after` one of them: players place all chips before the
    first wager is made."""
    missing_wagers: Callable[[Table, str], int] = lambda table, player: 0
    """How many more wagers the game requires of a player before a round can be dealt."""
    takes_turn: Callable[[Table, str], Act | None] = lambda table, player: None
    """The act of a player who wants to continue and only needs to confirm it, such as taking the dice."""
    on_closing: Act | None = None
    """The house's last act at a table."""
    seen: Callable[[Table, Event, Who], Event | None] = everybody_sees_it
    """An event as somebody at the table sees it."""
    recalled: Callable[[Sequence[Event], Who], list[Event]] = all_of_them
    """The events of a round as a player saw them, for recall, one for each."""
    owed: Callable[[Table], Mapping[str, int]] = nothing
    """Outstanding fees by player."""
    meters: Callable[[Table], Mapping[str, int]] = nothing
    """What the table's meters hold for the players."""
    draws_each_round: Callable[[P], bool] = no
    """Whether dealt cards return to the undealt ones at this table, so that an order of cards is never used up."""
    new_cards: tuple[type[Event], ...] = ()
    """Events after which cards seen earlier no longer count, such as a shuffle."""
    undealt: Callable[[Table], Iterable[tuple[Card, ...]] | None] = undisclosed
    """The undealt stacks of a table in play, each the rest of a cut shuffle; if not given, a shuffle always takes all
    cards."""


Hosting = HostingOf[OfItsGame, OfItsGame]
"""Hosting of a game that only the table file names."""
