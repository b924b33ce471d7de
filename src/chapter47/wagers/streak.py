"""19:47-2.22: the streak wager."""

from datetime import date

from chapter47.findings import Breach, limit, option
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.wager import PayTable, Wager, below, clash, paytable, wrong_game

LEAST = paytable("""
    2   3 to 1
    3   7 to 1
    4  17 to 1
    5  37 to 1
""")


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return LEAST


WAGER = Wager(
    name="streak",
    title="Streak",
    section="19:47-2.22",
    floor=_floor,
    rows=tuple(LEAST),
    keys=("minimum", "maximum", "odds"),
)


@option("wagers.streak", "the streak wager", "19:47-2.22(a)", since=date(2001, 1, 16))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.22(a)", since=date(2001, 1, 16))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, ("spanish-21",))


@limit("19:47-2.22(j)", since=date(2001, 1, 16))
def least_odds(table: TableRules) -> Breach | None:
    return next((below(offer, LEAST) for offer in table.offering(WAGER.name)), None)


@limit("19:47-2.22(l)", since=date(2001, 1, 16))
def excludes(table: TableRules) -> Breach | None:
    others = ("multiple-action", "progressive", "blackjack-bonus", "twenty-point-bonus", "optional-bonus")
    return clash(table, WAGER.name, others)
