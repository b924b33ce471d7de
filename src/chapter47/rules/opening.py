"""19:47-2.4: opening the table."""

from datetime import date

from chapter47.findings import option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option("preshuffled", "pre-shuffled cards", "19:47-2.4(a)", since=date(2007, 3, 19), editions="2010")
def opens_with_preshuffled_cards(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.preshuffled
