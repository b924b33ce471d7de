"""A shoe whose next cards, or last burned card, were named."""

from msgspec.structs import replace

from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe.double import NO_BURN_CARD, SIDES, Double
from chapter47.blackjack.shoe.handling import RefusedError
from chapter47.blackjack.shoe.kinds import Shoe
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.shoe.single import NOT_BURNED, Single
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal

WHOLE = ""
"""The name of the only stack of a shoe without sides."""


def cards_left_by_stack(shoe: Shoe) -> dict[str, int]:
    """Count the cards left in each stack, by side if the shoe has sides."""
    if isinstance(shoe, Double):
        return {side: shoe.side(side).left for side in SIDES}
    return {WHOLE: shoe.cards_left}


def stacked(shoe: Shoe, wanted: tuple[Card, ...], *, side: Side | None = None, after: int = 0) -> Shoe | Refusal:
    """Return the shoe with these cards after a number of others; each is swapped with the card in its place."""
    if isinstance(shoe, Double):
        if side is None:
            message = "the determinant card decides which side deals, so list each side's cards separately"
            return Refusal(
                "cards.side", "19:47-2.6(d)1", message, "cards without a side", "cards … from left, cards … from right"
            )
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
    """Return the shoe with this as its last, unseen burn card: it is swapped with a remaining card after those that
    were named."""
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


def on_top(shoe: Double, side: Side, card: Card) -> Double:
    """Return the shoe with this card as the next one of a side, in place of whatever card is there."""
    pile = shoe.side(side)
    if not pile.left:
        return shoe
    return shoe.with_side(side, replace(pile, cards=_replaced(pile.cards, pile.next, card)))


def shown_as(shoe: Shoe, dealt: Card, card: Card) -> Shoe:
    """Return the shoe with a card on the layout that turns out to be another card."""
    if isinstance(shoe, Double):
        side: Side = shoe.deals or "left"
        return shoe.with_side(side, _shown_as(shoe.side(side), dealt, card))
    assert isinstance(shoe, Single)
    return replace(shoe, pile=_shown_as(shoe.pile, dealt, card))


def _shown_as(pile: Pile, dealt: Card, card: Card) -> Pile:
    if dealt in pile.cards[pile.since : pile.next]:
        last = pile.next - 1 - pile.cards[pile.since : pile.next][::-1].index(dealt)
        return replace(pile, cards=_replaced(pile.cards, last, card))
    if dealt in pile.layout:
        return replace(pile, layout=_replaced(pile.layout, pile.layout.index(dealt), card))
    return pile


def _replaced(cards: tuple[Card, ...], place: int, card: Card) -> tuple[Card, ...]:
    return (*cards[:place], card, *cards[place + 1 :])


def _none_left(card: Card) -> Refusal:
    return Refusal("cards.none_left", "", "no longer in the shoe", str(card), "a card that is still in the shoe")
