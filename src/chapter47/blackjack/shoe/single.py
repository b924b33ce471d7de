"""The single shoe, shuffled by hand; kinds with one stack are built on it."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from chapter47.blackjack.events import BurnCardShown, Did, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import (
    DRAWN_FROM,
    Side,
    reinserted,
    round_picked_up,
    shoe_emptied,
    stacks_to_shuffle,
)
from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.rules.shuffle_and_cut import (
    more_than_a_deck,
    reshuffle_refused,
    shoe_is_over,
    spread_out,
)
from chapter47.blackjack.shoe import pile as piles
from chapter47.blackjack.shoe.filling import (
    Why,
    begun_again,
    burn_if_due,
    cut_again,
    fill,
    refill,
    share_behind,
    shuffle,
)
from chapter47.blackjack.shoe.handling import DISCARDS, NOTHING, Cards, Events, Handling, RefusedError, refuse
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import Card
from chapter47.core.findings import Finding
from chapter47.law import law

SHOE = "shoe"


class Single(Struct, frozen=True, gc=False):
    """One stack, one discard rack."""

    table: TableRules
    pile: Pile

    @classmethod
    def of(cls, table: TableRules) -> Self:
        return cls(table, piles.closed(full_set(table)))

    @property
    def cards_left(self) -> int:
        return self.pile.left

    @property
    def discards(self) -> Cards:
        return self.pile.rack

    @property
    def on_layout(self) -> Cards:
        return self.pile.on_layout

    @property
    def cards(self) -> Cards:
        return self.pile.everything

    def _with(self, pile: Pile) -> Self:
        return replace(self, pile=pile)

    def _fill(self, why: Why, handling: Handling) -> tuple[Self, Events]:
        pile, events = fill(self.pile, why, self.table, handling)
        return self._with(pile), events

    def open(self, handling: Handling) -> tuple[Self, Events]:
        refuse(reshuffle_refused(len(self.on_layout)))
        shoe, events = self._fill("opening", handling)
        return shoe, (*GAMES[self.table.game].opens_with(self.table, handling.exposed), *events)

    def begin_round(self, at: Place, draw_from: Side = DRAWN_FROM) -> tuple[Card | None, Self, Events]:
        del at, draw_from  # of a double shoe only
        return None, self, NOTHING

    def draw(self, at: Place) -> tuple[Card, Self, Events]:
        pile = self.pile
        if pile.next == pile.cutting_card or pile.next == len(pile.cards):
            card, pile, events = piles.draw(pile, at, SHOE)
            return card, self._with(pile), events
        return pile.cards[pile.next], replace(self, pile=pile.after_one()), NOTHING

    def burn(self, by: str) -> tuple[Self, Events]:
        pile, events = piles.burn(self.pile, SHOE, by=by)
        return self._with(pile), events

    def new_dealer(self) -> tuple[Self, Events]:
        pile, events = burn_if_due(self.pile, self.table)
        return self._with(pile), events

    def face_up(self, side: Side | None = None) -> tuple[Card, Self, Events]:
        del side  # of a double shoe only
        card, pile, events = piles.face_up(self.pile, SHOE)
        return card, self._with(pile), events

    @law("19:47-2.6(c)", editions="1996", duty=3)
    @law("19:47-2.6(c)", editions="2010", duty=2)
    @law("19:47-2A.7(c)", editions="switch", duty=2)
    def show_burned(self) -> BurnCardShown:
        if self.pile.burned is None:
            raise RefusedError(NOT_BURNED)
        return BurnCardShown(card=self.pile.burned, by="19:47-2.6(c)")

    def refill(self, at: Place, handling: Handling) -> tuple[Self, Events]:
        pile, events = refill(self.pile, at, handling, marked=share_behind(self.table) is not None)
        return self._with(pile), events

    def take_in(self, cards: Cards) -> Self:
        return self._with(self.pile.taken_in(cards))

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        done = self._with(self.pile.gathered(picked_up))
        if void:
            return done._fill("void", handling)
        if stacks_to_shuffle({SHOE: shoe_is_over(done.pile.out_at, done.pile.left)}):
            shoe, events = done._fill("cutting-card", handling)
            return shoe, (round_picked_up(), shoe_emptied(), *events)
        return done.reshuffle(handling) if reshuffle else (done, NOTHING)

    def jammed(self, handling: Handling) -> tuple[Self, Events]:
        raise RefusedError(NO_MACHINE)

    def reshuffle(self, handling: Handling) -> tuple[Self, Events]:
        refuse(reshuffle_refused(len(self.on_layout)))
        return self._fill("at-will", handling)

    def recut(self, handling: Handling, *, same_player: bool) -> tuple[Self, Events]:
        pile, events = cut_again(self.pile, self.table, handling, same=same_player)
        return self._with(pile), events

    def idle(self, *, face_up: bool = True) -> tuple[Self, Events]:
        refuse(reshuffle_refused(len(self.on_layout)))
        if not GAMES[self.table.game].knows_idle_tables(self.table):
            return self, NOTHING
        spread = replace(piles.closed(self.pile.everything), spread="face up" if face_up else "face down")
        return self._with(spread), (spread_out(face_up=face_up),)

    def resume(self, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        del asked  # by hand the cards are always shown and shuffled
        if not self.pile.spread:
            return self, NOTHING
        return begun_again(self._fill, handling, face_up=self.pile.spread == "face up")


NOT_BURNED = Finding("burn.none", "19:47-2.6(c)", "no card has been burned since the shuffle", "none", "a burned card")
NO_MACHINE = Finding(
    "machine.none", "19:47-2A.15(i)", "no machine shuffles at this table", "no machine", 'shuffle = "machine"'
)


# The Bart Carter shuffle: about a deck at a time goes back among the cards in the shoe, 2.5(h)2 and 2.6(m) -----------


class BartCarter(Single, frozen=True):
    """A shoe under the Bart Carter shuffle: no cutting card in the shoe, no burn card, no cut except the first."""

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
