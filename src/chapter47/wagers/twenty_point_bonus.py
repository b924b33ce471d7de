"""19:47-2.24: the twenty point bonus wager."""

from collections.abc import Iterator
from datetime import date

from chapter47.findings import Breach, announced, displayed, limit, option
from chapter47.money import DOLLAR, dollars
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.wager import PayTable, Wager, below, clash, paytable, wrong_game

LEAST = {
    "A": paytable("""
        queens-of-hearts-and-dealer-blackjack  1000 to 1
        queens-of-hearts                        125 to 1
        matched                                  19 to 1
        suited                                    9 to 1
        any                                       4 to 1
    """),
    "B": paytable("""
        queens-of-hearts-and-dealer-blackjack  1000 to 1
        queens-of-hearts                        200 to 1
        matched                                  25 to 1
        suited                                   10 to 1
        any                                       4 to 1
    """),
}
TOP_PRIZE = "queens-of-hearts-and-dealer-blackjack"
LEAST_CAP = 25_000 * DOLLAR


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table
    return LEAST[str(offer.paytable or "A")]


WAGER = Wager(
    name="twenty-point-bonus",
    title="Twenty point bonus",
    section="19:47-2.24",
    floor=_floor,
    rows=tuple(LEAST["A"]),
    keys=("minimum", "maximum", "paytable", "odds", "cap"),
    defaults={"paytable": "A"},
)


@option("wagers.twenty-point-bonus", "the twenty point bonus wager", "19:47-2.24(a)", since=date(2006, 6, 5))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.24(a)", since=date(2006, 6, 5))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, ("switch", "spanish-21"))


@displayed("19:47-2.24(c)", "posting")
def posted_limits(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        if offer.minimum is not None and offer.maximum is not None:
            yield f"the limits of the twenty point bonus: {dollars(offer.minimum)} to {dollars(offer.maximum)}"


@limit("19:47-2.24(f)", since=date(2006, 6, 5))
def least_odds(table: TableRules) -> Breach | None:
    return next((below(offer, _floor(table, offer)) for offer in table.offering(WAGER.name)), None)


@displayed("19:47-2.24(f)", "posting")
def posted_pay_table(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        yield f"pay table {offer.paytable} of the twenty point bonus"


def least_cap(table: TableRules, offer: WagerOffer) -> int:
    """$25,000, or what the least stake could win by the top prize if that is more."""
    odds = {**_floor(table, offer), **offer.odds}
    return max(LEAST_CAP, odds[TOP_PRIZE].pays(offer.minimum or 0))


@limit("19:47-2.24(h)", since=date(2006, 6, 5))
def cap_is_high_enough(table: TableRules) -> Breach | None:
    for offer in table.offering(WAGER.name):
        if offer.cap is not None and offer.cap < least_cap(table, offer):
            message = "the most that one round pays for the top prize is too low"
            return (
                "twenty_point_bonus.cap",
                message,
                dollars(offer.cap),
                f"{dollars(least_cap(table, offer))} or more",
            )
    return None


def _caps(table: TableRules) -> list[int]:
    return [offer.cap for offer in table.offering(WAGER.name) if offer.cap is not None]


@announced("19:47-2.24(h)", "a lower limit on the top prize, where the layout does not show the limit", decrease=True)
def cap_in_force(table: TableRules) -> int | None:
    return next(iter(_caps(table)), None)


@displayed("19:46-1.10(n)", "layout", editions="")
def cap_on_the_layout(table: TableRules) -> Iterator[str]:
    for cap in _caps(table):
        yield f"the limit of {dollars(cap)} on the top prize and how several winners share it, or a posting of both"


@limit("19:47-2.24(i)", since=date(2006, 6, 5))
def excludes(table: TableRules) -> Breach | None:
    others = ("multiple-action", "progressive", "blackjack-bonus", "streak", "optional-bonus")
    return clash(table, WAGER.name, others)
