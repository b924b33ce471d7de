"""19:47-2.17(a)1: over or under 13."""

from datetime import date

from chapter47.findings import Breach, limit, option
from chapter47.money import EVEN
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.wager import PayTable, Wager, other_than

ODDS: PayTable = {"over": EVEN, "under": EVEN}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return ODDS


WAGER = Wager(
    name="over-under-13",
    title="Over/under 13",
    section="19:47-2.17",
    floor=_floor,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
)


@option(
    "wagers.over-under-13", "the over/under 13 wager", "19:47-2.17(a)1", since=date(1992, 4, 20), editions="1996 2010"
)
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.17(e)1", editions="", since=date(1992, 4, 20))
def pays_even_money(table: TableRules) -> Breach | None:
    return next((other_than(offer, ODDS) for offer in table.offering(WAGER.name)), None)
