"""19:47-2.17: what the three additional wagers have in common."""

from collections.abc import Iterator
from datetime import date

from chapter47.findings import Breach, announced, displayed, limit
from chapter47.money import dollars
from chapter47.posting import TableRules

ADDITIONAL = ("over-under-13", "same-suit", "sevens")


@limit("19:47-2.17(a)", editions="1996 2010", since=date(1992, 4, 20))
def one_additional_wager(table: TableRules) -> Breach | None:
    """One of the three; not at Spanish 21; since 1996 not with the progressive wager."""
    offered = [offer.name for offer in table.offering(*ADDITIONAL)]
    if not offered or table.is_game("switch"):
        return None
    if table.is_game("spanish-21"):
        return ("additional_wager.not_at_this_game", "a wager of blackjack tables", ", ".join(offered), "none of them")
    if len(offered) > 1:
        return ("additional_wager.one_only", "a table offers one of the three", ", ".join(offered), "one of them")
    if table.offering("progressive"):
        message = "not at a table with the progressive wager"
        return ("additional_wager.progressive", message, f"{offered[0]} with progressive", "one or the other")
    return None


@announced("19:47-2.17(a)", "the additional wager", editions="1996 2010", stop=True)
def offers_additional_wager(table: TableRules) -> frozenset[str]:
    return frozenset(offer.name for offer in table.offering(*ADDITIONAL))


@limit("19:47-2.17(g)", editions="1996 2010", since=date(1992, 4, 20))
def within_the_main_wager(table: TableRules) -> Breach | None:
    """A stake is at most the main wager, so no posted maximum can pass that of the table."""
    for offer in table.offering(*ADDITIONAL):
        if offer.maximum is not None and offer.maximum > table.maximum:
            message = "an additional wager never exceeds the main wager"
            return ("additional_wager.maximum", message, dollars(offer.maximum), f"at most {dollars(table.maximum)}")
    return None


@displayed("19:47-2.17(h)", "posting", editions="1996 2010")
def posted_maximum(table: TableRules) -> Iterator[str]:
    for offer in table.offering(*ADDITIONAL):
        if offer.maximum is not None:
            yield f"the maximum of the {offer.name} wager: {dollars(offer.maximum)}"
