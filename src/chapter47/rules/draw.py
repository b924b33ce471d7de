"""19:47-2.12: drawing by players and dealer."""

from datetime import date

from chapter47.findings import Breach, limit, option
from chapter47.posting import BLACKJACK_GAMES, TableRules

SOFT_17_OPTION = date(2006, 6, 19)


@limit("19:47-2.12(b)", editions="1996", until=SOFT_17_OPTION)
def stands_on_all_17s(table: TableRules) -> Breach | None:
    if not table.is_game("blackjack", "double-exposure", "multiple-action") or table.soft_17 == "stand":
        return None
    message = f"before {SOFT_17_OPTION} the dealer stands on every 17 (the option to hit soft 17 came in that day)"
    return ("soft_17.stand_only", message, "hit", "stand")


@option("soft_17", "the choice to hit soft 17", "19:47-2.12(b)2", since=SOFT_17_OPTION, editions="2010")
def chooses_to_hit_soft_17(table: TableRules) -> bool:
    """Before that day 2.12(b) itself forbids, above."""
    in_time = table.day >= SOFT_17_OPTION and table.is_game(*BLACKJACK_GAMES)
    return in_time and not table.is_game("six-to-five") and table.soft_17 == "hit"


@limit("19:47-2.12(d)", since=date(2006, 1, 17))
def hits_soft_17_at_six_to_five(table: TableRules) -> Breach | None:
    if not table.is_game("six-to-five") or table.soft_17 == "hit":
        return None
    return ("soft_17.hit_only", "at 6 to 5 the dealer draws on soft 17", "stand", "hit")
