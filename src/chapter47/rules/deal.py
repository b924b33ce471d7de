"""19:47-2.6: dealing, and the three ways to take the dealer's second card."""

from datetime import date

from chapter47.findings import Breach, limit, option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option("hole_card", "the card reader", "19:47-2.6(j)", since=date(1993, 1, 19), editions="1996 2010")
def card_reader(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.hole_card == "card-reader"


@limit("19:47-2.6(j)2", since=date(1996, 7, 15))
def no_hole_card_with_progressive(table: TableRules) -> Breach | None:
    offends = table.hole_card in ("face-down", "card-reader") and table.offering("progressive")
    if not table.is_game(*BLACKJACK_GAMES) or not offends:
        return None
    return ("hole_card.progressive", "a table with the progressive wager takes no hole card", table.hole_card, "none")
