"""The mathematics of one wager from its outcomes: return, odds, frequencies, moments, volatility, pay lines."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm, sqrt
from typing import Final, NamedTuple

from chapter47.core.json_object import Json, JsonMapping

SIGMAS: Final = {"90": 1.6448536269514722, "95": 1.959963984540054}
"""Two-sided quantiles of the normal distribution."""
ONE_SIDED_95: Final = 1.6448536269514722
NUMBERS: Final = tuple(10**power for power in range(3, 8))
"""Numbers of rounds in the confidence table."""


class WagerOutcome(NamedTuple):
    """One way a wager ends."""

    chance: Fraction | float
    net: float
    """In units of the initial wager."""
    pays: str


Outcomes = Mapping[str, WagerOutcome]


def outcomes_of(line: JsonMapping) -> dict[str, WagerOutcome]:
    """Read the outcomes of a priced bet; probabilities written as fractions are exact."""
    return {
        event: WagerOutcome(_probability(row["probability"]), row["net"], row["pays"])
        for event, row in line["rows"].items()
    }


def _probability(given: str | float) -> Fraction | float:
    return Fraction(given) if isinstance(given, str) else given


def cycle_of(outcomes: Outcomes) -> int | None:
    """Return the number of equally likely cases, if every probability is a fraction."""
    fractions = [outcome.chance for outcome in outcomes.values() if isinstance(outcome.chance, Fraction)]
    return lcm(*(chance.denominator for chance in fractions)) if len(fractions) == len(outcomes) else None


def figures(
    house_edge: float,
    outcomes: Outcomes,
    *,
    variance: float | None = None,
    stake: float | None = 1.0,
    cycle: int | None = None,
) -> Json:
    """Return every figure that follows from the outcomes.

    `variance` replaces the variance of the outcomes if it is known more exactly, `stake` is the average final stake,
    `cycle` the number of equally likely cases if that is not the smallest common denominator."""
    cycle = cycle or cycle_of(outcomes)
    chances = {event: float(outcome.chance) for event, outcome in outcomes.items()}
    wins = sum(chances[event] for event, outcome in outcomes.items() if outcome.net > 0)
    pushes = sum(chances[event] for event, outcome in outcomes.items() if outcome.net == 0)
    losses = sum(chances[event] for event, outcome in outcomes.items() if outcome.net < 0)
    spread = _moment(outcomes, house_edge, 2)
    return {
        "house_edge": house_edge,
        "return_to_player": 1 - house_edge,
        "element_of_risk": None if stake is None else house_edge / stake,
        "average_final_stake": stake,
        "true_odds": losses / wins if wins else None,
        "payout_odds": _average_pay(outcomes) / wins if wins else None,
        "hit_frequency": wins,
        "push_frequency": pushes,
        "loss_frequency": losses,
        "win_frequency": wins / (wins + losses) if wins + losses else None,
        **_shape(spread, _moment(outcomes, house_edge, 3), _moment(outcomes, house_edge, 4)),
        "max_win": max(outcome.net for event, outcome in outcomes.items() if chances[event]),
        "max_loss": -min(outcome.net for event, outcome in outcomes.items() if chances[event]),
        **volatility(house_edge, spread if variance is None else variance),
        "cycle": cycle,
        "pay_lines": pay_lines(house_edge, outcomes, cycle),
    }


def _moment(outcomes: Outcomes, house_edge: float, power: int) -> float:
    """Return a moment about the mean."""
    return sum(float(outcome.chance) * (outcome.net + house_edge) ** power for outcome in outcomes.values())


def _average_pay(outcomes: Outcomes) -> float:
    return sum(float(outcome.chance) * outcome.net for outcome in outcomes.values() if outcome.net > 0)


def _shape(second: float, third: float, fourth: float) -> Json:
    if second <= 0.0:
        return {"skewness": None, "kurtosis": None}
    return {"skewness": third / second**1.5, "kurtosis": fourth / second**2 - 3}


def volatility(house_edge: float, variance: float) -> Json:
    """Return what follows from the variance: standard deviation, volatility index, confidence table, rounds until the
    house leads."""
    deviation = sqrt(variance)
    index = {sure: sigmas * deviation for sure, sigmas in SIGMAS.items()}
    return {
        "variance": variance,
        "standard_deviation": deviation,
        "volatility_index": index,
        "confidence": {
            str(number): {
                sure: [1 - house_edge - width / sqrt(number), 1 - house_edge + width / sqrt(number)]
                for sure, width in index.items()
            }
            for number in NUMBERS
        },
        "rounds_until_house_leads": (ONE_SIDED_95 * deviation / house_edge) ** 2 if house_edge > 0 else None,
    }


def pay_lines(house_edge: float, outcomes: Outcomes, cycle: int | None) -> list[Json]:
    """Return a row for each outcome; what is returned includes the stake of a winner."""
    rows = []
    for event, (chance, net, pays) in outcomes.items():
        exact = isinstance(chance, Fraction)
        contribution = float(chance) * (net + 1)
        rows.append(
            {
                "event": event,
                "combinations": int(chance * cycle) if cycle and exact else None,
                "probability": float(chance),
                "fraction": str(chance) if exact else None,
                "one_in": 1 / float(chance) if chance else None,
                "true_odds": float((1 - chance) / chance) if chance else None,
                "pays": pays,
                "net": net,
                "contribution": contribution,
                "share": contribution / (1 - house_edge) if house_edge != 1 else None,
            }
        )
    return rows
