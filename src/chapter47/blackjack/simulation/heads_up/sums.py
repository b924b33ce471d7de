"""The sums of the fast path: rounds and results of four shoes at a time."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.transition_table import FIRST_END, ZERO_END, TransitionTable
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with
from chapter47.core.numeric.generator import Words

Ints = NDArray[np.int64]
Halves = NDArray[np.uint16]

FOUR: Final = 4
"""Shoes are dealt side by side."""
ROW: Final = 10
NO_RESULT: Final = 1 << 20
"""No result: the shoe ended between two rounds."""

ROUNDS, NET, SHOES_DEALT, SHUFFLES, ROUNDS_SQUARED, ROUNDS_BY_NET, NET_SQUARED, MARKS = range(8)
"""The sums (squares are over the rounds of each shuffle), then how often each result occurred, by its mark."""

_U = np.uint64
_I = cast(Callable[[Any], int], np.int64)
_TENTH: Final = np.uint32(6554)
"""A tenth of 2^16, rounded up: divides the small numbers here by ten with a multiplication."""


class RoundMarks(NamedTuple):
    """A mark for each card of four shoes: the result in units of the round that ended there, shifted so that it is
    never 0, or 0 if no round ended; and whether one ended. Four marks, one from each shoe, can also be read as one
    word."""

    marks: Halves
    mark_words: Words
    ended: Halves
    ended_words: Words


@compiled_with(**CALLED_BY_KERNELS)
def round_marks(length: int) -> RoundMarks:
    mark_words, ended_words = np.empty(length, dtype=np.uint64), np.empty(length, dtype=np.uint64)
    return RoundMarks(mark_words.view(np.uint16), mark_words, ended_words.view(np.uint16), ended_words)


@compiled_with(heads_up.transition_table, **CALLED_BY_KERNELS)
def count_four(
    seen: Halves, room: RoundMarks, steps: TransitionTable, length: int, sums: Ints, last: Ints, by_shoe: Ints,
    first_shoe: int
) -> None:  # fmt: skip
    """Add up all rounds of four shoes: those in the table and the `last` ones. Words of marks are added, which makes
    four sums at once; then the marks are gathered and counted."""
    marks, mark_words, ended, ended_words = room.marks, room.mark_words, room.ended, room.ended_words
    base = np.uint16(steps[FIRST_END] - ROW)
    for n in range(length * FOUR):
        state = seen[n]
        above = state - base if state > base else np.uint16(0)
        marks[n] = np.uint16((np.uint32(above) * _TENTH) >> np.uint32(16))
    for n in range(length * FOUR):
        ended[n] = np.uint16(1) if marks[n] else np.uint16(0)
    mark_sums, round_sums = _U(0), _U(0)
    for n in range(length):
        mark_sums += mark_words[n]
        round_sums += ended_words[n]
    zero = zero_mark(steps)
    for shoe in range(FOUR):
        shift = _U(16 * shoe)
        rounds, mark_sum = _I((round_sums >> shift) & _U(0xFFFF)), _I((mark_sums >> shift) & _U(0xFFFF))
        net = mark_sum - zero * rounds
        if last[shoe] != NO_RESULT:
            rounds, net = rounds + 1, net + last[shoe]
            sums[MARKS + last[shoe] + zero] += 1
        sums[ROUNDS] += rounds
        by_shoe[2 * (first_shoe + shoe)] += rounds
        by_shoe[2 * (first_shoe + shoe) + 1] += net
    sums[SHOES_DEALT] += FOUR
    count_marks(marks, ended, length * FOUR, seen, sums)


@compiled_with(heads_up.transition_table)
def zero_mark(steps: TransitionTable) -> int:
    return (_I(steps[ZERO_END]) - _I(steps[FIRST_END])) // ROW + 1


@compiled_with(**CALLED_BY_KERNELS)
def count_marks(marks: Halves, ended: Halves, length: int, front: Halves, sums: Ints) -> None:
    """Move marks other than 0 to the front, without a branch, and count them: two at a time, in separate counters, so
    that equal marks in a row need not wait for each other."""
    marked = _U(0)
    for n in range(length):
        front[marked] = marks[n]
        marked += _U(ended[n])
    front[marked] = 0
    half = (len(sums) - MARKS) // 2
    for n in range(0, _I(marked), 2):
        sums[_U(MARKS) + _U(front[_U(n)])] += 1
        sums[_U(MARKS + half) + _U(front[_U(n + 1)])] += 1


@compiled_with(**CALLED_BY_KERNELS)
def both_halves(sums: Ints) -> Ints:
    """Add the two counters of marks."""
    half = (len(sums) - MARKS) // 2
    for mark in range(MARKS, MARKS + half):
        sums[mark] += sums[half + mark]
    sums[MARKS] = 0
    return sums[: MARKS + half]


@compiled_with(**CALLED_BY_KERNELS)
def add_shoes(sums: Ints, by_shoe: Ints) -> None:
    """Add the rounds and net result of each shuffled shoe, however often it was dealt."""
    for place in range(0, len(by_shoe), 2):
        rounds, net = by_shoe[place], by_shoe[place + 1]
        sums[NET] += net
        sums[SHUFFLES] += rounds > 0
        sums[ROUNDS_SQUARED] += rounds * rounds
        sums[ROUNDS_BY_NET] += rounds * net
        sums[NET_SQUARED] += net * net
    by_shoe[:] = 0


@compiled_with(heads_up.transition_table, **CALLED_BY_KERNELS)
def count_some(
    seen: Halves, steps: TransitionTable, length: int, sums: Ints, last: Ints, by_shoe: Ints, first_shoe: int,
    wanted: int
) -> None:  # fmt: skip
    """The same for rounds up to the number `wanted` only."""
    for shoe in range(FOUR):
        before = sums[ROUNDS]
        for n in range(length + 1):
            result = last[shoe]
            if n < length:
                state = _I(seen[FOUR * n + shoe])
                result = (state - _I(steps[ZERO_END])) // ROW if state >= steps[FIRST_END] else NO_RESULT
            if result != NO_RESULT and sums[ROUNDS] < wanted:
                sums[ROUNDS] += 1
                sums[MARKS + result + zero_mark(steps)] += 1
                by_shoe[2 * (first_shoe + shoe)] += 1
                by_shoe[2 * (first_shoe + shoe) + 1] += result
        sums[SHOES_DEALT] += sums[ROUNDS] > before
