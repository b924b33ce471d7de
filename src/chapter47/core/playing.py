"""How tables of a game are played, logged, told and done again: what `Game.playing` refers to."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from chapter47.core.act import Act, ActForms
from chapter47.core.chance import Chance
from chapter47.core.event import Event
from chapter47.core.faces import Faces
from chapter47.core.log import Frame, LogEntry, LogForm
from chapter47.core.loose_types import OfItsGame, OfItsType
from chapter47.core.table_in_play import Cutter, TableInPlay

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
Teller = Callable[[OfItsType, Faces], str]
"""An event in words; each teller knows the one type of event that it tells."""


class Opener(Protocol[P_contra]):
    """Opens a table from a posting and a source of chance; whoever is offered a cut is asked by `cut`."""

    def __call__(self, posting: P_contra, chance: Chance, *, cut: Cutter) -> TableInPlay: ...


class AgainOpener(Protocol[P_contra]):
    """Opens a table again from its stored form."""

    def __call__(self, posting: P_contra, stored: str, chance: Chance, *, cut: Cutter) -> TableInPlay: ...


def nobody_first(acts: Sequence[Act]) -> Iterable[tuple[int, str]]:
    del acts
    return ()


def nothing_named(table: object) -> str:
    del table
    return ""


def named_cards_left(number: int) -> str:
    """So many cards that a script has named did not come yet, in words."""
    return f"{number} named card{'s' * (number != 1)}" if number else ""


def nothing_owed(table: object) -> Mapping[str, int]:
    del table
    return {}


@dataclass(frozen=True, kw_only=True)
class Playing(Generic[P]):
    """The part of a game that plays."""

    open: Opener[P]
    open_again: AgainOpener[P]
    waits_for_people: tuple[type, ...]
    """Needs that only a person can answer, or nobody any more."""
    waits_for: Callable[[OfItsGame], str]
    """Whom such a need waits for, in words."""

    closes_wagers: type[Event]
    """After it a round is dealt to its end."""

    acts: ActForms
    log: LogForm
    tellers: Mapping[type[Event], Teller]
    """Each event of its own in words; those of every game are told alike."""
    replay: Callable[[P, Iterable[LogEntry]], Iterator[Frame]]
    """Every line of a log done again; raises `LogError` at the first that does not reproduce."""
    redeal: Callable[[P, list[LogEntry], int], None]
    """The same from the seed of its chance."""
    first_to_come: Callable[[Sequence[Act]], Iterable[tuple[int, str]]] = nobody_first
    """Who was there, and at which box, when the table opened, by the acts of a script that does not say it."""
    owed: Callable[[OfItsGame], Mapping[str, int]] = nothing_owed
    """What each player who gets up now pays for wagers that are decided: fees that were marked."""
    named_and_left: Callable[[OfItsGame], str] = nothing_named
    """What a script has named as coming next that has not come, such as `2 named cards`."""


AnyPlaying = Playing[OfItsGame]
"""How the tables of some game are played, whichever it is."""
