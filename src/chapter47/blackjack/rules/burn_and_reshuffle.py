"""19:47-2.6(c), (d), (l) and (m): the burn card, the determinant card, and the end of a shoe."""

from collections.abc import Mapping
from itertools import accumulate
from typing import Final, Literal, TypeVar

from chapter47.blackjack.events import CuttingCardOut, Did, Place
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.law import law

Side = Literal["left", "right"]
DRAWN_FROM: Final[Side] = "left"
"""The side from which the determinant card is drawn by default; 2.6(d)1 allows either."""
Where = TypeVar("Where", bound=str)
STACKS = 3
"""How many stacks the Bart Carter shuffle makes of the discards."""


@law("19:47-2.6(c)", editions="1996 2010")
@law("19:47-2.6(c)", editions="1996", kind="script")
@law("19:47-2A.7(c)", editions="switch")
def burns_the_first_card(table: TableRules) -> bool:
    """Return whether the first card is burned: when the shoe is filled and when a new dealer comes, but not under the
    Bart Carter shuffle."""
    return table.shuffle != "bart-carter"


@law("19:47-2.6(d)", editions="1996 2010")
def determinant_instead_of_burn(table: TableRules) -> bool:
    return table.shoe == "double"


@law("19:47-2.6(d)1", editions="1996 2010")
def side_that_deals(determinant: Card, red_side: Side) -> Side:
    """Return the side that deals: hearts and diamonds choose the side assigned by the licensee, spades and clubs the
    other."""
    black_side: Side = "right" if red_side == "left" else "left"
    return red_side if determinant.is_red else black_side


@law("19:47-2.6(d)2", editions="1996 2010")
def is_the_first_players_card(*, drawn_from: str, deals: str) -> bool:
    """Return whether the determinant card is the first player's card; one that names the other side is burned."""
    return drawn_from == deals


def cutting_card_reached(at: Place, stack_name: str) -> CuttingCardOut:
    """Return whether the cutting card was reached: the round is finished, then come the pick-up and the shuffle."""
    return CuttingCardOut(at=at, where=stack_name, by="19:47-2.6(l)")


@law("19:47-2.6(l)1", editions="1996 2010", kind="script")
@law("19:47-2A.7(n)1", editions="switch", kind="script")
def round_picked_up() -> Did:
    return Did(what="picks up the cards of the round", by="19:47-2.6(l)1")


@law("19:47-2.6(l)2i", editions="1996 2010", kind="script")
@law("19:47-2A.7(n)2", editions="switch", kind="script")
def shoe_emptied() -> Did:
    return Did(what="puts what is left in the shoe into the discard rack", by="19:47-2.6(l)2i")


@law("19:47-2.6(l)2ii", editions="1996 2010", kind="script")
def side_emptied(side: Side) -> Did:
    what = f"puts what is left in the {side} side, and its discards, face down into the discard rack"
    return Did(what=what, by="19:47-2.6(l)2ii")


@law("19:47-2.6(l)3", editions="1996 2010")
@law("19:47-2A.7(n)3", editions="switch")
def stacks_to_shuffle(over: Mapping[Where, bool]) -> tuple[Where, ...]:
    """Return the stacks to shuffle: of a double shoe only the side whose cutting card came out."""
    return tuple(side for side, done in over.items() if done)


@law("19:47-2.6(m)", editions="1996 2010")
@law("19:47-2A.7(o)", editions="switch")
def reinserted(remaining: tuple[Card, ...], discards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the shuffled discards in three stacks at a quarter, a half and three quarters of the shoe."""
    marks = [len(remaining) * part // (STACKS + 1) for part in range(STACKS + 2)]
    sizes = [(len(discards) + STACKS - 1 - stack) // STACKS for stack in range(STACKS)]
    ends = [0, *accumulate(sizes)]
    stack = remaining[: marks[1]]
    for n in range(STACKS):
        stack += discards[ends[n] : ends[n + 1]] + remaining[marks[n + 1] : marks[n + 2]]
    return stack
