"""19:47-2.9: insurance."""

from datetime import date

from chapter47.findings import Breach, announced, limit, option
from chapter47.posting import BLACKJACK_GAMES, TableRules


@option("insurance_at_turn", "insurance at one's own turn", "19:47-2.9(b)", since=date(1998, 12, 7), unsure_from=date(1996, 7, 15))
def insurance_at_turn(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.insurance_at_turn


@limit("19:47-2.9(b)", since=date(1996, 7, 15))
def insurance_before_the_card_reader(table: TableRules) -> Breach | None:
    if not insurance_at_turn(table) or table.hole_card != "card-reader":
        return None
    message = "with a card reader all insurance is placed before the hole card goes into it"
    return ("insurance_at_turn.card_reader", message, "insurance_at_turn with a card reader", "insurance_at_turn = false")


@announced("19:47-2.9(b)", "insurance just before one's own decision", start=True)
def insurance_at_own_turn(table: TableRules) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and table.insurance_at_turn
