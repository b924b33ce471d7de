"""The generator gives its published numbers, and shuffles give every card every place as often."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from chapter47.core.numeric.generator import (
    AT,
    LANES,
    NUMBERS,
    Cards,
    Stream,
    fill,
    shuffle,
    split_mix,
    stream,
)

XOSHIRO_256_PLUS_PLUS = (
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
)
"""From state 1, 2, 3, 4, by the authors' xoshiro256plusplus.c (as the tests of the Rust crate rand_xoshiro list it)."""

SPLIT_MIX_64 = {
    1477776061723855037: (
        1985237415132408290,
        2979275885539914483,
        13511426838097143398,
        8488337342461049707,
        15141737807933549159,
    ),
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
}
"""By splitmix64.c: the first from the tests of rand_xoshiro, the second from Rosetta Code."""


def test_every_lane_gives_the_published_words() -> None:
    chance = stream(0, 0)
    for word in range(4):
        chance[word * LANES : (word + 1) * LANES] = word + 1
    words = np.zeros(LANES * len(XOSHIRO_256_PLUS_PLUS), dtype=np.uint64)
    fill(chance, words, 0, len(words))
    for lane in range(LANES):
        assert tuple(words[lane::LANES].tolist()) == XOSHIRO_256_PLUS_PLUS


@pytest.mark.parametrize("seed", SPLIT_MIX_64)
def test_seeding_uses_the_published_words(seed: int) -> None:
    assert tuple(int(split_mix(seed, number)) for number in range(5)) == SPLIT_MIX_64[seed]


def test_the_states_of_a_seed_are_one_row_of_words() -> None:
    """So no two lanes or blocks of a seed can begin alike, or share a word of their states."""
    start = int(split_mix(7, 0))
    words = [int(word) for block in (0, 1, 2) for word in _states(7, block)]
    assert words == [int(split_mix(start, number)) for number in range(3 * 4 * LANES)]
    assert len(set(words)) == len(words)


def _states(seed: int, block: int) -> list[int]:
    """Lane by lane."""
    return [int(word) for word in stream(seed, block)[: 4 * LANES].reshape(4, LANES).T.ravel()]


def test_a_block_is_the_same_again_and_no_other() -> None:
    def order(seed: int, block: int) -> list[int]:
        cards = np.arange(52, dtype=np.uint8)
        shuffle(stream(seed, block), cards, 0, 52)
        return [int(card) for card in cards]

    assert order(1, 2) == order(1, 2)
    assert len({tuple(order(seed, block)) for seed in range(4) for block in range(4)}) == 16


Shuffle = Callable[[Stream, Cards, int, int], None]


def biased(chance: Stream, cards: Cards, first: int, end: int) -> None:
    """The well-known mistake: every card is exchanged with any other, not with one of those behind it."""
    numbers = np.zeros(LANES * 4, dtype=np.uint64)
    for place in range(first, end):
        if place % len(numbers) == first % len(numbers):
            fill(chance, numbers, 0, len(numbers))
        other = int(numbers[place % len(numbers)]) % len(cards)
        cards[[place, other]] = cards[[other, place]]


def chi_square(mix: Shuffle, cards: int, dealt: int, shoes: int) -> tuple[float, int]:
    """Of card by place, from shoes that are shuffled without being put in order again; and its degrees of freedom."""
    counts: NDArray[np.int64] = np.zeros((dealt, cards), dtype=np.int64)
    chance = stream(2026, 1)
    for _ in range(shoes):
        order = np.arange(cards, dtype=np.uint8)
        mix(chance, order, 0, dealt)
        counts[np.arange(dealt), order[:dealt]] += 1
    expected = shoes / cards
    return float(((counts - expected) ** 2).sum() / expected), dealt * (cards - 1)


def sigmas(statistic: tuple[float, int]) -> float:
    """How far a chi-square lies above its mean."""
    value, freedom = statistic
    return (value - freedom) / math.sqrt(2 * freedom)


@pytest.mark.parametrize(("cards", "dealt"), [(52, 52), (52, 39), (13, 13), (208, 60)])
def test_every_card_comes_to_every_place_as_often(cards: int, dealt: int) -> None:
    assert abs(sigmas(chi_square(shuffle, cards, dealt, 20_000))) < 4


def test_the_same_test_catches_a_biased_shuffle() -> None:
    assert sigmas(chi_square(biased, 52, 52, 20_000)) > 20


def test_pairs_of_places_are_as_likely() -> None:
    """A shoe that goes on from the last order: first card by card that comes next."""
    cards = np.arange(13, dtype=np.uint8)
    counts = np.zeros((13, 13), dtype=np.int64)
    chance = stream(5, 5)
    for _ in range(60_000):
        shuffle(chance, cards, 0, 2)
        counts[cards[0], cards[1]] += 1
    assert np.diag(counts).sum() == 0
    others = counts[~np.eye(13, dtype=bool)]
    expected = 60_000 / len(others)
    assert abs(sigmas((float(((others - expected) ** 2).sum() / expected), len(others) - 1))) < 4


def test_a_shuffle_in_parts_is_the_same_shuffle() -> None:
    whole, parts = np.arange(52, dtype=np.uint8), np.arange(52, dtype=np.uint8)
    shuffle(stream(1, 1), whole, 0, 52)
    chance = stream(1, 1)
    for first in range(0, 52, 13):
        shuffle(chance, parts, first, first + 13)
    assert whole.tolist() == parts.tolist()
    assert sorted(whole.tolist()) == list(range(52))


def test_numbers_that_would_be_too_likely_are_drawn_again() -> None:
    """Below 3, number 0 has one product more than the others: 2^16 is 3·21845 + 1. That one is refused."""
    chance = stream(1, 1)
    shuffle(chance, np.arange(2, dtype=np.uint8), 0, 1)
    chance[AT + LANES] = np.uint64(0) | np.uint64(40000 << 16)  # in front of the pool: one refused, one taken
    chance[AT] = 0
    cards = np.arange(3, dtype=np.uint8)
    shuffle(chance, cards, 0, 1)
    assert int(chance[AT]) == 2
    assert cards.tolist() == [1, 0, 2]
    assert int(chance[AT]) < NUMBERS
