"""The shuffling machine, 2.2(d), and the continuous shuffler, 2.21 (2.20 before 1999)."""

from typing import Self

from chapter47.blackjack.events import Did, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.decks import (
    Batch,
    batches,
    machine_paragraph,
    other_batch,
    rack_is_emptied,
)
from chapter47.blackjack.rules.shuffle_and_cut import (
    continuous_paragraph,
    looked_over,
    shuffled_before_play,
)
from chapter47.blackjack.shoe.filling import Why, load_and_burn, shuffle, turn
from chapter47.blackjack.shoe.handling import MACHINE, NOTHING, Cards, Events, Handling, NoCardsLeftError, RefusedError
from chapter47.blackjack.shoe.pile import Pile, closed
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.variations import GAMES
from chapter47.core.findings import Finding
from chapter47.law import law

# The machine: two batches take turns, one dealt while the machine shuffles the other ---------------------------------


class Machine(Single, frozen=True):
    """A shuffling machine: the stack is one batch, `inside` the other."""

    inside: Cards = ()
    batch: Batch = 1

    @classmethod
    def of(cls, table: TableRules) -> Self:
        first, second = batches(table)
        return cls(table, closed(first), second)

    @property
    def cards(self) -> Cards:
        return self.pile.everything + self.inside

    def _fill(self, why: Why, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        ready, cards, events = self._next_batch(why, handling, asked=asked)
        whose = turn(why, self.pile.out_at, handling)
        by_machine = why != "opening" or shuffled_before_play(self.table)
        loaded, cut = load_and_burn(cards, whose, self.table, handling, by_machine=by_machine)
        return ready._with(loaded), (*events, *cut)

    def _next_batch(self, why: Why, handling: Handling, *, asked: bool) -> tuple[Self, Cards, Events]:
        """Bring the other batch into play (before the first shoe, batch 1) and return its shuffled cards."""
        ready, events = self._both_shuffled(handling) if why == "opening" else self._turned(handling)
        if why != "idle":
            return ready, ready.pile.everything, events
        cards, again = batch_after_idling(ready.pile.everything, ready.batch, handling, asked=asked)
        return ready, cards, (*events, *again)

    def _both_shuffled(self, handling: Handling) -> tuple[Self, Events]:
        cards, events = handling.mixed(self.pile.everything), NOTHING
        if shuffled_before_play(self.table):
            cards, events = self._by_machine(self.pile.everything, handling, self.batch)
        inside, more = self._by_machine(self.inside, handling, other_batch(self.batch))
        return type(self)(self.table, closed(cards), inside, self.batch), (*events, *more)

    def _turned(self, handling: Handling) -> tuple[Self, Events]:
        """Exchange the batches: the one in play goes into the machine, the other comes out."""
        day, ready = self.table.day, other_batch(self.batch)
        inside, shuffled = self._by_machine(self.pile.everything, handling, self.batch)
        out = Did(what=f"takes batch {ready} out of the machine", by=machine_paragraph(4, day))
        events = (rack_is_emptied(self.batch, day), *shuffled, out)
        return type(self)(self.table, closed(self.inside), inside, ready), events

    def _by_machine(self, cards: Cards, handling: Handling, batch: Batch) -> tuple[Cards, Events]:
        return shuffle(cards, handling, by=machine_paragraph(3, self.table.day), stack_name=f"batch {batch}")

    def jammed(self, handling: Handling) -> tuple[Self, Events]:
        """Handle a jam, if the game's text has a paragraph for it."""
        if not GAMES[self.table.game].restarts_a_stopped_machine:
            raise RefusedError(NO_PARAGRAPH)
        inside, events = reshuffled(self.inside, other_batch(self.batch), handling)
        return type(self)(self.table, self.pile, inside, self.batch), events

    def resume(self, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        if not self.pile.spread:
            return self, NOTHING
        shown = looked_over(face_up=self.pile.spread == "face up")
        shoe, events = self._fill("idle", handling, asked=asked)
        return shoe, (*shown, *events)


@law("19:47-2.5(j)2", editions="2010")
@law("19:47-2A.4(i)2", editions="switch", kind="script")
def batch_after_idling(cards: Cards, batch: Batch, handling: Handling, *, asked: bool) -> tuple[Cards, Events]:
    """Return the batch from the machine; it is shuffled once more only if a player asks."""
    return shuffle(cards, handling, by="19:47-2.5(j)2", stack_name=f"batch {batch}") if asked else (cards, NOTHING)


@law("19:47-2A.15(i)", editions="switch")
def reshuffled(inside: Cards, batch: Batch, handling: Handling) -> tuple[Cards, Events]:
    """Shuffle the batch inside again after an incomplete shuffle; the one in play is not affected."""
    by = "19:47-2A.15(i)"
    cards, shuffled = shuffle(inside, handling, by=by, stack_name=f"batch {batch}")
    return cards, (Did(what="stops before its shuffle is complete", who=MACHINE, by=by), *shuffled)


NO_PARAGRAPH = Finding(
    "machine.no_paragraph", "19:47-2.2(d)", "the text of this game has no rule for a machine that stops", "jam", "none"
)


# The continuous shuffler: after every round all cards are mixed again ------------------------------------------------


class Continuous(Single, frozen=True):
    """A continuous shuffler, which replaces 2.5 and 2.6: no cut, no cutting card, no burn card, no duty at an idle
    table."""

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
            raise NoCardsLeftError(f"{self.cards_left} cards are left and {len(self.discards)} are in the discards")
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
