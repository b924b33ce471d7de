"""Bankrolls: Kelly bets, risk of ruin, certainty equivalent, and the figures that compare games for a counter.

Sources: Schlesinger, Blackjack Attack (DI, SCORE, N0); Kelly, A New Interpretation of Information Rate (1956); the risk
formulas are those of a Brownian motion with the drift and variance of a round."""

from collections.abc import Mapping, Sequence
from math import exp, inf, log, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NORMAL: Final = NormalDist()
SCORE_SCALE: Final = 1e6
"""SCORE is the win per 100 rounds of a $10,000 bankroll at full Kelly: 100 × 10,000 × (mean / deviation)²."""
LEAST_VARIANCE: Final = 1e-12
STEPS: Final = 400


def kelly_of_risk(risk: float) -> float:
    """Return the fraction of Kelly with this lifetime risk of ruin: 0.1353 is that of full Kelly."""
    return -2.0 / log(risk)


def risk_of_kelly(share: float) -> float:
    """Return the lifetime risk of ruin of a fraction of Kelly."""
    return exp(-2.0 / share)


def lifetime_risk(mean: float, variance: float, bankroll: float) -> float:
    """Return the probability of eventually losing a bankroll."""
    return exp(-2.0 * mean * bankroll / variance) if mean > 0.0 else 1.0


def trip_risk(mean: float, variance: float, bankroll: float, rounds: int) -> float:
    """Return the probability of losing a bankroll within this many rounds."""
    spread = sqrt(variance * rounds)
    if not spread:
        return 0.0
    back = exp(min(-2.0 * mean * bankroll / variance, 700.0)) * NORMAL.cdf((mean * rounds - bankroll) / spread)
    return min(NORMAL.cdf((-bankroll - mean * rounds) / spread) + back, 1.0)


def risk_before_doubling(mean: float, variance: float, bankroll: float) -> float:
    """Return the probability of losing a bankroll before doubling it."""
    return 1.0 / (1.0 + exp(min(2.0 * mean * bankroll / variance, 700.0)))


def certainty_equivalent(outcomes: Mapping[float, float], bankroll: float, kelly: float) -> float:
    """Return the sure win worth the same as a bet with these probabilities by net result, to a player who bets this
    fraction of Kelly: utility is a power of the bankroll with exponent 1 - 1 / kelly (its logarithm at full Kelly)."""
    if kelly == 1.0:
        return bankroll * (exp(sum(p * log(1 + net / bankroll) for net, p in outcomes.items())) - 1)
    power = 1.0 - 1.0 / kelly
    utility = sum(chance * (1 + net / bankroll) ** power for net, chance in outcomes.items())
    return float(bankroll * (utility ** (1 / power) - 1))


def certainty_of(mean: float, variance: float, bankroll: float, kelly: float) -> float:
    """The same from mean and variance, if bets are small compared with the bankroll."""
    return mean - variance / (2.0 * kelly * bankroll)


def desirability(mean: float, variance: float) -> float:
    """Return DI: a thousand times the win of a round in standard deviations."""
    return 1000.0 * mean / sqrt(variance)


def best_ramp(frequency: Floats, mean: Floats, squares: Floats, spread: float, *, sits_out: bool) -> Floats:
    """Return bets in units from 1 to `spread` with the highest mean for their deviation; with `sits_out`, nothing is
    bet without an advantage. Optimal bets are proportional to advantage over variance, so only the scale is searched
    for."""
    ratio = np.where(squares > LEAST_VARIANCE, mean / np.maximum(squares, LEAST_VARIANCE), 0.0)
    best, best_worth = np.zeros_like(ratio), -inf
    top = ratio.max(initial=0.0)
    scales: Sequence[float] = [spread / top * 1.02**step for step in range(-60, STEPS - 60)] if top > 0 else [1.0]
    for scale in scales:
        bets = np.clip(scale * ratio, 1.0, spread)
        if sits_out:
            bets = np.where(mean > 0.0, bets, 0.0)
        win = float(frequency @ (bets * mean))
        variance = float(frequency @ (bets**2 * squares)) - win**2
        worth = win / sqrt(variance) if variance > LEAST_VARIANCE else -inf
        if worth > best_worth:
            best, best_worth = bets, worth
    return best


def rising(values: Floats, weights: Floats) -> Floats:
    """Return the rising curve nearest to the values by weighted squares (isotonic regression). Advantages by count have
    errors, and bets that followed each of them would follow noise."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (upper, upper_weight, upper_size), (lower, lower_weight, lower_size) = pools.pop(), pools.pop()
            together = upper_weight + lower_weight
            mean = (upper * upper_weight + lower * lower_weight) / together if together else lower
            pools.append((mean, together, upper_size + lower_size))
    return np.concatenate([np.full(size, value) for value, _, size in pools])
