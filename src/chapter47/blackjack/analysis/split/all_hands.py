"""All hands of a split pair together.

Two hands are exact. Three and four are composed from the exact tables of every two of them, given the dealer's outcome:
of all joint distributions with those tables, the one that assumes nothing more (by proportional fitting). Mean and
variance of the round need only the tables of two, so they are exact too; what is ignored is any dependence of three
hands beyond that of every two."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import combinations
from math import comb, isqrt
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats
from chapter47.blackjack.analysis.exact.dealer import OUTCOMES, finishing_tree
from chapter47.blackjack.analysis.exact.exchange import SplitEnding, endings, further_cards, pair_chances
from chapter47.blackjack.analysis.exact.kernels import chance_of_no_blackjack, dealer_outcomes
from chapter47.blackjack.analysis.exact.net_results import grid_of_nets
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.split.dealer_blackjack import shows_late
from chapter47.blackjack.analysis.split.kernels import ENDED, OTHER_VALUE, fit, weigh_sets
from chapter47.blackjack.analysis.split.one_hand import SplitPairHands


class TwoHands:
    """The endings of two hands of one pair against one view, for any number of further pair cards gone."""

    def __init__(self, hands: SplitPairHands, view: int) -> None:
        self.hands, self.prepared, self.pair, self.view = hands, hands.prepared, hands.pair, view
        self._tables: dict[tuple[int, bool], Floats] = {}
        self.classes = hands.classes
        self.outcomes = OUTCOMES + blackjack_counts(self.prepared, view)
        self.paid = hands.paid(self.outcomes)

    @property
    def results(self) -> list[float]:
        """Return every net result of one hand."""
        return self.paid.results

    def second_card_of(self, number: int) -> int:
        return self.classes[number].second

    def signed_payments(self, number: int, *, first: bool) -> list[tuple[float, tuple[float, ...]]]:
        return self.paid.signed_payments(number, first=first)

    def tables(self, further_gone: int, *, first: bool) -> Floats:
        """Return how often two hands end in each way, with `further_gone` pair cards gone besides their own: by
        dealer's outcome, then second card and result of each hand. With `first`, one of them holds the original
        wager."""
        if (further_gone, first) not in self._tables:
            ways, other_ways = self.paid.first_ways if first else self.paid.later_ways, self.paid.later_ways
            joint: Floats = np.maximum(
                ways.transpose(0, 2, 1) @ self.class_pair_chances[further_gone] @ other_ways, 0.0
            )
            size = len(self.results)
            self._tables[further_gone, first] = joint.reshape(self.outcomes, 2, size, 2, size)
        return self._tables[further_gone, first]

    @cached_property
    def class_pair_chances(self) -> Floats:
        """Return how often two hands end in each pair of classes: by further pair cards gone, then by dealer's
        outcome."""
        classes, further_gone = len(self.classes), further_cards(self.prepared.most_hands[self.pair])
        weights = self._weights(further_gone)
        counted = self.hands.count_class_pairs(weights.reshape(len(weights), -1))
        return np.ascontiguousarray(
            counted.reshape(classes, classes, further_gone, self.outcomes).transpose(2, 3, 0, 1)
        )

    def _weights(self, further_gone: int) -> Floats:
        """Return the probability of the cards of two hands and the dealer's outcome, for up to this many further pair
        cards."""
        deal, pair, view = self.prepared.deal, self.pair, slice(self.view, self.view + 1)
        gone, places = self.hands.gone
        up = deal.view_cards[view]
        left = deal.shoe - up[0]
        left[pair] -= 2
        no_blackjack = chance_of_no_blackjack(gone, deal.shoe, up, deal.view_size, deal.completes_blackjack[view])
        seen = tuple(value for value in range(VALUES) for _ in range(up[0, value]))
        tree = finishing_tree(rulebook.stands_on(self.prepared.table), (seen,))
        outcomes = dealer_outcomes(gone, deal.shoe, tree, np.array([seen]), no_blackjack)[:, 0]
        weights = np.empty((len(places), further_gone, self.outcomes))
        weigh_sets(gone, places, left, pair, outcomes, no_blackjack[:, 0], weights)
        return weights

    def suits_error(self, further_gone: int) -> float:
        """Bound the error of two hands' mean product that comes from treating their suits as independent.

        Only two 21s whose odds depend on suits matter. Suits do not affect the play; so given both, the error is a
        covariance, at most a quarter of the product of both ranges (of the odds, by suits)."""
        payments, span = self.hands.payments, 0.0
        places = [
            place
            for place, hand_class in enumerate(self.classes)
            if hand_class.mark == ENDED and payments.by_suit[hand_class.payment_line]
        ]
        for stake in {self.classes[place].stake for place in places}:
            alike = [place for place in places if self.classes[place].stake == stake]
            nets = np.array([self.paid.payments_of(place, first=True) for place in alike])
            span = max(span, float((nets.max(axis=0) - nets.min(axis=0)).max()))
        return (
            float(self.class_pair_chances[further_gone][:, places][:, :, places].sum()) * span**2 / 4.0
            if places
            else 0.0
        )


def blackjack_counts(prepared: PreparedShoe, view: int) -> bool:
    """Return whether a dealer's blackjack can take more or less from split hands than the original wager."""
    if int(prepared.deal.completes_blackjack[view]) < 0:
        return False
    wins = rulebook.split_21_against_blackjack(prepared.table) > 0.0
    return prepared.bust_rules.split or (shows_late(prepared) and wins)


MOST_FITS: Final = 2000
CLOSE: Final = 1e-15
EARLY, LATE = slice(0, OUTCOMES), slice(OUTCOMES, None)


class Moments(NamedTuple):
    """Probability, mean and mean square of the sum of all hands, from the tables of two: exact."""

    chance: float
    mean: float
    square: float

    def times(self, frequency: float) -> "Moments":
        return Moments(*(frequency * moment for moment in self))

    def plus(self, added: "Moments", *, besides: float) -> "Moments":
        """Add the moments of further rounds, in which `besides` was won in addition to the hands."""
        square = added.square + 2.0 * besides * added.mean + besides**2 * added.chance
        return Moments(
            self.chance + added.chance, self.mean + added.mean + besides * added.chance, self.square + square
        )


NOTHING: Final = Moments(0.0, 0.0, 0.0)


class JointResults(NamedTuple):
    """The results of all hands of a round in order, with their joint probabilities."""

    ending: SplitEnding
    orders: int
    """Number of orders in which a pair ends this way."""
    results: list[float]
    chances: Floats
    """One axis for each hand."""
    moments: Moments
    late_chances: Floats
    """The same if the dealer has a blackjack, as far as it is known."""
    late_moments: Moments
    suits_error: float
    """Bound on the error of the mean square from treating suits of different hands as independent."""


class SplitHand(NamedTuple):
    """A hand of an ending: whether it holds the original wager, and whether it drew another value."""

    first: bool
    has_other_card: bool


def split_rounds(hands: SplitPairHands, view: int) -> Iterator[JointResults]:
    """Yield results, given that this pair is dealt and split, without dealer's blackjacks."""
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
    """Compose joint results; the hand at the dealer's left is the first to draw another value."""
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
    """Return moments of net results on the grid."""
    return Moments(float(by_net.sum()), float(by_net @ grid_of_nets()), float(by_net @ grid_of_nets() ** 2))


def moments_of(nets: Floats, tables: list[Floats]) -> Moments:
    """Return moments from tables: every two hands have one, so each hand is in one fewer tables than there are
    hands."""
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
    """Return the tables of some hands of an ending, by the pair cards gone besides their own.

    That the other hands with another value drew no pair card is accounted for by subtracting the case in which they
    did."""
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
    """Fit the joint distribution of all hands to these tables of two; the first axis is the dealer's outcome.

    Of all such distributions it is the one nearest to the start, or that assumes nothing more."""
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
