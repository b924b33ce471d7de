"""19:47-19.6: match-the-dealer as Spanish 21 has it."""

from collections.abc import Iterator
from dataclasses import replace

from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SPANISH_21
from chapter47.blackjack.wagers import match_the_dealer
from chapter47.blackjack.wagers.facts import Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import (
    PayTable,
    Stakes,
    below,
    one_dollar_to_the_main_wager,
    paytable,
    posted_limits,
)
from chapter47.core.findings import Breach, displayed, limit
from chapter47.core.money import DOLLAR, Odds, dollars
from chapter47.law import law

LEAST = {
    6: paytable("unsuited 4 to 1 \n suited 9 to 1"),
    8: paytable("unsuited 3 to 1 \n suited 12 to 1"),
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del offer
    return LEAST.get(table.decks, {})


@law("19:47-19.6(b)1", "19:47-19.6(b)2", editions="2001")
def stakes(placing: Placing) -> Stakes:
    """Limit the stake to the lower of the main wager and the posted maximum."""
    limits = posted_limits(placing)
    return limits._replace(least=max(limits.least, DOLLAR), most=min(limits.most, placing.main))


@law("19:47-19.6(e)1", editions="2001")
def odds_with_six_decks(facts: Facts, matched: tuple[str, ...]) -> Odds:
    return match_the_dealer.sum_of({**LEAST[6], **facts.offer.odds}, matched)


@law("19:47-19.6(e)2", editions="2001")
def odds_with_eight_decks(facts: Facts, matched: tuple[str, ...]) -> Odds:
    return match_the_dealer.sum_of({**LEAST[8], **facts.offer.odds}, matched)


def paid(facts: Facts, matched: tuple[str, ...]) -> tuple[Odds, str]:
    if facts.table.decks == 6:
        return odds_with_six_decks(facts, matched), "19:47-19.6(e)1"
    return odds_with_eight_decks(facts, matched), "19:47-19.6(e)2"


@law("19:47-19.6(d)", editions="2001")
def after_the_dealers_second_card(facts: Facts) -> bool:
    """Settle after the dealer's hole card, if one is dealt, but before the reader."""
    return facts.two_each and facts.hole_dealt


def decide(facts: Facts) -> WagerDecision | None:
    if not after_the_dealers_second_card(facts):
        return None
    return match_the_dealer.decided(facts, paid, lost_by="19:47-19.6(d)")


# What may be offered -----------------------------------------------------------------------------------------------


@limit("19:47-19.6(b)", editions="2001")
def one_dollar_to_the_main_wager_at_most(table: TableRules) -> Breach | None:
    return one_dollar_to_the_main_wager(table, match_the_dealer.WAGER.name)


@displayed("19:47-19.6(b)2", "posting", editions="2001")
def posted_maximum(table: TableRules) -> Iterator[str]:
    for offer in table.offering(match_the_dealer.WAGER.name):
        if offer.maximum is not None:
            yield f"the maximum of match-the-dealer: {dollars(offer.maximum)}"


def _too_low(table: TableRules, decks: int) -> Breach | None:
    offered = table.offering(match_the_dealer.WAGER.name) if table.decks == decks else []
    return next((below(offer, LEAST[decks]) for offer in offered), None)


@limit("19:47-19.6(e)1", editions="2001")
def least_odds_with_six_decks(table: TableRules) -> Breach | None:
    return _too_low(table, 6)


@limit("19:47-19.6(e)2", editions="2001")
def least_odds_with_eight_decks(table: TableRules) -> Breach | None:
    return _too_low(table, 8)


MATCH_THE_DEALER = replace(
    match_the_dealer.WAGER,
    section="19:47-19.6",
    pays_by="19:47-19.6(e)",
    floor=_floor,
    stakes=stakes,
    decide=decide,
    games=SPANISH_21,
    only_there=None,
    limits=(
        one_dollar_to_the_main_wager_at_most,
        least_odds_with_six_decks,
        least_odds_with_eight_decks,
        match_the_dealer.excludes,
    ),
    options=(),
    notices=(posted_maximum,),
)
