"""A shoe whose next cards were named."""

from msgspec.structs import replace

from chapter47.blackjack.shoe.protocol import Shoe
from chapter47.blackjack.shoe.single import Single
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal


def stacked(shoe: Shoe, wanted: tuple[Card, ...], *, after: int = 0) -> Shoe | Refusal:
    """The shoe with these cards after so many; each is changed with the card that lies where it is wanted."""
    if not isinstance(shoe, Single):
        return Refusal("cards.shoe", "", "the next cards cannot be named for this shoe", "a double shoe", "one stack")
    rest = list(shoe.pile.remaining)
    for place, card in enumerate(wanted, start=after):
        if card not in rest[place:]:
            return Refusal("cards.none_left", "", "not left in the shoe", str(card), "a card that is still in it")
        there = rest.index(card, place)
        rest[place], rest[there] = rest[there], rest[place]
    dealt = shoe.pile.cards[: shoe.pile.next]
    return replace(shoe, pile=replace(shoe.pile, cards=(*dealt, *rest)))
