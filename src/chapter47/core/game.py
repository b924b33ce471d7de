"""What a game must provide: one frozen record for each value of the table file key `game`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from typing import Any, Generic

from chapter47.core.findings import Announcement, Display, FloorRule, Irregularity, Limit, Option, P
from chapter47.core.loose_types import OfItsGame
from chapter47.core.tablefile.posting_form import PostingForm


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game that is loaded on first use, so that checking a table need not wait for it.

    It is written `chapter47.blackjack.some.module:NAME`."""

    place: str

    @property
    def module(self) -> str:
        return self.place.partition(":")[0]

    @property
    def name(self) -> str:
        return self.place.partition(":")[2]

    def load(self) -> Any:
        return getattr(import_module(self.module), self.name)


def _all_of_it(table: P, unknown: frozenset[str]) -> P:
    del unknown
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[P]):
    """One game: how its tables are posted and judged, and where to find its play and its price."""

    name: str
    title: str
    text: str
    """The text that applies if the table file gives no date."""
    since: date
    """The first date on which a table of it may have been lawful."""

    posting: PostingForm[P]
    """The record of everything a licensee elects and posts for a table, and how a table file writes it."""
    sections: Callable[[P], Sequence[str]]
    """The sections that a table of it depends on."""
    limits: tuple[Limit[P], ...] = ()
    options: tuple[Option[P], ...] = ()
    key_citations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The paragraphs that govern each key of its table file."""
    notices: tuple[Announcement[P] | Display[P], ...] = ()
    floor_rules: tuple[FloorRule[P], ...] = ()
    """Requirements across all tables of a casino."""
    irregularities: tuple[Irregularity, ...] = ()
    """What can be called at its tables when something goes wrong in the deal."""
    known_part: Callable[[P, frozenset[str]], P] = _all_of_it
    """Returns the table without the options (by key) that the law of its date did not have; limits judge only the
    rest."""

    only_held_texts_forbid: bool = False
    """Whether a breach is only a doubt if the text of its section is not held for the date; otherwise it is a
    finding."""

    playing: Part | None = None
    """How its tables are opened, played, viewed and replayed."""
    hosting: Part | None = None
    """What a server needs to offer it."""
    pricing: Part | None = None
    """Its exact price and optimal play."""
    priced_at_once: bool = False
    """Whether pricing is instant and needs no compiled code; such tables are priced first."""
    simulation: Part | None = None
    rounds_per_hour: tuple[int, ...] = (209, 139, 105, 84, 70, 60, 52)
    """Rounds per hour with one player, two and so on: the trade's planning figures for a hand-shuffled table, not set
    by any paragraph."""
    pays: Part | None = None
    """What each wager of a table pays: a function from a posting to its `PayLine`s."""
    words: Part | None = None
    """Its words for front ends."""
    coaching: Part | None = None
    """What its moves and wagers are worth, for learners."""
    picture: Part | None = None
    """How its tables are drawn."""


AnyGame = Game[OfItsGame]
"""A game whose posting type is not known."""
