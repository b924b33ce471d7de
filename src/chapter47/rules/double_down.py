"""19:47-2.10: doubling down."""

from collections.abc import Iterator
from datetime import date

from chapter47.findings import Breach, announced, displayed, limit, option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option("double_card", "the face-down double card", "19:47-2.10(c)", since=date(2005, 1, 18), editions="2010")
def double_card_face_down(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.double_card != "face-up"


@limit("19:47-2.10(d)")
def double_after_split(table: TableRules) -> Breach | None:
    """Everybody may double on the first two cards of a split hand; only 6 to 5 may forbid it."""
    if table.double_after_split or not table.is_game("blackjack", "double-exposure", "multiple-action"):
        return None
    message = "doubling after a split may be forbidden at 6 to 5 only"
    return ("double_after_split.required", message, "false", "true")


@announced("19:47-2.10(d)", "the ban on doubling after a split", start=True)
def no_double_after_split(table: TableRules) -> bool:
    return table.is_game("six-to-five") and not table.double_after_split


@displayed("19:47-2.10(c)", "posting")
def double_card_notice(table: TableRules) -> Iterator[str]:
    if double_card_face_down(table):
        yield (
            f"a posted notice that double-down cards are dealt {table.double_card.replace('on-request', 'face-down on request')}; "
            "the approved gaming submission names the same choice"
        )
