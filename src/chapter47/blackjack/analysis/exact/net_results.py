"""Net results of a round on a grid: `by_net` says how often each occurs."""

from typing import Final, TypeVar

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints

Numbers = TypeVar("Numbers", Floats, Ints)

LARGEST_NET: Final = 20
"""Net results are counted in tenths of a unit, so that 6 to 5 is on the grid too, up to 20 units."""
STEPS_PER_UNIT: Final = 10
ROUNDING: Final = 1e-12


def no_results() -> Floats:
    return np.zeros(2 * LARGEST_NET * STEPS_PER_UNIT + 1)


def add_result(by_net: Floats, net: float, frequency: float) -> None:
    by_net[round((net + LARGEST_NET) * STEPS_PER_UNIT)] += frequency


def shifted_by(by_net: Floats, net: float) -> Floats:
    return np.roll(by_net, round(net * STEPS_PER_UNIT))


def add_results(by_net: Floats, nets: Floats, frequency: Floats) -> None:
    """Add many net results at once."""
    by_net += np.bincount(
        np.round((nets + LARGEST_NET) * STEPS_PER_UNIT).astype(np.int64).ravel(), frequency.ravel(), len(by_net)
    )


def sum_of_independent(first: Floats, second: Floats) -> Floats:
    """The sum of two net results that are independent."""
    total: Floats = np.convolve(first, second)[LARGEST_NET * STEPS_PER_UNIT :][: len(first)]
    return total


def grid_of_nets() -> Floats:
    """Every net result on the grid."""
    nets: Floats = np.arange(-LARGEST_NET * STEPS_PER_UNIT, LARGEST_NET * STEPS_PER_UNIT + 1) / STEPS_PER_UNIT
    return nets


def chances_by_net(by_net: Floats) -> dict[float, float]:
    """Return every net result that occurs, with its probability."""
    return {
        round(place / STEPS_PER_UNIT - LARGEST_NET, 1): float(chance)
        for place, chance in enumerate(by_net)
        if abs(chance) > 1e-15
    }


def sums_over(results: Numbers, hands: int) -> Numbers:
    """Sum the results of all hands for every combination."""
    sums = results
    for _ in range(hands - 1):
        sums = np.add.outer(sums, results)
    return sums.ravel()
