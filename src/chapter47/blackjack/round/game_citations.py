"""Citations of a game's own paragraphs in place of the basic game's."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace

from chapter47.blackjack.events import Event
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove, Result
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations import GAMES
from chapter47.core.findings import Objection, Refusal

P = ParamSpec("P")
Objects = TypeVar("Objects", bound=Objection)


def cited(rules: TableRules, by: str, kind: type[Event] | None = None) -> str:
    """Return the game's own paragraph for a basic one: the only place that knows it. Some kinds of event have a
    separate paragraph."""
    cites = GAMES[rules.game].cites
    if by not in cites:
        return by
    return cites[by] if kind is None else cites.get(f"{by} {kind.__name__}", cites[by])


def event_of(rules: TableRules, event: Event) -> Event:
    """Cite this game's paragraph in an event."""
    by = cited(rules, event.by, type(event))
    return event if by is event.by else replace(event, by=by)


def events_of(rules: TableRules, events: Sequence[Event]) -> Sequence[Event]:
    return [event_of(rules, event) for event in events] if GAMES[rules.game].cites else events


def refusal_of(rules: TableRules, refusal: Objects) -> Objects:
    """Cite this game's paragraph in a refusal of the round or the shoe."""
    return replace(refusal, citation=cited(rules, refusal.citation))


def need_of(rules: TableRules, need: NeedMove) -> NeedMove:
    """Cite this game's paragraphs in the legal moves."""
    if not GAMES[rules.game].cites:
        return need
    return replace(need, legal=tuple(replace(legal, by=cited(rules, legal.by)) for legal in need.legal))


def refusing(act: Callable[Concatenate[Round, P], Result]) -> Callable[Concatenate[Round, P], Result]:
    """Wrap an act so that its refusals cite the game's own paragraphs."""

    @wraps(act)
    def acting(state: Round, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        result = act(state, *args, **kwargs)
        return refusal_of(state.rules, result) if isinstance(result, Refusal) else result

    return acting
