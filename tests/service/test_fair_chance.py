"""Orders and throws are as chance would have them: each place, pair and run as often as it should be.

The streams are fixed, so a test fails only when the code has changed; planted biases show that it would."""

from collections.abc import Callable, Iterator
from itertools import count
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from chapter47.core.cards import DECK
from chapter47.service.chance import CommittedChance, Draw

SHUFFLES: Final = 10_000
ROLLS: Final = 100_000
IN_SOAK: Final = 1_000_000
SMALL: Final = DECK[:13]
SEED: Final = "47" * 32
SIGMAS: Final = 4.0
"""A fixed stream that strays farther than this is not taken for chance."""
Numbers = NDArray[np.int64]
Shuffle = Callable[[int], tuple[Any, ...]]


def strays(counts: NDArray[Any], freedom: int) -> bool:
    """Chi-square of counts that should be equal, as a normal figure by Wilson and Hilferty's cube root."""
    expected = counts.sum() / counts.size
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    part = 2 / (9 * freedom)
    return bool(((chi_square / freedom) ** (1 / 3) - (1 - part)) / sqrt(part) > SIGMAS)


def problems_of_orders(shuffle: Shuffle, times: int = SHUFFLES) -> list[str]:
    numbers = {card: number for number, card in enumerate(SMALL)}
    orders: Numbers = np.array([[numbers[card] for card in shuffle(number)] for number in range(times)])
    size = len(SMALL)
    at = np.zeros((size, size))
    after = np.zeros((size, size))
    for place in range(size):
        at[place] = np.bincount(orders[:, place], minlength=size)
    for place in range(size - 1):
        np.add.at(after, (orders[:, place], orders[:, place + 1]), 1)
    problems = []
    if strays(at, (size - 1) ** 2):
        problems.append("places")
    if strays(after[~np.eye(size, dtype=bool)], size * (size - 2)):
        problems.append("neighbours")
    return problems + problems_of_a_row(orders[:, 0], "first cards")


def problems_of_rolls(rolls: Numbers) -> list[str]:
    problems = []
    pairs = np.bincount((rolls[:, 0] - 1) * 6 + rolls[:, 1] - 1, minlength=36)
    if strays(pairs, 35):
        problems.append("pairs")
    faces = rolls.ravel()
    if strays(np.bincount(faces, minlength=7)[1:], 5):
        problems.append("faces")
    return problems + problems_of_a_row(faces, "faces")


def problems_of_a_row(row: Numbers, what: str) -> list[str]:
    """Runs above and below the middle, and how each number goes with the next."""
    problems = []
    above = row > np.median(row) - 0.5
    ups, downs = int(above.sum()), int((~above).sum())
    runs = 1 + int((above[1:] != above[:-1]).sum())
    mean = 1 + 2 * ups * downs / (ups + downs)
    spread = sqrt((mean - 1) * (mean - 2) / (ups + downs - 1))
    if abs(runs - mean) > SIGMAS * spread:
        problems.append(f"runs of {what}")
    together = float(np.corrcoef(row[1:], row[:-1])[0, 1])
    if abs(together) > SIGMAS / sqrt(row.size):
        problems.append(f"{what} one after another")
    return problems


def ids() -> Callable[[], str]:
    return map(str, count()).__next__


def of_the_house() -> Shuffle:
    chance = CommittedChance(ids(), randomness=Random(47))

    def shuffle(number: int) -> tuple[Any, ...]:
        del number
        mixed = chance.order(SMALL)
        chance.open_done(None)
        chance.take_secrets()
        return mixed

    return shuffle


def of_a_seed(number: int) -> tuple[Any, ...]:
    return Draw(SEED, number).order(SMALL)


def throws(times: int) -> Numbers:
    chance = CommittedChance(ids(), randomness=Random(47))
    return np.array([chance.dice() for _ in range(times)])


def test_orders_of_the_house_are_fair() -> None:
    assert problems_of_orders(of_the_house()) == []


def test_orders_from_a_seed_are_fair() -> None:
    assert problems_of_orders(of_a_seed) == []


def test_throws_are_fair() -> None:
    assert problems_of_rolls(throws(ROLLS)) == []


@pytest.mark.soak
def test_a_million_throws_are_fair() -> None:
    assert problems_of_rolls(throws(IN_SOAK)) == []


@pytest.mark.soak
@pytest.mark.parametrize("source", ["house", "seed"])
def test_a_million_orders_are_fair(source: str) -> None:
    assert problems_of_orders(of_the_house() if source == "house" else of_a_seed, IN_SOAK) == []


# Planted biases ------------------------------------------------------------------------------------------------------


def naive(random: Random) -> Shuffle:
    """Each card changes places with any other."""

    def shuffle(number: int) -> tuple[Any, ...]:
        del number
        mixed = list(SMALL)
        for place in range(len(mixed)):
            other = random.randrange(len(mixed))
            mixed[place], mixed[other] = mixed[other], mixed[place]
        return tuple(mixed)

    return shuffle


def modulo(random: Random) -> Shuffle:
    """Numbers of six bits, brought below the limit by what is left over."""

    def shuffle(number: int) -> tuple[Any, ...]:
        del number
        mixed = list(SMALL)
        for place in range(len(mixed) - 1, 0, -1):
            other = random.getrandbits(6) % (place + 1)
            mixed[place], mixed[other] = mixed[other], mixed[place]
        return tuple(mixed)

    return shuffle


def not_quite(random: Random) -> Shuffle:
    """A good shuffle in which one time in twenty the first card is the one that came first before."""
    fair = of_the_house()
    last = list(SMALL)

    def shuffle(number: int) -> tuple[Any, ...]:
        nonlocal last
        mixed = list(fair(number))
        if random.randrange(20) == 0:
            mixed.remove(last[0])
            mixed.insert(0, last[0])
        last = mixed
        return tuple(mixed)

    return shuffle


@pytest.mark.parametrize(
    ("planted", "shown"), [(naive, "places"), (modulo, "places"), (not_quite, "first cards one after another")]
)
def test_a_bad_shuffle_is_caught(planted: Callable[[Random], Shuffle], shown: str) -> None:
    assert shown in problems_of_orders(planted(Random(47)))


def loaded(random: Random) -> Iterator[int]:
    """Shows six a little more often: 105 times where the others show 100."""
    while True:
        yield min(random.randrange(605) // 100, 5) + 1


def sticky(random: Random) -> Iterator[int]:
    """Shows one time in fifty what it showed before."""
    face = 1
    while True:
        face = face if random.randrange(50) == 0 else random.randrange(6) + 1
        yield face


def by_seven_bits(random: Random) -> Iterator[int]:
    """The rest of seven bits: one and two come 22 times in 128, the others 21 times."""
    while True:
        yield random.getrandbits(7) % 6 + 1


@pytest.mark.parametrize(
    ("planted", "shown"), [(loaded, "faces"), (by_seven_bits, "faces"), (sticky, "faces one after another")]
)
def test_bad_dice_are_caught(planted: Callable[[Random], Iterator[int]], shown: str) -> None:
    faces = planted(Random(47))
    rolls = np.array([(next(faces), next(faces)) for _ in range(ROLLS)])
    assert shown in problems_of_rolls(rolls)
