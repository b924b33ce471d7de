"""All hands of a split pair together.

Two hands are exact. Three and four are put together from the exact tables of every two of them, given the dealer's
outcome: of all joint chances with those tables the one that assumes nothing more (by proportional fitting). Mean and
variance of the round need no more than the tables of two, so they are exact too; what is left out is how three hands go
together beyond how every two of them do."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import comb, isqrt
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import OUTCOMES, Floats
from chapter47.blackjack.analysis.exact.exchange import SplitEnding, endings, pair_chances
from chapter47.blackjack.analysis.exact.net_results import grid_of_nets
from chapter47.blackjack.analysis.split.kernels import OTHER_VALUE, fit
from chapter47.blackjack.analysis.split.one_hand import SplitPairHands
from chapter47.blackjack.analysis.split.two_hands import TwoHands

MOST_FITS: Final = 2000
CLOSE: Final = 1e-15
EARLY, LATE = slice(0, OUTCOMES), slice(OUTCOMES, None)


class Moments(NamedTuple):
    """Chance, mean and mean square of the sum of all hands, from the tables of two: exact."""

    chance: float
    mean: float
    square: float

    def times(self, frequency: float) -> "Moments":
        return Moments(*(frequency * moment for moment in self))

    def plus(self, added: "Moments", *, besides: float) -> "Moments":
        """With those of further rounds, in which `besides` was won beside the hands."""
        square = added.square + 2.0 * besides * added.mean + besides**2 * added.chance
        return Moments(
            self.chance + added.chance, self.mean + added.mean + besides * added.chance, self.square + square
        )


NOTHING: Final = Moments(0.0, 0.0, 0.0)


class JointResults(NamedTuple):
    """The results of all hands of a round in the order of the hands, and how often they come up together."""

    ending: SplitEnding
    orders: int
    """In how many orders a pair ends so."""
    results: list[float]
    chances: Floats
    """One axis for each hand."""
    moments: Moments
    late_chances: Floats
    """The same where the dealer has a blackjack, as far as that is told."""
    late_moments: Moments
    suits_error: float
    """What the mean square can be wrong by, because suits of different hands are taken as independent."""


class SplitHand(NamedTuple):
    """A hand of an ending: whether it holds the wager made before the deal, and whether it drew another card."""

    first: bool
    has_other_card: bool


def split_rounds(hands: SplitPairHands, view: int) -> Iterator[JointResults]:
    """Given that this pair is dealt and split, without the dealer's blackjacks."""
    two, prepared, pair = TwoHands(hands, view), hands.prepared, hands.pair
    up = prepared.deal.view_cards[view : view + 1]
    chance = pair_chances(prepared.deal.shoe, up, prepared.deal.view_size, pair, prepared.most_hands[pair])[:, 0]
    for ending, orders in endings(prepared.most_hands[pair]).items():
        chance_of_splits = orders * float(np.prod(chance[1 : ending.hands - 1]))
        if chance_of_splits > 0.0:
            yield _joint_results(two, chance, ending, orders, chance_of_splits)


def hands_held(ending: SplitEnding) -> list[SplitHand]:
    return [SplitHand(place == 0, place < ending.with_other_card) for place in range(ending.hands)]


def _joint_results(
    two: TwoHands, chance: Floats, ending: SplitEnding, orders: int, chance_of_splits: float
) -> JointResults:
    """The hand at the dealer's left is the first to draw another card."""
    hands = hands_held(ending)
    table_of: dict[tuple[SplitHand, SplitHand], Floats] = {}
    tables = {}
    for first, second in combinations(range(len(hands)), 2):
        key = (hands[first], hands[second])
        if key not in table_of:
            table_of[key] = _table_of_two(two, chance, ending, *key)
        tables[first, second] = table_of[key]
    joint, nets = chance_of_splits * fitted(len(hands), tables), np.array(two.results)
    frequency, late = joint[:OUTCOMES].sum(axis=0), joint[OUTCOMES:].sum(axis=0)
    moments = [moments_of(nets, [table[part].sum(axis=0) for table in tables.values()]) for part in (EARLY, LATE)]
    counted = (frequency, moments[0].times(chance_of_splits), late, moments[1].times(chance_of_splits))
    pairs = ending.hands * (ending.hands - 1)
    return JointResults(
        ending, orders, two.results, *counted, chance_of_splits * pairs * two.suits_error(ending.hands - 2)
    )


def moments_on(by_net: Floats) -> Moments:
    """Of net results on the grid."""
    return Moments(float(by_net.sum()), float(by_net @ grid_of_nets()), float(by_net @ grid_of_nets() ** 2))


def moments_of(nets: Floats, tables: list[Floats]) -> Moments:
    """Every two hands have a table; every hand is in one less of them than there are hands."""
    hands = (1 + isqrt(1 + 8 * len(tables))) // 2
    mean = sum(float(nets @ table.sum(axis=1) + nets @ table.sum(axis=0)) for table in tables) / (hands - 1)
    own = sum(float(nets**2 @ table.sum(axis=1) + nets**2 @ table.sum(axis=0)) for table in tables) / (hands - 1)
    products = sum(float(nets @ table @ nets) for table in tables)
    return Moments(float(tables[0].sum()), mean, own + 2.0 * products)


def _table_of_two(two: TwoHands, chance: Floats, ending: SplitEnding, hand: SplitHand, other_hand: SplitHand) -> Floats:
    by_second_card = less_pair_cards(partial(two.tables, first=hand.first), chance, ending, hand, other_hand)
    by_results = by_second_card[:, OTHER_VALUE] if hand.has_other_card else by_second_card.sum(axis=1)
    return np.maximum(by_results[:, :, OTHER_VALUE] if other_hand.has_other_card else by_results.sum(axis=2), 0.0)


def less_pair_cards(value: Callable[[int], Floats], chance: Floats, ending: SplitEnding, *hands: SplitHand) -> Floats:
    """What is known of some hands of an ending, by the pair cards gone besides their own.

    That the other hands with another card drew no card of the pair is taken into account by subtracting the case that
    they did."""
    others = ending.with_other_card - sum(hand.has_other_card for hand in hands)
    begin = ending.hands - 1
    total: Floats | float = 0.0
    for gone in range(others + 1):
        weight = comb(others, gone) * float(np.prod(chance[begin : begin + gone])) * (-1.0 if gone % 2 else 1.0)
        if weight:
            total = total + weight * value(ending.hands - len(hands) + gone)
    assert not isinstance(total, float)
    return total


def fitted(hands: int, tables: dict[tuple[int, int], Floats], begin: Floats | None = None) -> Floats:
    """The joint chances of all hands whose tables of two are these; the first axis is the dealer's outcome.

    Of all such chances those that are nearest to those at the beginning, or that assume nothing more."""
    first = next(iter(tables.values()))
    if hands == 2:
        return first
    size = first.shape[-1]
    joint = np.ones((len(first), size**hands)) if begin is None else begin.reshape(len(first), -1).copy()
    results = np.indices([size] * hands).reshape(hands, -1)
    places = np.array([size * results[first_hand] + results[second_hand] for first_hand, second_hand in tables])
    wanted = np.array([table.reshape(len(table), -1) for table in tables.values()])
    fit(wanted, places, joint, MOST_FITS, CLOSE)
    return joint.reshape(len(joint), *[size] * hands)
