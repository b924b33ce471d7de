"""Chance is an input: an order for these cards, a pair of dice, one of these by weight.

A seed, the system's randomness, a script and an enumerator answer here; a person or a machine may do so elsewhere."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random, SystemRandom
from typing import Final, Protocol, Self, TypeVar

from chapter47.core.cards import DECK
from chapter47.core.loose_types import OfItsType

T = TypeVar("T")
Dice = tuple[int, int]
FACES: Final = 6
_SEED_BITS: Final = 40


class Chance(Protocol):
    """Whatever a table leaves to chance."""

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        """The same cards as a shuffle leaves them."""

    def dice(self) -> Dice:
        """A throw of two dice."""

    def by_weight(self, weights: Mapping[int, int]) -> int:
        """One of these numbers, each as often as its weight is in the sum of all."""


class ScriptEndedError(Exception):
    """A script of chance does not tell what is asked of it."""


def fresh_seed() -> int:
    """A seed that nobody could guess."""
    return SystemRandom().getrandbits(_SEED_BITS)


def at_place(weights: Mapping[int, int], place: int) -> int:
    """The number in whose share of the sum of all weights the place lies, the smallest number first."""
    for number, weight in sorted(weights.items()):
        if place < weight:
            return number
        place -= weight
    raise ValueError(f"{place} lies beyond the sum of the weights")


class FromGenerator:
    """Answers from a generator, whose own draws below a limit have no modulo bias."""

    def __init__(self, generator: Random) -> None:
        self.generator = generator

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        mixed = list(cards)
        self.generator.shuffle(mixed)
        return tuple(mixed)

    def dice(self) -> Dice:
        return self.generator.randrange(FACES) + 1, self.generator.randrange(FACES) + 1

    def by_weight(self, weights: Mapping[int, int]) -> int:
        return at_place(weights, self.generator.randrange(sum(weights.values())))


class SystemRandomness(FromGenerator):
    """From the operating system: nobody can foretell it, and nothing brings it back."""

    def __init__(self) -> None:
        super().__init__(SystemRandom())


class Seeded(FromGenerator):
    """From a seed: the same one answers the same questions in the same way, so that a log can be dealt again."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))

    def by_weight(self, weights: Mapping[int, int]) -> int:
        """By the rank of an order of a deck: another draw would change what logs with a seed tell from there on."""
        rank, rest = 0, list(DECK)
        for card in self.order(DECK):
            rank = rank * len(rest) + rest.index(card)
            rest.remove(card)
        return at_place(weights, rank % sum(weights.values()))

    def stored(self) -> str:
        """How far it has come, for `opened`."""
        return json.dumps(self.generator.getstate())

    @classmethod
    def opened(cls, stored: str) -> Self:
        chance = cls(0)
        version, words, gauss = json.loads(stored)
        chance.generator.setstate((version, tuple(words), gauss))
        return chance


def as_they_lie(cards: tuple[T, ...]) -> tuple[T, ...]:
    return cards


class Scripted:
    """Answers that were told before: how every stack is ordered, which dice fall, which numbers come."""

    def __init__(
        self,
        *,
        order: Callable[[tuple[OfItsType, ...]], tuple[OfItsType, ...]] = as_they_lie,
        dice: Iterable[Dice] = (),
        numbers: Iterable[int] = (),
    ) -> None:
        self._order, self._dice, self._numbers = order, iter(dice), iter(numbers)

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        return self._order(cards)

    def dice(self) -> Dice:
        return _told(self._dice, "another throw of the dice")

    def by_weight(self, weights: Mapping[int, int]) -> int:
        number = _told(self._numbers, "another number")
        if number not in weights:
            raise ScriptEndedError(f"{number} is none of {', '.join(map(str, sorted(weights)))}")
        return number


def _told(answers: Iterator[T], what: str) -> T:
    for answer in answers:
        return answer
    raise ScriptEndedError(f"the script does not tell {what}")


# Every outcome -----------------------------------------------------------------------------------------------------


class _Path:
    """One way through everything that chance can do: told at first, then the first of all that is possible."""

    def __init__(self, told: Sequence[int]) -> None:
        self.told = told
        self.taken: list[int] = []
        self.possible: list[int] = []
        self.probability = Fraction(1)

    def _pick(self, weights: Sequence[int]) -> int:
        place = len(self.taken)
        picked = self.told[place] if place < len(self.told) else 0
        self.taken.append(picked)
        self.possible.append(len(weights))
        self.probability *= Fraction(weights[picked], sum(weights))
        return picked

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        rest, ordered = list(cards), []
        while rest:
            kinds = list(dict.fromkeys(rest))
            picked = kinds[self._pick([rest.count(kind) for kind in kinds])]
            rest.remove(picked)
            ordered.append(picked)
        return tuple(ordered)

    def dice(self) -> Dice:
        return self._pick((1,) * FACES) + 1, self._pick((1,) * FACES) + 1

    def by_weight(self, weights: Mapping[int, int]) -> int:
        numbers = sorted(number for number, weight in weights.items() if weight)
        return numbers[self._pick([weights[number] for number in numbers])]

    def next(self) -> list[int] | None:
        """The way after this one: another turn at the last place that has one left."""
        for place in reversed(range(len(self.taken))):
            if self.taken[place] + 1 < self.possible[place]:
                return [*self.taken[:place], self.taken[place] + 1]
        return None


def every_outcome(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """What `play` gives for everything that chance can answer, with its probability; they add up to one."""
    told: list[int] | None = []
    while told is not None:
        path = _Path(told)
        result = play(path)
        yield path.probability, result
        told = path.next()
