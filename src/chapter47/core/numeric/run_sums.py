"""Results of a run of bets: sums over its rounds, and how they varied between independent parts."""

from dataclasses import dataclass
from math import isnan, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.json_object import Json
from chapter47.core.numeric.checkpoint import CountsForm
from chapter47.core.numeric.confidence import ALIKE, ratio_error

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
VERSION: Final = 2


@dataclass(frozen=True)
class RunSums:
    """For every counted quantity (a bet's result, its stake, how often an outcome came) the sum over all rounds, and
    for every pair the sum of their products over all parts. A part is a shoe, or a number of rounds."""

    rounds: int
    parts: int
    sums: Ints
    products: Floats

    def __add__(self, other: "RunSums") -> "RunSums":
        return RunSums(
            self.rounds + other.rounds,
            self.parts + other.parts,
            self.sums + other.sums,
            self.products + other.products,
        )

    def total(self, weights: Ints) -> int:
        """Sum the quantities with these weights."""
        return int(self.sums @ weights)

    def house_edge(self, net: Ints, staked: Ints) -> float | None:
        """Return the edge of what `net` and `staked` select; None if nothing was staked."""
        at_stake = self.total(staked)
        return -self.total(net) / at_stake if at_stake else None

    def standard_error(self, net: Ints, staked: Ints) -> float | None:
        """Return the standard error by comparing parts; unknown for a single one. The estimate itself was fitted to the
        parts, so with few of them the error is corrected upwards."""
        if self.parts < 2:
            return None
        pairs = ((net, net), (net, staked), (staked, staked))
        squares = (float(first @ self.products @ second) for first, second in pairs)
        error = ratio_error(self.total(net), self.total(staked), *squares)
        return None if isnan(error) or error < ALIKE else error * sqrt(self.parts / (self.parts - 1))


def _to_data(counted: RunSums) -> Json:
    sums, products = counted.sums.tolist(), counted.products.tolist()
    return {"rounds": counted.rounds, "parts": counted.parts, "sums": sums, "products": products}


def _of_data(data: Json) -> RunSums:
    sums = np.array(data["sums"], dtype=np.int64)
    products = np.array(data["products"], dtype=np.float64)
    return RunSums(int(data["rounds"]), int(data["parts"]), sums, products)


RUN_SUMS_FORM: Final = CountsForm(VERSION, _to_data, _of_data)
