"""What a progressive wager pays in a block of rounds, without playing it: mean and variance, from the chances alone."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.posting import WagerOffer
from chapter47.blackjack.wagers.progressive import FOUR_ACES, RESET_SHARE
from chapter47.blackjack.wagers.wager import Price

Floats = NDArray[np.float64]
ONE = np.array([1.0, 0.0, 0.0])


class Paid(NamedTuple):
    """In dollars."""

    mean: float
    variance: float


class Meter:
    """A linear recursion over (1, the meter, the reset meter) as they stand after a round.

    Each round adds to both; four aces take the meter, which then begins with the reset amount and what the reset meter
    held. Whether they come depends on the cards only, not on the meter."""

    def __init__(self, offer: WagerOffer, price: Price) -> None:
        assert offer.rate is not None
        assert offer.initial is not None
        assert offer.reset is not None
        aside = float(offer.rate * RESET_SHARE) if offer.reset_meter else 0.0
        self.chance = float(price[FOUR_ACES].chance)
        self.begin = np.array([1.0, offer.initial / 100, 0.0])
        self.adds = np.array([[1.0, 0.0, 0.0], [float(offer.rate) - aside, 1.0, 0.0], [aside, 0.0, 1.0]])
        self.hit = np.array([[1.0, 0.0, 0.0], [offer.reset / 100, 0.0, 1.0], [0.0, 0.0, 0.0]]) @ self.adds
        self.takes = self.adds[1]
        fixed = [(line.chance, line.back) for row, line in price.items() if row != FOUR_ACES]
        self.fixed = float(sum((chance * back for chance, back in fixed), Fraction(0)))
        self.squares = float(sum((chance * back * back for chance, back in fixed), Fraction(0)))

    def paid(self, rounds: int) -> Paid:
        """The moments of what is still to be paid are functions of where the meters stand: one linear, one quadratic.

        One round more changes their coefficients by an affine map, which is raised to a power."""
        nothing = self._before(np.zeros(12))
        columns = [self._before(unit) - nothing for unit in np.eye(12)]
        step = np.block([[np.column_stack(columns), nothing[:, None]], [np.zeros((1, 12)), np.ones((1, 1))]])
        moments = np.linalg.matrix_power(step, rounds)[:12, 12]
        mean = float(moments[:3] @ self.begin)
        return Paid(mean, float(self.begin @ moments[3:].reshape(3, 3) @ self.begin) - mean * mean)

    def _before(self, moments: Floats) -> Floats:
        m, q, p = moments[:3], moments[3:].reshape(3, 3), self.chance
        stays, hit = m @ self.adds, m @ self.hit
        mean = (1 - p) * stays + p * (self.takes + hit) + self.fixed * ONE
        cross = p * np.outer(self.takes, hit) + self.fixed * np.outer(ONE, stays)
        whole = (1 - p) * self.adds.T @ q @ self.adds + p * self.hit.T @ q @ self.hit + cross + cross.T
        whole += p * np.outer(self.takes, self.takes) + self.squares * np.outer(ONE, ONE)
        return np.concatenate((mean, whole.ravel()))
