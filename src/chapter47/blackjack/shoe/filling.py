"""Filling a shoe: the shuffle, the cut and the cutting card."""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from chapter47.blackjack.events import DEALER, Cut, CutOffered, CuttingCardPlaced, Did, Place, Shuffled
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import (
    burns_the_first_card,
    cutting_card_reached,
    determinant_instead_of_burn,
)
from chapter47.blackjack.rules.irregularities import to_be_dealt_again
from chapter47.blackjack.rules.shuffle_and_cut import (
    at_the_far_right,
    can_be_cut,
    clockwise,
    cut_and_marked,
    cut_refused,
    cutter_after,
    first_to_the_table,
    held_against_the_mark,
    looked_over,
    offers_the_stack,
    recut,
    shuffled_before_play,
    washed_again,
)
from chapter47.blackjack.shoe.handling import (
    DEALER_NAME,
    DISCARDS,
    NOTHING,
    Cards,
    Events,
    Handling,
    NoCardsLeftError,
    RefusedError,
    refuse,
)
from chapter47.blackjack.shoe.pile import NOWHERE, Pile, burn
from chapter47.blackjack.variations import GAMES
from chapter47.core.findings import Finding
from chapter47.law import law

T = TypeVar("T")

Why = Literal["opening", "idle", "cutting-card", "at-will", "void", "too-few"]

SHUFFLED_BY: dict[Why, str] = {
    "opening": "19:47-2.5(a)",
    "idle": "19:47-2.5(j)1",
    "cutting-card": "19:47-2.6(l)3",
    "at-will": "19:47-2.5(h)1",
    "void": "19:47-2.15(a)",
    "too-few": "19:47-2.15(f)",
}


class Turn(NamedTuple):
    """The player whose turn it is to cut, and the paragraph."""

    box: int
    by: str


def turn(why: Why, came_out: Place | None, handling: Handling) -> Turn:
    """Return whose turn it is to cut: the dealer's if nobody is seated."""
    boxes = handling.players
    if not boxes:
        return Turn(DEALER, "19:47-2.5(f)")
    if why in ("opening", "idle"):
        return Turn(first_to_the_table(handling.first, boxes), "19:47-2.5(e)1")
    if why not in ("at-will", "void") and came_out is not None:
        return Turn(*cutter_after(came_out, boxes))
    return Turn(at_the_far_right(boxes), "19:47-2.5(e)4")


def share_behind(table: TableRules) -> Fraction | None:
    """Return the share of the stack behind the cutting card; under the Bart Carter shuffle the card stays out of the
    shoe."""
    return None if table.shuffle == "bart-carter" else table.cut_card


def fill(
    pile: Pile, why: Why, table: TableRules, handling: Handling, *, stack_name: str = "shoe"
) -> tuple[Pile, Events]:
    """Shuffle, cut and load all cards of this stack, and burn the first one."""
    cards, shuffled = pile.everything, NOTHING
    if why == "opening" and not shuffled_before_play(table):
        cards = handling.mixed(cards)  # the order in which they came
    else:
        cards, shuffled = shuffle(cards, handling, by=SHUFFLED_BY[why], stack_name=stack_name)
    whose = turn(why, pile.out_at, handling)
    loaded, events = load_and_burn(cards, whose, table, handling, stack_name=stack_name)
    return loaded, (*shuffled, *events)


@law("19:47-2.5(j)1", editions="2010")
def begun_again(
    fill: Callable[[Why, Handling], tuple[T, Events]], handling: Handling, *, face_up: bool
) -> tuple[T, Events]:
    """Check, wash, shuffle and cut the cards of an idle table without a machine, before play continues."""
    shoe, events = fill("idle", handling)
    return shoe, (*looked_over(face_up=face_up), washed_again(), *events)


def load_and_burn(
    cards: Cards,
    whose: Turn,
    table: TableRules,
    handling: Handling,
    *,
    stack_name: str = "shoe",
    by_machine: bool = False,
) -> tuple[Pile, Events]:
    if GAMES[table.game].is_cut(by_machine=by_machine):
        loaded, events = load(cards, whose, handling, share=share_behind(table), stack_name=stack_name)
    else:
        loaded, events = load_uncut(cards, table, stack_name=stack_name)
    after, burned = burn_if_due(loaded, table, stack_name=stack_name)
    return after, (*events, *burned)


def burn_if_due(pile: Pile, table: TableRules, *, stack_name: str = "shoe") -> tuple[Pile, Events]:
    """Burn the card of 2.6(c); a recut is still possible, since no card was dealt."""
    if determinant_instead_of_burn(table) or not burns_the_first_card(table):
        return pile, NOTHING
    return burn(pile, stack_name, by="19:47-2.6(c)")


def refill(pile: Pile, at: Place, handling: Handling, *, marked: bool, stack_name: str = "shoe") -> tuple[Pile, Events]:
    """Finish the round with the discards. No cutting card is put in again: the shoe is over after this round."""
    again = to_be_dealt_again(pile.left, pile.rack)
    if len(again) < 2:
        raise NoCardsLeftError(f"{pile.left} cards are left ({stack_name}) and {len(pile.rack)} are in the discards")
    events: Events = NOTHING
    if marked and pile.out_at is None:
        pile, events = replace(pile, out_at=at), (cutting_card_reached(at, stack_name),)
    cards, shuffled = shuffle(again, handling, by=SHUFFLED_BY["too-few"], stack_name=DISCARDS)
    whose = turn("too-few", pile.out_at, handling)
    loaded, more = load(cards, whose, handling, share=None, stack_name=stack_name)
    loaded = replace(loaded, layout=pile.on_layout, out_at=pile.out_at, cutter=None)
    after, burned = burn(loaded, stack_name, by="19:47-2.15(f)")
    return after, (*events, *shuffled, *more, *burned)


def cut_again(
    pile: Pile, table: TableRules, handling: Handling, *, same: bool, stack_name: str = "shoe"
) -> tuple[Pile, Events]:
    """Cut again, with this filling's burn card back on top, so that the whole stack is cut."""
    box = recut(handling.players, pile.cutter, same=same, day=table.day)
    if isinstance(box, Finding):
        raise RefusedError(box)
    whose = Turn(box, "19:47-2.5(g)")
    if pile.next == 1 and pile.burned is not None:
        loaded, events = load_and_burn(pile.cards, whose, table, handling, stack_name=stack_name)
    else:
        loaded, events = load(pile.remaining, whose, handling, share=share_behind(table), stack_name=stack_name)
        loaded = replace(loaded, rack=pile.rack, burned=pile.burned)
    return loaded, (ordered_cut(), *events)


def ordered_cut() -> Did:
    return Did(what="orders a new cut", who="casino supervisor", by="19:47-2.5(g)")


def shuffle(cards: Cards, handling: Handling, *, by: str, stack_name: str) -> tuple[Cards, Events]:
    return handling.mixed(cards), (Shuffled(cards=len(cards), where=stack_name, by=by),)


def load(
    cards: Cards, whose: Turn, handling: Handling, *, share: Fraction | None, stack_name: str
) -> tuple[Pile, Events]:
    """Cut, place the cutting card with this share behind it (or none), then load the shoe."""
    position, cutter, offered = cut(len(cards), whose, handling, stack_name)
    stack, behind = cut_and_marked(cards, position, share)
    events = (*offered, held_against_the_mark(stack_name))
    if behind is None:
        return Pile(stack, cutter=cutter), events
    placed = CuttingCardPlaced(behind=behind, where=stack_name, by="19:47-2.5(d)")
    return Pile(stack, cutting_card=len(stack) - behind if behind else NOWHERE, cutter=cutter), (*events, placed)


def load_uncut(cards: Cards, table: TableRules, *, stack_name: str) -> tuple[Pile, Events]:
    """Load the stack as it came out of the machine, with the cutting card."""
    stack, behind = cut_and_marked(cards, 0, table.cut_card)
    assert behind is not None
    by = "19:47-2A.4(b)1"
    events = (
        Did(what=f"loads the stack ({stack_name}) as it came out of the machine", by=by),
        CuttingCardPlaced(behind=behind, where=stack_name, by=by),
    )
    return Pile(stack, cutting_card=len(stack) - behind if behind else NOWHERE), events


def cut(stack: int, whose: Turn, handling: Handling, stack_name: str) -> tuple[int, int, Events]:
    """Return where the cut falls, and who made it."""
    if not can_be_cut(stack):
        what = "leaves the stack uncut: no place in it is ten cards from both ends"
        return 0, DEALER, (Did(what=what, by="19:47-2.5(c)"),)
    events: Events = (offers_the_stack(stack_name),)
    for box, player in in_turn(whose, handling):
        by = whose.by if box == whose.box else "19:47-2.5(f)"
        position = handling.cut(player, stack)
        events += (CutOffered(player=player, taken=position is not None, by=by),)
        if position is not None:
            refuse(cut_refused(stack, position))
            return position, box, (*events, Cut(player=player, cards=position, by="19:47-2.5(c)"))
    chosen = handling.cut(DEALER_NAME, stack)
    position = stack // 2 if chosen is None else chosen
    refuse(cut_refused(stack, position))
    return position, DEALER, (*events, Cut(player=DEALER_NAME, cards=position, by="19:47-2.5(f)"))


def in_turn(whose: Turn, handling: Handling) -> list[tuple[int, str]]:
    """Yield every player once, even with several boxes."""
    if whose.box == DEALER:
        return []
    asked: dict[str, int] = {}
    for box in clockwise(handling.players, whose.box):
        asked.setdefault(handling.players[box], box)
    return [(box, player) for player, box in asked.items()]
