"""Wagers that may be made now and for how much; everything else is refused, by the same source."""

from difflib import get_close_matches

from msgspec import Struct

from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.text import printable
from chapter47.craps.posting import NOT_PERMISSIBLE
from chapter47.craps.rules import buy_and_lay, making_wagers, payout_odds, supplemental
from chapter47.craps.rules.come_out import NO_POINT
from chapter47.craps.rules.one_roll_wagers import broken_down
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS, Wager, is_offered, unit_of_stakes

LIMITS = "19:47-8.2"
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


def name_of(wager: str, number: int) -> str:
    """`pass`, `place-to-win 6`."""
    return f"{wager} {number}" if number else wager


def stakeable(
    layout: Layout, bettor: str, wager: str, number: int = 0, *, confirmed: bool = False
) -> Amounts | Refusal:
    """How much a bettor may stake on a wager now, what lies there already left out; or why nothing."""
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
    if amount % amounts.unit:
        message = f"chips of {dollars(layout.posting.chip)} cannot pay what {name_of(wager, number)} may win"
        want = f"multiples of {dollars(amounts.unit)}"
        return Refusal("bet.chip", payout_odds.SECTION, message, dollars(amount), want)
    if WAGERS[wager].supports:
        message = "not within the limit of odds"
        return Refusal("odds.limit", supplemental.SECTION, message, dollars(amount), str(amounts))
    return Refusal("bet.limits", LIMITS, "outside the limits of the table", dollars(amount), str(amounts))


# Why not -------------------------------------------------------------------------------------------------------------


def _unknown(wager: str) -> Refusal:
    if wager in NOT_PERMISSIBLE:
        message = f"{wager} is not one of the permissible wagers"
        return Refusal("bet.not_permissible", PERMISSIBLE_WAGERS, message, wager, ", ".join(WAGERS))
    close = get_close_matches(wager[:40], WAGERS, n=1)
    want = f"perhaps {close[0]}?" if close else ", ".join(WAGERS)
    return Refusal("bet.unknown", PERMISSIBLE_WAGERS, "there is no such wager", printable(wager) or "nothing", want)


def _not_here(layout: Layout, bettor: str, wager: Wager, number: int) -> Refusal | None:
    if bettor not in layout.players:
        want = ", ".join(layout.players) or "a player at the rail"
        return Refusal("bet.player", making_wagers.SECTION, "not at the rail", printable(bettor), want)
    if not wager.supports and number not in (wager.numbers or (0,)):
        want = ", ".join(map(str, wager.numbers)) or "no number"
        return Refusal("bet.number", wager.by, f"{wager.name} cannot be made on this", str(number), want)
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
        message = f"{wager.name} was taken down or reduced and may not come back"
        return Refusal("bet.withdrawn", making_wagers.SECTION, message, wager.name, "after the next come out")
    if not wager.accepted(layout.posting, layout.point):
        moment = f"with the point {layout.point}" if layout.point else "before a come out roll"
        want = "while a come out point stands" if layout.point == NO_POINT else "before a come out roll"
        return Refusal("bet.not_now", wager.by, f"{wager.name} cannot be made now", moment, want)
    return None


def _nothing_more(layout: Layout, bettor: str, wager: Wager, number: int) -> Refusal:
    staked = dollars(layout.staked(bettor, wager.name, number))
    if wager.supports:
        return Refusal(
            "odds.limit", supplemental.SECTION, "the odds are at their limit", f"{staked} already", "no more"
        )
    least, most = layout.posting.limits(wager.name)
    want = (
        f"{dollars(least)} to {dollars(most)} in multiples of {dollars(unit_of_stakes(layout.posting, wager, number))}"
    )
    return Refusal("bet.limits", LIMITS, "outside the limits of the table", f"{staked} already", want)


# How much ------------------------------------------------------------------------------------------------------------


def least_stake(layout: Layout, wager: Wager, number: int) -> int:
    """The table's minimum, or for odds one unit, in multiples that can be paid."""
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
    """How much horn high may be broken down onto the horn and the single total before one of them is full."""
    parts = broken_down(number)
    units = sum(part.units for part in parts)
    free = [(layout.posting.limits(part.wager)[1] - layout.staked(bettor, part.wager)) // part.units for part in parts]
    return max(0, min(free)) * units


def _odds_range(layout: Layout, bettor: str, wager: Wager, number: int) -> Amounts | Refusal:
    supported = layout.stake(bettor, wager.supports, number) if number else None
    if supported is None:
        return _nothing_to_support(layout, bettor, wager, number)
    unit = unit_of_stakes(layout.posting, wager, number)
    most = supplemental.most_odds(layout.posting, supported.amount, number, against=wager.against, unit=unit)
    return Amounts(unit, most - layout.staked(bettor, wager.name, number), unit)


def _nothing_to_support(layout: Layout, bettor: str, wager: Wager, number: int) -> Refusal:
    points = [stake.number for stake in layout.stakes if stake.bettor == bettor and stake.wager == wager.supports]
    want = ", ".join(name_of(wager.name, point) for point in points if point)
    message = f"odds are made behind a {wager.supports} wager that has its point"
    got = name_of(wager.name, number) if number else f"{wager.name} without a point"
    return Refusal(
        "odds.nothing_to_support",
        supplemental.SECTION,
        message,
        got,
        want or f"a {wager.supports} wager with its point",
    )


def share_of_fee(layout: Layout, *, paid: int, owed: int) -> int:
    """What of a fee that was paid goes back when less is owed."""
    return max(0, paid - owed) if buy_and_lay.fee_goes_back(layout.posting) else 0
