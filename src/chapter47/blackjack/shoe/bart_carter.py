"""The Bart Carter shuffle: about a deck at a time goes back among the cards in the shoe, 2.5(h)2 and 2.6(m)."""

from typing import Self

from chapter47.blackjack.events import Did
from chapter47.blackjack.rules.burn_and_reshuffle import reinserted
from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.rules.shuffle_and_cut import more_than_a_deck
from chapter47.blackjack.shoe.filling import shuffle
from chapter47.blackjack.shoe.handling import DISCARDS, NOTHING, Cards, Events, Handling
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.shoe.single import Single


class BartCarter(Single, frozen=True):
    """No cutting card in the shoe and no burn card; no cut but the first."""

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        done = self._with(self.pile.gathered(picked_up))
        if void:
            return done._fill("void", handling)
        if reshuffle:
            return done.reshuffle(handling)
        if not more_than_a_deck(len(done.discards), len(full_set(self.table, 1))):
            return done, NOTHING
        return done._put_back(handling)

    def _put_back(self, handling: Handling) -> tuple[Self, Events]:
        by = "19:47-2.6(m)"
        discards, events = shuffle(self.discards, handling, by=by, stack_name=DISCARDS)
        stack = reinserted(self.pile.remaining, discards)
        step = Did(what="puts the discards back in three stacks at the marked places", by=by)
        return self._with(Pile(stack)), (*events, step)
