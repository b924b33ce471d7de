"""Filling a shoe: the shuffle, the cut and the cutting card."""

from fractions import Fraction
from typing import Literal, NamedTuple

from chapter47.events import DEALER, At, Cut, CutOffered, CuttingCardPlaced, Did, Shuffled
from chapter47.rules.shuffle_and_cut import (
    can_be_cut,
    clockwise,
    cut_and_marked,
    cut_refused,
    cutter_after,
    far_right_at_will,
    first_to_the_table,
    held_against_the_mark,
    offers_the_stack,
)
from chapter47.shoe.errors import refuse
from chapter47.shoe.handling import DEALER_NAME, Cards, Events, Handling
from chapter47.shoe.pile import NOWHERE, Pile

Why = Literal["opening", "idle", "cutting-card", "at-will", "too-few"]

SHUFFLED_BY: dict[Why, str] = {
    "opening": "19:47-2.5(a)",
    "idle": "19:47-2.5(j)1",
    "cutting-card": "19:47-2.6(l)3",
    "at-will": "19:47-2.5(h)1",
    "too-few": "19:47-2.15(f)",
}


class Turn(NamedTuple):
    """Whose turn it is to cut, and by which paragraph."""

    box: int
    by: str


def turn(why: Why, came_out: At | None, handling: Handling) -> Turn:
    """The dealer's, where nobody sits at the table."""
    boxes = handling.players
    if not boxes:
        return Turn(DEALER, "19:47-2.5(f)")
    if why in ("opening", "idle"):
        first = min(boxes) if handling.first is None else handling.first
        return Turn(first_to_the_table(first), "19:47-2.5(e)1")
    if why != "at-will" and came_out is not None:
        return Turn(*cutter_after(came_out, boxes))
    return Turn(far_right_at_will(boxes), "19:47-2.5(e)4")


def shuffle(cards: Cards, handling: Handling, *, by: str, where: str) -> tuple[Cards, Events]:
    return handling.mixed(cards), (Shuffled(cards=len(cards), where=where, by=by),)


def load(
    cards: Cards, whose: Turn, handling: Handling, *, share: Fraction | None, where: str
) -> tuple[Pile, Events]:
    """The cut, then the cutting card with this share of the stack behind it (or not at all), then into the shoe."""
    if not can_be_cut(len(cards)):
        uncut = Did(what="leaves the stack uncut: no place in it is ten cards from both ends", by="19:47-2.5(c)")
        position, cutter, offered = 0, DEALER, (uncut,)
    else:
        position, cutter, offered = _cut(len(cards), whose, handling, where)
    stack, behind = cut_and_marked(cards, position, share)
    events = (*offered, held_against_the_mark(where))
    if behind is None:
        return Pile(stack, cutter=cutter), events
    placed = CuttingCardPlaced(behind=behind, where=where, by="19:47-2.5(d)")
    return Pile(stack, cutting_card=len(stack) - behind if behind else NOWHERE, cutter=cutter), (*events, placed)


def _cut(stack: int, whose: Turn, handling: Handling, where: str) -> tuple[int, int, Events]:
    """Where the cut falls, and who made it."""
    events: Events = (offers_the_stack(where),)
    for box, player in _in_turn(whose, handling):
        by = whose.by if box == whose.box else "19:47-2.5(f)"
        position = handling.cut(player, stack)
        events += (CutOffered(player=player, taken=position is not None, by=by),)
        if position is not None:
            refuse(cut_refused(stack, position))
            return position, box, (*events, Cut(player=player, cards=position, by="19:47-2.5(c)"))
    told = handling.cut(DEALER_NAME, stack)
    position = stack // 2 if told is None else told
    refuse(cut_refused(stack, position))
    return position, DEALER, (*events, Cut(player=DEALER_NAME, cards=position, by="19:47-2.5(f)"))


def _in_turn(whose: Turn, handling: Handling) -> list[tuple[int, str]]:
    """Every player once, though one may have several boxes."""
    if whose.box == DEALER:
        return []
    asked: dict[str, int] = {}
    for box in clockwise(handling.players, whose.box):
        asked.setdefault(handling.players[box], box)
    return [(box, player) for player, box in asked.items()]
