"""19:47-2.16: five cards totalling 21."""

from datetime import date

from chapter47.findings import announced, option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option("optional_payouts", "the five-card 21", "19:47-2.16(c)", since=date(1991, 11, 4), editions="1996 2010")
def pays_five_card_21(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and "five-card-21" in table.optional_payouts


@announced("19:47-2.16(c)", "the five-card 21", editions="1996 2010", stop=True)
def five_card_21(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and "five-card-21" in table.optional_payouts
