"""A stack of cards in a shoe or on one side of it, with its cutting card and everything that has left it."""

from collections import Counter
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from chapter47.blackjack.events import DEALER, Burned, Place
from chapter47.blackjack.rules.burn_and_reshuffle import cutting_card_reached
from chapter47.blackjack.shoe.handling import NOTHING, Cards, CardsMissingError, EmptyShoeError, Events
from chapter47.core.cards import Card
from chapter47.law import law

NOWHERE: Final = -1
NO_HAND: Final = Place(DEALER)
"""A cutting card that comes out with a burned card counts as being on the dealer's hand."""


class Pile(Struct, frozen=True, gc=False):
    """A stack with an index, so that drawing a card costs the same from any stack."""

    cards: Cards
    next: int = 0
    cutting_card: int = NOWHERE
    """The index of the card behind the cutting card."""
    out_at: Place | None = None
    """Where the cutting card came out."""
    since: int = 0
    """Cards from this index up to the next card are on the layout, in addition to those in `layout`."""
    layout: Cards = ()
    rack: Cards = ()
    burned: Card | None = None
    cutter: int | None = None
    """The box that cut, until a card is dealt."""
    spread: Literal["", "face up", "face down"] = ""
    """How the cards are spread at an idle table."""

    @property
    def left(self) -> int:
        return len(self.cards) - self.next

    @property
    def remaining(self) -> Cards:
        return self.cards[self.next :]

    @property
    def on_layout(self) -> Cards:
        return self.layout + self.cards[self.since : self.next]

    @property
    def everything(self) -> Cards:
        return self.rack + self.on_layout + self.remaining

    def after_one(self) -> "Pile":
        """Deal one card."""
        return replace(self, next=self.next + 1, cutter=None)

    def aside(self) -> "Pile":
        """Move the next card to the discards."""
        after = self.next + 1
        rack = (*self.rack, self.cards[self.next])
        return replace(self, next=after, since=after, layout=self.on_layout, rack=rack)

    def taken_in(self, cards: Cards) -> "Pile":
        """Move cards from the layout to the discards before the round is over."""
        if Counter(cards) - Counter(self.on_layout):
            raise CardsMissingError(f"{len(cards)} cards were taken in, and some of them were not dealt")
        rest = list(self.on_layout)
        for card in cards:
            rest.remove(card)
        return replace(self, layout=tuple(rest), since=self.next, rack=self.rack + cards)

    def gathered(self, picked_up: Cards | None) -> "Pile":
        """Move the cards of the round to the discards, in pick-up order."""
        dealt = self.on_layout
        if picked_up is not None and Counter(picked_up) != Counter(dealt):
            raise CardsMissingError(f"{len(picked_up)} cards were picked up that are not the {len(dealt)} dealt")
        return replace(self, rack=self.rack + (dealt if picked_up is None else picked_up), layout=(), since=self.next)


def closed(cards: Cards) -> Pile:
    """Return a stack with nothing to deal yet: all cards are beside the shoe."""
    return Pile(cards=(), rack=cards)


def draw(pile: Pile, at: Place, stack_name: str) -> tuple[Card, Pile, Events]:
    pile, events = past_the_cutting_card(pile, at, stack_name)
    return pile.cards[pile.next], pile.after_one(), events


def burn(pile: Pile, stack_name: str, *, by: str) -> tuple[Pile, Events]:
    """Burn the next card unseen: the event names no card."""
    pile, events = past_the_cutting_card(pile, NO_HAND, stack_name)
    burned = pile.cards[pile.next]
    return replace(pile.aside(), burned=burned), (*events, Burned(where=stack_name, by=by))


@law("19:47-2.15(a)", editions="1996 2010")
def face_up(pile: Pile, stack_name: str) -> tuple[Card, Pile, Events]:
    """Discard a card found face up. Everybody has seen it, so the event names it."""
    pile, events = past_the_cutting_card(pile, NO_HAND, stack_name)
    card = pile.cards[pile.next]
    return card, pile.aside(), (*events, Burned(card=card, where=stack_name, by="19:47-2.15(a)"))


@law("19:47-2.6(l)", editions="1996 2010")
@law("19:47-2A.7(n)", editions="switch")
@law("19:47-2.6A(j)", editions="2010")
def past_the_cutting_card(pile: Pile, at: Place, stack_name: str) -> tuple[Pile, Events]:
    """Note the cutting card: the round is finished; what follows is done afterwards."""
    if not pile.left:
        raise EmptyShoeError(f"no card is left ({stack_name})")
    if pile.next != pile.cutting_card:
        return pile, NOTHING
    return replace(pile, cutting_card=NOWHERE, out_at=at), (cutting_card_reached(at, stack_name),)
