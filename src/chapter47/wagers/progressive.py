"""19:47-2.19: the progressive blackjack wager."""

from datetime import date
from fractions import Fraction

from chapter47.findings import Breach, limit, option
from chapter47.money import DOLLAR, dollars
from chapter47.posting import TableRules, WagerOffer
from chapter47.wagers.stakes import exactly
from chapter47.wagers.wager import PayTable, Wager, wrong_game

LEAST_RATE = Fraction(70, 100)
LEAST_METER = 5000 * DOLLAR

AMOUNTS = {
    "three-aces-suited": 2500 * DOLLAR,
    "three-aces": 250 * DOLLAR,
    "two-aces-suited": 100 * DOLLAR,
    "two-aces": 25 * DOLLAR,
}
"""Fixed amounts; four black or four red aces take the meter."""


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return {}


WAGER = Wager(
    name="progressive",
    title="Progressive blackjack",
    section="19:47-2.19",
    floor=_floor,
    keys=("minimum", "maximum", "rate", "initial", "reset", "reset_meter"),
    defaults={
        "minimum": DOLLAR,
        "maximum": DOLLAR,
        "rate": LEAST_RATE,
        "initial": LEAST_METER,
        "reset": LEAST_METER,
    },
)


@option("wagers.progressive", "the progressive wager", "19:47-2.19(a)", since=date(1996, 7, 15))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.19(a)", since=date(1996, 7, 15))
def one_dollar_at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, ("spanish-21",)) or exactly(table, WAGER.name, (DOLLAR,))


@limit("19:47-2.19(i)", since=date(1996, 7, 15))
def rate_and_meters(table: TableRules) -> Breach | None:
    """At least 70 percent to the meters, at least $5,000 to begin with and after a reset."""
    for offer in table.offering(WAGER.name):
        wrong = []
        if offer.rate is not None and offer.rate < LEAST_RATE:
            wrong.append(("rate", f"{float(offer.rate):g}", "0.7 or more"))
        for key, meter in (("initial", offer.initial), ("reset", offer.reset)):
            if meter is not None and meter < LEAST_METER:
                wrong.append((key, dollars(meter), f"{dollars(LEAST_METER)} or more"))
        if wrong:
            got = ", ".join(f"{key} {value}" for key, value, _ in wrong)
            want = ", ".join(f"{key} {least}" for key, _, least in wrong)
            return ("progressive.meters", "the rate or a meter is below its least", got, want)
    return None
