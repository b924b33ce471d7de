"""19:47-2.17(a)3: sevens among the first three cards."""

from datetime import date

from chapter47.findings import Breach, limit, option
from chapter47.money import DOLLAR
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.stakes import exactly
from chapter47.wagers.wager import PayTable, Wager, other_than, paytable

ODDS = paytable("""
    three-suited  5000 to 1
    three          500 to 1
    two-suited     100 to 1
    two             50 to 1
    one              3 to 1
""")


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return ODDS


WAGER = Wager(
    name="sevens",
    title="Sevens",
    section="19:47-2.17",
    floor=_floor,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
    defaults={"minimum": DOLLAR, "maximum": DOLLAR},
)


@option("wagers.sevens", "the sevens wager", "19:47-2.17(a)3", since=date(1996, 7, 15), editions="2010")
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.17(a)3i", since=date(1996, 7, 15))
def exactly_one_dollar(table: TableRules) -> Breach | None:
    return exactly(table, WAGER.name, (DOLLAR,))


@limit("19:47-2.17(e)3", editions="", since=date(1996, 7, 15))
def pays_the_printed_odds(table: TableRules) -> Breach | None:
    return next((other_than(offer, ODDS) for offer in table.offering(WAGER.name)), None)
