"""What winning wagers are paid, and the fee on Banker wins, 19:47-3.3."""

from datetime import date
from fractions import Fraction
from typing import Final

from chapter47.baccarat.posting import LEAST_TIE, BaccaratTable
from chapter47.baccarat.rules.wagers import TIE
from chapter47.core.findings import Breach, announced, limit, option
from chapter47.core.money import EVEN, Odds
from chapter47.law import law

CODIFIED: Final = date(1991, 12, 16)
"""Since this amendment the text has the tie's least odds, both rates, and one rate for all players of a table."""
FOUR_PERCENT: Final = Fraction(4, 100)
STEPS: Final = {Fraction(5, 100): 25, Fraction(4, 100): 20}
"""The lawful rates, and the cents to whose next multiple each may be rounded."""


@law("19:47-3.3(a)", "19:47-3.3(b)", editions="1996")
def odds_of(table: BaccaratTable, wager: str) -> Odds:
    """Even money on either hand, the fee on a Banker win aside; a tie as the table posts it."""
    return table.tie_pays if wager == TIE else EVEN


@law("19:47-3.3(c)", editions="1996")
def fee(won: int, rate: Fraction, *, rounded: bool) -> int:
    """The vigorish on a Banker win, in cents: up to the next step where the licensee rounds.

    To the cent it is never above the share, so that what is left of a cent stays with the player."""
    exact = won * rate
    return rounded_up(exact, rate) if rounded and rate in STEPS else int(exact)


def rounded_up(owed: Fraction | int, rate: Fraction) -> int:
    """To the next multiple of the rate's step; what is one stays as it is."""
    step = STEPS.get(rate, 1)
    return int(-(-owed // step) * step)


@limit("19:47-3.3(b)", editions="1996", since=CODIFIED)
def tie_pays_enough(table: BaccaratTable) -> Breach | None:
    if "tie" not in table.offers or table.tie_pays.ratio >= LEAST_TIE.ratio:
        return None
    return Breach("tie_pays.too_low", f"a tie pays {LEAST_TIE} or better", str(table.tie_pays), f"{LEAST_TIE} or more")


@limit("19:47-3.3(c)", editions="1996", since=CODIFIED)
def four_or_five_percent(table: BaccaratTable) -> Breach | None:
    unlawful = [rate for rate in table.rates if rate not in STEPS]
    if "banker" not in table.offers or not unlawful:
        return None
    got = ", ".join(str(float(rate)) for rate in unlawful)
    return Breach("vigorish.rate", "the fee on a Banker win is four or five percent", got, "0.04 or 0.05")


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
    return Breach("vigorish.one_rate", "one rate holds for all players of a table", got, "one rate")


@announced("19:47-3.3(d)", "an increase of the fee on Banker wins", editions="1996", increase=True)
def highest_rate(table: BaccaratTable) -> Fraction:
    return max(table.rates)
