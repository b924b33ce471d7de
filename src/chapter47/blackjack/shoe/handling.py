"""Who handles the cards: where random order comes from, who sits at the table, who takes the cut and where."""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct, field

from chapter47.blackjack.events import Event
from chapter47.blackjack.shoe.errors import NotAPermutationError
from chapter47.core.cards import Card
from chapter47.core.chance import Chance

Cards = tuple[Card, ...]
Events = tuple[Event, ...]
Answer = Callable[[str, int], int | None]
"""Asked with a player's name (or `dealer`) and the size of the stack: how many cards go before the cut, or no cut."""

NOTHING: Events = ()
DEALER_NAME = "dealer"
MACHINE = "machine"
"""Who stops, where a shuffling machine does."""


def declines(player: str, stack: int) -> None:
    """Nobody wants the cut."""


class Handling(Struct, frozen=True, kw_only=True):
    """An answer that raises leaves the shoe as it was: shoes are values, so one can ask the player and begin again."""

    chance: Chance
    exposed: int = 0
    """How often a card came into sight while the cards were washed at the opening."""
    players: Mapping[int, str] = field(default_factory=dict)
    """The boxes with a player, and who it is."""
    first: int | None = None
    """The box of the player who came first to the table."""
    cut: Answer = declines

    def mixed(self, cards: Cards) -> Cards:
        order = self.chance.order(cards)
        if Counter(order) != Counter(cards):
            raise NotAPermutationError(f"a shuffle gave {len(order)} cards that are not the {len(cards)} it was given")
        return tuple(order)
