"""The cards of a table: shuffled, laced, cut, loaded, burned and dealt, 19:47-3.5. A pure value."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.opening import (
    burned_with,
    cut_refused,
    front_to_the_back,
    laced,
    may_be_recut,
    offers_of_the_cut,
)
from chapter47.core.act import DEALER_NAME
from chapter47.core.cards import Card, decks
from chapter47.core.chance import Chance
from chapter47.core.event import Did, Event
from chapter47.core.findings import Refusal
from chapter47.core.table_in_play import Cutter, RefusedError
from chapter47.law import law

SHUFFLE, LACE, CUT, INTO_THE_SHOE, RECUT = (f"19:47-3.5({part})" for part in "abcde")
CALLER: Final = "caller"


class CutOffer(NamedTuple):
    """A player was offered the cut; the dealer cuts without an offer."""

    player: str
    place: int | None


class Shoe(Struct, frozen=True, gc=False):
    """The stack in order, whose first `out` cards have left it."""

    stack: tuple[Card, ...] = ()
    out: int = 0
    behind: int = 0
    """Cards behind the first cutting card."""
    cut_by: str = ""
    """Who cut last."""
    next_cutters: tuple[str, ...] = ()
    """Players not yet offered the cut of this stack, in turn; after them the dealer cuts."""
    is_burned: bool = False
    cutting_card_is_out: bool = False

    @property
    def left(self) -> int:
        return len(self.stack) - self.out

    @property
    def cutting_card_is_next(self) -> bool:
        return not self.cutting_card_is_out and self.left <= self.behind

    def drawn(self) -> tuple[Self, Card]:
        return replace(self, out=self.out + 1), self.stack[self.out]


class Handled(NamedTuple):
    """The shoe after handling, and what was seen of it."""

    shoe: Shoe
    events: tuple[Event, ...]


@law("19:47-3.5(a)", editions="1996")
def new_shoe(
    table: BaccaratTable, chance: Chance, seats: Sequence[tuple[int, str]], last_curator: int | None, cut: Cutter
) -> Handled:
    """Prepare a shoe before play and after each shoe: shuffle, lacing, cut and cutting cards.

    The cut is decided before shuffling, so a refused cut costs nothing. Raises `RefusedError` for a cut in the wrong
    place."""
    stack = decks(table.decks)
    names = dict(seats)
    asked = [names[seat] for seat in offers_of_the_cut(list(names), last_curator)]
    offers = heard(asked, len(stack), cut)
    mixed = laced(chance.order(stack))
    events: list[Event] = [
        e.Shuffled(by=SHUFFLE, cards=len(stack)),
        Did(by=LACE, who=CALLER, what="laces about one deck into the rest"),
    ]
    if table.reshuffle_after_lacing:
        mixed = chance.order(mixed)
        events.append(Did(by=LACE, who=CALLER, what="shuffles the cards again"))
    return _cut(Shoe(mixed, behind=table.cards_behind, next_cutters=tuple(asked[len(offers) :])), offers, events)


def heard(asked: Sequence[str], stack: int, cut: Cutter) -> list[CutOffer]:
    """Offer the cut to everybody in turn until someone takes it; otherwise the dealer cuts."""
    offers: list[CutOffer] = []
    for player in asked:
        offers.append(CutOffer(player, cut(player, stack)))
        if offers[-1].place is not None:
            break
    else:
        place = cut(DEALER_NAME, stack)
        offers.append(CutOffer(DEALER_NAME, stack // 2 if place is None else place))
    place = offers[-1].place
    if place is not None and (refusal := cut_refused(stack, place)):
        raise RefusedError(refusal)
    return offers


def _cut(shoe: Shoe, offers: Sequence[CutOffer], events: list[Event]) -> Handled:
    by, place = offers[-1]
    for player, wanted in offers:
        if player != DEALER_NAME:
            events.append(e.CutOffered(by=LACE, player=player, taken=wanted is not None))
    assert place is not None
    events += (
        e.Cut(by=CUT, player=by, cards=place),
        Did(by=INTO_THE_SHOE, what="puts the cards in front of the cutting card to the back"),
        e.CuttingCardPlaced(by=INTO_THE_SHOE, behind=shoe.behind),
        Did(by=INTO_THE_SHOE, what="puts the second cutting card at the end and the stack into the shoe"),
    )
    return Handled(replace(shoe, stack=front_to_the_back(shoe.stack, place), cut_by=by), tuple(events))


@law("19:47-3.5(e)", editions="1996", duty=2)
def recut(
    shoe: Shoe, table: BaccaratTable, seats: Sequence[tuple[int, str]], cut: Cutter, *, same_player: bool
) -> Handled | Refusal:
    """Recut by the last player who cut or the next in turn, all the way round the table; then by the dealer."""
    if not may_be_recut(table.day, cards_dealt=shoe.out):
        want = "after the cut and before any card is dealt, since 20 May 1996"
        return Refusal("recut.not_now", RECUT, "the cards cannot be cut again", f"{shoe.out} cards are out", want)
    in_turn = (shoe.cut_by,) if same_player else shoe.next_cutters
    seated = {name for _, name in seats}
    asked = [name for name in in_turn if name in seated]
    try:
        offers = heard(asked, len(shoe.stack), cut)
    except RefusedError as error:
        return error.refusal
    ordered = e.RecutOrdered(by=RECUT, same_player=same_player)
    left = shoe.next_cutters if same_player else tuple(asked[len(offers) :])
    return _cut(replace(shoe, next_cutters=left), offers, [ordered])


def burned(shoe: Shoe) -> Handled:
    """Show the first card and burn as many more as its value; all are discarded."""
    shoe, first = shoe.drawn()
    events: list[Event] = [e.Burned(by=INTO_THE_SHOE, card=first)]
    for _ in range(burned_with(first)):
        shoe, card = shoe.drawn()
        events.append(e.Burned(by=INTO_THE_SHOE, card=card))
    return Handled(replace(shoe, is_burned=True), tuple(events))


def on_top(shoe: Shoe, card: Card) -> Shoe:
    """Return the shoe with this as its next card, in place of whatever card is there."""
    return replace(shoe, stack=(*shoe.stack[: shoe.out], card, *shoe.stack[shoe.out + 1 :]))


def named(shoe: Shoe, wanted: Sequence[Card], *, after: int = 0) -> Shoe | Refusal:
    """Return the shoe with these cards after a number of others; each is swapped with the card in its place."""
    stack = list(shoe.stack)
    first = shoe.out + after
    if first + len(wanted) > len(stack):
        got = f"{len(wanted)} cards"
        return Refusal(
            "cards.too_many", CUT, "the shoe does not have that many cards", got, f"at most {len(stack) - first}"
        )
    for place, card in enumerate(wanted, start=first):
        if card not in stack[place:]:
            return Refusal(
                "cards.none_left", CUT, "no longer in the shoe", str(card), "a card that is still in the shoe"
            )
        there = stack.index(card, place)
        stack[place], stack[there] = stack[there], stack[place]
    return replace(shoe, stack=tuple(stack))


def is_whole(shoe: Shoe, table: BaccaratTable) -> bool:
    """Return whether every card of the decks is in the stack once per deck."""
    return Counter(shoe.stack) == Counter(decks(table.decks))


def without_cutting_card(shoe: Shoe) -> Shoe:
    """Return the shoe after its first cutting card came out."""
    return replace(shoe, cutting_card_is_out=True)
