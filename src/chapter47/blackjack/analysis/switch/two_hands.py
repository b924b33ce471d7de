"""How every two hands of a round of Switch end together under the chart, for one up card. Exact.

All orders of the unseen cards are equally likely, so this is a sum over every two of their ends: the number of orders
in which the cards lead there, switches and splits included, times the probability of all these cards, times that of
each dealer's outcome with the cards gone."""

from functools import cached_property
from typing import Final

import numpy as np

from chapter47.blackjack.analysis.chart.chart import FollowedChart
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.dealer import finishing_tree
from chapter47.blackjack.analysis.exact.exchange import further_cards
from chapter47.blackjack.analysis.exact.kernels import chance_of_no_blackjack, dealer_outcomes
from chapter47.blackjack.analysis.exact.values import CARD_KEYS, cards_of
from chapter47.blackjack.analysis.split.kernels import (
    GroupedEnds,
    OrdersBesideStarts,
    StartsOfEnds,
    count_class_pairs,
    count_end_pairs,
    draw_chances,
    number_pairs,
    number_sums,
    sum_beside,
)
from chapter47.blackjack.analysis.split.one_hand import ways_to_results
from chapter47.blackjack.analysis.switch.ends import STARTS, EndLabel, HandEnds, SwitchHand
from chapter47.blackjack.analysis.switch.prepared import NATURAL, TWO_CARDS, PreparedSwitch

_SETS: Final = 1 << 16
BESIDE_UNSPLIT, BESIDE_SPLIT = range(2)


class TwoHandTables:
    """Tables for one up card; `begun` counts the orders in which both hands begin, by the start of each."""

    def __init__(self, switch: PreparedSwitch, followed: FollowedChart, view: int, begun: Floats) -> None:
        self.prepared, self.shoe, self.view, self.begun = switch.by_other_hand[0], switch.shoe.counts, view, begun
        self.hand = SwitchHand(self.prepared, followed, switch.row_of_two_cards, view)
        self.blackjack_is_an_outcome = (
            any(self.prepared.bust_rules) and int(self.prepared.deal.completes_blackjack[view]) >= 0
        )
        """Whether a dealer's blackjack that appears late takes more from hands over 21: then it is an outcome too."""
        self.outcomes = self.prepared.deal.outcomes.shape[2] + self.blackjack_is_an_outcome
        self.unsplit = self.hand.unsplit()
        self.pairs = {start: self.hand.of_pair(start) for start in self.hand.split if (begun + begun.T)[start].any()}

    @cached_property
    def nets(self) -> list[float]:
        """Return every net result of one hand."""
        labels = [label for ends in (self.unsplit, *self.pairs.values()) for label in ends.labels]
        return sorted(
            {net for label in labels for _, nets_of_label in label.nets for net in nets_of_label[: self.outcomes]}
        )

    def both_unsplit(self) -> Floats:
        """Return both hands unsplit, by outcome and net result of both."""
        counts = self.count_end_pairs(self.unsplit, self.unsplit, (self.begun + self.begun.T) / 2.0)
        by_nets: Floats = self._by_nets(counts, self.unsplit, self.unsplit)[:, 0, :, :, 0].sum(axis=(1, 3))
        return by_nets

    def beside_unsplit(self, start: int) -> Floats:
        """Return a hand of a pair and the other, unsplit hand.

        By outcome; further pair cards gone less one, second card and net result of the one; net result of the other."""
        counts = self.count_end_pairs(self.pairs[start], self.unsplit, self.begun + self.begun.T)
        by_nets: Floats = self._by_nets(counts, self.pairs[start], self.unsplit)[..., 0, :, :].sum(axis=4)
        return by_nets

    def beside_split(self, start: int, other_start: int) -> Floats:
        """Return a hand of a pair and one of the other hand's pair: by outcome, then all of the one and of the
        other."""
        begun = self.begun + self.begun.T if start != other_start else self.begun
        counts = self.count_end_pairs(self.pairs[start], self.pairs[other_start], begun)
        return self._by_nets(counts, self.pairs[start], self.pairs[other_start])

    def of_pair(self, start: int) -> Floats:
        """Return two hands of a pair: by whether the other hand is split too, further pair cards gone and outcome; then
        by second card and net result of one hand and of the other."""
        keys, numbers, orders, labels = self.hand.hand_of_pair(start)
        (groups, first), pair = _groups(keys), self.hand.split[start]
        sets = np.empty(len(groups) * (len(groups) + 1) // 2, dtype=np.int32)
        pairs = number_pairs(groups, sets)
        ways, by_further_cards = self._ways(labels), []
        for further_gone in range(further_cards(self.prepared.most_hands[pair])):
            weights = self._mean_beside(pairs + further_gone * CARD_KEYS[pair], start)
            counted = np.zeros((len(labels), len(labels), weights.shape[1]))
            count_class_pairs(sets, weights, first, orders, numbers, counted)
            both = (counted + counted.transpose(1, 0, 2)).reshape(len(labels), len(labels), 2, self.outcomes)
            by_further_cards.append(ways.transpose(0, 2, 1) @ both.transpose(2, 3, 0, 1) @ ways)
        size = len(self.nets)
        return (
            np.array(by_further_cards).swapaxes(0, 1).reshape(2, len(by_further_cards), self.outcomes, 2, size, 2, size)
        )

    def _mean_beside(self, keys: Ints, start: int) -> Floats:
        """Return the probability of these cards and each outcome, with the other hand unsplit or split; one row per
        set."""
        begun = np.zeros((STARTS, 2))
        beside = (self.begun + self.begun.T)[start]
        for other_start in range(STARTS):
            begun[other_start, BESIDE_SPLIT if other_start in self.hand.split else BESIDE_UNSPLIT] = beside[other_start]
        others = np.array([int(CARD_KEYS[list(two)].sum()) for two in (*TWO_CARDS, TWO_CARDS[NATURAL])])
        begun, others = begun[beside > 0.0], others[beside > 0.0]
        sets = number_sums(keys, others, False)
        sums = np.zeros((len(keys), 2, self.outcomes))
        sum_beside(keys, others, sets, begun, self._chances(sets.numbers), sums)
        return sums.reshape(len(keys), -1)

    def count_end_pairs(self, ends: HandEnds, other_ends: HandEnds, begun: Floats) -> Floats:
        """Count how often both end this way, by the number of each and the outcome."""
        same = ends is other_ends
        (keys, first), (other_keys, other_first) = _groups(ends.keys), _groups(other_ends.keys)
        sets = number_sums(keys, other_keys, same)
        ends, other_ends, begun = _from_one_start(ends, other_ends, begun)
        orders = other_ends.orders[other_ends.rows]
        end, start = np.nonzero(orders)
        first_start = np.searchsorted(end, np.arange(len(orders) + 1))
        counts = np.zeros(
            (
                len(ends.labels) * ends.further_card_counts,
                len(other_ends.labels) * other_ends.further_card_counts,
                self.outcomes,
            )
        )
        count_end_pairs(
            GroupedEnds(keys, first, ends.label_numbers),
            GroupedEnds(other_keys, other_first, other_ends.label_numbers),
            sets,
            OrdersBesideStarts(ends.orders @ begun, ends.rows),
            StartsOfEnds(first_start, np.ascontiguousarray(start), orders[end, start]),
            self._chances(sets.numbers),
            same,
            counts,
        )
        return (counts + counts.transpose(1, 0, 2)) / 2.0 if same else counts

    def _chances(self, sets: Ints) -> Floats:
        """Return the probability that these cards and the up card come in one given order and the dealer ends this
        way."""
        prepared, shoe, only = self.prepared, self.shoe, slice(self.view, self.view + 1)
        up = prepared.deal.view_cards[only]
        tree = finishing_tree(
            rulebook.stands_on(prepared.table), ((self.view,),), rulebook.highest_settled_total(prepared.table)
        )
        chances_of_sets = np.empty((len(sets), self.outcomes))
        for begin in range(0, len(sets), _SETS):
            part = slice(begin, begin + _SETS)
            cards = cards_of(sets[part])
            no_blackjack = chance_of_no_blackjack(cards, shoe, up, 1, prepared.deal.completes_blackjack[only])
            chances = draw_chances(cards, shoe - up[0]) * (shoe[self.view] / shoe.sum())
            ends = dealer_outcomes(cards, shoe, tree, np.array([[self.view]]), no_blackjack)[:, 0]
            chances_of_sets[part] = np.hstack([ends, 1.0 - no_blackjack])[:, : self.outcomes] * chances[:, None]
        return chances_of_sets

    def _by_nets(self, counted: Floats, ends: HandEnds, other_ends: HandEnds) -> Floats:
        """Map labels to second cards and net results: by outcome, then more, second, net of the one and the other."""
        size = len(self.nets)
        shape = (
            ends.further_card_counts,
            len(ends.labels),
            other_ends.further_card_counts,
            len(other_ends.labels),
            self.outcomes,
        )
        left, right = self._ways(ends.labels).transpose(0, 2, 1), self._ways(other_ends.labels)
        by_results = left[:, None, None] @ counted.reshape(shape).transpose(4, 0, 2, 1, 3) @ right[:, None, None]
        arranged: Floats = by_results.reshape(
            self.outcomes, ends.further_card_counts, other_ends.further_card_counts, 2, size, 2, size
        )
        return arranged.transpose(0, 1, 3, 4, 2, 5, 6)

    def _ways(self, labels: tuple[EndLabel, ...]) -> Floats:
        return ways_to_results(labels, self.nets, self.outcomes)


def _from_one_start(ends: HandEnds, other_ends: HandEnds, begun: Floats) -> tuple[HandEnds, HandEnds, Floats]:
    """Combine all starts of the other hand if the one has a single start."""
    starts = np.flatnonzero(ends.orders.any(axis=0))
    if len(starts) > 1:
        return ends, other_ends, begun
    over_all_starts = other_ends._replace(orders=other_ends.orders @ begun[starts].T)
    return ends._replace(orders=ends.orders[:, starts]), over_all_starts, np.ones((1, 1))


def _groups(keys: Ints) -> tuple[Ints, Ints]:
    """List each of these sorted keys once, with its first position; then the end."""
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.append(first, len(keys))
