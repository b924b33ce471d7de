"""Blackjack Switch prepared for the sweeps: one prepared shoe for each two cards of the other hand.

All orders of the unseen cards are equally likely, so a hand's value depends on the other hand's two cards, which are
gone, and not on what that hand draws later. The sets of cards gone are much the same for all other hands, so the
dealer's outcomes are computed once for all of them."""

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.exchange import split_weights
from chapter47.blackjack.analysis.exact.game import AnalysedGame
from chapter47.blackjack.analysis.exact.hands import Composition, RemovedSets, all_hands, removed_sets
from chapter47.blackjack.analysis.exact.prepared import (
    PreparedShoe,
    further_pairs,
    own_blackjack_values,
    prepare_with,
    surrender_values,
)
from chapter47.blackjack.analysis.exact.rulebook import may_surrender
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import ACE, CARD_KEYS, TEN, VALUES, cards_of, multiset
from chapter47.blackjack.posting import TableRules

TWO_CARDS = tuple(combinations_with_replacement(range(VALUES), 2))
"""The values of two cards, all combinations."""
NUMBER_OF_TWO_CARDS = {pair: number for number, pair in enumerate(TWO_CARDS)} | {
    pair[::-1]: n for n, pair in enumerate(TWO_CARDS)
}


NATURAL = NUMBER_OF_TWO_CARDS[ACE, TEN]
Bools = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


class PreparedSwitch(NamedTuple):
    """A prepared shoe for each pair of cards in the other hand."""

    table: TableRules
    shoe: CardCounts
    game: AnalysedGame
    by_other_hand: tuple[PreparedShoe, ...]
    row_of_two_cards: Ints
    """The hand of each two cards."""
    no_blackjack: Floats
    """The probability that the dealer has no blackjack, by the two pairs of cards and the up card."""
    blackjack_values: Floats
    """The value of a blackjack as dealt, by the other hand and the up card."""

    def beside(self, other_hand: tuple[int, int]) -> PreparedShoe:
        """Build the prepared shoe beside one other hand."""
        return prepare_switch(
            self.table, self.shoe, self.game, (TWO_CARDS[NUMBER_OF_TWO_CARDS[other_hand]],)
        ).by_other_hand[0]

    def put_away(self) -> "PreparedSwitch":
        """Free the large arrays that the sweeps needed."""
        first = self.by_other_hand[0]
        nothing = np.zeros((0, *first.deal.outcomes.shape[1:]))
        return self._replace(
            by_other_hand=(first._replace(deal=first.deal._replace(outcomes=nothing), no_blackjack=nothing[..., 0]),)
        )


def prepare_switch(
    table: TableRules, shoe: CardCounts, game: AnalysedGame, others: tuple[tuple[int, int], ...] = TWO_CARDS
) -> PreparedSwitch:
    hands = all_hands(game.suits(table))
    without_other_hand = removed_sets(hands.suits, further_pairs(table))
    keys = hands.cards @ CARD_KEYS
    gone = np.unique(
        np.concatenate([sets for other_hand in others for sets in _keys(keys, without_other_hand, other_hand)])
    )
    base = prepare_with(
        table, shoe, game, _removed(gone, cards_of(gone).astype(np.int8), keys, without_other_hand, others[0])
    )
    cards = np.zeros((0, VALUES), dtype=np.int8)  # of no use any more, and large
    pays, removed = (
        base.split_payoffs[0].pays._replace(bust_costs=base.pays.bust_costs),
        replace(base.removed, cards=cards),
    )
    base = base._replace(pays=pays, removed=removed)
    each = tuple(
        _beside(base, other_hand, _removed(gone, cards, keys, without_other_hand, other_hand)) for other_hand in others
    )
    rows = np.array([hands.row_of[Composition(multiset(values))] for values in TWO_CARDS], dtype=np.int64)
    no_blackjack = np.array([prepared.no_blackjack[prepared.removed.of_hand[rows]] for prepared in each])
    blackjack_values = np.array([prepared.own_blackjack[0] for prepared in each])
    return PreparedSwitch(table, shoe, game, each, rows, no_blackjack, blackjack_values)


def _keys(keys: Ints, without_other_hand: RemovedSets, other_hand: tuple[int, ...]) -> tuple[Ints, Ints]:
    """List the sets gone beside this other hand: with each hand, and with each result of a split."""
    further_gone = np.arange(without_other_hand.arises.shape[1])
    beside: Ints = keys + CARD_KEYS[list(other_hand)].sum()
    return beside, (beside + further_gone[:, None] * CARD_KEYS[:, None, None])[without_other_hand.arises]


def _removed(
    gone: Ints, cards: NDArray[np.int8], keys: Ints, without_other_hand: RemovedSets, other_hand: tuple[int, ...]
) -> RemovedSets:
    """Return which of all sets gone belongs to each hand beside this other hand."""
    of_hand, split = (np.searchsorted(gone, sets) for sets in _keys(keys, without_other_hand, other_hand))
    return RemovedSets(cards, of_hand, without_other_hand.arises, split.astype(np.int32))


def _beside(base: PreparedShoe, other_hand: tuple[int, ...], removed: RemovedSets) -> PreparedShoe:
    """Build the prepared shoe beside one other hand, whose two cards are out of the shoe."""
    shoe = np.maximum(base.deal.shoe - np.array(multiset(other_hand)), 0)
    seen = (shoe, base.deal.view_cards, base.deal.view_size)
    weights = tuple(split_weights(*seen, pair, base.most_hands[pair]) for pair in range(VALUES))
    natural, surrenders = removed.of_hand[base.blackjack_row], may_surrender(base.table)
    return base._replace(
        removed=removed,
        deal=base.deal._replace(shoe=shoe),
        split_payoffs=(base.split_payoffs[0]._replace(weights=weights),),
        own_blackjack=own_blackjack_values(base.blackjack, base.deal.outcomes[natural], base.no_blackjack[natural]),
        surrender_values=surrender_values(base.table, base.hands, removed, base.no_blackjack)
        if surrenders
        else base.surrender_values,
    )


class FirstDeals(NamedTuple):
    """Every first deal by values: first and second card of one hand, of the other, the up card."""

    chance: Floats
    first_hand: Ints
    second_hand: Ints
    first_switched: Ints
    second_switched: Ints

    @property
    def unswitched_blackjacks(self) -> Ints:
        blackjacks: Ints = (self.first_hand == NATURAL).astype(np.int64) + (self.second_hand == NATURAL)
        return blackjacks


def first_deals(counts: Ints) -> FirstDeals:
    cards = np.indices((VALUES,) * 5).reshape(5, -1)
    frequency, total = np.ones(cards.shape[1]), int(counts.sum())
    for number in range(5):
        seen = sum((cards[earlier] == cards[number] for earlier in range(number)), np.zeros(cards.shape[1], dtype=int))
        frequency *= np.maximum(counts[cards[number]] - seen, 0) / (total - number)
    table = np.array(
        [[NUMBER_OF_TWO_CARDS[low, high] for high in range(VALUES)] for low in range(VALUES)], dtype=np.int64
    )
    first, second, third, fourth, _ = cards
    pairs = table[first, second], table[third, fourth], table[first, fourth], table[third, second]
    shape = (VALUES,) * 5
    first_hand, second_hand, first_switched, second_switched = (numbers.reshape(shape) for numbers in pairs)
    return FirstDeals(frequency.reshape(shape), first_hand, second_hand, first_switched, second_switched)


class DealValues(NamedTuple):
    """The value of every first deal, by the values of both hands: as dealt, and switched."""

    kept: Floats
    switched: Floats

    @property
    def switches(self) -> Bools:
        switches: Bools = self.switched > self.kept + 1e-13
        return switches
