"""The three wagers, their outcomes, what they pay and the fee on Banker wins, 19:47-3.2 and 3.3."""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Final, Literal

from chapter47.baccarat.posting import LAWFUL_OFFERS, LEAST_TIE, BaccaratTable
from chapter47.core.findings import Breach, announced, limit, option
from chapter47.core.money import EVEN, Odds
from chapter47.core.posting import COUPONS_SINCE, limits_by
from chapter47.law import law

BANKER, PLAYER, TIE = "banker", "player", "tie"
WAGERS: Final = (BANKER, PLAYER, TIE)
Result = Literal["win", "lose", "void"]


def limits_of(table: BaccaratTable) -> str:
    """Return the paragraph on the minimum and maximum for the table's date."""
    return limits_by(table.day, "19:47-3.2(a)")


@law("19:47-3.2(a)1i", editions="1996")
def banker_wins(player: int, banker: int) -> bool:
    return banker > player


@law("19:47-3.2(a)1ii", editions="1996")
def banker_loses(player: int, banker: int) -> bool:
    return banker < player


@law("19:47-3.2(a)1iii", editions="1996")
def banker_is_void(player: int, banker: int) -> bool:
    return banker == player


@law("19:47-3.2(a)2i", editions="1996")
def player_wins(player: int, banker: int) -> bool:
    return player > banker


@law("19:47-3.2(a)2ii", editions="1996")
def player_loses(player: int, banker: int) -> bool:
    return player < banker


@law("19:47-3.2(a)2iii", editions="1996")
def player_is_void(player: int, banker: int) -> bool:
    return player == banker


@law("19:47-3.2(a)3", editions="1996")
def tie_wins(player: int, banker: int) -> bool:
    """Return whether a tie wins: it loses whenever the counts differ."""
    return player == banker


Case = tuple[Callable[[int, int], bool], Result, str]
CASES: Final[Mapping[str, tuple[Case, ...]]] = {
    BANKER: (
        (banker_wins, "win", "19:47-3.2(a)1i"),
        (banker_loses, "lose", "19:47-3.2(a)1ii"),
        (banker_is_void, "void", "19:47-3.2(a)1iii"),
    ),
    PLAYER: (
        (player_wins, "win", "19:47-3.2(a)2i"),
        (player_loses, "lose", "19:47-3.2(a)2ii"),
        (player_is_void, "void", "19:47-3.2(a)2iii"),
    ),
    TIE: (
        (tie_wins, "win", "19:47-3.2(a)3"),
        (lambda player, banker: not tie_wins(player, banker), "lose", "19:47-3.2(a)3"),
    ),
}


def outcome(wager: str, player: int, banker: int) -> tuple[Result, str]:
    """Decide a wager by the point counts of both hands, with the paragraph."""
    for applies, result, by in CASES[wager]:
        if applies(player, banker):
            return result, by
    raise AssertionError((wager, player, banker))


@limit("19:47-3.2(b)", editions="1996")
def no_other_wager(table: BaccaratTable) -> Breach | None:
    others = [offer for offer in table.offers if offer not in LAWFUL_OFFERS]
    if not others:
        return None
    message = "any wager besides these three needs the Commission's approval"
    return Breach("offers.not_permitted", message, ", ".join(others), ", ".join(LAWFUL_OFFERS))


@option("coupons", "the match play coupon", "19:47-3.2(c)", since=COUPONS_SINCE)
def takes_coupons(table: BaccaratTable) -> bool:
    return table.coupons is True


CODIFIED: Final = date(1991, 12, 16)
"""This amendment introduced the tie's minimum odds, both rates, and one rate for all players at a table."""
FOUR_PERCENT: Final = Fraction(4, 100)
STEPS: Final = {Fraction(5, 100): 25, Fraction(4, 100): 20}
"""The lawful rates, and the cents to which each may be rounded up."""


@law("19:47-3.3(a)", "19:47-3.3(b)", editions="1996")
def odds_of(table: BaccaratTable, wager: str) -> Odds:
    """Return the odds: even money on either hand, before the fee on Banker; a tie as posted."""
    return table.tie_pays if wager == TIE else EVEN


@law("19:47-3.3(c)", editions="1996")
def fee(won: int, rate: Fraction, *, rounded: bool) -> int:
    """Return the vigorish on a Banker win, in cents: rounded up to the next step if the licensee rounds.

    To the cent it never exceeds the share, so that a fraction of a cent stays with the player."""
    exact = won * rate
    return rounded_up(exact, rate) if rounded and rate in STEPS else int(exact)


def rounded_up(owed: Fraction | int, rate: Fraction) -> int:
    """Round up to the next multiple of the rate's step."""
    step = STEPS.get(rate, 1)
    return int(-(-owed // step) * step)


@limit("19:47-3.3(b)", editions="1996", since=CODIFIED)
def tie_pays_enough(table: BaccaratTable) -> Breach | None:
    if "tie" not in table.offers or table.tie_pays.ratio >= LEAST_TIE.ratio:
        return None
    return Breach(
        "tie_pays.too_low", f"a tie must pay {LEAST_TIE} or better", str(table.tie_pays), f"{LEAST_TIE} or more"
    )


@limit("19:47-3.3(c)", editions="1996", since=CODIFIED)
def four_or_five_percent(table: BaccaratTable) -> Breach | None:
    unlawful = [rate for rate in table.rates if rate not in STEPS]
    if "banker" not in table.offers or not unlawful:
        return None
    got = ", ".join(str(float(rate)) for rate in unlawful)
    return Breach("vigorish.rate", "the fee on a Banker win must be four or five percent", got, "0.04 or 0.05")


@option(
    "vigorish",
    "a fee of four percent",
    "19:47-3.3(c)",
    since=CODIFIED,
    doubts=((date.min, CODIFIED, "was a practice that this amendment codified"),),
)
def takes_four_percent(table: BaccaratTable) -> bool:
    return "banker" in table.offers and FOUR_PERCENT in table.rates


@limit("19:47-3.3(d)", editions="1996", since=CODIFIED)
def one_rate_for_all(table: BaccaratTable) -> Breach | None:
    if isinstance(table.vigorish, Fraction) or len(table.rates) < 2 or "banker" not in table.offers:
        return None
    got = ", ".join(f"seat {seat}: {float(rate)}" for seat, rate in sorted(table.vigorish.items()))
    return Breach("vigorish.one_rate", "all players of a table must pay the same rate", got, "one rate")


@announced("19:47-3.3(d)", "an increase of the fee on Banker wins", editions="1996", increase=True)
def highest_rate(table: BaccaratTable) -> Fraction:
    return max(table.rates)
