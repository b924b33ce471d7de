"""19:47-2.2: how many decks, and how a double shoe and a shuffling machine take them; 19:46-1.10: the table."""

from datetime import date
from typing import Literal

from chapter47.blackjack.events import Did
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, limit, option
from chapter47.law import law
from chapter47.law.editions import plays_by

NUMBERED_LIST = date(2004, 7, 19)
"""Until this amendment the special numbers of decks were in the body of 2.2(a); from then on they are in its list."""


def _too_few(table: TableRules, wanted: int, why: str) -> Breach | None:
    if table.decks >= wanted:
        return None
    return Breach(
        "decks.too_few",
        f"{why} needs at least {wanted} deck{'s' * (wanted > 1)}",
        str(table.decks),
        f"{wanted} or more",
    )


@limit("19:47-2.2(a)", editions="1996 2001 2010")
def at_least_one_deck(table: TableRules) -> Breach | None:
    if table.day < NUMBERED_LIST:
        if table.offering("sevens") and table.decks < 4:
            return _too_few(table, 4, "the sevens wager")
        if table.offering("progressive") and table.day >= date(1999, 7, 6) and table.decks < 4:
            return _too_few(table, 4, "the progressive wager")
    return _too_few(table, 1, "blackjack")


@limit("19:47-2.2(a)2", since=date(2006, 6, 5))
def two_decks_for_twenty_points(table: TableRules) -> Breach | None:
    return _too_few(table, 2, "the twenty point bonus wager") if table.offering("twenty-point-bonus") else None


@limit("19:47-2.2(a)3", since=NUMBERED_LIST)
def four_decks_for_sevens_or_progressive(table: TableRules) -> Breach | None:
    offered = table.offering("sevens", "progressive")
    return _too_few(table, 4, f"the {offered[0].name} wager") if offered else None


@limit("19:47-2.2(a)4", since=NUMBERED_LIST)
def six_or_eight_decks(table: TableRules) -> Breach | None:
    offered = table.offering("match-the-dealer", "optional-bonus")
    if not offered:
        return None
    if table.reads("19:47-2.2(a)4", "at-least"):
        return _too_few(table, 6, f"the {offered[0].name} wager")
    if table.decks in (6, 8):
        return None
    names = " and ".join(offer.name for offer in offered)
    return Breach("decks.six_or_eight", f"{names} need six or eight decks", str(table.decks), "6 or 8")


@option("shoe", "the double shoe", "19:47-2.2(c)", since=date(1982, 9, 15))
def double_shoe(table: TableRules) -> bool:
    return table.shoe == "double"


@limit("19:47-2.2(c)", editions="1996 2001 2010", since=date(1982, 9, 15))
def two_decks_in_a_double_shoe(table: TableRules) -> Breach | None:
    """Require two decks in a double shoe; each side also has a cutting card, which two ways of shuffling do not
    allow."""
    if not double_shoe(table):
        return None
    if table.shuffle not in ("bart-carter", "continuous") or not table.traits.from_a_shoe:
        return _too_few(table, 2, "a double shoe")
    message = "each side of a double shoe has a cutting card, so it is not shuffled in this way"
    return Breach("shoe.cutting_card_in_each_side", message, f"a double shoe with {table.shuffle}", "shuffle = manual")


REWRITTEN = (date(1996, 7, 15), date(1999, 7, 6), "was in an earlier text of (d) that is not held")
"""The note of 1999 says that (d) was rewritten; the text of May 1996 has none, and no note gives its date."""


@option("shuffle", "the shuffling machine", "19:47-2.2(d)", since=REWRITTEN[1], doubts=(REWRITTEN,))
def shuffling_machine(table: TableRules) -> bool:
    return table.shuffle == "machine"


@limit("19:47-2.2(d)", editions="2001 2010", since=date(1999, 7, 6))
def two_batches(table: TableRules) -> Breach | None:
    """Check the decks of a machine: two equal batches take turns, so it needs a deck for each; `decks` counts one
    batch.

    A batch has backs of one colour, the sides of a double shoe (2.2(c)) have two."""
    if shuffling_machine(table) and table.shoe == "double" and table.traits.from_a_shoe:
        message = "both batches of a machine have the same backs, the two sides of a double shoe do not"
        return Breach(
            "shoe.batch_of_one_colour", message, "a double shoe with machine", "shoe = single or shuffle = manual"
        )
    return _too_few(table, 1, "each batch of a shuffling machine") if shuffling_machine(table) else None


Batch = Literal[1, 2]


@law("19:46-1.17(a)", editions="switch")
def full_set(table: TableRules, count: int | None = None) -> tuple[Card, ...]:
    """Return all cards in play in factory order, or those of `count` decks."""
    return table.traits.deck * (table.decks if count is None else count)


def sides(table: TableRules) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the left and right side of a double shoe; an odd deck goes to the left."""
    right = table.decks // 2
    return full_set(table, table.decks - right), full_set(table, right)


def stacks(table: TableRules) -> tuple[tuple[Card, ...], ...]:
    """Return what a round may be dealt from: all cards in play, or one side of a double shoe."""
    return sides(table) if double_shoe(table) else (full_set(table),)


def machine_paragraph(number: int, day: date) -> str:
    """Return a paragraph of 2.2(d) as the newest text numbers it; in 2001 each was one further down."""
    section = "19:47-2.2"
    one_further = plays_by(day, section, since="2001") and not plays_by(day, section, since="2010")
    return f"{section}(d){number + one_further}"


@law("19:47-2.2(d)2", editions="2001")
@law("19:47-2.2(d)1", editions="2010")
def batches(table: TableRules) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return two batches with equal decks; the table's `decks` are those in play, one batch."""
    return full_set(table), full_set(table)


@law("19:47-2.2(d)4", "19:47-2.2(d)5", editions="2001")
@law("19:47-2.2(d)3", "19:47-2.2(d)4", editions="2010")
def other_batch(batch: Batch) -> Batch:
    """Return the batch that the machine shuffles while this one is in play."""
    return 2 if batch == 1 else 1


@law("19:47-2.2(d)6", editions="2001", kind="script")
@law("19:47-2.2(d)5", editions="2010", kind="script")
def rack_is_emptied(batch: Batch, day: date) -> Did:
    """Empty the rack of one batch before the other comes into play."""
    return Did(what=f"empties the discard rack of batch {batch}", by=machine_paragraph(5, day))


@limit("19:46-1.10", editions="")
def at_most_seven_boxes(table: TableRules) -> Breach | None:
    if table.boxes <= 7:
        return None
    return Breach("boxes.too_many", "a blackjack table has at most seven betting areas", str(table.boxes), "1 to 7")


LIMITS = (
    at_least_one_deck,
    two_decks_for_twenty_points,
    four_decks_for_sevens_or_progressive,
    six_or_eight_decks,
    two_decks_in_a_double_shoe,
    two_batches,
    at_most_seven_boxes,
)
OPTIONS = (double_shoe, shuffling_machine)
