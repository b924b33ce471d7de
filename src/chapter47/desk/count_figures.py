"""What a counter wins with a ramp of bets, and at what risk, each figure with its 95 % interval."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isinf, sqrt
from typing import Final

import numpy as np

from chapter47.core.json_object import Json
from chapter47.core.numeric import bankroll as b
from chapter47.core.numeric.confidence import SURE, rounds_to_overcome_chance
from chapter47.core.numeric.count_sums import WIDEST, CountSums, Floats

HUNDRED: Final = 100
HUGE: Final = 1e300


@dataclass(frozen=True)
class Bankroll:
    """The counter's bankroll in dollars, and how much of it to risk."""

    dollars: float = 10_000.0
    kelly: float = 1.0
    spread: float = 12.0
    unit: float | None = None
    """The smallest bet; by default the best one for the bankroll and fraction of Kelly."""
    trip: int = 1000
    """Rounds of a trip."""
    rounds_per_hour: float = 100.0
    sits_out: bool = False
    """Whether nothing is bet without an advantage (back-counting)."""


@dataclass(frozen=True)
class BetLimits:
    """The limits of a table in dollars."""

    minimum: float
    maximum: float
    chip: float


def by_count(sums: CountSums) -> list[Json]:
    """Return frequency, advantage and variance at each count, per unit of the initial wagers."""
    rows = []
    for place in sums.places():
        rounds, boxes = float(sums.rounds[place]), sums.boxes
        mean = float(sums.net[place]) / rounds
        total = float(sums.net_squares[place]) / rounds - mean**2
        single = float(sums.box_squares[place]) / (rounds * boxes) - (mean / boxes) ** 2
        error = sums.error_at(place) / boxes if sums.shoes > 1 and rounds > 1 else None
        rows.append(
            {
                "count": place - WIDEST,
                "rounds": int(rounds),
                "frequency": rounds / sums.played,
                "advantage": mean / boxes,
                "standard_error": error,
                "variance": single,
                "covariance": (total - boxes * single) / (boxes * (boxes - 1)) if boxes > 1 else None,
            }
        )
    return rows


@dataclass(frozen=True)
class Ramp:
    """Bets in dollars on each box, by place of the count."""

    sums: CountSums
    bets: Floats

    @property
    def mean(self) -> float:
        """Mean win in dollars per round."""
        return float(self.bets @ self.sums.net) / self.sums.played

    @property
    def variance(self) -> float:
        return float(self.bets**2 @ self.sums.net_squares) / self.sums.played - self.mean**2

    @property
    def error(self) -> float | None:
        return self.sums.error_of(self.bets) if self.sums.shoes > 1 else None

    def figure(self, worked_out: Callable[[float], float | None]) -> Json:
        """Return a figure computed from the mean win of a round, at its estimate and at both ends of its interval."""
        ends = [None, None] if self.error is None else [self.mean - SURE * self.error, self.mean + SURE * self.error]
        values = [None if end is None else _finite(worked_out(end)) for end in ends]
        known = [value for value in values if value is not None]
        low, high = (min(known), max(known)) if len(known) == 2 else (known[0], None) if known else (None, None)
        return {"value": _finite(worked_out(self.mean)), "low": low, "high": high}


def _finite(value: float | None) -> float | None:
    return None if value is None or isinf(value) or abs(value) > HUGE else value


def optimal(sums: CountSums, chosen: Bankroll) -> Ramp:
    """Return the optimal bets in dollars, without rounding to chips or table limits."""
    frequency, mean, squares = _moments(sums)
    units = b.best_ramp(frequency, mean, squares, chosen.spread, sits_out=chosen.sits_out)
    in_units = Ramp(sums, units)
    unit = chosen.unit or max(chosen.kelly * chosen.dollars * in_units.mean / max(in_units.variance, 1e-12), 0.0)
    return Ramp(sums, units * unit if unit else units)


def as_bet(sums: CountSums, best: Ramp, chosen: Bankroll, limits: BetLimits) -> Ramp:
    """Fit bets to the table: whole chips from the minimum to the maximum; Kelly bets within the spread."""
    _, mean, squares = _moments(sums)
    lowest = best.bets[best.bets > 0].min(initial=np.inf)
    unit = max(chosen.unit or (0.0 if np.isinf(lowest) else float(lowest)), limits.minimum)
    wanted = chosen.kelly * chosen.dollars * np.where(squares > b.LEAST_VARIANCE, mean / np.maximum(squares, 1e-12), 0)
    bets = np.clip(wanted, unit, unit * chosen.spread)
    bets = np.clip(np.round(bets / limits.chip) * limits.chip, limits.minimum, limits.maximum)
    return Ramp(sums, np.where(mean > 0.0, bets, 0.0) if chosen.sits_out else bets)


def _moments(sums: CountSums) -> tuple[Floats, Floats, Floats]:
    """Return by count the frequency, the mean of a round on a rising curve, and the mean square, assumed equal at all
    counts."""
    places = sums.places()
    mean = np.zeros_like(sums.net)
    mean[places] = b.rising(sums.net[places] / sums.rounds[places], sums.rounds[places])
    squares = np.where(sums.rounds > 0, float(sums.net_squares.sum()) / sums.played, 0.0)
    return sums.rounds / sums.played, mean, squares


def of_file(sums: CountSums, steps: Mapping[float, int], unit: float) -> Ramp:
    """Return the ramp of a count file."""
    counts = np.arange(-WIDEST, WIDEST + 1)
    bets = np.ones(len(counts))
    for at, units in sorted(steps.items()):
        bets = np.where(counts >= at, units, bets)
    return Ramp(sums, bets * unit)


def ramp_rows(ramp: Ramp, best: Ramp) -> list[Json]:
    return [
        {
            "count": place - WIDEST,
            "bet": float(ramp.bets[place]),
            "optimal_bet": float(best.bets[place]),
            "frequency": float(ramp.sums.rounds[place]) / ramp.sums.played,
        }
        for place in ramp.sums.places()
    ]


def figures(ramp: Ramp, best: Ramp, chosen: Bankroll) -> Json:
    """Return the figures: SCORE for the optimal bets, all others for the bets actually made."""
    variance, hourly = ramp.variance, chosen.rounds_per_hour
    money = chosen.dollars

    def per(rounds: float) -> Json:
        return {
            "win": ramp.figure(lambda mean: rounds * mean),
            "deviation": sqrt(rounds * variance),
        }

    hundred, hour = per(HUNDRED), per(hourly)
    return {
        "average_bet": float(ramp.bets @ ramp.sums.rounds) / ramp.sums.played,
        "score": best.figure(lambda mean: b.SCORE_SCALE * max(mean, 0.0) ** 2 / best.variance),
        "c_score": ramp.figure(lambda mean: b.SCORE_SCALE * max(mean, 0.0) ** 2 / variance),
        "di": ramp.figure(lambda mean: b.desirability(mean, variance)),
        "n0": ramp.figure(lambda mean: rounds_to_overcome_chance(mean, variance) if mean > 0 else None),
        "certainty_equivalent": ramp.figure(lambda mean: HUNDRED * b.certainty_of(mean, variance, money, chosen.kelly)),
        "win_per_100": hundred["win"],
        "standard_deviation_per_100": _sure(hundred["deviation"]),
        "win_per_hour": hour["win"],
        "standard_deviation_per_hour": _sure(hour["deviation"]),
        "risk_of_ruin": ramp.figure(lambda mean: b.lifetime_risk(mean, variance, money)),
        "risk_of_ruin_trip": ramp.figure(lambda mean: b.trip_risk(mean, variance, money, chosen.trip)),
        "risk_of_ruin_before_doubling": ramp.figure(lambda mean: b.risk_before_doubling(mean, variance, money)),
    }


def _sure(value: float) -> Json:
    """Return a figure whose interval is negligible, because the deviation is known far better than the mean."""
    return {"value": value, "low": value, "high": value}
