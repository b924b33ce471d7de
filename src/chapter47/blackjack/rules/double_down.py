"""19:47-2.10: doubling down."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.state import Hand, Round, Stake
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.findings import Breach, displayed, limit, option
from chapter47.law import law


@option("double_card", "the face-down double card", "19:47-2.10(c)", since=date(2005, 1, 18), editions="2010")
def double_card_face_down(table: TableRules) -> bool:
    return table.double_card != "face-up"


ONE_EXCEPTION = date(2006, 1, 17)
"""Since then 2.10(d) lets 6 to 5 forbid doubling after a split; before, 2.10(a) gave that right everywhere."""


NOT_AFTER_A_SPLIT = "19:47-2.10(d)"


def _forbids_it(table: TableRules, message: str) -> Breach | None:
    return None if table.double_after_split else Breach("double_after_split.required", message, "false", "true")


@limit("19:47-2.10(a)", editions="1996", until=ONE_EXCEPTION)
def doubles_after_a_split(table: TableRules) -> Breach | None:
    return _forbids_it(table, "everybody may double on the first two cards of a split hand")


@limit("19:47-2.10(d)", since=ONE_EXCEPTION)
def double_after_split(table: TableRules) -> Breach | None:
    """Everybody may double on the first two cards of a split hand; only 6 to 5 may forbid it."""
    return _forbids_it(table, "doubling after a split may be forbidden at 6 to 5 only")


@displayed("19:47-2.10(c)", "posting")
def double_card_notice(table: TableRules) -> Iterator[str]:
    if double_card_face_down(table):
        how = "face down where the player asks" if table.double_card == "on-request" else "face down"
        yield f"a notice that double-down cards are dealt {how}; the approved gaming submission names the same choice"


@law("19:47-2.10(a)", editions="1996 2010")
@law("19:47-2A.10(a)", editions="switch")
def may_double(state: Round, hand: Hand) -> bool:
    """On the first two cards, of a split hand too, but never on 21; for one card and no more than the first wager."""
    if len(hand.cards) != 2 or hand.total.points == LIMIT or hand.from_aces:
        return False
    return state.rules.double_after_split or not hand.split


@law("19:47-2.10(b)", editions="1996 2010")
@law("19:47-2A.10(c)", editions="switch")
def lost_to_blackjack(stake: Stake, left: int) -> int:
    """Of what is left there, a dealer's blackjack takes the original wager alone: what the double added goes back."""
    return min(left, stake.amount)


@law("19:47-2.10(c)", editions="2010")
def dealt_face_down(table: TableRules, *, asked: bool) -> bool:
    """At a table that deals it so, or where players may ask for it and this one does."""
    return table.double_card == "face-down" or (asked and may_ask_face_down(table))


def may_ask_face_down(table: TableRules) -> bool:
    """Where the licensee lets players ask; once one has asked, all are told from the next round on."""
    return table.double_card == "on-request"


def offered_to_all() -> str:
    return "A double card may be had face down"


@law("19:47-2.10(a)", editions="1996", kind="script")
@law("19:47-2.10(c)", editions="2010", kind="script")
@law("19:47-2A.10(b)", editions="switch", kind="script")
def laid_sideways(table: TableRules) -> Did:
    """The older text says so in (a), the newer one in (c)."""
    by = "19:47-2.10(c)" if table.day >= date(2005, 1, 18) else "19:47-2.10(a)"
    return Did(by=by, what="lays the double card sideways")


LIMITS = (doubles_after_a_split, double_after_split)
OPTIONS = (double_card_face_down,)
NOTICES = (double_card_notice,)
