"""19:47-2.13: several people on one box."""

from datetime import date

from chapter47.findings import Breach, limit
from chapter47.posting import BLACKJACK_GAMES, TableRules

MOST_BETTORS = 3


@limit("19:47-2.13(a)", editions="1996 2010")
def at_most_three_on_a_box(table: TableRules) -> Breach | None:
    """Up to three; only one where the progressive wager is offered."""
    if not table.is_game(*BLACKJACK_GAMES):
        return None
    progressive = table.offering("progressive") and table.day >= date(1996, 7, 15)
    most = 1 if progressive else MOST_BETTORS
    if 1 <= table.bettors_per_box <= most:
        return None
    message = "a box is not shared where the progressive wager is offered" if progressive else "at most three people on a box"
    return ("bettors_per_box.too_many", message, str(table.bettors_per_box), "1" if progressive else "1 to 3")
