"""Accuracy of simulated figures: standard errors and intervals, or `None` if unknown.

Dependent rounds (those of one shoe) form one part; parts are independent. Errors come from comparing parts, so with a
single part the error is unknown."""

from collections.abc import Callable, Sequence
from math import exp, nan, sqrt
from typing import Final

from chapter47.core.json_object import Json

SURE: Final = 1.959963984540054
"""This many standard errors to either side contain the true value 95 times in 100."""
FEW_PARTS: Final = 30
"""With fewer parts to compare, an error is itself a rough estimate."""
ALIKE: Final = 1e-12
"""An error below this is rounding: all parts were equal, for example because all bets of a short run lost."""

Interval = tuple[float, float]


def ratio_error(net: float, staked: float, net_squares: float, products: float, staked_squares: float) -> float:
    """Return the standard error of a ratio of two sums, from squares and products of their independent parts."""
    if not staked:
        return nan
    share = net / staked
    return sqrt(max(net_squares - 2 * share * products + share * share * staked_squares, 0.0)) / staked


def interval(estimate: float, error: float) -> Interval:
    """Return the interval that contains the true value 95 times in 100."""
    return estimate - SURE * error, estimate + SURE * error


def line_figures(edge: float | None, error: float | None) -> Json:
    """Return the figures of one wager; unknown if it was never decided, and without an error if all parts were
    alike."""
    if edge is None:
        return {"house_edge": None, "standard_error": None, "confidence_95": None}
    if error is not None and error < ALIKE:
        error = None
    sure = None if error is None else list(interval(edge, error))
    return {"house_edge": edge, "standard_error": error, "confidence_95": sure}


def note_if_stopped(played: int, asked: int) -> list[str]:
    """Note that a run was stopped, and how far it came."""
    return [f"stopped after {played:,} of {asked:,} rounds; the figures cover those"] if played < asked else []


def notes_on_parts(parts: int, single: str, several: str) -> list[str]:
    """Note when an error compares only a few parts."""
    if parts < 2:
        return [f"the standard error is unknown: all rounds come from {single}, so there is nothing to compare"]
    if parts < FEW_PARTS:
        return [f"the standard error is a rough estimate: it compares only {parts} {several}"]
    return []


def between(ends: Sequence[float | None] | None, shown: Callable[[float], str]) -> str:
    """Describe an interval in words; it may have no upper end, or be unknown."""
    if ends is None:
        return "unknown"
    low, high = ends
    assert low is not None
    return f"{shown(low)} or more" if high is None else f"{shown(low)} to {shown(high)}"


def share_interval(hits: int, trials: int) -> Interval:
    """Return the interval of a counted share (Wilson, Journal of the American Statistical Association 22, 1927)."""
    share, weight = hits / trials, SURE**2 / trials
    middle = (share + weight / 2) / (1 + weight)
    width = SURE * sqrt(share * (1 - share) / trials + weight / trials / 4) / (1 + weight)
    return middle - width if hits else 0.0, middle + width if hits < trials else 1.0


def rounds_to_overcome_chance(mean: float, variance: float) -> float | None:
    """Return N0: the number of rounds after which the expected result equals one standard deviation."""
    return variance / mean**2 if mean else None


def n0_interval(mean: float, error: float, variance: float) -> tuple[float, float | None]:
    """Return the interval of N0, without an upper end if the mean may be zero."""
    low, high = interval(mean, error)
    return variance / max(abs(low), abs(high)) ** 2, None if low <= 0.0 <= high else variance / min(low**2, high**2)


def ruin_forever(mean: float, variance: float, bankroll: float) -> float:
    """Return the probability of eventually losing a bankroll that is large compared with a round: 1 without an
    advantage, otherwise that of a Brownian motion with this drift."""
    return exp(-2.0 * mean * bankroll / variance) if mean > 0.0 else 1.0


def ruin_interval(mean: float, error: float, variance: float, bankroll: float) -> Interval:
    low, high = interval(mean, error)
    return ruin_forever(high, variance, bankroll), ruin_forever(low, variance, bankroll)
