"""19:47-2.25: the optional bonus wager on a dealer's bust with the third card."""

from collections.abc import Iterator
from datetime import date

from chapter47.findings import Breach, displayed, limit, option
from chapter47.money import dollars
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.stakes import one_dollar_to_the_main_wager
from chapter47.wagers.wager import PayTable, Wager, clash, other_than, paytable, wrong_game

BY_THIRD_CARD = paytable("""
    10   3 to 1
    9    5 to 1
    8    7 to 1
    7    9 to 1
    6   15 to 1
""")
THREE_EIGHTS = paytable("""
    eights-color   50 to 1
    eights-suit   200 to 1
""")
ODDS = {**BY_THIRD_CARD, **THREE_EIGHTS}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return ODDS


WAGER = Wager(
    name="optional-bonus",
    title="Optional bonus",
    section="19:47-2.25",
    floor=_floor,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
)


@option("wagers.optional-bonus", "the optional bonus wager", "19:47-2.25(a)", since=date(2007, 11, 19))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.25(a)", since=date(2007, 11, 19))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, ("spanish-21",))


@limit("19:47-2.25(c)", since=date(2007, 11, 19))
def stakes(table: TableRules) -> Breach | None:
    return one_dollar_to_the_main_wager(table, WAGER.name)


@displayed("19:47-2.25(c)", "posting")
def posted_maximum(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        if offer.maximum is not None:
            yield f"the maximum of the optional bonus wager: {dollars(offer.maximum)}"


@limit("19:47-2.25(e)", editions="", since=date(2007, 11, 19))
def pays_the_printed_odds(table: TableRules) -> Breach | None:
    return next((other_than(offer, BY_THIRD_CARD) for offer in table.offering(WAGER.name)), None)


@limit("19:47-2.25(f)", editions="", since=date(2007, 11, 19))
def pays_the_printed_odds_on_eights(table: TableRules) -> Breach | None:
    return next((other_than(offer, THREE_EIGHTS) for offer in table.offering(WAGER.name)), None)


@limit("19:47-2.25(h)", since=date(2007, 11, 19))
def excludes(table: TableRules) -> Breach | None:
    others = (
        "multiple-action",
        "progressive",
        "blackjack-bonus",
        "streak",
        "match-the-dealer",
        "twenty-point-bonus",
    )
    return clash(table, WAGER.name, others)
