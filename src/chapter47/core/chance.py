"""Chance as an input: an order of cards, a pair of dice, a number by weight.

A seed, the operating system, a script and an enumerator provide it here; a person or a machine may do so elsewhere."""

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
    """Everything a table leaves to chance."""

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        """Return the same cards in shuffled order."""

    def dice(self) -> Dice:
        """Throw two dice."""

    def by_weight(self, weights: Mapping[int, int]) -> int:
        """Pick one of these numbers with probability proportional to its weight."""


class ScriptEndedError(Exception):
    """A script does not supply the chance that is needed."""


def fresh_seed() -> int:
    """Return an unpredictable seed."""
    return SystemRandom().getrandbits(_SEED_BITS)


def at_place(weights: Mapping[int, int], place: int) -> int:
    """Return the number whose share of the total weight contains the place, counting from the smallest number."""
    for number, weight in sorted(weights.items()):
        if place < weight:
            return number
        place -= weight
    raise ValueError(f"{place} is beyond the sum of the weights")


class FromGenerator:
    """Draws from a generator, whose bounded draws have no modulo bias."""

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
    """Draws from the operating system: unpredictable and not repeatable."""

    def __init__(self) -> None:
        super().__init__(SystemRandom())


class Seeded(FromGenerator):
    """Draws from a seed: the same seed gives the same results, so that a log can be dealt again."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))

    def by_weight(self, weights: Mapping[int, int]) -> int:
        """Pick by the rank of a shuffled deck; another method would change the results of existing seeds."""
        rank, rest = 0, list(DECK)
        for card in self.order(DECK):
            rank = rank * len(rest) + rest.index(card)
            rest.remove(card)
        return at_place(weights, rank % sum(weights.values()))

    def stored(self) -> str:
        """Return its position, for `opened`."""
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
    """Scripted results: the order of each stack, the dice, the numbers."""

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
        return _next_answer(self._dice, "another throw of the dice")

    def by_weight(self, weights: Mapping[int, int]) -> int:
        number = _next_answer(self._numbers, "another number")
        if number not in weights:
            raise ScriptEndedError(f"{number} is not one of {', '.join(map(str, sorted(weights)))}")
        return number


def _next_answer(answers: Iterator[T], what: str) -> T:
    for answer in answers:
        return answer
    raise ScriptEndedError(f"the script does not supply {what}")


# Every outcome -----------------------------------------------------------------------------------------------------


class _Path:
    """One path through all outcomes of chance: a given prefix, then always the first possibility."""

    def __init__(self, choices: Sequence[int]) -> None:
        self.choices = choices
        self.taken: list[int] = []
        self.possible: list[int] = []
        self.probability = Fraction(1)

    def _pick(self, weights: Sequence[int]) -> int:
        place = len(self.taken)
        picked = self.choices[place] if place < len(self.choices) else 0
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
        """Return the next path: the next possibility at the last place that has one left."""
        for place in reversed(range(len(self.taken))):
            if self.taken[place] + 1 < self.possible[place]:
                return [*self.taken[:place], self.taken[place] + 1]
        return None


def every_outcome(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield what `play` returns for every outcome of chance, with its probability; they add up to one."""
    choices: list[int] | None = []
    while choices is not None:
        path = _Path(choices)
        result = play(path)
        yield path.probability, result
        choices = path.next()
