"""Blackjack Switch made ready for the sweeps: one study for each pair of cards that the other hand can hold.

The cards unseen come in any order with the same chance, so a hand's value depends on the other hand's two cards, which
are gone, and not on what that hand draws later. The sets of cards gone are much the same for all other hands, so the
dealer's outcomes are worked out once for all of them."""

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact.card_set_keys import ONE, cards_of
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.game import Game
from chapter47.blackjack.analysis.exact.hands import Hand, Removed, all_hands, removed_sets
from chapter47.blackjack.analysis.exact.prepared import (
    Study,
    further_pairs,
    given_up,
    own_blackjack,
    study_of,
)
from chapter47.blackjack.analysis.exact.rulebook import may_surrender
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES, multiset
from chapter47.blackjack.analysis.split.exchange import split_weights
from chapter47.blackjack.table_rules import TableRules

TWOS = tuple(combinations_with_replacement(range(VALUES), 2))
"""The values of two cards, in every way."""
NUMBER = {pair: number for number, pair in enumerate(TWOS)} | {pair[::-1]: n for n, pair in enumerate(TWOS)}


NATURAL = NUMBER[ACE, TEN]
Bools = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


class Studies(NamedTuple):
    """By the other hand's two cards."""

    table: TableRules
    shoe: Shoe
    game: Game
    each: tuple[Study, ...]
    rows: Ints
    """The hand of each two cards."""
    clear: Floats
    """The chance that the dealer has no blackjack, by the two pairs of cards and the up card."""
    naturals: Floats
    """What a blackjack as dealt is worth, by the other hand and the up card."""

    def beside(self, other: tuple[int, int]) -> Study:
        """The study beside one other hand, made anew."""
        return studies(self.table, self.shoe, self.game, (TWOS[NUMBER[other]],)).each[0]

    def put_away(self) -> "Studies":
        """Without what the sweeps needed beside every other hand, which is large."""
        first = self.each[0]
        nothing = np.zeros((0, *first.deal.outcomes.shape[1:]))
        return self._replace(each=(first._replace(deal=first.deal._replace(outcomes=nothing), clear=nothing[..., 0]),))


def studies(table: TableRules, shoe: Shoe, game: Game, others: tuple[tuple[int, int], ...] = TWOS) -> Studies:
    hands = all_hands(game.suits(table))
    plain = removed_sets(hands.suits, further_pairs(table))
    keys = hands.cards @ ONE
    gone = np.unique(np.concatenate([sets for other in others for sets in _keys(keys, plain, other)]))
    base = study_of(table, shoe, game, _removed(gone, cards_of(gone).astype(np.int8), keys, plain, others[0]))
    cards = np.zeros((0, VALUES), dtype=np.int8)  # of no use any more, and large
    pays, removed = base.parts[0].pays._replace(over=base.pays.over), replace(base.removed, cards=cards)
    base = base._replace(pays=pays, removed=removed)
    each = tuple(_beside(base, other, _removed(gone, cards, keys, plain, other)) for other in others)
    rows = np.array([hands.numbers[Hand(multiset(two))] for two in TWOS], dtype=np.int64)
    together = np.array([study.clear[study.removed.of_hand[rows]] for study in each])
    naturals = np.array([study.own[0] for study in each])
    return Studies(table, shoe, game, each, rows, together, naturals)


def _keys(keys: Ints, plain: Removed, other: tuple[int, ...]) -> tuple[Ints, Ints]:
    """The sets that are gone beside this other hand: with each hand, and with each that comes of a split."""
    more = np.arange(plain.arises.shape[1])
    beside: Ints = keys + ONE[list(other)].sum()
    return beside, (beside + more[:, None] * ONE[:, None, None])[plain.arises]


def _removed(gone: Ints, cards: NDArray[np.int8], keys: Ints, plain: Removed, other: tuple[int, ...]) -> Removed:
    """Which of all sets gone belongs to each hand beside this other hand."""
    of_hand, split = (np.searchsorted(gone, sets) for sets in _keys(keys, plain, other))
    return Removed(cards, of_hand, plain.arises, split.astype(np.int32))


def _beside(base: Study, other: tuple[int, ...], removed: Removed) -> Study:
    """The study beside one other hand: its two cards are out of the shoe."""
    shoe = np.maximum(base.deal.shoe - np.array(multiset(other)), 0)
    where = (shoe, base.deal.view_cards, base.deal.view_size)
    weights = tuple(split_weights(*where, pair, base.most[pair]) for pair in range(VALUES))
    natural, surrenders = removed.of_hand[base.blackjack_row], may_surrender(base.table)
    return base._replace(
        removed=removed,
        deal=base.deal._replace(shoe=shoe),
        parts=(base.parts[0]._replace(weights=weights),),
        own=own_blackjack(base.blackjack, base.deal.outcomes[natural], base.clear[natural]),
        given_up=given_up(base.table, base.hands, removed, base.clear) if surrenders else base.given_up,
    )


class Deals(NamedTuple):
    """Every first deal by values: first and second card of one hand, of the other, the up card."""

    often: Floats
    one: Ints
    other: Ints
    one_switched: Ints
    other_switched: Ints

    @property
    def unswitched_blackjacks(self) -> Ints:
        found: Ints = (self.one == NATURAL).astype(np.int64) + (self.other == NATURAL)
        return found


def deals(counts: Ints) -> Deals:
    cards = np.indices((VALUES,) * 5).reshape(5, -1)
    often, total = np.ones(cards.shape[1]), int(counts.sum())
    for number in range(5):
        seen = sum((cards[earlier] == cards[number] for earlier in range(number)), np.zeros(cards.shape[1], dtype=int))
        often *= np.maximum(counts[cards[number]] - seen, 0) / (total - number)
    table = np.array([[NUMBER[a, b] for b in range(VALUES)] for a in range(VALUES)], dtype=np.int64)
    first, second, third, fourth, _ = cards
    pairs = table[first, second], table[third, fourth], table[first, fourth], table[third, second]
    shape = (VALUES,) * 5
    one, other, one_switched, other_switched = (found.reshape(shape) for found in pairs)
    return Deals(often.reshape(shape), one, other, one_switched, other_switched)


class Round(NamedTuple):
    """What every first deal is worth, by the values of both hands: as it lies, and switched."""

    kept: Floats
    switched: Floats

    @property
    def switches(self) -> Bools:
        found: Bools = self.switched > self.kept + 1e-13
        return found
