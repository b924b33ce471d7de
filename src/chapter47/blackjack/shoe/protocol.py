"""What every kind of shoe answers, so that whoever deals from one need not know which it is."""

from typing import Protocol, Self

from chapter47.blackjack.events import BurnCardShown, Place
from chapter47.blackjack.rules.burn_and_reshuffle import DRAWN_FROM, Side
from chapter47.blackjack.shoe.handling import Cards, Events, Handling
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import Card


class Shoe(Protocol):
    """A value: each act gives the shoe as it is afterwards, and the events with their paragraphs.

    What a paragraph forbids raises `RefusedError`; the shoe itself is never changed."""

    @property
    def table(self) -> TableRules: ...

    @property
    def cards_left(self) -> int:
        """How many cards can be drawn; at none of them in the middle of a round `refill` comes first."""

    @property
    def discards(self) -> Cards: ...

    @property
    def on_layout(self) -> Cards: ...

    @property
    def cards(self) -> Cards:
        """All cards, wherever they are; which they are never changes."""

    def open(self, handling: Handling) -> tuple[Self, Events]:
        """Inspection, first shuffle, cut, burn."""

    def begin_round(self, at: Place, draw_from: Side = DRAWN_FROM) -> tuple[Card | None, Self, Events]:
        """`at` is the hand that is dealt to first. A card given back is already that hand's first card."""

    def draw(self, at: Place) -> tuple[Card, Self, Events]: ...

    def burn(self, by: str) -> tuple[Self, Events]:
        """The next card goes unseen to the discards, by the paragraph named."""

    def new_dealer(self) -> tuple[Self, Events]: ...

    def face_up(self, side: Side | None = None) -> tuple[Card, Self, Events]:
        """The next card was found lying face up."""

    def show_burned(self) -> BurnCardShown:
        """A player asks to see the burn card."""

    def refill(self, at: Place, handling: Handling) -> tuple[Self, Events]:
        """The shoe ran out when this hand was to have a card."""

    def take_in(self, cards: Cards) -> Self:
        """Cards of the layout that go to the discard rack before the round is over."""

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        """The cards of the round go to the discards, as drawn unless told; then the shuffle, if due or wanted, or
        because the round was void."""

    def jammed(self, handling: Handling) -> tuple[Self, Events]:
        """A shuffling machine stopped before its shuffle was complete."""

    def reshuffle(self, handling: Handling) -> tuple[Self, Events]:
        """Between two rounds, because the licensee wants it."""

    def recut(self, handling: Handling, *, same_player: bool) -> tuple[Self, Events]:
        """A supervisor orders it before any card is dealt; the licensee chooses between this player and the next."""

    def idle(self, *, face_up: bool = True) -> tuple[Self, Events]:
        """Nobody plays any more; where the law of the day does not provide for it, nothing happens."""

    def resume(self, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        """A player comes to the idle table; `asked` for the cards of the machine to be shown and shuffled again."""
