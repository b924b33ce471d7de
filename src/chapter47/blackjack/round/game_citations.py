"""What a game says in paragraphs of its own: the basic game's citations, translated."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from msgspec.structs import replace

from chapter47.blackjack.events import Event
from chapter47.blackjack.round.needs import NeedMove, Refusal
from chapter47.blackjack.round.step import Result
from chapter47.blackjack.state import Round
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES

P = ParamSpec("P")


def event_of(rules: TableRules, event: Event) -> Event:
    """The same event under the paragraph in which this game says it."""
    by = cited(rules, event.by, type(event))
    return event if by is event.by else replace(event, by=by)


def cited(rules: TableRules, by: str, kind: type[Event]) -> str:
    """The paragraph in which this game says what the basic game says in another of this kind of event."""
    cites = GAMES[rules.game].cites
    return cites.get(f"{by} {kind.__name__}", cites[by]) if by in cites else by


def events_of(rules: TableRules, events: list[Event]) -> list[Event]:
    return [event_of(rules, event) for event in events] if GAMES[rules.game].cites else events


def refusal_of(rules: TableRules, refusal: Refusal) -> Refusal:
    return replace(refusal, citation=GAMES[rules.game].cites.get(refusal.citation, refusal.citation))


def need_of(rules: TableRules, need: NeedMove) -> NeedMove:
    """The legal moves as this game cites them."""
    cites = GAMES[rules.game].cites
    if not cites:
        return need
    return replace(need, legal=tuple(replace(legal, by=cites.get(legal.by, legal.by)) for legal in need.legal))


def refusing(act: Callable[Concatenate[Round, P], Result]) -> Callable[Concatenate[Round, P], Result]:
    """An act whose refusals cite the game's own paragraphs."""

    @wraps(act)
    def acting(state: Round, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        result = act(state, *args, **kwargs)
        return refusal_of(state.rules, result) if isinstance(result, Refusal) else result

    return acting
