"""19:47-2.10: doubling down."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand, Round, Stake
from chapter47.core.findings import Breach, displayed, limit, option
from chapter47.law import law

FACE_DOWN_SINCE = date(2005, 1, 18)
"""From this day 2.10(c) has the face-down double card; before, 2.10(a) contained everything about doubling."""


@option("double_card", "the face-down double card", "19:47-2.10(c)", since=FACE_DOWN_SINCE, editions="2010")
def double_card_face_down(table: TableRules) -> bool:
    return table.double_card != "face-up"


ONE_EXCEPTION = date(2006, 1, 17)
"""From this day 2.10(d) lets 6 to 5 forbid doubling after a split; before, 2.10(a) allowed it everywhere."""


NOT_AFTER_A_SPLIT = "19:47-2.10(d)"


def _forbids_it(table: TableRules, message: str) -> Breach | None:
    return None if table.double_after_split else Breach("double_after_split.required", message, "false", "true")


@limit("19:47-2.10(a)", editions="1996", until=ONE_EXCEPTION)
def doubles_after_a_split(table: TableRules) -> Breach | None:
    return _forbids_it(table, "every player may double on the first two cards of a split hand")


@limit("19:47-2.10(d)", since=ONE_EXCEPTION)
def double_after_split(table: TableRules) -> Breach | None:
    """Require doubling on the first two cards of a split hand; only 6 to 5 may forbid it."""
    return _forbids_it(table, "doubling after a split may be forbidden only at 6 to 5")


@displayed("19:47-2.10(c)", "posting")
def double_card_notice(table: TableRules) -> Iterator[str]:
    if double_card_face_down(table):
        how = "face down if the player asks" if table.double_card == "on-request" else "face down"
        yield f"a notice that double-down cards are dealt {how}; the approved gaming submission states the same choice"


@law("19:47-2.10(a)", editions="1996 2010")
@law("19:47-2A.10(a)", editions="switch")
def may_double(state: Round, hand: Hand) -> bool:
    """Return whether a hand may double: on its first two cards, also after a split, but never on 21; one card, for at
    most the first wager."""
    if len(hand.cards) != 2 or hand.total.points == LIMIT or hand.from_aces:
        return False
    return state.rules.double_after_split or not hand.split


@law("19:47-2.10(b)", editions="1996 2010")
@law("19:47-2A.10(c)", editions="switch")
def lost_to_blackjack(stake: Stake, left: int) -> int:
    """Return what a dealer's blackjack takes: only the original wager; what the double added is returned."""
    return min(left, stake.amount)


@law("19:47-2.10(c)", editions="2010")
def dealt_face_down(table: TableRules, *, asked: bool) -> bool:
    """Return whether the double card is face down: always at this table, or because the player asks."""
    return table.double_card == "face-down" or (asked and may_ask_face_down(table))


def may_ask_face_down(table: TableRules) -> bool:
    """Return whether the player may ask for the double card face down. After one request, the dealer offers it to
    everybody from the next round on."""
    return table.double_card == "on-request"


@law("19:47-2.10(c)", editions="2010", kind="script", duty=3)
def offered_to_all() -> str:
    return "A double card may be had face down"


@law("19:47-2.10(a)", editions="1996", kind="script")
@law("19:47-2.10(c)", editions="2010", kind="script")
@law("19:47-2A.10(b)", editions="switch", kind="script")
def laid_sideways(table: TableRules) -> Did:
    """Place the double card sideways; the older text says so in (a), the newer in (c)."""
    by = "19:47-2.10(c)" if table.day >= FACE_DOWN_SINCE else "19:47-2.10(a)"
    return Did(by=by, what="lays the double card sideways")


LIMITS = (doubles_after_a_split, double_after_split)
OPTIONS = (double_card_face_down,)
NOTICES = (double_card_notice,)
