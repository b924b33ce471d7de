"""The wagers that may be made now, and for how much; the same functions refuse everything else."""

from difflib import get_close_matches

from msgspec import Struct

from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.posting import limits_by, takes_coupons
from chapter47.core.text import printable
from chapter47.craps.posting import NOT_PERMISSIBLE, CrapsPosting
from chapter47.craps.rules import making_wagers, payout_odds
from chapter47.craps.rules.line_wagers import NO_POINT
from chapter47.craps.rules.making_wagers import SECTION
from chapter47.craps.rules.place_and_proposition_wagers import broken_down, in_units_of_five
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS, Wager, is_offered, unit_of_stakes

PERMISSIBLE_WAGERS = "19:47-1.2(a)"


class Amounts(Struct, frozen=True, gc=False):
    """What may be staked: from `least` to `most`, in multiples of `unit`."""

    least: int
    most: int
    unit: int

    def __contains__(self, amount: int) -> bool:
        return self.least <= amount <= self.most and amount % self.unit == 0

    def __str__(self) -> str:
        if self.least > self.most:
            return "nothing more"
        return f"{dollars(self.least)} to {dollars(self.most)} in steps of {dollars(self.unit)}"


def limits_of(posting: CrapsPosting) -> str:
    """Return the paragraph on the minimum and maximum for the table's date."""
    return limits_by(posting.day, SECTION)


def name_of(wager: str, number: int) -> str:
    """`pass`, `place-to-win 6`."""
    return f"{wager} {number}" if number else wager


def stakeable(
    layout: Layout, bettor: str, wager: str, number: int = 0, *, confirmed: bool = False
) -> Amounts | Refusal:
    """Return how much a bettor may stake on a wager now, beyond what is there; or the refusal."""
    record = WAGERS.get(wager)
    if record is None:
        return _unknown(wager)
    if refusal := _not_here(layout, bettor, record, number) or _not_now(layout, bettor, record, confirmed=confirmed):
        return refusal
    amounts = _odds_range(layout, bettor, record, number) if record.supports else _range(layout, bettor, record, number)
    if isinstance(amounts, Refusal) or amounts.least <= amounts.most:
        return amounts
    return _nothing_more(layout, bettor, record, number)


def refused_stake(
    layout: Layout, bettor: str, wager: str, number: int, amount: int, *, confirmed: bool = False
) -> Refusal | None:
    amounts = stakeable(layout, bettor, wager, number, confirmed=confirmed)
    if isinstance(amounts, Refusal):
        return amounts
    if amount in amounts:
        return None
    if refusal := not_payable(layout.posting, WAGERS[wager], number, amount):
        return refusal
    if WAGERS[wager].supports:
        message = "outside the limits for odds"
        return Refusal("odds.limit", payout_odds.SUPPLEMENTAL, message, dollars(amount), str(amounts))
    return Refusal(
        "bet.limits", limits_of(layout.posting), "outside the limits of the table", dollars(amount), str(amounts)
    )


def not_payable(posting: CrapsPosting, wager: Wager, number: int, amount: int) -> Refusal | None:
    """Refuse a stake that is not in whole units of its wager, or whose winnings the chips cannot pay."""
    want = f"multiples of {dollars(unit_of_stakes(posting, wager, number))}"
    if wager.name == "horn-high" and not in_units_of_five(posting.chip, amount):
        return Refusal("bet.units", wager.by, "horn high is bet in units of five", dollars(amount), want)
    if amount % unit_of_stakes(posting, wager, number):
        message = f"chips of {dollars(posting.chip)} cannot pay what {name_of(wager.name, number)} could win"
        return Refusal("bet.chip", payout_odds.PAYOUT_ODDS, message, dollars(amount), want)
    return None


# Why not -------------------------------------------------------------------------------------------------------------


def _unknown(wager: str) -> Refusal:
    if wager in NOT_PERMISSIBLE:
        message = f"{wager} is not a permissible wager"
        return Refusal("bet.not_permissible", PERMISSIBLE_WAGERS, message, wager, ", ".join(WAGERS))
    close = get_close_matches(wager[:40], WAGERS, n=1)
    want = f"Did you mean {close[0]}?" if close else ", ".join(WAGERS)
    return Refusal("bet.unknown", PERMISSIBLE_WAGERS, "no such wager", printable(wager) or "nothing", want)


def _not_here(layout: Layout, bettor: str, wager: Wager, number: int) -> Refusal | None:
    if bettor not in layout.players:
        want = ", ".join(layout.players) or "a player at the rail"
        return Refusal("bet.player", making_wagers.SECTION, "not at the rail", printable(bettor), want)
    if not wager.supports and number not in (wager.numbers or (0,)):
        want = ", ".join(map(str, wager.numbers)) or "no number"
        return Refusal("bet.number", wager.by, f"{wager.name} cannot be bet on this", str(number), want)
    if not is_offered(layout.posting, wager, number):
        by = wager.by if wager.true_odds else PERMISSIBLE_WAGERS
        return Refusal("bet.not_offered", by, "not offered at this table", name_of(wager.name, number), _offers(layout))
    return None


def _offers(layout: Layout) -> str:
    posting = layout.posting
    more = [f"{name} {number}" for name, numbers in (("buy", posting.buy), ("lay", posting.lay)) for number in numbers]
    return ", ".join((*posting.offers, *more)) or "no wager"


def _not_now(layout: Layout, bettor: str, wager: Wager, *, confirmed: bool) -> Refusal | None:
    if layout.dice_out and not making_wagers.accepted_with_the_dice_out(confirmed=confirmed):
        want = "the next throw, or a wager that dealer and boxperson confirm"
        return Refusal("bet.dice_out", making_wagers.SECTION, "the dice are out", wager.name, want)
    if (bettor, wager.name) in layout.withdrawn:
        message = f"{wager.name} was taken down or reduced and cannot be made again"
        return Refusal("bet.withdrawn", making_wagers.SECTION, message, wager.name, "after the next come out roll")
    if not wager.accepted(layout.posting, layout.point, layout.rolls > 0):
        moment = f"with the point {layout.point}" if layout.point else "before a come out roll"
        want = "while there is a come out point" if layout.point == NO_POINT else "before a come out roll"
        return Refusal("bet.not_now", wager.by, f"{wager.name} cannot be made now", moment, want)
    return None


def _nothing_more(layout: Layout, bettor: str, wager: Wager, number: int) -> Refusal:
    staked = dollars(layout.staked(bettor, wager.name, number))
    if wager.supports:
        return Refusal(
            "odds.limit",
            payout_odds.SUPPLEMENTAL,
            "the odds are already at their limit",
            f"{staked} already",
            "no more",
        )
    least, most = layout.posting.limits(wager.name)
    want = (
        f"{dollars(least)} to {dollars(most)} in multiples of {dollars(unit_of_stakes(layout.posting, wager, number))}"
    )
    return Refusal(
        "bet.limits", limits_of(layout.posting), "outside the limits of the table", f"{staked} already", want
    )


# How much ------------------------------------------------------------------------------------------------------------


def least_stake(layout: Layout, wager: Wager, number: int) -> int:
    """Return the table's minimum, or for odds one unit, in payable multiples."""
    unit = unit_of_stakes(layout.posting, wager, number)
    return unit if wager.supports else -(-layout.posting.limits(wager.name)[0] // unit) * unit


def _range(layout: Layout, bettor: str, wager: Wager, number: int) -> Amounts:
    unit = unit_of_stakes(layout.posting, wager, number)
    most = layout.posting.limits(wager.name)[1]
    if wager.name == "horn-high" and not layout.posting.horn_high_area:
        return Amounts(
            least_stake(layout, wager, number), min(most, _room(layout, bettor, number)) // unit * unit, unit
        )
    staked = layout.staked(bettor, wager.name, number)
    return Amounts(max(unit, least_stake(layout, wager, number) - staked), (most - staked) // unit * unit, unit)


def _room(layout: Layout, bettor: str, number: int) -> int:
    """Return how much horn high may be split into the horn and the single total before one of them is full."""
    parts = broken_down(number)
    units = sum(part.units for part in parts)
    free = [(layout.posting.limits(part.wager)[1] - layout.staked(bettor, part.wager)) // part.units for part in parts]
    return max(0, min(free)) * units


def _odds_range(layout: Layout, bettor: str, wager: Wager, number: int) -> Amounts | Refusal:
    supported = layout.stake(bettor, wager.supports, number) if number else None
    if supported is None:
        return _nothing_to_support(layout, bettor, wager, number)
    unit = unit_of_stakes(layout.posting, wager, number)
    most = payout_odds.most_odds(layout.posting, supported.amount, number, against=wager.against, unit=unit)
    return Amounts(unit, most - layout.staked(bettor, wager.name, number), unit)


def _nothing_to_support(layout: Layout, bettor: str, wager: Wager, number: int) -> Refusal:
    points = [stake.number for stake in layout.stakes if stake.bettor == bettor and stake.wager == wager.supports]
    want = ", ".join(name_of(wager.name, point) for point in points if point)
    message = f"odds need a {wager.supports} wager that has its point"
    got = name_of(wager.name, number) if number else f"{wager.name} without a point"
    return Refusal(
        "odds.nothing_to_support",
        payout_odds.SUPPLEMENTAL,
        message,
        got,
        want or f"a {wager.supports} wager with its point",
    )


def share_of_fee(layout: Layout, *, paid: int, owed: int) -> int:
    """Return the part of a paid fee that is returned when less is owed."""
    return max(0, paid - owed) if payout_odds.fee_goes_back(layout.posting) else 0


# Match play coupons (19:47-1.3): laid with a pass or don't pass wager, paid with it ----------------------------------


def coupon_amounts(layout: Layout, bettor: str, wager: str, *, confirmed: bool = False) -> Amounts | Refusal:
    """Return the amounts of a coupon that a bettor may add to a wager now, or the refusal."""
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
        return Refusal(
            "coupon.no_wager", SECTION, "a coupon needs chips beside it", f"no {wager} wager", "a wager first"
        )
    if any(other.coupon for other in layout.stakes if other.bettor == bettor):
        return Refusal("coupon.twice", SECTION, "only one coupon at a time", f"a second coupon from {bettor}", "one")
    unit = unit_of_stakes(layout.posting, WAGERS[wager], 0)
    return Amounts(unit, stake.amount, unit)


def refused_coupon(layout: Layout, bettor: str, wager: str, amount: int, *, confirmed: bool = False) -> Refusal | None:
    amounts = coupon_amounts(layout, bettor, wager, confirmed=confirmed)
    if isinstance(amounts, Refusal):
        return amounts
    if amount in amounts:
        return None
    message = "a coupon must be matched with the same amount in chips"
    return Refusal("coupon.amount", SECTION, message, dollars(amount), str(amounts))
