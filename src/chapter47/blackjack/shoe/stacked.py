"""A shoe whose next cards were named, or the card that was burned last."""

from msgspec.structs import replace

from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe.double import NO_BURN_CARD, SIDES, Double
from chapter47.blackjack.shoe.errors import RefusedError
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.shoe.protocol import Shoe
from chapter47.blackjack.shoe.single import NOT_BURNED, Single
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal

WHOLE = ""
"""The one stack of a shoe that has no sides."""


def cards_left_by_stack(shoe: Shoe) -> dict[str, int]:
    """How many cards are left in each stack, by its side where the shoe has sides."""
    if isinstance(shoe, Double):
        return {side: shoe.side(side).left for side in SIDES}
    return {WHOLE: shoe.cards_left}


def stacked(shoe: Shoe, wanted: tuple[Card, ...], *, side: Side | None = None, after: int = 0) -> Shoe | Refusal:
    """The shoe with these cards after so many; each is changed with the card that lies where it is wanted."""
    if isinstance(shoe, Double):
        if side is None:
            message = "the determinant card tells which side deals, so each side's cards are named by themselves"
            return Refusal("cards.side", "19:47-2.6(d)1", message, "cards of no side", "cards left …, cards right …")
        pile = _in_front(shoe.side(side), wanted, after)
        return pile if isinstance(pile, Refusal) else shoe.with_side(side, pile)
    assert isinstance(shoe, Single)
    if side is not None:
        return Refusal("cards.side", "19:47-2.6(d)1", "only a double shoe has sides", f"cards {side}", "cards CARD …")
    pile = _in_front(shoe.pile, wanted, after)
    return pile if isinstance(pile, Refusal) else replace(shoe, pile=pile)


def _in_front(pile: Pile, wanted: tuple[Card, ...], after: int) -> Pile | Refusal:
    rest = list(pile.remaining)
    for place, card in enumerate(wanted, start=after):
        if card not in rest[place:]:
            return _none_left(card)
        there = rest.index(card, place)
        rest[place], rest[there] = rest[there], rest[place]
    return replace(pile, cards=(*pile.cards[: pile.next], *rest))


def with_burned(shoe: Shoe, card: Card, *, after: int) -> Shoe | Refusal:
    """The shoe whose last burn card, which nobody has seen, was this one: it is changed with one that is left, behind
    so many that were named."""
    if not isinstance(shoe, Single):
        raise RefusedError(NO_BURN_CARD)
    pile, burned = shoe.pile, shoe.pile.burned
    if burned is None:
        raise RefusedError(NOT_BURNED)
    if card == burned:
        return shoe
    left = list(pile.cards)
    if card not in left[pile.next + after :]:
        return _none_left(card)
    left[left.index(card, pile.next + after)] = burned
    if pile.next == 1:  # a recut puts it back on top
        left[0] = card
    rack = list(pile.rack)
    rack[rack.index(burned)] = card
    return replace(shoe, pile=replace(pile, cards=tuple(left), rack=tuple(rack), burned=card))


def _none_left(card: Card) -> Refusal:
    return Refusal("cards.none_left", "", "not left in the shoe", str(card), "a card that is still in it")
