"""The wagers of craps as records, and what a throw does to each: play, compliance, analysis and simulation read these.

19:47-1.2(a)1 to 20, the buy and lay bets of 1.5 and the odds of 1.6."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from chapter47.core.dice import ROLLS, Roll
from chapter47.craps.decision import Decision, Result
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules import line_wagers, making_wagers, payout_odds, place_and_proposition_wagers
from chapter47.craps.rules.line_wagers import POINTS, is_come_out_roll
from chapter47.craps.rules.making_wagers import Called
from chapter47.craps.rules.place_and_proposition_wagers import HORN, Component


class WagerAtThrow(NamedTuple):
    """A wager when the dice are thrown: its number or point, the table's point, and whether it was turned on or off."""

    number: int
    table_point: int
    called: Called = ""


Decide = Callable[[int, Roll, int], Decision]
"""Takes the wager's number, the throw and the barred total."""


Accepted = Callable[[CrapsPosting, int, bool], bool]
"""Takes the point of the table and whether a come out roll has been thrown."""


def _at_any_time(posting: CrapsPosting, table_point: int, rolled: bool) -> bool:
    return True


def _never_rests(posting: CrapsPosting, standing: WagerAtThrow) -> bool:
    return False


class Wager(Struct, frozen=True):
    """One wager: its paragraph, when it may be made, how a throw decides it, when it is off."""

    name: str
    by: str
    decide: Decide
    numbers: tuple[int, ...] = ()
    """Its possible numbers; empty if it has none, or gets one from the dice."""
    accepted: Accepted = _at_any_time
    rests: Callable[[CrapsPosting, WagerAtThrow], bool] = _never_rests
    rests_by: str = making_wagers.SECTION
    against: bool = False
    """Whether it wins with the 7."""
    line: bool = False
    one_roll: bool = False
    parts: Callable[[int], tuple[Component, ...]] | None = None
    supports: str = ""
    """The line wager that odds are behind."""
    true_odds: bool = False


# When a wager rests --------------------------------------------------------------------------------------------------


def _place_to_win_rests(posting: CrapsPosting, standing: WagerAtThrow) -> bool:
    come_out = is_come_out_roll(standing.table_point)
    return place_and_proposition_wagers.place_to_win_rests(come_out=come_out, called_on=standing.called == "on")


def _place_to_lose_rests(posting: CrapsPosting, standing: WagerAtThrow) -> bool:
    come_out = is_come_out_roll(standing.table_point)
    both = posting.reads("19:47-1.2(a)5", "both")
    return place_and_proposition_wagers.place_to_lose_rests(
        come_out=come_out, called_on=standing.called == "on", both=both
    )


def _hardways_rest(posting: CrapsPosting, standing: WagerAtThrow) -> bool:
    return not posting.reads("19:47-1.2(a)7", "working") and _rests_by_1_3(posting, standing)


def _rests_by_1_3(posting: CrapsPosting, standing: WagerAtThrow) -> bool:
    return making_wagers.rests(come_out=is_come_out_roll(standing.table_point), called=standing.called)


# The records ---------------------------------------------------------------------------------------------------------


def _come_accepted(posting: CrapsPosting, point: int, rolled: bool) -> bool:
    any_roll = posting.reads("19:47-1.2(a)3", "any-roll")
    return line_wagers.come_accepted(point, any_roll=any_roll, rolled=rolled)


def _dont_come_accepted(posting: CrapsPosting, point: int, rolled: bool) -> bool:
    any_roll = posting.reads("19:47-1.2(a)3", "any-roll")
    return line_wagers.dont_come_accepted(point, any_roll=any_roll, rolled=rolled)


def _bought(number: int, roll: Roll, bars: int) -> Decision:
    """Decide buy bets and odds taken like a place bet to win."""
    return place_and_proposition_wagers.place_to_win(number, roll)


def _laid(number: int, roll: Roll, bars: int) -> Decision:
    return place_and_proposition_wagers.place_to_lose(number, roll)


def _line(name: str, by: str, decide: Decide, accepted: Accepted, *, against: bool) -> Wager:
    return Wager(name, by, decide, accepted=accepted, line=True, against=against)


def _hardway(name: str, by: str, decide: Decide) -> Wager:
    return Wager(name, by, decide, rests=_hardways_rest)


def _next_roll(
    name: str, by: str, decide: Decide, parts: Callable[[int], tuple[Component, ...]] | None = None
) -> Wager:
    numbers = HORN if name == "horn-high" else ()
    return Wager(name, by, decide, numbers, one_roll=True, parts=parts)


def _odds(supports: str, *, against: bool) -> Wager:
    rests = _rests_by_1_3 if supports == "come" else _never_rests
    decide = _laid if against else _bought
    name = f"{supports}-odds"
    return Wager(
        name, payout_odds.SUPPLEMENTAL, decide, rests=rests, against=against, supports=supports, true_odds=True
    )


ALL: Final = (
    _line(
        "pass",
        "19:47-1.2(a)1",
        line_wagers.pass_bet,
        lambda _, point, rolled: line_wagers.pass_accepted(point),
        against=False,
    ),
    _line(
        "dont-pass",
        "19:47-1.2(a)2",
        line_wagers.dont_pass_bet,
        lambda _, point, rolled: line_wagers.dont_pass_accepted(point),
        against=True,
    ),
    _line("come", "19:47-1.2(a)3", line_wagers.come_bet, _come_accepted, against=False),
    _line("dont-come", "19:47-1.2(a)4", line_wagers.dont_come_bet, _dont_come_accepted, against=True),
    Wager(
        "place-to-win",
        "19:47-1.2(a)5",
        place_and_proposition_wagers.place_to_win,
        POINTS,
        rests=_place_to_win_rests,
        rests_by="19:47-1.2(a)5",
    ),
    Wager(
        "place-to-lose",
        "19:47-1.2(a)6",
        place_and_proposition_wagers.place_to_lose,
        POINTS,
        rests=_place_to_lose_rests,
        rests_by="19:47-1.2(a)5",
        against=True,
    ),
    _hardway("hard-4", "19:47-1.2(a)7", place_and_proposition_wagers.hard_four),
    _hardway("hard-6", "19:47-1.2(a)8", place_and_proposition_wagers.hard_six),
    _hardway("hard-8", "19:47-1.2(a)9", place_and_proposition_wagers.hard_eight),
    _hardway("hard-10", "19:47-1.2(a)10", place_and_proposition_wagers.hard_ten),
    _next_roll("field", "19:47-1.2(a)11", place_and_proposition_wagers.field),
    _next_roll("any-seven", "19:47-1.2(a)12", place_and_proposition_wagers.any_seven),
    _next_roll("any-craps", "19:47-1.2(a)13", place_and_proposition_wagers.any_craps),
    _next_roll("craps-2", "19:47-1.2(a)14", place_and_proposition_wagers.craps_two),
    _next_roll("craps-3", "19:47-1.2(a)15", place_and_proposition_wagers.craps_three),
    _next_roll("craps-12", "19:47-1.2(a)16", place_and_proposition_wagers.craps_twelve),
    _next_roll("eleven", "19:47-1.2(a)17", place_and_proposition_wagers.eleven),
    _next_roll(
        "craps-eleven",
        "19:47-1.2(a)18",
        place_and_proposition_wagers.craps_eleven,
        parts=place_and_proposition_wagers.craps_eleven_parts,
    ),
    _next_roll(
        "horn", "19:47-1.2(a)19", place_and_proposition_wagers.horn, parts=place_and_proposition_wagers.horn_parts
    ),
    _next_roll(
        "horn-high",
        "19:47-1.2(a)20",
        place_and_proposition_wagers.horn_high,
        parts=place_and_proposition_wagers.horn_high_parts,
    ),
    Wager("buy", payout_odds.BUY_AND_LAY, _bought, POINTS, rests=_place_to_win_rests, true_odds=True),
    Wager("lay", payout_odds.BUY_AND_LAY, _laid, POINTS, rests=_place_to_lose_rests, against=True, true_odds=True),
    _odds("pass", against=False),
    _odds("dont-pass", against=True),
    _odds("come", against=False),
    _odds("dont-come", against=True),
)
WAGERS: Final = {wager.name: wager for wager in ALL}
FEE: Final = ("buy", "lay")


# What a throw does ---------------------------------------------------------------------------------------------------


def decide(posting: CrapsPosting, wager: Wager, standing: WagerAtThrow, roll: Roll) -> Decision:
    """Decide a wager by a throw. One that is off is neither won nor lost; odds that are off are returned when the
    supported wager is decided."""
    decision = wager.decide(standing.number, roll, posting.bars)
    by = wager.by if wager.true_odds else decision.by
    if not is_at_rest(posting, wager, standing):
        return Decision(decision.result, by)
    if wager.supports and decision.result is not Result.STANDS:
        return Decision(Result.VOID, wager.rests_by)
    return Decision(Result.STANDS, wager.rests_by)


def is_at_rest(posting: CrapsPosting, wager: Wager, standing: WagerAtThrow) -> bool:
    return standing.called == "off" or wager.rests(posting, standing)


def odds_paid(posting: CrapsPosting, wager: Wager, number: int, roll: Roll) -> Fraction:
    """Return what a winning wager is paid per unit of its stake."""
    if wager.true_odds:
        return payout_odds.true_odds(number, against=wager.against)
    if wager.parts is None:
        return payout_odds.posted_odds(posting, wager.name, _row(wager, number, roll.total))

    def part_pays(name: str) -> Fraction | None:
        single = WAGERS[name]
        if single.decide(0, roll, posting.bars).result is not Result.WON:
            return None
        return payout_odds.posted_odds(posting, name, "")

    return payout_odds.combined_odds(wager.parts(number), part_pays)


def _row(wager: Wager, number: int, total: int) -> str:
    """The row of its odds that a throw wins by."""
    rows = payout_odds.LEAST_ODDS[wager.name]
    if wager.numbers:
        return str(number)
    if len(rows) == 1:
        return ""
    return str(total) if str(total) in rows else "other"


def unit_of_stakes(posting: CrapsPosting, wager: Wager, number: int) -> int:
    """Return the step of stakes on it, so that chips can pay whatever it wins."""
    return _unit_of_stakes(posting, wager.name, number)


@lru_cache(maxsize=1024)
def _unit_of_stakes(posting: CrapsPosting, name: str, number: int) -> int:
    wager = WAGERS[name]
    ratios = {odds_paid(posting, wager, number, roll) for roll in _winning(posting, wager, number)}
    parts = sum(part.units for part in wager.parts(number)) if wager.parts else 1
    return payout_odds.unit_of_stakes(posting, ratios, parts)


def _winning(posting: CrapsPosting, wager: Wager, number: int) -> list[Roll]:
    points = POINTS if wager.line else (number,)
    return [
        roll for roll in ROLLS if any(wager.decide(point, roll, posting.bars).result is Result.WON for point in points)
    ]


def stake_at_least(posting: CrapsPosting, wager: Wager, number: int, amount: int = 0) -> int:
    """Return the smallest payable stake on the wager of at least its minimum and this amount."""
    unit = unit_of_stakes(posting, wager, number)
    least = max(posting.limits(wager.name)[0], amount)
    return -(-least // unit) * unit


def fee_of(posting: CrapsPosting, wager: Wager, number: int, stake: int) -> int:
    """Return the fee of a buy or lay bet, in cents; 0 for others."""
    return payout_odds.fee(posting, number, stake, against=wager.against) if wager.name in FEE else 0


def is_offered(posting: CrapsPosting, wager: Wager, number: int) -> bool:
    match wager.name:
        case "buy":
            return number in posting.buy
        case "lay":
            return number in posting.lay
    return (wager.supports or wager.name) in posting.offers


__all__ = [
    "ALL",
    "FEE",
    "WAGERS",
    "Wager",
    "WagerAtThrow",
    "decide",
    "fee_of",
    "is_at_rest",
    "is_offered",
    "odds_paid",
    "stake_at_least",
    "unit_of_stakes",
]
