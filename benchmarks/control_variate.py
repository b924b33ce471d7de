"""Whether a control variate would pay: what the first three cards tell of a round's result, and what it costs to ask.

The first three cards of a round from a full shoe have a known mean of any function. In the middle of a shoe they have
not: that a round is dealt at all depends on the cards before it (the cut-card effect), so a control with the full
shoe's mean would be biased by just that effect. What is unbiased there takes, for each card, a value by its rank less
the mean of that value over the cards still in the shoe: a sum of one function for each card."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure, Size, main
from benchmarks.simulation import ROUNDS, fresh, rate, seconds, table
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.fast_path import HeadsUpTable
from chapter47.blackjack.simulation.heads_up.kernels import CURSOR_SIZE, Shoes, finish
from chapter47.blackjack.simulation.heads_up.transition_table import START, TransitionTable
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import compiled_with
from chapter47.core.numeric.generator import Cards, Stream, shuffle, stream

VALUES = 10
FIRST = 3
"""Cards that the control sees."""
Floats = NDArray[np.float64]
_I = cast(Callable[[Any], int], np.int64)


@compiled_with(generator, heads_up.steps, heads_up.transition_table, heads_up.kernels)
def by_first_cards(steps: TransitionTable, cards: Cards, chance: Stream, rounds: int, cells: Floats) -> None:
    """Rounds from full shoes; how many, their results and the squares of these, by the first three cards."""
    cursor = np.zeros(CURSOR_SIZE, dtype=np.int64)
    shoes = Shoes(steps, cards, len(cards), len(cards), 8, 0, 0, 0)
    for _ in range(rounds):
        shuffle(chance, cards, 0, 8)
        state = _I(steps[_I(steps[START]) + _I(cards[0])])
        result = finish(chance, shoes, 0, 0, 0, state, cursor)
        cell = (_I(cards[0]) * VALUES + _I(cards[1])) * VALUES + _I(cards[2])
        cells[cell, 0] += 1
        cells[cell, 1] += result
        cells[cell, 2] += result * result


@compiled_with()
def added_up(first: Cards, results: NDArray[np.int64], control: Floats, sums: Floats) -> None:
    """What a control adds to the work of a round: to look it up, and the sums that its factor is found from."""
    for n in range(len(results)):
        cell = (_I(first[3 * n]) * VALUES + _I(first[3 * n + 1])) * VALUES + _I(first[3 * n + 2])
        control_value = control[cell]
        sums[0] += control_value
        sums[1] += control_value * control_value
        sums[2] += control_value * results[n]


class Explained(NamedTuple):
    """Shares of a result's variance."""

    by_three_cards: float
    by_each_card: float


def explained(fast: HeadsUpTable, rounds: int) -> Explained:
    cells = np.zeros((VALUES**FIRST, 3))
    by_first_cards(fast.steps, fast.cards.copy(), stream(1, 0), rounds, cells)
    weight, mean = cells[:, 0] / rounds, cells[:, 1] / np.maximum(cells[:, 0], 1)
    whole = cells[:, 1].sum() / rounds
    variance = cells[:, 2].sum() / rounds - whole**2
    between = float(weight @ (mean - whole) ** 2)
    noise = variance * np.count_nonzero(weight) / rounds
    places = np.indices((VALUES,) * FIRST).reshape(FIRST, -1)
    marks = np.concatenate([np.eye(VALUES)[place] for place in places], axis=1)
    root = np.sqrt(weight)
    fit, *_ = np.linalg.lstsq(marks * root[:, None], (mean - whole) * root, rcond=None)
    return Explained((between - noise) / variance, float(weight @ (marks @ fit) ** 2) / variance)


def cost(rounds: int) -> float:
    """CPU seconds of a round."""
    rng = np.random.default_rng(1)
    first, results = rng.integers(0, VALUES, 3 * rounds, dtype=np.uint8), rng.integers(-2, 3, rounds)
    control, sums = rng.random(VALUES**FIRST), np.zeros(3)
    return seconds(lambda: added_up(first, results, control, sums)) / rounds


def measure(size: Size) -> Iterator[Figure]:
    full, shoe = fresh(TableRules(boxes=6, decks=6, split_hands=4)), table()
    share, added = explained(full, size.number(4_000_000)), cost(size.number(1_000_000))
    yield Figure("what the control adds to a round", added * 1e9, "ns")
    for name, request, less in (
        ("fresh cards, by the first three", full, share.by_three_cards),
        ("from the shoe, by each card", shoe, share.by_each_card),
    ):
        takes = 1 / rate(request, size.number(ROUNDS))
        yield Figure(f"{name}: a round without it", takes * 1e9, "ns")
        yield Figure(f"{name}: less variance", 100 * less, "%")
        yield Figure(f"{name}: time to the same error", (1 - less) * (takes + added) / takes, "of the time")


if __name__ == "__main__":
    main(measure)
