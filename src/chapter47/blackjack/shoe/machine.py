"""The shuffling machine, 2.2(d): two batches take turns, one dealt while the machine shuffles the other."""

from typing import Self

from chapter47.blackjack.events import Did
from chapter47.blackjack.rules.decks import (
    Batch,
    batches,
    machine_paragraph,
    other_batch,
    rack_is_emptied,
)
from chapter47.blackjack.rules.shuffle_and_cut import (
    looked_over,
    shuffled_before_play,
)
from chapter47.blackjack.shoe.errors import RefusedError
from chapter47.blackjack.shoe.filling import Why, load_and_burn, shuffle, turn
from chapter47.blackjack.shoe.handling import MACHINE, NOTHING, Cards, Events, Handling
from chapter47.blackjack.shoe.pile import closed
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.core.findings import Finding
from chapter47.law import law


class Machine(Single, frozen=True):
    """The stack is one batch; `inside` is the other."""

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
        """The other batch comes into play; before the first shoe, batch 1 does. Its cards, as they are shuffled."""
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
        """The batch that was in play goes into the machine, the other comes out of it."""
        day, ready = self.table.day, other_batch(self.batch)
        inside, shuffled = self._by_machine(self.pile.everything, handling, self.batch)
        out = Did(what=f"takes batch {ready} out of the machine", by=machine_paragraph(4, day))
        events = (rack_is_emptied(self.batch, day), *shuffled, out)
        return type(self)(self.table, closed(self.inside), inside, ready), events

    def _by_machine(self, cards: Cards, handling: Handling, batch: Batch) -> tuple[Cards, Events]:
        return shuffle(cards, handling, by=machine_paragraph(3, self.table.day), stack_name=f"batch {batch}")

    def jammed(self, handling: Handling) -> tuple[Self, Events]:
        """Where the text of the game has a paragraph on it."""
        if not GAMES[self.table.game].restarts_a_stopped_machine:
            raise RefusedError(NO_PARAGRAPH)
        inside, events = shuffled_anew(self.inside, other_batch(self.batch), handling)
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
    """The batch that comes out of the machine is shuffled once more only if a player asks."""
    return shuffle(cards, handling, by="19:47-2.5(j)2", stack_name=f"batch {batch}") if asked else (cards, NOTHING)


@law("19:47-2A.15(i)", editions="switch")
def shuffled_anew(inside: Cards, batch: Batch, handling: Handling) -> tuple[Cards, Events]:
    """A shuffle that was not completed does not count: the batch inside is shuffled again, the one in play is not."""
    by = "19:47-2A.15(i)"
    cards, shuffled = shuffle(inside, handling, by=by, stack_name=f"batch {batch}")
    return cards, (Did(what="stops before its shuffle is complete", who=MACHINE, by=by), *shuffled)


NO_PARAGRAPH = Finding(
    "machine.no_paragraph", "19:47-2.2(d)", "the text of this game says nothing of a machine that stops", "jam", "none"
)
