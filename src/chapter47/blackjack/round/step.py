"""What an act leads to: the state after it and what happened, or a refusal."""

from msgspec import Struct

from chapter47.blackjack.events import Event
from chapter47.blackjack.round.needs import Refusal
from chapter47.blackjack.state import Round


class Step(Struct, frozen=True, gc=False):
    """An act that was done: the state after it and everything that happened."""

    state: Round
    events: tuple[Event, ...]


Result = Step | Refusal
