"""The sweeps over busting hands. They call no kernels of other modules."""

import numpy as np

from chapter47.blackjack.analysis.exact import arrays, dealer, values
from chapter47.blackjack.analysis.exact.arrays import DealArrays, Floats, Ints
from chapter47.blackjack.analysis.exact.dealer import LANES
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.hands import LIMIT
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with

compiled = compiled_with(arrays, dealer, values)
called_by_kernels = compiled_with(arrays, dealer, values, **CALLED_BY_KERNELS)


@compiled
def orders_to_bust(
    deal: DealArrays, rows: Ints, hits: Ints, doubles: Ints, may_double: Ints, counts_doubled: bool, orders: Floats
) -> tuple[Ints, Floats]:
    """Extend the orders of two-card hands to longer ones, then to every hand and card that bust.

    Also count the orders that the plan reaches; those of doubled hands only if `counts_doubled`."""
    places = np.empty((len(rows) * VALUES, 2), dtype=np.int64)
    orders_over = np.zeros(len(rows) * VALUES)
    number = 0
    for row in rows:
        if orders[row] == 0.0 or deal.points[row] == LIMIT:
            continue
        doubled = may_double[row] != 0 and doubles[row] != 0
        drawing = counts_doubled if doubled else hits[row] != 0
        for value in range(VALUES):
            child = deal.child[row, value]
            if child < 0:
                places[number] = row, value
                orders_over[number] = orders[row] if drawing else 0.0
                number += 1
            elif hits[row] != 0 and not doubled:
                orders[child] += orders[row]
    return places[:number], orders_over[:number]


@compiled
def chances_together(gone: Ints, others: Ints, orders: Floats, targets: Ints, left: Ints, chances: Floats) -> None:
    """Return, for each set of cards `gone`, the probability of all the sets `others`, each with its number of orders.

    `targets` says where each of them is counted. `others` are sorted by their first values, so that a product is kept
    while the next set begins alike."""
    size, alike = np.zeros(len(others), dtype=np.int64), _alike(others)
    longest = copies = 0
    for number in range(len(others)):
        for value in range(VALUES):
            size[number] += others[number, value]
            copies = max(copies, others[number, value])
        longest = max(longest, size[number])
    factor = np.zeros((VALUES, copies + 1, LANES))
    draws = np.zeros((longest + 1, LANES))
    product = np.ones((VALUES + 1, LANES))
    total = np.zeros((chances.shape[1], LANES))
    for begin in range(0, len(gone), LANES):
        lanes = min(LANES, len(gone) - begin)
        _fill_together(gone[begin : begin + lanes], left, factor, draws)
        total[:] = 0.0
        for number in range(len(others)):
            for value in range(alike[number], VALUES):
                drawn, shorter, longer = factor[value, others[number, value]], product[value], product[value + 1]
                for lane in range(LANES):
                    longer[lane] = shorter[lane] * drawn[lane]
            frequency, all_drawn, counted = draws[size[number]], product[VALUES], total[targets[number]]
            for lane in range(LANES):
                counted[lane] += orders[number] * all_drawn[lane] * frequency[lane]
        for lane in range(lanes):
            for target in range(len(total)):
                chances[begin + lane, target] = total[target, lane]


@called_by_kernels
def _alike(sets: Ints) -> Ints:
    """Count the leading values that each set shares with the previous one."""
    alike = np.zeros(len(sets), dtype=np.int64)
    for number in range(1, len(sets)):
        while alike[number] < VALUES and sets[number, alike[number]] == sets[number - 1, alike[number]]:
            alike[number] += 1
    return alike


@called_by_kernels
def _fill_together(gone: Ints, left: Ints, factor: Floats, draws: Floats) -> None:
    for lane in range(len(gone)):
        for value in range(VALUES):
            count = left[value] - gone[lane, value]
            factor[value, 0, lane] = 1.0
            for copy in range(1, factor.shape[1]):
                factor[value, copy, lane] = factor[value, copy - 1, lane] * max(count - copy + 1, 0)
        unseen = left.sum() - gone[lane].sum()
        draws[0, lane] = 1.0
        for number in range(1, draws.shape[0]):
            draws[number, lane] = draws[number - 1, lane] / (unseen - number + 1) if unseen >= number else 0.0


@compiled
def value_of_busts(
    deal: DealArrays,
    rows: Ints,
    hits: Ints,
    doubles: Ints,
    may_double: Ints,
    at_bust: Floats,
    hit: Floats,
    double: Floats,
) -> None:
    """Return the value of hitting and doubling if only busting counts: `at_bust` by hand and value.

    All orders of the cards are worth the same, so orders are added without probabilities."""
    best = np.zeros(len(hit))
    for row in rows[::-1]:
        if deal.points[row] == LIMIT:
            continue
        hit[row] = 0.0
        double[row] = 0.0
        for value in range(VALUES):
            child = deal.child[row, value]
            hit[row] += best[child] if child >= 0 else at_bust[row, value, 0]
            double[row] += 0.0 if child >= 0 else at_bust[row, value, 1]
        doubled = may_double[row] != 0 and doubles[row] != 0
        best[row] = double[row] if doubled else hit[row] if hits[row] != 0 else 0.0
