"""The interface of every kind of shoe, and which kind a table deals from."""

from typing import Final, Protocol, Self

from chapter47.blackjack.events import BurnCardShown, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import DRAWN_FROM, Side
from chapter47.blackjack.shoe.double import Double
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.handling import Cards, Events, Handling, NoSuchShoeError
from chapter47.blackjack.shoe.machine import Continuous, Machine
from chapter47.blackjack.shoe.single import BartCarter, Single
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import Card
from chapter47.law import law


class Shoe(Protocol):
    """A shoe as a value: each operation returns the new shoe, and the events with their paragraphs. An operation that a
    paragraph forbids raises `RefusedError`; the shoe itself never changes."""

    @property
    def table(self) -> TableRules: ...

    @property
    def cards_left(self) -> int:
        """How many cards can be drawn; with none left during a round `refill` comes first."""

    @property
    def discards(self) -> Cards: ...

    @property
    def on_layout(self) -> Cards: ...

    @property
    def cards(self) -> Cards:
        """All cards of the shoe, wherever they are; the set never changes."""

    def open(self, handling: Handling) -> tuple[Self, Events]:
        """Inspect, shuffle, cut and burn."""

    def begin_round(self, at: Place, draw_from: Side = DRAWN_FROM) -> tuple[Card | None, Self, Events]:
        """Start a round; `at` is the hand that is dealt to first. A returned card is already that hand's first card."""

    def draw(self, at: Place) -> tuple[Card, Self, Events]: ...

    def burn(self, by: str) -> tuple[Self, Events]:
        """Put the next card unseen into the discards, by the named paragraph."""

    def new_dealer(self) -> tuple[Self, Events]: ...

    def face_up(self, side: Side | None = None) -> tuple[Card, Self, Events]:
        """Report that the next card was found face up."""

    def show_burned(self) -> BurnCardShown:
        """Show the burn card to a player."""

    def refill(self, at: Place, handling: Handling) -> tuple[Self, Events]:
        """Refill a shoe that ran out when this hand was due a card."""

    def take_in(self, cards: Cards) -> Self:
        """Move cards from the layout to the discard rack before the round is over."""

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        """End the round: its cards go to the discards, in drawing order by default; then a shuffle, if due, requested,
        or because the round was void."""

    def jammed(self, handling: Handling) -> tuple[Self, Events]:
        """Report that a shuffling machine stopped before its shuffle was complete."""

    def reshuffle(self, handling: Handling) -> tuple[Self, Events]:
        """Shuffle between rounds, at the licensee's request."""

    def recut(self, handling: Handling, *, same_player: bool) -> tuple[Self, Events]:
        """Recut on a supervisor's order, before any card is dealt; the licensee chooses between this player and the
        next."""

    def idle(self, *, face_up: bool = True) -> tuple[Self, Events]:
        """Go idle; nothing happens if the law of the date has no rule for it."""

    def resume(self, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        """Resume for a player at the idle table, who may have `asked` for the machine's cards to be shown and shuffled
        again."""


BY_SHUFFLE: Final[dict[str, type[Single]]] = {
    "manual": Single,
    "machine": Machine,
    "bart-carter": BartCarter,
    "continuous": Continuous,
}


@law("19:47-2.6(a)", editions="1996 2010")
@law("19:47-2.6A(a)", editions="2010")
def shoe_for(table: TableRules) -> Shoe:
    """Return the table's shoe, still closed: `open` comes first. 6 to 5 is dealt from the hand, whatever the table file
    says."""
    if GAMES[table.game].dealt_from_the_hand:
        return FromTheHand.of(table)
    if table.shoe == "single":
        return BY_SHUFFLE[table.shuffle].of(table)
    if table.shuffle != "manual":
        raise NoSuchShoeError(f"a double shoe is shuffled by hand here: found {table.shuffle}; required: manual")
    return Double.of(table)
