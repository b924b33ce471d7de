"""19:47-2.5: shuffle, cut, and where the cutting card goes; 2.21: the continuous shuffler."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from chapter47.findings import Breach, displayed, limit, option
from chapter47.posting import BLACKJACK_GAMES, TableRules

APPROXIMATELY = Fraction(1, 200)
"""2.5(d) says "approximately" a quarter: half a hundredth of the stack is within that."""


def quarter_behind(table: TableRules) -> Breach | None:
    """The cutting card goes in at least about a quarter from the back, unless no cutting card is put in."""
    if table.shuffle in ("continuous", "bart-carter") or table.cut_card >= Fraction(1, 4) - APPROXIMATELY:
        return None
    message = "about a quarter of the stack or more lies behind the cutting card"
    return ("cut_card.quarter", message, f"{float(table.cut_card):g}", "0.25 or more")


@limit("19:47-2.5(d)", editions="1996 2001 2010")
def cutting_card_a_quarter_in(table: TableRules) -> Breach | None:
    return quarter_behind(table) if table.is_game("blackjack", "double-exposure", "multiple-action") else None


@limit("19:47-2.5(i)", since=date(2006, 1, 17))
def cutting_card_a_third_in(table: TableRules) -> Breach | None:
    if not table.is_game("six-to-five") or table.rounds_per_deck == "one" or table.cut_card >= Fraction(1, 3):
        return None
    message = "where several rounds are dealt from the deck, a third of it or more lies behind the second cutting card"
    return ("cut_card.third", message, f"{float(table.cut_card):g}", "1/3 or more")


@option("shuffle", "the Bart Carter shuffle", "19:47-2.5(h)2", since=date(1982, 9, 15))
def bart_carter_shuffle(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.shuffle == "bart-carter"


RENUMBERED = date(1999, 1, 4)
"""The continuous shuffler was section 2.20 before this day and is 2.21 since."""


@option("shuffle", "the continuous shuffler", "19:47-2.20", since=date(1982, 9, 15), editions="1996")
def continuous_shuffler_of_old(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.shuffle == "continuous" and table.day < RENUMBERED


@option("shuffle", "the continuous shuffling shoe", "19:47-2.21", since=RENUMBERED, editions="2010")
def continuous_shuffler(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.shuffle == "continuous" and table.day >= RENUMBERED


@displayed("19:47-2.21", "submission", editions="")
def continuous_shuffler_is_approved(table: TableRules) -> Iterator[str]:
    if table.shuffle == "continuous":
        yield "the device, and how cards are dealt and shuffled with it, are approved by the Commission first"
