"""How tables of a game are played, logged, narrated and replayed: `Game.playing` refers to it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from chapter47.core.act import Act, Sit
from chapter47.core.cards import Faces
from chapter47.core.chance import Chance
from chapter47.core.event import Event
from chapter47.core.grammar import Grammar
from chapter47.core.history import DecisionRow, HandRow
from chapter47.core.log import Frame, LogEntry, LogForm
from chapter47.core.loose_types import OfItsGame, OfItsType
from chapter47.core.table_in_play import Cutter, TableInPlay

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
Teller = Callable[[OfItsType, Faces], str]
"""Puts one type of event into words."""


class Opener(Protocol[P_contra]):
    """Opens a table from a posting and a source of chance; `cut` is called for each player who is offered a cut."""

    def __call__(self, posting: P_contra, chance: Chance, *, cut: Cutter) -> TableInPlay: ...


class AgainOpener(Protocol[P_contra]):
    """Restores a table from its stored form."""

    def __call__(self, posting: P_contra, stored: str, chance: Chance, *, cut: Cutter) -> TableInPlay: ...


def nobody_first(acts: Sequence[Act]) -> Iterable[tuple[int, str]]:
    del acts
    return ()


def nothing_named(table: object) -> str:
    del table
    return ""


CARD: Final = "card"
THROW: Final = "throw"
AMOUNT: Final = "amount"


class ShownByChance(NamedTuple):
    """The outcome of chance in an event, in the form of a script: a card, a throw of the dice, an amount."""

    kind: str
    what: str
    """Empty for a card that nobody has seen yet."""
    counts: bool = True
    """False for a card that goes out of play unseen."""
    peeked: bool = False
    """Whether the card was only looked at and is still the next one."""


def no_chance(event: Event) -> ShownByChance | None:
    del event
    return None


def no_hands(state: object) -> Sequence[HandRow]:
    del state
    return ()


def no_decision(state: object, entry: LogEntry) -> DecisionRow | None:
    del state, entry
    return None


def none_named(table: object) -> Mapping[str, int]:
    del table
    return {}


def named_cards_left(number: int) -> str:
    """Count the cards that a script lists and that have not been dealt yet, in words."""
    return f"{number} listed card{'s' * (number != 1)}" if number else ""


def nothing_owed(table: object) -> Mapping[str, int]:
    del table
    return {}


@dataclass(frozen=True, kw_only=True)
class Playing(Generic[P]):
    """The part of a game that plays."""

    open: Opener[P]
    open_again: AgainOpener[P]
    waits_for_people: tuple[type, ...]
    """Needs that only a person can answer, or that are final."""
    waits_for: Callable[[OfItsGame], str]
    """Whom such a need waits for, in words."""

    closes_wagers: type[Event]
    """The event after which a round is dealt to its end."""

    acts: Grammar
    log: LogForm
    tellers: Mapping[type[Event], Teller]
    """Words for each of its own events; events of all games are worded in one place."""
    replay: Callable[[P, Iterable[LogEntry]], Iterator[Frame]]
    """Replays a log line by line; raises `LogError` at the first that does not reproduce."""
    redeal: Callable[[P, list[LogEntry], int], None]
    """Replays a log from the seed of its chance."""
    sit: Callable[[str, int], Act] = Sit
    """The act with which a player takes a place."""
    first_to_come: Callable[[Sequence[Act]], Iterable[tuple[int, str]]] = nobody_first
    """Who was at which box when the table opened, from the acts of a script that does not say so."""
    owed: Callable[[OfItsGame], Mapping[str, int]] = nothing_owed
    """Marked fees that each player must pay when leaving now."""
    named_and_left: Callable[[OfItsGame], str] = nothing_named
    """Chance that a script lists and that was not used, in words, such as `2 listed cards`."""
    named_left: Callable[[OfItsGame], Mapping[str, int]] = none_named
    """The same as numbers, by kind."""
    by_chance: Callable[[Event], ShownByChance | None] = no_chance
    hands: Callable[[OfItsGame], Sequence[HandRow]] = no_hands
    """The hands of a state, for histories."""
    decision: Callable[[OfItsGame, LogEntry], DecisionRow | None] = no_decision
    """The decision that a line records, made in this state."""
    mixes: tuple[type[Event], ...] = ()
    """Events after which named cards are dropped."""


AnyPlaying = Playing[OfItsGame]
"""The `Playing` of any game."""
