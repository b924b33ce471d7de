"""Limits that several side wagers put on their stakes."""

from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.wagers.facts import Placing
from chapter47.core.findings import Breach, Refusal
from chapter47.core.money import DOLLAR, dollars


def exactly(table: TableRules, name: str, amounts: tuple[int, ...]) -> Breach | None:
    """The breach of limits other than the only stakes there are."""
    for offer in table.offering(name):
        stakes = [stake for stake in (offer.minimum, offer.maximum) if stake is not None]
        if any(stake not in amounts for stake in stakes):
            want = " or ".join(map(dollars, amounts))
            got = " to ".join(map(dollars, stakes))
            return Breach(f"{name.replace('-', '_')}.stake", f"the {name} wager is {want}", got, want)
    return None


def one_dollar_to_the_main_wager(table: TableRules, name: str) -> Breach | None:
    """The breach of a minimum under a dollar, or of a maximum over that of the main wager."""
    for offer in table.offering(name):
        key = name.replace("-", "_")
        if offer.minimum is not None and offer.minimum < DOLLAR:
            return Breach(f"{key}.minimum", f"the {name} wager is at least $1", dollars(offer.minimum), "$1 or more")
        if offer.maximum is not None and offer.maximum > table.maximum:
            message = f"the {name} wager never exceeds the main wager"
            return Breach(f"{key}.maximum", message, dollars(offer.maximum), f"at most {dollars(table.maximum)}")
    return None


def needs_a_main_wager(placing: Placing, by: str) -> Refusal | None:
    if placing.main:
        return None
    message = "only beside a main wager on the same box"
    return Refusal("side_bet.no_main_wager", by, message, "no main wager", "a main wager first")


def once(placing: Placing, by: str) -> Refusal | None:
    """One bet of a kind for a bettor in a round."""
    if not placing.same_round:
        return None
    message = f"the {placing.offer.name} wager is made already"
    return Refusal("side_bet.twice", by, message, placing.bet or "a second one", "one in a round")
