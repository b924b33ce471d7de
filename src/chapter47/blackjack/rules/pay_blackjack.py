"""19:47-2.7: when a blackjack is paid, and even money."""

from datetime import date

from chapter47.blackjack.events import Said
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand, Round
from chapter47.core.findings import announced, option
from chapter47.law import law


@option("even_money", "even money", "19:47-2.7(c)", since=date(1998, 12, 7), editions="2010")
def offers_even_money(table: TableRules) -> bool:
    return table.even_money


@announced("19:47-2.7(c)", "the even-money pay-out", start=True)
def even_money(table: TableRules) -> bool:
    return table.even_money


@law("19:47-2.7(a)", editions="1996 2010")
def paid_at_once(state: Round, hand: Hand) -> bool:
    """Return whether a player's blackjack is paid at once: under a 2 to 9, before any third card."""
    return hand.blackjack and not state.shows_ace_or_ten


def paid_at_once_by(state: Round, hand: Hand) -> str:
    del state, hand
    return "19:47-2.7(a)"


@law("19:47-2.7(b)", editions="1996 2010")
def waits_for_second_card(state: Round, hand: Hand) -> bool:
    """Return whether a blackjack waits for the dealer's second card: under an ace or a ten-value card. It is then paid,
    or void against a dealer's blackjack."""
    return hand.blackjack and state.shows_ace_or_ten


@law("19:47-2.7(a)", "19:47-2.7(b)", editions="1996 2010", kind="script")
def announces_blackjack(state: Round, hand: Hand) -> Said:
    """Announce a blackjack under the paragraph by which it is paid or waits."""
    by = "19:47-2.7(b)" if waits_for_second_card(state, hand) else "19:47-2.7(a)"
    return Said(by=by, words=f"Blackjack on {hand.at}")


@law("19:47-2.7(c)", editions="2010")
def may_take_even_money(state: Round, hand: Hand) -> bool:
    """Return whether even money may be taken: against an ace, instead of insurance and before any further card."""
    ace = state.upcard is not None and state.upcard.is_ace
    return state.rules.even_money and ace and hand.blackjack


OPTIONS = (offers_even_money,)
NOTICES = (even_money,)
