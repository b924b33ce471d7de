"""19:47-2.17: what the three additional wagers have in common."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import Stakes, needs_a_main_wager, once, posted_limits
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Refusal, announced, displayed, limit
from chapter47.core.money import Odds, dollars
from chapter47.core.posting import takes_coupons
from chapter47.law import law

ADDITIONAL = ("over-under-13", "same-suit", "sevens")


@limit("19:47-2.17(a)", editions="1996 2010", since=date(1992, 4, 20))
def one_additional_wager(table: TableRules) -> Breach | None:
    """Require one of the three, at a game that has them; since 1996 not with the progressive wager."""
    offered = [offer.name for offer in table.offering(*ADDITIONAL)]
    if not offered:
        return None
    if not table.having(*SUBCHAPTER_2) and not set(offered) & set(table.traits.forbids):
        return Breach(
            "additional_wager.not_at_this_game",
            "a wager of blackjack tables",
            ", ".join(offered),
            "none of them",
            f"wagers.{offered[0]}",
        )
    if len(offered) > 1:
        return Breach(
            "additional_wager.one_only",
            "a table may offer only one of the three",
            ", ".join(offered),
            "one of them",
            f"wagers.{offered[1]}",
        )
    if table.offering("progressive"):
        message = "not at a table with the progressive wager"
        return Breach(
            "additional_wager.progressive",
            message,
            f"{offered[0]} with progressive",
            "one or the other",
            f"wagers.{offered[0]}",
        )
    return None


@announced("19:47-2.17(a)", "the additional wager", editions="1996 2010", stop=True)
def offers_additional_wager(table: TableRules) -> frozenset[str]:
    return frozenset(offer.name for offer in table.offering(*ADDITIONAL))


@limit("19:47-2.17(g)", editions="1996 2010", since=date(1992, 4, 20))
def within_the_main_wager(table: TableRules) -> Breach | None:
    """Require a posted maximum within that of the table, since a stake is at most the main wager."""
    for offer in table.offering(*ADDITIONAL):
        if offer.maximum is not None and offer.maximum > table.maximum:
            message = "an additional wager must not exceed the main wager"
            return Breach(
                "additional_wager.maximum",
                message,
                dollars(offer.maximum),
                f"at most {dollars(table.maximum)}",
                f"wagers.{offer.name}.maximum",
            )
    return None


@displayed("19:47-2.17(h)", "posting", editions="1996 2010")
def posted_maximum(table: TableRules) -> Iterator[str]:
    for offer in table.offering(*ADDITIONAL):
        if offer.maximum is not None:
            yield f"the maximum of the {offer.name} wager: {dollars(offer.maximum)}"


@law("19:47-2.17(b)", editions="1996 2010")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    """Require the wager before the first card, from a player with a main wager, who names the bet."""
    return needs_a_main_wager(placing, "19:47-2.17(b)") or once(placing, "19:47-2.17(b)")


@law("19:47-2.17(g)1", editions="1996 2010")
def at_most_the_main_wager(placing: Placing) -> int:
    """Limit the stake; at multiple action to the sum of main wagers, by the other reading to the lowest."""
    return placing.least_main if placing.table.reads("19:47-2.17(g)1", "each") else placing.main


@law("19:47-2.17(g)2", editions="1996 2010")
def stakes(placing: Placing) -> Stakes:
    """Limit the stake to the lower of the main wager and the posted maximum."""
    posted = posted_limits(placing)
    return posted._replace(most=min(at_most_the_main_wager(placing), posted.most))


@law("19:47-2.17(f)", editions="1996 2010")
def with_a_coupon(table: TableRules) -> bool:
    """Return whether a match play coupon may be added to chips or plaques."""
    return takes_coupons(table)


def area(offer: WagerOffer, bet: str = "") -> str:
    return f"the area for {offer.name}" + (f", {bet}" if bet else "")


@law("19:47-2.17(f)", editions="1996 2010", kind="script")
def laid_on_its_area(placing: Placing) -> Iterator[Said | Did]:
    betting_area = area(placing.offer, placing.bet)
    yield Did(by="19:47-2.17(f)", who="player", what=f"puts {dollars(placing.amount)} on {betting_area}")


def layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table
    yield f"{area(offer)}, with its odds there or on a sign at the table"


@law("19:47-2.17(i)", editions="1996 2010")
def first_cards(facts: Facts, count: int) -> tuple[Card, ...]:
    """Decide by the player's first cards, independently of other wagers."""
    return facts.own[:count]


@law("19:47-2.17(d)", "19:47-2.17(e)", editions="1996 2010")
def is_settled(facts: Facts) -> bool:
    """Settle when everybody has two cards and before anybody has a third.

    Two sevens wait until the player has decided."""
    return len(facts.own) >= 2 and facts.two_each


def lost(by: str) -> WagerDecision:
    return WagerDecision(LOSE, by)


def won(row: str, odds: Odds, by: str) -> WagerDecision:
    return WagerDecision(row, by, odds)


LIMITS = (within_the_main_wager,)
NOTICES = (offers_additional_wager, posted_maximum)
