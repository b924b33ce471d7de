"""Net results of a round on a grid: how often each comes up."""

from typing import Any, Final

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Floats

GRID: Final = 20
"""Net results are counted in tenths of a unit, so that 6 to 5 falls on the grid too, up to 20 units."""
STEP: Final = 10
ROUNDING: Final = 1e-12


def blank() -> Floats:
    return np.zeros(2 * GRID * STEP + 1)


def put(line: Floats, net: float, often: float) -> None:
    line[round((net + GRID) * STEP)] += often


def shifted(line: Floats, net: float) -> Floats:
    return np.roll(line, round(net * STEP))


def put_all(line: Floats, nets: Floats, often: Floats) -> None:
    """Many net results at once."""
    line += np.bincount(np.round((nets + GRID) * STEP).astype(np.int64).ravel(), often.ravel(), len(line))


def added(one: Floats, other: Floats) -> Floats:
    """The sum of two net results that are independent."""
    found: Floats = np.convolve(one, other)[GRID * STEP :][: len(one)]
    return found


def nets() -> Floats:
    """Every net result on the grid."""
    found: Floats = np.arange(-GRID * STEP, GRID * STEP + 1) / STEP
    return found


def units(line: Floats) -> dict[float, float]:
    """Every net result that comes up."""
    return {round(at / STEP - GRID, 1): float(chance) for at, chance in enumerate(line) if abs(chance) > 1e-15}


def sums_over(one: Any, hands: int) -> Any:
    """The sum over all hands for every combination of their results."""
    found = one
    for _ in range(hands - 1):
        found = np.add.outer(found, one)
    return found.ravel()
