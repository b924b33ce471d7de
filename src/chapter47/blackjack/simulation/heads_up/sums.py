"""What the fast path adds up: rounds and results of four shoes at a time."""

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.transition_table import FIRST_END, ZERO, TransitionTable
from chapter47.core.numeric.compiled import compiled_with
from chapter47.core.numeric.generator import Words

Ints = NDArray[np.int64]
Halves = NDArray[np.uint16]

FOUR: Final = 4
"""Shoes are dealt side by side."""
ROW: Final = 10
NONE: Final = 1 << 20
"""No result: the shoe ended between two rounds."""

ROUNDS, NET, SHOES_DEALT, SHUFFLES, ROUNDS_SQUARED, ROUNDS_BY_NET, NET_SQUARED, MARKS = range(8)
"""What is added up, the squares over the rounds of each shuffle; then how often each result came, by its mark."""

_U = np.uint64
_I = cast(Callable[[Any], int], np.int64)
_TENTH: Final = np.uint32(6554)
"""Of 2^16, rounded up: a tenth of the small numbers here by multiplication."""


@compiled_with(heads_up.transition_table)
def count_four(
    seen: Halves, marks: Halves, packed: Words, ones: Halves, counts: Words, steps: TransitionTable, length: int,
    sums: Ints, last: Ints, each: Ints, at: int
) -> None:  # fmt: skip
    """Add up all rounds of four shoes: those in the table and the `last` ones.

    A round's mark is its result in units, so far above the lowest that it is never 0. The marks of four shoes stand in
    one word, so that four sums are made at once; then they are put together and counted one by one."""
    base = np.uint16(steps[FIRST_END] - ROW)
    for n in range(length * FOUR):
        state = seen[n]
        above = state - base if state > base else np.uint16(0)
        marks[n] = np.uint16((np.uint32(above) * _TENTH) >> np.uint32(16))
    for n in range(length * FOUR):
        ones[n] = np.uint16(1) if marks[n] else np.uint16(0)
    marked, ended = _U(0), _U(0)
    for n in range(length):
        marked += packed[n]
        ended += counts[n]
    zero = zero_mark(steps)
    for shoe in range(FOUR):
        shift = _U(16 * shoe)
        rounds, mark = _I((ended >> shift) & _U(0xFFFF)), _I((marked >> shift) & _U(0xFFFF))
        net = mark - zero * rounds
        if last[shoe] != NONE:
            rounds, net = rounds + 1, net + last[shoe]
            sums[MARKS + last[shoe] + zero] += 1
        sums[ROUNDS] += rounds
        each[at + 2 * shoe] += rounds
        each[at + 2 * shoe + 1] += net
    sums[SHOES_DEALT] += FOUR
    count_marks(marks, ones, length * FOUR, seen, sums)


@compiled_with(heads_up.transition_table)
def zero_mark(steps: TransitionTable) -> int:
    return (_I(steps[ZERO]) - _I(steps[FIRST_END])) // ROW + 1


@compiled_with()
def count_marks(marks: Halves, ones: Halves, length: int, front: Halves, sums: Ints) -> None:
    """Marks that are not 0 move to the front, without a branch; then they are counted.

    Two by two, in counts of their own, so that equal marks in a row need not wait for each other."""
    marked = _U(0)
    for n in range(length):
        front[marked] = marks[n]
        marked += _U(ones[n])
    front[marked] = 0
    half = (len(sums) - MARKS) // 2
    for n in range(0, _I(marked), 2):
        sums[_U(MARKS) + _U(front[_U(n)])] += 1
        sums[_U(MARKS + half) + _U(front[_U(n + 1)])] += 1


@compiled_with()
def both_halves(sums: Ints) -> Ints:
    """The two counts of marks together."""
    half = (len(sums) - MARKS) // 2
    sums[MARKS : MARKS + half] += sums[MARKS + half :]
    sums[MARKS] = 0
    return sums[: MARKS + half]


@compiled_with()
def add_shoes(sums: Ints, each: Ints) -> None:
    """Rounds and net result of each shuffled shoe, however often it was dealt."""
    for at in range(0, len(each), 2):
        rounds, net = each[at], each[at + 1]
        sums[NET] += net
        sums[SHUFFLES] += rounds > 0
        sums[ROUNDS_SQUARED] += rounds * rounds
        sums[ROUNDS_BY_NET] += rounds * net
        sums[NET_SQUARED] += net * net
    each[:] = 0


@compiled_with(heads_up.transition_table)
def count_some(
    seen: Halves, steps: TransitionTable, length: int, sums: Ints, last: Ints, each: Ints, at: int, wanted: int
) -> None:  # fmt: skip
    """The same for rounds up to the number `wanted` only."""
    for shoe in range(FOUR):
        before = sums[ROUNDS]
        for n in range(length + 1):
            result = last[shoe]
            if n < length:
                state = _I(seen[FOUR * n + shoe])
                result = (state - _I(steps[ZERO])) // ROW if state >= steps[FIRST_END] else NONE
            if result != NONE and sums[ROUNDS] < wanted:
                sums[ROUNDS] += 1
                sums[MARKS + result + zero_mark(steps)] += 1
                each[at + 2 * shoe] += 1
                each[at + 2 * shoe + 1] += result
        sums[SHOES_DEALT] += sums[ROUNDS] > before
