"""19:47-2.16: five cards totalling 21."""

from datetime import date
from typing import Literal

from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand
from chapter47.core.findings import announced, option
from chapter47.law import law

A_TEST_OF_90_DAYS = (
    date(1990, 10, 9),
    date(1991, 4, 7),
    "was under a 90-day temporary test at about that time; the exact dates are not known",
)
"""The notes give only 23 N.J.R. 123(b) for the test, in the first issue of 1991 (7 January): 90 days before and
after."""


@option(
    "optional_payouts",
    "the five-card 21",
    "19:47-2.16(c)",
    since=date(1991, 11, 4),
    editions="1996 2010",
    doubts=(A_TEST_OF_90_DAYS,),
)
def pays_five_card_21(table: TableRules) -> bool:
    return "five-card-21" in table.optional_payouts


@announced("19:47-2.16(c)", "the five-card 21", editions="1996 2010", stop=True)
def five_card_21(table: TableRules) -> bool:
    return "five-card-21" in table.optional_payouts


def five_card_21_elected(table: TableRules) -> bool:
    return "five-card-21" in table.optional_payouts


@law("19:47-2.3(e)4", editions="1996 2001 2010")
def is_five_card_21(hand: Hand) -> bool:
    return len(hand.cards) == 5 and hand.total.points == LIMIT


@law("19:47-2.3(a)4", editions="1996 2001")
@law("19:47-2.16(a)", editions="1996 2010")
def five_card_21_against(table: TableRules, dealer: Hand) -> tuple[Literal["win", "lose", "push"], str]:
    """Return the outcome: it wins, at 2 to 1, unless the dealer also has 21; until 2001 2.3(a) listed it as a winning
    case."""
    if not_won := five_card_21_against_21(dealer):
        return not_won, "19:47-2.16(b)"
    return "win", "19:47-2.3(a)4" if table.day < date(2001, 12, 3) else "19:47-2.16(a)"


@law("19:47-2.16(b)", editions="1996 2010")
def five_card_21_against_21(dealer: Hand) -> Literal["lose", "push"] | None:
    """Return the outcome against a dealer's 21: lost to a blackjack, void otherwise."""
    if dealer.total.points != LIMIT:
        return None
    return "lose" if dealer.blackjack else "push"


OPTIONS = (pays_five_card_21,)
NOTICES = (five_card_21,)
