"""19:47-2.15(a) and (f), 2A.15(f): a card face up in the shoe, a shoe that runs out."""

from chapter47.blackjack.events import Burned
from chapter47.core.cards import Card
from chapter47.law import law


@law("19:47-2.15(a)", editions="1996 2010")
def out_of_play(card: Card, stack_name: str) -> Burned:
    """Everybody has seen it, so the event names it."""
    return Burned(card=card, where=stack_name, by="19:47-2.15(a)")


@law("19:47-2.15(f)", editions="1996 2010")
@law("19:47-2A.15(f)", editions="switch")
def to_be_dealt_again(left: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that finish the round once the shoe is empty; what lies on the layout stays there."""
    return () if left else discards
