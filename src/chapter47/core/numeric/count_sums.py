"""Sums over rounds by count, and over shoes, from which standard errors are computed."""

from dataclasses import asdict, dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from chapter47.core.json_object import Json
from chapter47.core.numeric.checkpoint import CountsForm
from chapter47.core.numeric.confidence import ratio_error

Floats = NDArray[np.float64]
WIDEST: Final = 60
"""Counts from minus to plus this number have their own entry; counts beyond share the last one."""
PLACES: Final = 2 * WIDEST + 1


@dataclass(frozen=True)
class CountSums:
    """Sums by count rounded down. Net results are in units of one box's wager; blocks add up in their order."""

    rounds: Floats
    net: Floats
    net_squares: Floats
    box_squares: Floats
    """Squares of the results of single boxes."""
    shoe_net: Floats
    """By two counts: the products of a shoe's net results at them."""
    shoe_rounds: Floats
    """By two counts: the products of a shoe's net result at the first and its rounds at the second."""
    shoe_squares: Floats
    """By two counts: the products of a shoe's rounds."""
    shoes: int
    boxes: int

    def __add__(self, other: Self) -> "CountSums":
        return CountSums(
            self.rounds + other.rounds,
            self.net + other.net,
            self.net_squares + other.net_squares,
            self.box_squares + other.box_squares,
            self.shoe_net + other.shoe_net,
            self.shoe_rounds + other.shoe_rounds,
            self.shoe_squares + other.shoe_squares,
            self.shoes + other.shoes,
            self.boxes,
        )

    @property
    def played(self) -> int:
        return int(self.rounds.sum())

    def places(self) -> list[int]:
        """Return the counts at which rounds were played."""
        return [int(place) for place in np.flatnonzero(self.rounds)]

    def error_at(self, place: int) -> float:
        """Return the standard error of the mean net result of a round at one count, by comparing shoes."""
        return ratio_error(
            float(self.net[place]),
            float(self.rounds[place]),
            float(self.shoe_net[place, place]),
            float(self.shoe_rounds[place, place]),
            float(self.shoe_squares[place, place]),
        )

    def error_of(self, bets: Floats) -> float:
        """Return the standard error of the mean net result of a round with these bets at each count."""
        rounds = float(self.rounds.sum())
        return ratio_error(
            float(bets @ self.net),
            rounds,
            float(bets @ self.shoe_net @ bets),
            float((bets @ self.shoe_rounds).sum()),
            float(self.shoe_squares.sum()),
        )


def _data(sums: CountSums) -> Json:
    return {name: value if isinstance(value, int) else value.tolist() for name, value in asdict(sums).items()}


def _of_data(data: Json) -> CountSums:
    values: dict[str, Any] = {
        name: value if isinstance(value, int) else np.array(value) for name, value in data.items()
    }
    return CountSums(**values)


COUNT_SUMS: Final = CountsForm(1, _data, _of_data)
"""The form of these sums in a checkpoint."""
