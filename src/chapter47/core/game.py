"""What a game must provide: one frozen record for each value of the key `game` of a table file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import Any, Generic

from chapter47.core.findings import Announcement, Display, FloorRule, Irregularity, Limit, Option, P
from chapter47.core.loose_types import OfItsGame
from chapter47.core.tablefile.posting_form import PostingForm


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game that is loaded when it is asked for, so that the check of a table need not wait for it.

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
    """One game: how a table of it is posted and judged, and where its playing and its price are found."""

    name: str
    title: str
    text: str
    """Which text answers where the table file names no day."""
    since: date
    """The first day on which a table of it may have been lawful."""

    posting: PostingForm[P]
    """The record of all that a licensee elects and posts for one table of it, and how a table file writes it."""
    sections: Callable[[P], Sequence[str]]
    """The sections that a table of it stands on."""
    limits: tuple[Limit[P], ...] = ()
    options: tuple[Option[P], ...] = ()
    notices: tuple[Announcement[P] | Display[P], ...] = ()
    floor_rules: tuple[FloorRule[P], ...] = ()
    """What is asked of all tables of a casino together."""
    irregularities: tuple[Irregularity, ...] = ()
    """What can be called at a table of it when something goes wrong in the deal."""
    known_part: Callable[[P, frozenset[str]], P] = _all_of_it
    """The table less what the law of its day does not know, by the keys of those options; limits judge only this."""

    only_held_texts_forbid: bool = False
    """Whether a breach is a doubt where the text of its section is not held on the day; else it is a finding there."""

    playing: Part | None = None
    """How a table of it is opened, played, viewed and replayed."""
    hosting: Part | None = None
    """What a house needs that lets people play it from afar."""
    pricing: Part | None = None
    """Its exact price and the best way to play it."""
    priced_at_once: bool = False
    """Whether a price takes no second and no compiled code: whoever prices several tables begins with these."""
    simulation: Part | None = None
    words: Part | None = None
    """How a front end speaks of it."""
    picture: Part | None = None
    """How a table of it is drawn."""


AnyGame = Game[OfItsGame]
"""A game of which only the record is known, not its posting."""
