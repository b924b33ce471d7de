"""The exact figures of a report against a simulation: z-scores, chi-square of the outcomes, covariances."""

from collections.abc import Iterable, Mapping
from math import erfc, exp, pi, sqrt
from typing import TYPE_CHECKING, Any, Final

from chapter47.core.errors import Chapter47Error, NotPossibleError
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.simulating import SimulationOptions, Watch
from chapter47.library.simulations import Simulation, simulate, simulator_of

if TYPE_CHECKING:
    from chapter47.games import AnyTable

FEWEST: Final = 5.0
"""Outcomes expected less often than this are counted together."""
ROUNDS_COMPARED: Final = 200_000
"""Most rounds recorded one by one for the covariance of main and side wagers."""


def verified(table: "AnyTable", price: JsonMapping, rounds: int, seed: int, watch: Watch) -> Json:
    """Compare exact edges with a simulation in which every round begins with a full shoe."""
    fresh = "units" in price or "orders" in price
    try:
        played = simulate(table, rounds, seed, fresh=fresh, watch=watch)
    except NotPossibleError as error:
        return {"rounds": 0, "seed": seed, "z": None, "why": error.why}
    return {
        "rounds": played.rounds,
        "seed": seed,
        "fresh_shoe": fresh,
        **_against(price["house_edge"], played.house_edge, played.standard_error),
        "wagers": _wagers(price["wagers"], played),
        "chi_square": chi_square(expected_outcomes(price, played), _observed(price, played)),
    }


def _against(exact: float | None, simulated: float | None, error: float | None) -> Json:
    known = exact is not None and simulated is not None and error
    return {
        "exact": exact,
        "house_edge": simulated,
        "standard_error": error,
        "z": (simulated - exact) / error if known else None,  # type: ignore[operator]
    }


def _wagers(priced: Mapping[str, Any], played: Simulation) -> Json:
    """Compare every wager that the run has bet on."""
    compared: Json = {}
    for name, wager in played.wagers.items():
        exact = priced.get(name, {})
        for bet, line in (wager.bets or {"": wager}).items():
            edge = exact["bets"].get(bet, {}).get("house_edge") if "bets" in exact else exact.get("house_edge")
            compared[f"{name} {bet}".strip()] = _against(edge, line.house_edge, line.standard_error)
    return compared


def expected_outcomes(price: JsonMapping, played: Simulation) -> dict[str, float] | None:
    """Return the exact probability of each outcome that the simulation counts."""
    data = played.to_dict()
    if "units" in price and "nets" in data and "variance_of_one_wager" not in price:
        return {f"{float(net):g}": chance for net, chance in price["units"].items()}
    if "results" in data:
        outcomes = {name: price["wagers"].get(name, {}).get("outcomes") for name in data["results"]}
        return {name: chances["win"] for name, chances in outcomes.items()} if all(outcomes.values()) else None
    named = price["wagers"].get(played.of or "", {})
    return dict(named["outcomes"]) if len(named.get("outcomes") or {}) == 2 else None


def _observed(price: JsonMapping, played: Simulation) -> dict[str, int]:
    data = played.to_dict()
    if "nets" in data:
        unit = data["main_staked_per_round"] / (2 if "variance_in_single_wagers" in price else 1)
        return {f"{float(net) / unit:g}": count for net, count in data["nets"].items()}
    if "results" in data:
        return dict(data["results"])
    lost = round(data["rounds"] * (1 + (played.house_edge or 0.0)) / 2)
    outcomes = price["wagers"].get(played.of or "", {}).get("outcomes") or {}
    return {name: lost if name == "lost" else data["rounds"] - lost for name in outcomes}


def chi_square(expected: Mapping[str, float] | None, observed: Mapping[str, int]) -> Json | None:
    """Return Pearson's statistic with its degrees of freedom and p-value; rare outcomes are counted together."""
    rounds = sum(observed.values())
    if expected is None or not rounds:
        return None
    known = {name: (rounds * chance, observed.get(name, 0)) for name, chance in expected.items()}
    unexpected = sum(count for name, count in observed.items() if name not in expected)
    often = [pair for pair in known.values() if pair[0] >= FEWEST]
    rare = [pair for pair in known.values() if pair[0] < FEWEST]
    rest = (rounds - sum(mean for mean, _ in often), sum(count for _, count in rare) + unexpected)
    cells = [*often, rest] if rest[0] >= FEWEST else [*often[:-1], (often[-1][0] + rest[0], often[-1][1] + rest[1])]
    statistic = sum((count - mean) ** 2 / mean for mean, count in cells)
    freedom = len(cells) - 1
    return {"statistic": statistic, "degrees_of_freedom": freedom, "p": tail(statistic, freedom)}


def tail(statistic: float, freedom: int) -> float:
    """Return the probability that chi-square with so many degrees of freedom is larger."""
    half = statistic / 2
    if freedom % 2:
        sum_, term = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half)
        for step in range(1, freedom, 2):
            sum_ += term
            term *= statistic / (step + 2)
        return sum_
    sum_, term = 0.0, exp(-half)
    for step in range(freedom // 2):
        sum_ += term
        term *= half / (step + 1)
    return sum_


def covariance_of_boxes(table: "AnyTable", variance: float | None, rounds: int, seed: int) -> Json | None:
    """Estimate the covariance of two boxes of a round, in units of their initial wagers; null at games without boxes.

    The variance of one box is exact, so that the error is that of the variance of both together."""
    if variance is None or getattr(table, "boxes", 0) < 2:
        return None
    try:
        played = simulate(table, rounds, seed, fresh=True, boxes=2, side=["none"]).to_dict()
    except Chapter47Error as error:
        return {"value": None, "standard_error": None, "why": str(error)}
    unit = played["main_staked_per_round"] / 2
    nets = [(float(net) / unit, count) for net, count in played["nets"].items()]
    second, fourth = _central(nets)
    number = sum(count for _, count in nets)
    return {
        "value": second / 2 - variance,
        "standard_error": sqrt(max(fourth - second**2, 0.0) / number) / 2,
        "rounds": number,
        "seed": seed,
    }


def _central(nets: Iterable[tuple[float, int]]) -> tuple[float, float]:
    counted = [*nets]
    number = sum(count for _, count in counted)
    mean = sum(net * count for net, count in counted) / number
    second, fourth = (sum((net - mean) ** power * count for net, count in counted) / number for power in (2, 4))
    return second, fourth


def covariances_with_main(table: "AnyTable", price: JsonMapping, rounds: int, seed: int) -> Json:
    """Return the covariance of the main wager with each other wager of a round: exact at baccarat, else simulated."""
    if "covariance" in price:
        return {name: {"value": value, "standard_error": 0.0} for name, value in price["covariance"].items()}
    part = simulator_of(table).covariances
    if part is None or not price["wagers"]:
        return {}
    try:
        compared = part(table, SimulationOptions(rounds=min(rounds, ROUNDS_COMPARED), seed=seed, fresh=True))
    except NotPossibleError:
        return {}
    return {name: {**line._asdict(), "seed": seed} for name, line in compared.items()}
