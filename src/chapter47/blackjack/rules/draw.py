"""19:47-2.12: drawing by players and dealer."""

from collections.abc import Iterable
from datetime import date

from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand
from chapter47.core.findings import Breach, limit, option
from chapter47.law import law

SOFT_17_OPTION = date(2006, 6, 19)


@limit("19:47-2.12(b)", editions="1996", until=SOFT_17_OPTION)
def stands_on_all_17s(table: TableRules) -> Breach | None:
    if table.soft_17 == "stand":
        return None
    message = (
        f"before {SOFT_17_OPTION} the dealer must stand on every 17 (the option to hit soft 17 was introduced that day)"
    )
    return Breach("soft_17.stand_only", message, "hit", "stand")


@option("soft_17", "the option to hit soft 17", "19:47-2.12(b)2", since=SOFT_17_OPTION, editions="2010")
def chooses_to_hit_soft_17(table: TableRules) -> bool:
    """Forbid the option before its first day, when 2.12(b) itself ruled it out."""
    return table.day >= SOFT_17_OPTION and table.soft_17 == "hit"


@law("19:47-2.12(a)", editions="1996 2010")
@law("19:47-2A.12(a)", editions="switch")
def may_draw(hand: Hand) -> bool:
    return hand.total.points < LIMIT


@law("19:47-2.12(a)1", editions="1996 2010")
@law("19:47-2A.12(a)1", editions="switch")
def stands_on_21(hand: Hand) -> bool:
    """Return whether a hand must stand: nothing is drawn to a blackjack or any 21."""
    return hand.total.points == LIMIT


@law("19:47-2.12(a)2", editions="1996 2010")
@law("19:47-2A.10(b)", "19:47-2A.12(a)2", editions="switch")
def has_its_double_card(hand: Hand) -> bool:
    return hand.doubled and hand.owed == 0


@law("19:47-2.12(b)1", editions="2010")
@law("19:47-2.12(b)", editions="1996")
def stands_on_any_17(total: Total) -> bool:
    return total.points >= 17


@law("19:47-2.12(b)2i", editions="2010")
def stands_on_hard_17(total: Total) -> bool:
    return not total.soft and total.points >= 17


@law("19:47-2.12(b)2ii", editions="2010")
def stands_on_soft_18(total: Total) -> bool:
    return total.soft and total.points >= 18


def dealer_stands(table: TableRules, total: Total) -> bool:
    """Return whether the dealer stands, by the standard this table has chosen."""
    if table.soft_17 == "stand":
        return stands_on_any_17(total)
    return stands_on_hard_17(total) or stands_on_soft_18(total)


def drawing_standard(table: TableRules, total: Total) -> str:
    """Return the paragraph by which the dealer draws or stands on this total."""
    if table.soft_17 == "stand":
        return "19:47-2.12(b)1" if table.day >= SOFT_17_OPTION else "19:47-2.12(b)"
    return "19:47-2.12(b)2ii" if total.soft else "19:47-2.12(b)2i"


def over_21_in_sight(hand: Hand) -> bool:
    """Return whether a hand is visibly over 21: one with a face-down double card is still alive."""
    return hand.total.bust and not hand.down


@law("19:47-2.12(c)", editions="1996 2010")
@law("19:47-2A.12(c)", editions="switch")
def no_effect(hands: Iterable[Hand]) -> bool:
    """Return whether the dealer's count decides nothing: every hand is busted, surrendered, dead, or a blackjack. Only
    open cards count: a hand with a face-down double card is still alive."""
    for hand in hands:  # noqa: SIM110 asked before each of the dealer's cards, where a generator costs more
        if not (hand.surrendered or hand.dead or hand.blackjack or (hand.total.bust and not hand.down)):
            return False
    return True


LIMITS = (stands_on_all_17s,)
OPTIONS = (chooses_to_hit_soft_17,)
