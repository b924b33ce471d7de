"""What shoes need from outside (random order and the cut), and the errors they raise."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct, field

from chapter47.blackjack.events import Event
from chapter47.core.act import DEALER_NAME as DEALER_NAME
from chapter47.core.cards import Card
from chapter47.core.chance import Chance
from chapter47.core.findings import Finding
from chapter47.core.table_in_play import CannotPlayError, Cutter, declines
from chapter47.core.table_in_play import RefusedError as RefusedError


class EmptyShoeError(CannotPlayError):
    """A card was drawn from an empty shoe: 2.15(f) comes first (`refill`)."""

    key = "decks"
    allowed = "more decks, or fewer boxes"


class NoCardsLeftError(CannotPlayError):
    """The shoe is empty and the discards are too few to continue: 2.15(f) cannot be followed."""

    key = "decks"
    allowed = "more decks, or fewer boxes"


class NotAPermutationError(ValueError):
    """A source of order returned other cards than it was given."""


class CardsMissingError(ValueError):
    """The cards picked up after a round are not those that were dealt."""


class NoSuchShoeError(CannotPlayError, ValueError):
    """A combination of shoe and shuffle that is not implemented."""

    key = "shoe"
    allowed = "a kind of shoe that can be dealt here"


def refuse(finding: Finding | None) -> None:
    if finding:
        raise RefusedError(finding)


Cards = tuple[Card, ...]
Events = tuple[Event, ...]
NOTHING: Events = ()
MACHINE = "machine"
"""The actor when a shuffling machine stops."""
DISCARDS = "discards"
"""What is shuffled when the cards of the rack return to play."""


class Handling(Struct, frozen=True, kw_only=True):
    """Random order, cuts and players for a shoe. A callback that raises an error leaves the shoe unchanged: shoes are
    values, so the caller can ask the player and start again."""

    chance: Chance
    exposed: int = 0
    """How often a card was exposed while the cards were washed at the opening."""
    players: Mapping[int, str] = field(default_factory=dict)
    """The boxes with a player, and their names."""
    first: int | None = None
    """The box of the player who came first to the table."""
    cut: Cutter = declines

    def mixed(self, cards: Cards) -> Cards:
        order = self.chance.order(cards)
        if Counter(order) != Counter(cards):
            raise NotAPermutationError(
                f"a shuffle returned {len(order)} cards that are not the {len(cards)} it was given"
            )
        return tuple(order)
