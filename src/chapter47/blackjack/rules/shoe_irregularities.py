"""19:47-2.15(f), 2A.15(f): a shoe that runs out."""

from chapter47.core.cards import Card
from chapter47.law import law


@law("19:47-2.15(f)", editions="1996 2010")
@law("19:47-2A.15(f)", editions="switch")
def to_be_dealt_again(left: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that finish the round once the shoe is empty; what lies on the layout stays there."""
    return () if left else discards
