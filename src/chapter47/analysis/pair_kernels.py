"""The sweep over two hands of a split pair. It calls no kernel of another module, so it can stand alone."""

import numpy as np

from chapter47.analysis.compiled import compiled
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.values import VALUES


@compiled
def draw_chances(drawn: Ints, left: Ints) -> Floats:
    """The chance of drawing each of these sets in one given order from the cards left."""
    found = np.ones(len(drawn))
    for row in range(len(drawn)):
        unseen = left.sum()
        for value in range(VALUES):
            for copy in range(drawn[row, value]):
                found[row] *= max(left[value] - copy, 0) / max(unseen, 1)
                unseen -= 1
    return found


@compiled
def pair_numbers(one: Ints) -> Ints:
    """The number of each unordered pair of hands, as one number for the cards of both."""
    found = np.empty(len(one) * (len(one) + 1) // 2, dtype=np.int64)
    place = 0
    for first in range(len(one)):
        for second in range(first, len(one)):
            found[place] = one[first] + one[second]
            place += 1
    return found


@compiled
def together(sets: Ints, chances: Floats, outcomes: Floats, orders: Floats, classes: Ints, found: Floats) -> None:
    """How often two hands end in each pair of classes, by dealer's outcome; `sets` names the cards of both.

    Each pair of hands is counted once, the lower number first."""
    place = 0
    for one in range(len(orders)):
        for other in range(one, len(orders)):
            drawn = sets[place]
            place += 1
            often = orders[one] * orders[other] * chances[drawn] * (0.5 if one == other else 1.0)
            counted = found[classes[one], classes[other]]
            for outcome in range(outcomes.shape[1]):
                counted[outcome] += often * outcomes[drawn, outcome]


@compiled
def sum_products(sets: Ints, weight: Floats, chances: Floats, outcomes: Floats, one: Floats, other: Floats) -> float:
    """The weighted sum over every two ends of what both are paid on the same dealer's outcome.

    `sets` and `weight` by end of the one and end of the other; `one` and `other` by end and outcome."""
    found = 0.0
    for first in range(len(one)):
        for second in range(len(other)):
            if weight[first, second] == 0.0:
                continue
            gone, product = sets[first, second], 0.0
            for outcome in range(outcomes.shape[1]):
                product += one[first, outcome] * other[second, outcome] * outcomes[gone, outcome]
            found += weight[first, second] * chances[gone] * product
    return found
