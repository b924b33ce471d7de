"""All hands of a split pair together.

Two hands are exact. Three and four are put together from the exact tables of every two of them, given the dealer's
outcome: of all joint chances with those tables the one that assumes nothing more (by proportional fitting). Mean and
variance of the round need no more than the tables of two, so they are exact too; what is left out is how three hands go
together beyond how every two of them do."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np

from chapter47.analysis.arrays import Plan
from chapter47.analysis.dealer import Floats
from chapter47.analysis.pair_kernels import fit
from chapter47.analysis.split_pairs import OTHER, TwoHands
from chapter47.analysis.splits import Ending, endings, pair_chances
from chapter47.analysis.study import Study

MOST_FITS: Final = 2000
CLOSE: Final = 1e-15


class Together(NamedTuple):
    """The results of all hands of a round in the order of the hands, and how often they come up together."""

    results: list[float]
    often: Floats
    """One axis for each hand."""


class Held(NamedTuple):
    """A hand of an ending: whether it holds the wager made before the deal, and whether it drew no pair card."""

    first: bool
    plain: bool


def split_rounds(where: Study, plan: Plan, pair: int, view: int) -> Iterator[Together]:
    """Given that this pair is dealt and split, without the dealer's blackjacks."""
    two = TwoHands(where, plan, pair, view)
    up = where.deal.view_cards[view : view + 1]
    chance = pair_chances(where.deal.shoe, up, where.deal.view_size, pair, where.most[pair])[:, 0]
    for ending, orders in endings(where.most[pair]).items():
        path = orders * float(np.prod(chance[1 : ending.hands - 1]))
        if path > 0.0:
            yield Together(two.results, path * _ending(two, chance, ending))


def _ending(two: TwoHands, chance: Floats, ending: Ending) -> Floats:
    """The hand at the dealer's left is the first to draw another card."""
    hands = [Held(place == 0, place < ending.plain) for place in range(ending.hands)]
    known: dict[tuple[Held, Held], Floats] = {}
    tables = {}
    for one, other in combinations(range(len(hands)), 2):
        key = (hands[one], hands[other])
        if key not in known:
            known[key] = _two_of(two, chance, ending, *key)
        tables[one, other] = known[key]
    found: Floats = fitted(len(hands), tables).sum(axis=0)
    return found


def _two_of(two: TwoHands, chance: Floats, ending: Ending, one: Held, other: Held) -> Floats:
    """That the further plain hands drew no pair card is taken into account by subtracting the case that they did."""
    others = ending.plain - one.plain - other.plain
    begin = ending.hands - 1
    found: Floats | float = 0.0
    for gone in range(others + 1):
        weight = comb(others, gone) * float(np.prod(chance[begin : begin + gone])) * (-1.0 if gone % 2 else 1.0)
        if weight:
            found = found + weight * two.tables(ending.hands - 2 + gone, first=one.first)
    assert not isinstance(found, float)
    by_results = found[:, OTHER] if one.plain else found.sum(axis=1)
    return np.maximum(by_results[:, :, OTHER] if other.plain else by_results.sum(axis=2), 0.0)


def fitted(hands: int, tables: dict[tuple[int, int], Floats]) -> Floats:
    """The joint chances of all hands whose tables of two are these; the first axis is the dealer's outcome."""
    if hands == 2:
        return tables[0, 1]
    size = tables[0, 1].shape[-1]
    found = np.ones((len(tables[0, 1]), size**hands))
    results = np.indices([size] * hands).reshape(hands, -1)
    places = np.array([size * results[one] + results[other] for one, other in tables])
    wanted = np.array([table.reshape(len(table), -1) for table in tables.values()])
    fit(wanted, places, found, MOST_FITS, CLOSE)
    return found.reshape(len(found), *[size] * hands)
