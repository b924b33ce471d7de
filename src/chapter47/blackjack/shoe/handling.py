"""Who handles the cards: where random order comes from, who sits at the table, who takes the cut and where."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct, field

from chapter47.blackjack.events import Event
from chapter47.blackjack.shoe.errors import NotAPermutationError
from chapter47.core.act import DEALER_NAME as DEALER_NAME
from chapter47.core.cards import Card
from chapter47.core.chance import Chance
from chapter47.core.table_in_play import Cutter, declines

Cards = tuple[Card, ...]
Events = tuple[Event, ...]
NOTHING: Events = ()
MACHINE = "machine"
"""Who stops, where a shuffling machine does."""
DISCARDS = "discards"
"""What is shuffled where the cards of the rack come into play again."""


class Handling(Struct, frozen=True, kw_only=True):
    """An answer that raises leaves the shoe as it was: shoes are values, so one can ask the player and begin again."""

    chance: Chance
    exposed: int = 0
    """How often a card came into sight while the cards were washed at the opening."""
    players: Mapping[int, str] = field(default_factory=dict)
    """The boxes with a player, and who it is."""
    first: int | None = None
    """The box of the player who came first to the table."""
    cut: Cutter = declines

    def mixed(self, cards: Cards) -> Cards:
        order = self.chance.order(cards)
        if Counter(order) != Counter(cards):
            raise NotAPermutationError(f"a shuffle gave {len(order)} cards that are not the {len(cards)} it was given")
        return tuple(order)
