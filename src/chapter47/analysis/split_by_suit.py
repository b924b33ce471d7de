"""A split pair whose cards are followed one by one, suit by suit; all else is as in `splits`."""

from collections.abc import Callable, Hashable
from functools import partial
from math import comb, prod
from typing import Final, NamedTuple, Protocol

SUITS: Final = 4

Gone = tuple[int, ...]
"""How many cards of the pair's value are gone, by suit."""


class BySuit(Protocol):
    """What the hands of a pair are worth by suit; `more` cards of the pair are gone besides a hand's own."""

    @property
    def most(self) -> int:
        """How many hands the pair can become."""

    @property
    def chance(self) -> list[float]:
        """Of one more card of the pair, by the number of them gone."""

    def suits(self, gone: Gone) -> list[tuple[int, int]]:
        """The suits that such a card can have; of suits that are alike the first stands for so many."""

    def share(self, suit: int, gone: Gone) -> float:
        """How likely such a card is of this suit."""

    def plain(self, suit: int, more: int) -> float:
        """A hand that draws another value."""

    def kept(self, first: int, second: int, more: int, gone: Gone) -> float:
        """A pair that is played as it is."""

    def kind(self, first: int, second: int) -> Hashable:
        """Which pairs are split goes by this."""


class _Hands(NamedTuple):
    """Split hands on their way: those that wait for a second card, those that drew another value, pairs kept."""

    waiting: tuple[int, ...]
    gone: Gone
    number: int = 2
    plain: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()


def split_worth(values: BySuit, splits: frozenset[Hashable], suits: tuple[int, int]) -> float:
    """What a pair of these suits is worth split, where pairs of these kinds are split again and others are not."""
    gone = tuple(suits.count(suit) for suit in range(SUITS))
    return _go_on(values, splits, _Hands(suits, gone))


def one_more(gone: Gone, suit: int) -> Gone:
    return (*gone[:suit], gone[suit] + 1, *gone[suit + 1 :])


def _go_on(values: BySuit, splits: frozenset[Hashable], hands: _Hands) -> float:
    if not hands.waiting or hands.number == values.most:
        return _worth(values, hands)
    first, *others = hands.waiting
    rest = tuple(others)
    found = _go_on(values, splits, hands._replace(waiting=rest, plain=(*hands.plain, first)))
    for suit, copies in values.suits(hands.gone):
        share = copies * values.share(suit, hands.gone)
        if share == 0.0:
            continue
        after = hands._replace(gone=one_more(hands.gone, suit))
        if values.kind(first, suit) in splits:
            after = after._replace(waiting=(first, suit, *rest), number=hands.number + 1)
        else:
            after = after._replace(waiting=rest, pairs=(*hands.pairs, (first, suit)))
        found += share * _go_on(values, splits, after)
    return found


def _worth(values: BySuit, hands: _Hands) -> float:
    """All hands of one ending, weighed by the chance of the pair's cards in it."""
    others = sum(hands.gone) - 1
    plain = len(hands.plain)
    found = 0.0
    for suit in hands.plain:
        found += _weighed(values, others, plain - 1, partial(values.plain, suit))
    for first, second in hands.pairs:
        found += _weighed(values, others, plain, partial(_kept, values, first, second, hands.gone))
    for suit in hands.waiting:
        found += _weighed(values, others, plain, partial(any_card, values, suit, gone=hands.gone))
    return found


def _kept(values: BySuit, first: int, second: int, gone: Gone, more: int) -> float:
    """Of the cards besides its first one a pair holds one itself."""
    return values.kept(first, second, more - 1, gone)


def any_card(values: BySuit, first: int, more: int, gone: Gone) -> float:
    """A hand that may not be split again and gets any second card."""
    pairs = (
        copies * values.share(suit, gone) * values.kept(first, suit, more, one_more(gone, suit))
        for suit, copies in values.suits(gone)
    )
    return values.plain(first, more) + values.chance[more] * sum(pairs)


def _weighed(values: BySuit, others: int, plain: int, worth: Callable[[int], float]) -> float:
    """A hand's value where so many `others` of the pair's cards are out and so many other hands drew none."""
    return sum(
        (-1.0) ** gone * comb(plain, gone) * prod(values.chance[1 : others + gone]) * worth(others + gone)
        for gone in range(plain + 1)
    )
