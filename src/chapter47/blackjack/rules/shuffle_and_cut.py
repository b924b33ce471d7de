"""19:47-2.5: shuffle, cut, and where the cutting card goes; 2.21: the continuous shuffler."""

from collections.abc import Collection, Iterator
from datetime import date
from fractions import Fraction
from math import ceil

from chapter47.blackjack.events import DEALER, Did, Place
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Finding, displayed, limit, option
from chapter47.law import law
from chapter47.law.editions import plays_by

PRESHUFFLED = date(2007, 3, 19)
"""Before this date the cards were always shuffled at the table."""
RECUT = date(1996, 5, 20)
FROM_EITHER_END = 10

APPROXIMATELY = Fraction(1, 200)
"""2.5(d) says "approximately" a quarter: half a percent of the stack is tolerated."""


def quarter_behind(table: TableRules) -> Breach | None:
    """Require the cutting card, if there is one, about a quarter of the stack from the back, or more."""
    if table.shuffle in ("continuous", "bart-carter") or table.cut_card >= Fraction(1, 4) - APPROXIMATELY:
        return None
    message = "at least about a quarter of the stack must be behind the cutting card"
    return Breach("cut_card.quarter", message, f"{float(table.cut_card):g}", "0.25 or more")


@limit("19:47-2.5(d)", editions="1996 2001 2010")
def cutting_card_a_quarter_in(table: TableRules) -> Breach | None:
    return quarter_behind(table)


@option("shuffle", "the Bart Carter shuffle", "19:47-2.5(h)2", since=date(1982, 9, 15))
def bart_carter_shuffle(table: TableRules) -> bool:
    return table.shuffle == "bart-carter"


RENUMBERED = date(1999, 1, 4)
"""The continuous shuffler was section 2.20 before this date and has been 2.21 since."""


@option("shuffle", "the continuous shuffler", "19:47-2.20", since=date(1982, 9, 15), editions="1996")
def continuous_shuffler_of_old(table: TableRules) -> bool:
    return table.shuffle == "continuous" and table.day < RENUMBERED


@option("shuffle", "the continuous shuffling shoe", "19:47-2.21", since=RENUMBERED, editions="2010")
def continuous_shuffler(table: TableRules) -> bool:
    return table.shuffle == "continuous" and table.day >= RENUMBERED


APPROVAL = "the Commission approves the device, and the procedure for shuffling and dealing with it, before it is used"


@displayed("19:47-2.20", "submission", editions="1996")
def continuous_shuffler_of_old_is_approved(table: TableRules) -> Iterator[str]:
    if continuous_shuffler_of_old(table):
        yield APPROVAL


@displayed("19:47-2.21", "submission", editions="2010")
def continuous_shuffler_is_approved(table: TableRules) -> Iterator[str]:
    if continuous_shuffler(table):
        yield APPROVAL


def continuous_paragraph(day: date) -> str:
    return "19:47-2.20" if day < RENUMBERED else "19:47-2.21"


@law("19:47-2.5(a)", editions="1996 2001 2010")
@law("19:47-2A.4(a)", editions="switch")
def shuffled_before_play(table: TableRules) -> bool:
    """Return whether the cards are shuffled: always at the end of a shoe; before play only if they are not
    pre-shuffled."""
    return not (table.preshuffled and table.day >= PRESHUFFLED)


@law("19:47-2.5(b)", editions="1996 2001 2010", kind="script")
@law("19:47-2A.4(c)", editions="switch", kind="script")
def offers_the_stack(stack_name: str) -> Did:
    return Did(what=f"offers the stack ({stack_name}) for the cut, backs to the players", by="19:47-2.5(b)")


def can_be_cut(stack: int) -> bool:
    """Return whether a stack can be cut: with fewer than twenty cards no place is ten cards from both ends."""
    return stack >= 2 * FROM_EITHER_END


@law("19:47-2.5(c)", editions="1996 2001 2010")
def cut_refused(stack: int, position: int) -> Finding | None:
    """Refuse a cut closer than ten cards to an end of the stack."""
    if FROM_EITHER_END <= position <= stack - FROM_EITHER_END:
        return None
    message = "the cutting card must go in at least ten cards from either end"
    want = f"{FROM_EITHER_END} to {stack - FROM_EITHER_END}"
    return Finding("cut.too_near_the_end", "19:47-2.5(c)", message, str(position), want)


@law("19:47-2.5(d)", editions="1996 2001 2010")
@law("19:47-2A.4(f)", editions="switch")
@law("19:47-19.4(e)", editions="2001")
def cut_and_marked(
    cards: tuple[Card, ...], position: int, share: Fraction | None
) -> tuple[tuple[Card, ...], int | None]:
    """Cut the stack, then place the cutting card; returns how many cards are behind it, or None without one."""
    stack = cards[position:] + cards[:position]
    return stack, None if share is None else min(ceil(share * len(stack)), len(stack))


@law("19:47-2.5(d)", editions="1996 2001 2010", kind="script")
@law("19:47-19.4(e)", editions="2001", kind="script")
def held_against_the_mark(stack_name: str) -> Did:
    return Did(what=f"holds the stack ({stack_name}) to the mark and loads it", by="19:47-2.5(d)")


@law("19:47-2.5(e)1", editions="1996 2001 2010")
@law("19:47-2A.4(d)1", editions="switch")
def first_to_the_table(first: int | None, boxes: Collection[int]) -> int:
    """Return the first player's box; if unknown, the box at the dealer's left."""
    return min(boxes) if first is None else first


@law("19:47-2.5(e)2", editions="1996 2001 2010")
@law("19:47-2A.4(d)2", editions="switch")
def on_whose_box(came_out: Place) -> int | None:
    """Return the box on which the cutting card came out; None for the dealer's own card."""
    return None if came_out.box == DEALER else came_out.box


@law("19:47-2.5(e)3", "19:47-2.5(e)4", editions="1996 2001 2010")
@law("19:47-2A.4(d)3", "19:47-2A.4(d)4", editions="switch")
def at_the_far_right(boxes: Collection[int]) -> int:
    """Return who cuts if the cutting card came out on the dealer's hand, or after a shuffle chosen by the licensee."""
    return max(boxes)


@law("19:47-2.5(f)", editions="1996 2001 2010")
@law("19:47-2A.4(e)", editions="switch")
def clockwise(boxes: Collection[int], start: int) -> tuple[int, ...]:
    """Order the boxes for the cut, from `start` on; after the last of them the dealer cuts. The deal and the box
    numbers run clockwise from the dealer's left."""
    return (*sorted(box for box in boxes if box >= start), *sorted(box for box in boxes if box < start))


@law("19:47-2.5(g)", editions="1996 2001 2010")
@law("19:47-2A.4(g)", editions="switch")
@law("19:47-19.4(f)", editions="2001")
def recut(boxes: Collection[int], cutter: int | None, *, same: bool, day: date) -> int | Finding:
    """Return the box where the new cut is offered, or the refusal; `cutter` is None once a card is dealt."""
    by = "19:47-2.5(g)"
    if day < RECUT:
        return Finding("recut.not_yet", by, "the law of that date has no recut", str(day), f"{RECUT} or later")
    if cutter is None:
        message = "a recut must be ordered after the cut and before any card is dealt"
        return Finding("recut.no_longer", by, message, "cards already dealt, or no cut", "a stack just cut")
    if same or not boxes:
        return cutter
    return clockwise(boxes, cutter + 1)[0]


@law("19:47-2.5(h)", editions="1996 2001 2010")
@law("19:47-2A.4(h)", editions="switch")
@law("19:47-19.4(g)", editions="2001")
def shoe_is_over(came_out: Place | None, left: int) -> bool:
    """Return whether the shoe is over: a shuffle is due once the cutting card is out, even from the very back."""
    return came_out is not None or left == 0


@law("19:47-2.5(h)1", editions="1996 2001 2010")
@law("19:47-2A.4(h)1", editions="switch")
def reshuffle_refused(on_layout: int) -> Finding | None:
    """Refuse a reshuffle during a round; between rounds the licensee may always order one."""
    if not on_layout:
        return None
    message = "the cards can be shuffled at will only between rounds"
    return Finding("reshuffle.round_not_over", "19:47-2.5(h)1", message, f"{on_layout} cards on the layout", "none")


@law("19:47-2.5(h)2", editions="1996 2010")
@law("19:47-2A.4(h)2", editions="switch")
def more_than_a_deck(discards: int, deck: int) -> bool:
    return discards > deck


def knows_idle_tables(table: TableRules) -> bool:
    return plays_by(table.day, "19:47-2.5", since="2010")


@law("19:47-2.5(j)", editions="2010", kind="script")
@law("19:47-2A.4(i)", editions="switch", kind="script")
@law("19:47-19.4(i)", editions="2001", kind="script")
def spread_out(*, face_up: bool) -> Did:
    how = "face up" if face_up else "face down"
    return Did(what=f"takes all cards out of shoe and rack and spreads them {how}", by="19:47-2.5(j)")


def looked_over(*, face_up: bool) -> tuple[Did, ...]:
    """Show the cards to the first player who comes to an idle table."""
    by = "19:47-2.5(j)"
    turned = () if face_up else (Did(what="turns the cards face up", by=by),)
    return (*turned, Did(what="lets the player look and turns the cards face down", by=by))


@law("19:47-2.5(j)1", editions="2010", kind="script")
@law("19:47-2A.4(i)1", editions="switch", kind="script")
def washed_again() -> Did:
    return Did(what="washes and stacks the cards", by="19:47-2.5(j)1")


def cutter_after(came_out: Place, boxes: Collection[int]) -> tuple[int, str]:
    """Return who cuts after the cutting card came out, and by which paragraph."""
    box = on_whose_box(came_out)
    if box is None:
        return at_the_far_right(boxes), "19:47-2.5(e)3"
    return box, "19:47-2.5(e)2"


LIMITS = (cutting_card_a_quarter_in,)
OPTIONS = (bart_carter_shuffle, continuous_shuffler_of_old, continuous_shuffler)
