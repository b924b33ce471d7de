"""Match play coupons (19:47-1.3): laid with a pass or don't pass wager before the come out roll, paid with it."""

from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.posting import takes_coupons
from chapter47.core.text import printable
from chapter47.craps.round.betting import Amounts, stakeable
from chapter47.craps.rules import making_wagers
from chapter47.craps.rules.making_wagers import SECTION
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS, unit_of_stakes


def coupon_amounts(layout: Layout, bettor: str, wager: str, *, confirmed: bool = False) -> Amounts | Refusal:
    """What a coupon may be worth that a bettor lays with a wager now, or why none can be."""
    if not takes_coupons(layout.posting):
        return Refusal("coupon.not_taken", SECTION, "this table takes no coupons", printable(wager), "chips")
    if not making_wagers.takes_a_coupon(wager):
        want = ", ".join(making_wagers.COUPON_WAGERS)
        return Refusal("coupon.wager", SECTION, "no coupons with this wager", printable(wager), want)
    refused = stakeable(layout, bettor, wager, confirmed=confirmed)
    stake = layout.stake(bettor, wager)
    if isinstance(refused, Refusal) and (stake is None or refused.code != "bet.limits"):
        return refused
    if stake is None:
        return Refusal("coupon.no_wager", SECTION, "a coupon lies with chips", f"no {wager} wager", "a wager first")
    if any(other.coupon for other in layout.stakes if other.bettor == bettor):
        return Refusal("coupon.twice", SECTION, "one coupon at a time", f"a second one of {bettor}", "one")
    unit = unit_of_stakes(layout.posting, WAGERS[wager], 0)
    return Amounts(unit, stake.amount, unit)


def refused_coupon(layout: Layout, bettor: str, wager: str, amount: int, *, confirmed: bool = False) -> Refusal | None:
    amounts = coupon_amounts(layout, bettor, wager, confirmed=confirmed)
    if isinstance(amounts, Refusal):
        return amounts
    if amount in amounts:
        return None
    message = "a coupon is matched by as much in chips"
    return Refusal("coupon.amount", SECTION, message, dollars(amount), str(amounts))
