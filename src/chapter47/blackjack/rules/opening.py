"""19:47-2.4: opening the table."""

from datetime import date

from chapter47.blackjack.events import Did
from chapter47.blackjack.posting import TableRules
from chapter47.core.findings import option
from chapter47.law import law
from chapter47.law.editions import plays_by

Steps = tuple[Did, ...]


@option("preshuffled", "pre-shuffled cards", "19:47-2.4(a)", since=date(2007, 3, 19), editions="2010")
def opens_with_preshuffled_cards(table: TableRules) -> bool:
    return table.preshuffled


def cards_are_washed(table: TableRules) -> bool:
    """Return whether the cards are washed: not if pre-shuffled or mixed by a machine; sides of a double shoe
    separately."""
    preshuffled = table.preshuffled and receives_preshuffled_cards(table)
    return not preshuffled and table.shoe == "single" and not keeps_batches_apart(table)


def keeps_batches_apart(table: TableRules) -> bool:
    """Return whether batches are kept apart: by the text since 1999; before, 2.4 had no shuffling machine."""
    return table.shuffle == "machine" and plays_by(table.day, "19:47-2.4", since="2001")


def receives_preshuffled_cards(table: TableRules) -> bool:
    """Return whether pre-shuffled cards are accepted: by the text that has them; before, all cards were inspected at
    the table."""
    return plays_by(table.day, "19:47-2.4", since="2010")


def opening_steps(table: TableRules, exposed: int = 0) -> Steps:
    """Return what the first players are shown before the shuffle, by the text of the table's date. A card exposed while
    washing changes nothing."""
    del exposed
    if receives_preshuffled_cards(table):
        received = inspected_or_preshuffled(preshuffled=table.preshuffled)
        if table.preshuffled:
            return received
    else:
        received = inspected_and_verified()
    return (*received, *_shown_and_stacked(table))


def _shown_and_stacked(table: TableRules) -> Steps:
    if table.shoe == "double":
        return sides_apart()
    if keeps_batches_apart(table):
        return batches_apart()
    return (*shown_in_fans(), *washed_and_stacked())


@law("19:47-2.4(a)", editions="1996 2001", kind="script")
def inspected_and_verified() -> Steps:
    by = "19:47-2.4(a)"
    return (
        Did(what="sorts and inspects the cards", by=by),
        Did(what="checks the inspection", who="floorperson", by=by),
    )


@law("19:47-2.4(a)", editions="2010", kind="script")
@law("19:47-2A.3(a)", editions="switch", kind="script")
def inspected_or_preshuffled(*, preshuffled: bool) -> Steps:
    """Inspect the cards, which are then shown and mixed under (b) to (e), or accept pre-shuffled ones without any of
    that."""
    what = "takes over cards that came pre-shuffled" if preshuffled else "inspects the cards"
    return (Did(what=what, by="19:47-2.4(a)"),)


@law("19:47-2.4(b)", editions="1996 2001 2010", kind="script")
@law("19:47-2A.3(b)", editions="switch", kind="script")
def shown_in_fans() -> Steps:
    return (Did(what="fans out each deck face up, by suit and rank, for the first players", by="19:47-2.4(b)"),)


@law("19:47-2.4(c)", editions="1996 2001 2010", kind="script")
def washed_and_stacked() -> Steps:
    return (Did(what="turns the cards face down, washes and stacks them", by="19:47-2.4(c)"),)


@law("19:47-2.4(d)", editions="1996 2001 2010", kind="script")
def sides_apart() -> Steps:
    by = "19:47-2.4(d)"
    return (
        Did(what="fans out the decks of each side face up, apart from the other side's", by=by),
        Did(what="turns the left side's cards face down, washes and stacks them", by=by),
        Did(what="turns the right side's cards face down, washes and stacks them", by=by),
    )


@law("19:47-2.4(e)", editions="2001 2010", kind="script")
@law("19:47-2A.3(d)", editions="switch", kind="script")
def batches_apart() -> Steps:
    """Show the batches separately; the machine mixes them, so nothing is washed."""
    by = "19:47-2.4(e)"
    return (
        Did(what="fans out the decks of each batch face up, apart from the other batch's", by=by),
        Did(what="turns batch 1 face down and stacks it", by=by),
        Did(what="turns batch 2 face down and stacks it", by=by),
    )


OPTIONS = (opens_with_preshuffled_cards,)
