"""What winning wagers are paid, and the fee on Banker wins, 19:47-3.3."""

from fractions import Fraction
from typing import Final

from chapter47.baccarat.posting import LEAST_TIE
from chapter47.core.money import EVEN, Odds
from chapter47.law import law

STEPS: Final = {Fraction(5, 100): 25, Fraction(4, 100): 20}
"""The lawful rates, and the cents to whose next multiple each may be rounded."""


@law("19:47-3.3(a)", editions="1996")
def player_odds() -> Odds:
    return EVEN


@law("19:47-3.3(b)", editions="1996")
def tie_odds(posted: Odds) -> Odds:
    """What the table posts, and never less than eight to one."""
    return max(posted, LEAST_TIE, key=lambda odds: odds.ratio)


@law("19:47-3.3(c)", editions="1996")
def fee(won: int, rate: Fraction, *, rounded: bool) -> int:
    """The vigorish on a Banker win, in cents: up to the next step where the licensee rounds.

    To the cent it is never above the share, so that what is left of a cent stays with the player."""
    exact = won * rate
    step = STEPS.get(rate)
    if rounded and step:
        return -(-exact // step) * step
    return int(exact)
