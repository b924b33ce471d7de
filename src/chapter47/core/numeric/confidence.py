"""How sure a simulated figure is: standard errors, intervals, and an honest `None` where nothing is known.

Rounds that hang together (those of one shoe) are one part; parts are independent. An error comes from comparing parts,
so that with a single one it is unknown."""

from collections.abc import Callable, Sequence
from math import exp, nan, sqrt
from typing import Final

from chapter47.core.json_object import Json

SURE: Final = 1.959963984540054
"""So many standard errors to either side hold the true value 95 times in a hundred."""
FEW_PARTS: Final = 30
"""With fewer parts to compare, an error is itself a rough guess."""
ALIKE: Final = 1e-12
"""An error below this is rounding: nothing differed, as when all bets of a short run were lost."""

Interval = tuple[float, float]


def ratio_error(net: int, staked: int, net_squares: float, products: float, staked_squares: float) -> float:
    """The standard error of a ratio of two sums, from the squares and products of their independent parts."""
    if not staked:
        return nan
    share = net / staked
    return sqrt(max(net_squares - 2 * share * products + share * share * staked_squares, 0.0)) / staked


def interval(estimate: float, error: float) -> Interval:
    """Holds the true value 95 times in a hundred."""
    return estimate - SURE * error, estimate + SURE * error


def line_figures(edge: float | None, error: float | None) -> Json:
    """Of one wager; nothing is known of one that was never decided, nor of the error where all parts came out alike."""
    if edge is None:
        return {"house_edge": None, "standard_error": None, "confidence_95": None}
    if error is not None and error < ALIKE:
        error = None
    sure = None if error is None else list(interval(edge, error))
    return {"house_edge": edge, "standard_error": error, "confidence_95": sure}


def note_if_stopped(played: int, asked: int) -> list[str]:
    """That a run was broken off, and how far it came."""
    return [f"stopped after {played:,} of {asked:,} rounds; the figures are theirs"] if played < asked else []


def notes_on_parts(parts: int, single: str, several: str) -> list[str]:
    """What is to be said of an error that compares few parts."""
    if parts < 2:
        return [f"the standard error is unknown: all rounds came from {single}, with nothing to compare it with"]
    if parts < FEW_PARTS:
        return [f"the standard error is a rough guess: it compares no more than {parts} {several}"]
    return []


def between(ends: Sequence[float | None] | None, shown: Callable[[float], str]) -> str:
    """An interval in words; one without an upper end, and one that is unknown."""
    if ends is None:
        return "unknown"
    low, high = ends
    assert low is not None
    return f"{shown(low)} or more" if high is None else f"{shown(low)} to {shown(high)}"


def share_interval(hits: int, trials: int) -> Interval:
    """Of a share that was counted (Wilson, Journal of the American Statistical Association 22, 1927)."""
    share, weight = hits / trials, SURE**2 / trials
    middle = (share + weight / 2) / (1 + weight)
    width = SURE * sqrt(share * (1 - share) / trials + weight / trials / 4) / (1 + weight)
    return middle - width if hits else 0.0, middle + width if hits < trials else 1.0


def rounds_to_overcome_chance(mean: float, variance: float) -> float | None:
    """N0: after so many rounds the expected result is one standard deviation."""
    return variance / mean**2 if mean else None


def n0_interval(mean: float, error: float, variance: float) -> tuple[float, float | None]:
    """Without an upper end where the mean may be zero."""
    low, high = interval(mean, error)
    return variance / max(abs(low), abs(high)) ** 2, None if low <= 0.0 <= high else variance / min(low**2, high**2)


def ruin_forever(mean: float, variance: float, bankroll: float) -> float:
    """The chance that a bankroll is lost sooner or later, rounds being small against it.

    Certain without an advantage; else that of a Brownian motion with this drift."""
    return exp(-2.0 * mean * bankroll / variance) if mean > 0.0 else 1.0


def ruin_interval(mean: float, error: float, variance: float, bankroll: float) -> Interval:
    low, high = interval(mean, error)
    return ruin_forever(high, variance, bankroll), ruin_forever(low, variance, bankroll)
