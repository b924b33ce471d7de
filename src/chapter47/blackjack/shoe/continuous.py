"""The continuous shuffler, 2.21 (2.20 before 1999): after every round all cards are mixed again."""

from typing import Self

from chapter47.blackjack.events import Place
from chapter47.blackjack.rules.shuffle_and_cut import continuous_paragraph
from chapter47.blackjack.shoe.errors import NoCardsLeftError
from chapter47.blackjack.shoe.filling import Why, shuffle
from chapter47.blackjack.shoe.handling import NOTHING, Cards, Events, Handling
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.shoe.single import Single


class Continuous(Single, frozen=True):
    """The device takes the place of 2.5 and 2.6: no cut, no cutting card, no burn card, no duty at an idle table."""

    def _fill(self, why: Why, handling: Handling) -> tuple[Self, Events]:
        del why  # the device knows no difference
        cards, events = self._mixed(self.pile.everything, handling)
        return self._with(Pile(cards)), events

    def _mixed(self, cards: Cards, handling: Handling) -> tuple[Cards, Events]:
        return shuffle(cards, handling, by=continuous_paragraph(self.table.day), stack_name="shoe")

    def new_dealer(self) -> tuple[Self, Events]:
        return self, NOTHING

    def refill(self, at: Place, handling: Handling) -> tuple[Self, Events]:
        del at
        if self.cards_left or not self.discards:
            raise NoCardsLeftError(f"{self.cards_left} cards are left and {len(self.discards)} lie in the discards")
        cards, events = self._mixed(self.discards, handling)
        return self._with(Pile(cards, layout=self.on_layout)), events

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        del reshuffle, void  # it is done anyway
        return self._with(self.pile.gathered(picked_up))._fill("at-will", handling)

    def idle(self, *, face_up: bool = True) -> tuple[Self, Events]:
        del face_up
        return self, NOTHING
