"""6 to 5, dealt from the hand: two decks or pairs take turns in the machine, 2.2(e), 2.5(i) and 2.6A."""

from typing import Self

from msgspec.structs import replace

from chapter47.blackjack.events import BurnCardShown, Burned, CuttingCardOut, CuttingCardPlaced, Did, Event, Place
from chapter47.blackjack.rules.burn_and_reshuffle import DRAWN_FROM, Side, round_picked_up
from chapter47.blackjack.rules.irregularities import to_be_dealt_again
from chapter47.blackjack.rules.shuffle_and_cut import recut, shoe_is_over
from chapter47.blackjack.shoe import pile as piles
from chapter47.blackjack.shoe.filling import SHUFFLED_BY, Turn, Why, cut, ordered_cut, shuffle, turn
from chapter47.blackjack.shoe.handling import DISCARDS, NOTHING, Cards, Events, Handling, NoCardsLeftError, RefusedError
from chapter47.blackjack.shoe.machine import Machine
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.shoe.single import SHOE, Single
from chapter47.blackjack.variations.six_to_five import (
    CITES,
    behind_the_second_cutting_card,
    bottom_card_covered,
    decks_change,
)
from chapter47.core.cards import Card
from chapter47.core.findings import Finding
from chapter47.law import law

HAND = "hand"


class FromTheHand(Machine, frozen=True):
    """A deck dealt from the hand. A card is burned only at the start of a round, and only if the licensee chooses
    to."""

    def _fill(self, why: Why, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        ready, cards, events = self._next_batch(why, handling, asked=asked)
        held, taken = self._into_the_hand(cards, turn(why, self.pile.out_at, handling), handling)
        return ready._with(held), (*_own(events), *taken)

    def _into_the_hand(self, cards: Cards, whose: Turn, handling: Handling) -> tuple[Pile, Events]:
        """Cut, with one cutting card under the bottom card and a second one if several rounds are dealt."""
        position, cutter, events = cut(len(cards), whose, handling, HAND)
        stack = cards[position:] + cards[:position]
        events = (*events, bottom_card_covered())
        behind = behind_the_second_cutting_card(self.table, len(stack))
        if not behind:
            return Pile(stack, cutter=cutter), events
        placed = CuttingCardPlaced(behind=behind, where=HAND, by="19:47-2.5(i)")
        return Pile(stack, cutting_card=len(stack) - behind, cutter=cutter), (*events, placed)

    @law("19:47-2.6A(c)", editions="2010")
    def begin_round(self, at: Place, draw_from: Side = DRAWN_FROM) -> tuple[Card | None, Self, Events]:
        """Burn the top card unseen, if the licensee chooses to."""
        del at, draw_from  # of a double shoe only
        if not self.table.burn:
            return None, self, NOTHING
        shoe, events = self.burn("19:47-2.6A(c)")
        return None, shoe, events

    def draw(self, at: Place) -> tuple[Card, Self, Events]:
        card, shoe, events = Single.draw(self, at)
        return card, shoe, _own(events) if events else events

    def burn(self, by: str) -> tuple[Self, Events]:
        pile, events = piles.burn(self.pile, HAND, by=by)
        return self._with(pile), _own(events)

    def new_dealer(self) -> tuple[Self, Events]:
        return self, NOTHING

    def face_up(self, side: Side | None = None) -> tuple[Card, Self, Events]:
        card, shoe, events = Single.face_up(self, side)
        return card, shoe, _own(events)

    def show_burned(self) -> BurnCardShown:
        raise RefusedError(NOT_SHOWN)

    def refill(self, at: Place, handling: Handling) -> tuple[Self, Events]:
        """Shuffle by hand; the cutting card under the bottom card has come out."""
        again = to_be_dealt_again(self.pile.left, self.pile.rack)
        if len(again) < 2:
            raise NoCardsLeftError(f"{self.pile.left} cards are left and {len(self.pile.rack)} are in the discards")
        cards, events = shuffle(again, handling, by=SHUFFLED_BY["too-few"], stack_name=DISCARDS)
        out_at = self.pile.out_at or at
        position, _, offered = cut(len(cards), turn("too-few", out_at, handling), handling, HAND)
        stack = cards[position:] + cards[:position]
        shoe = self._with(Pile(stack, layout=self.on_layout, out_at=out_at))
        shoe, burned = shoe.burn("19:47-2.15(f)")
        return shoe, (by_hand(), *events, *offered, *burned)

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        done = self._with(self.pile.gathered(picked_up))
        reshuffle = reshuffle or void
        out = shoe_is_over(done.pile.out_at, done.cards_left)
        if not reshuffle and not decks_change(self.table, cutting_card_out=out):
            return done, NOTHING
        shoe, events = done._fill("cutting-card" if out else "at-will", handling)
        return shoe, (*_own((round_picked_up(),)), *events)

    def recut(self, handling: Handling, *, same_player: bool) -> tuple[Self, Events]:
        box = recut(handling.players, self.pile.cutter, same=same_player, day=self.table.day)
        if isinstance(box, Finding):
            raise RefusedError(box)
        held, events = self._into_the_hand(self.pile.remaining, Turn(box, "19:47-2.5(g)"), handling)
        held = replace(held, rack=self.pile.rack, burned=self.pile.burned)
        return self._with(held), (ordered_cut(), *events)


def _own(events: Events) -> Events:
    """Cite the paragraphs of 6 to 5 in the same events, with the hand in place of the shoe."""
    return tuple(_of_the_hand(replace(event, by=CITES.get(event.by, event.by))) for event in events)


def _of_the_hand(event: Event) -> Event:
    if isinstance(event, (Burned, CuttingCardOut)) and event.where == SHOE:
        return replace(event, where=HAND)
    return event


def by_hand() -> Did:
    """Shuffle by hand: the machine is not used during a round."""
    return Did(by="19:47-2.15(f)", what="takes the discards of the deck in use and shuffles them by hand")


NOT_SHOWN = Finding("burn.unseen", "19:47-2.6A(c)", "a card burned at 6 to 5 is never shown", "asked", "nothing")
