"""Throws along the tables, counted. The counts are valued once, at the end."""

import numpy as np
from numpy.typing import NDArray

from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with
from chapter47.core.numeric.generator import AT, LARGEST, NUMBERS, POOL, WORDS, Stream, fill

Rows = NDArray[np.int32]
Flags = NDArray[np.uint8]
Counts = NDArray[np.int64]
Cents = NDArray[np.int64]
Products = NDArray[np.float64]

_U = np.uint64
THROWS = 36
LEAST = LARGEST % THROWS
"""A product whose low half is below this is drawn again, so that all throws are exactly equally likely."""


@compiled_with(generator)
def throw_rounds(
    chance: Stream, following: Rows, round_over: Flags, first: int, rounds: int, counts: Counts
) -> tuple[int, int]:
    """Play a number of rounds from the row `first`; returns the next row and the number of throws."""
    row, over, throws = first, 0, 0
    at = chance[AT]
    while over < rounds:
        while True:
            if at == NUMBERS:
                fill(chance, chance, POOL, POOL + WORDS)
                at = _U(0)
            number = (chance[_U(POOL) + (at >> _U(2))] >> ((at & _U(3)) << _U(4))) & _U(0xFFFF)
            at += _U(1)
            product = number * _U(THROWS)
            if product & _U(0xFFFF) >= LEAST:
                break
        cell = row + np.int64(product >> _U(16))
        counts[cell] += 1
        over += round_over[cell]
        row = following[cell]
        throws += 1
    chance[AT] = at
    return row, throws


@compiled_with(**CALLED_BY_KERNELS)
def add_part(counts: Counts, worth: Cents, part: Cents, sums: Cents, products: Products) -> None:
    """Add the value of the throws counted so far to the sums and, as one part, to the products; reset the counts."""
    part[:] = 0
    columns = len(part)
    for cell in range(len(counts)):
        times = counts[cell]
        if times:
            counts[cell] = 0
            for column in range(columns):
                part[column] += times * worth[cell, column]
    for column in range(columns):
        sums[column] += part[column]
        for other_column in range(columns):
            products[column, other_column] += np.float64(part[column]) * np.float64(part[other_column])


@compiled_with(generator)
def play_parts(
    chance: Stream,
    following: Rows,
    round_over: Flags,
    worth: Cents,
    length: int,
    rounds: int,
    sums: Cents,
    products: Products,
) -> int:
    """Play rounds in parts of `length`, the last one shorter; returns the number of parts."""
    counts = np.zeros(len(following), dtype=np.int64)
    part = np.zeros(len(sums), dtype=np.int64)
    row, played, parts = 0, 0, 0
    while played < rounds:
        now = min(length, rounds - played)
        row, _ = throw_rounds(chance, following, round_over, row, now, counts)
        add_part(counts, worth, part, sums, products)
        played += now
        parts += 1
    return parts


@compiled_with(generator)
def throw_dice(chance: Stream, dice: Flags) -> None:
    """Return the same throws as numbers, for callers that play them differently."""
    for throw in range(len(dice)):
        dice[throw] = generator.below(chance, THROWS)


@compiled_with()
def play_dice(dice: Flags, following: Rows, counts: Counts) -> int:
    """Play these throws; returns the next row."""
    row = 0
    for throw in range(len(dice)):
        cell = row + np.int64(dice[throw])
        counts[cell] += 1
        row = following[cell]
    return row


@compiled_with(generator)
def results_of_rounds(chance: Stream, following: Rows, round_over: Flags, net: Cents, results: Cents) -> None:
    """Return the net result of each round."""
    row = 0
    for place in range(len(results)):
        brought = np.int64(0)
        while True:
            cell = row + generator.below(chance, THROWS)
            brought += net[cell]
            row = following[cell]
            if round_over[cell]:
                break
        results[place] = brought
