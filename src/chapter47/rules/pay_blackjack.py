"""19:47-2.7: when a blackjack is paid, and even money."""

from datetime import date

from chapter47.findings import announced, option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option("even_money", "even money", "19:47-2.7(c)", since=date(1998, 12, 7), editions="2010")
def offers_even_money(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.even_money


@announced("19:47-2.7(c)", "the even-money pay-out", start=True)
def even_money(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.even_money
