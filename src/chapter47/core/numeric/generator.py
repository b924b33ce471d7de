"""Random numbers for the simulator: xoshiro256++ in 32 lanes, unbiased bounded numbers, and shuffles.

The generator is xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47,
2021); 32 of them run in parallel, so that the processor works on several at once, and their words are dealt in turn.

A stream belongs to a seed and a block number. Its 32 states are words 128·block to 128·block + 127 of SplitMix64
(Steele, Lea and Flood, OOPSLA 2014), started from the seed's own first SplitMix64 word, as the authors of xoshiro
recommend. SplitMix64 visits all 2^64 words once, so for one seed no state word ever occurs in two lanes or blocks. Each
lane is a random place on a cycle of 2^256 - 1 words: the probability that any two of n lanes overlap within m words is
below n²·m / 2^256; for 2^40 blocks of 2^40 words that is 2^-126.

A number below a bound comes from sixteen bits by multiplication (Lemire, ACM TOMACS 29, 2019): r·bound / 2^16, where
products whose low half is below 2^16 mod bound are drawn again. So all numbers are exactly equally likely."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled, compiled_with

Stream = NDArray[np.uint64]
"""A position in the sequence of one seed and block: the lanes' states, how much of the pool is used, and the pool. One
array, because compiled code counts references to each array of a record at every call."""
Words = NDArray[np.uint64]
Cards = NDArray[np.uint8]

LANES: Final = 32
STATE: Final = 4 * LANES
"""The first state word of every lane, then the second ones, and so on."""
AT: Final = STATE
POOL: Final = AT + LANES
"""Position of the first word of the pool."""
WORDS: Final = 32 * LANES
NUMBERS: Final = 4 * WORDS
"""Each word yields four 16-bit numbers, low bits first."""
STREAM_SIZE: Final = POOL + WORDS
LARGEST: Final = 1 << 16

_U = np.uint64
_GOLDEN: Final = _U(0x9E3779B97F4A7C15)
_FIRST, _SECOND = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)


@compiled
def split_mix(start: int | np.uint64, number: int) -> np.uint64:
    """Return word number `n`, from 0, of SplitMix64 started at `start`."""
    z = _U(start) + (_U(number) + _U(1)) * _GOLDEN
    z = (z ^ (z >> _U(30))) * _FIRST
    z = (z ^ (z >> _U(27))) * _SECOND
    return z ^ (z >> _U(31))


@compiled
def stream(seed: int, block: int) -> Stream:
    """Create the stream of a block; `seed` counts modulo 2^64, `block` modulo 2^57."""
    chance = np.zeros(STREAM_SIZE, dtype=np.uint64)
    start = split_mix(seed, 0)
    for lane in range(LANES):
        for word in range(4):
            chance[word * LANES + lane] = split_mix(start, (block * LANES + lane) * 4 + word)
    chance[AT] = NUMBERS
    return chance


@compiled
def fill(chance: Stream, words: Words, first: int, end: int) -> None:
    """Generate the next words of all lanes in turn, from place `first` to `end`, a multiple of the number of lanes."""
    for begin in range(first, end, LANES):
        for lane in range(LANES):
            a, b, c, d = chance[lane], chance[LANES + lane], chance[2 * LANES + lane], chance[3 * LANES + lane]
            mixed = a + d
            words[begin + lane] = ((mixed << _U(23)) | (mixed >> _U(41))) + a
            shifted = b << _U(17)
            c ^= a
            d ^= b
            chance[LANES + lane] = b ^ c
            chance[lane] = a ^ d
            chance[2 * LANES + lane] = c ^ shifted
            chance[3 * LANES + lane] = (d << _U(45)) | (d >> _U(19))


@compiled
def below(chance: Stream, bound: int) -> np.int64:
    """Draw a number below `bound`, at most 2^16, all equally likely."""
    least = _U(LARGEST) % _U(bound)
    while True:
        at = chance[AT]
        if at == NUMBERS:
            fill(chance, chance, POOL, POOL + WORDS)
            at = _U(0)
        chance[AT] = at + _U(1)
        number = (chance[_U(POOL) + (at >> _U(2))] >> ((at & _U(3)) << _U(4))) & _U(0xFFFF)
        product = number * _U(bound)
        if product & _U(0xFFFF) >= least:
            return np.int64(product >> _U(16))


AT_A_TIME: Final = 8
"""Number of cards shuffled at a time without a branch."""
_SMALL: Final = np.uint32(0xFFFF)


@compiled_with(**CALLED_BY_KERNELS, forceinline=True)
def shuffle_some(chance: Stream, cards: Cards, first: int) -> bool:
    """Shuffle the next few cards, or do nothing if the pool runs out or a number must be drawn again."""
    at = np.int64(chance[AT])
    if at + AT_A_TIME > NUMBERS:
        return False
    numbers, begin, bound = chance.view(np.uint16), 4 * POOL + at, np.uint32(len(cards) - first)
    again = np.uint32(0)
    for card in range(AT_A_TIME):
        left = bound - np.uint32(card)
        product = np.uint32(numbers[_U(begin + card)]) * left
        again |= np.uint32((product & _SMALL) < left)
    if again:
        return False
    for card in range(AT_A_TIME):
        product = np.uint32(numbers[_U(begin + card)]) * (bound - np.uint32(card))
        here = _U(first + card)
        there = here + _U(product >> np.uint32(16))
        cards[here], cards[there] = cards[there], cards[here]
    chance[AT] = _U(at + AT_A_TIME)
    return True


@compiled_with(**CALLED_BY_KERNELS)
def _shuffle_one_by_one(chance: Stream, cards: Cards, first: int, end: int) -> None:
    at = chance[AT]
    for place in range(first, end):
        bound = _U(len(cards) - place)
        least = _U(0)
        while True:
            if at == NUMBERS:
                fill(chance, chance, POOL, POOL + WORDS)
                at = _U(0)
            number = (chance[_U(POOL) + (at >> _U(2))] >> ((at & _U(3)) << _U(4))) & _U(0xFFFF)
            at += _U(1)
            product = number * bound
            low = product & _U(0xFFFF)
            if low < bound:
                least = _U(LARGEST) % bound
            if low >= least:
                break
        taken = _U(place) + (product >> _U(16))
        card = cards[taken]
        cards[taken] = cards[place]
        cards[place] = card
    chance[AT] = at


@compiled
def shuffle(chance: Stream, cards: Cards, first: int, end: int) -> None:
    """Put random cards in positions `first` to `end` - 1, each drawn from that position or a later one (Fisher-Yates).
    The cards before `end` are then in random order, whatever order they were in. So only cards that are dealt need
    shuffling: the shuffle can continue from `end` later, and starts again at 0 for the next shoe."""
    place = first
    while place < end:
        if place + AT_A_TIME <= end and shuffle_some(chance, cards, place):
            place += AT_A_TIME
        else:
            behind = min(place + AT_A_TIME, end)
            _shuffle_one_by_one(chance, cards, place, behind)
            place = behind
