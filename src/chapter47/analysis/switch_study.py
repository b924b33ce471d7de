"""Blackjack Switch made ready for the sweeps: one study for each pair of cards that the other hand can hold.

The cards unseen come in any order with the same chance, so a hand's value depends on the other hand's two cards, which
are gone, and not on what that hand draws later. The sets of cards gone are much the same for all other hands, so the
dealer's outcomes are worked out once for all of them."""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.all_over import ONE, cards_of
from chapter47.analysis.arrays import Deal, Over, Pays
from chapter47.analysis.dealer import UP_CARDS, Floats, Ints, finishing_tree
from chapter47.analysis.hands import Hand, Hands, Removed, all_hands, removed_sets
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.shoe import Shoe
from chapter47.analysis.splits import further_cards, split_weights
from chapter47.analysis.study import NOT_OPEN, Part, Roots, Study
from chapter47.analysis.values import ACE, TEN, VALUES, multiset
from chapter47.posting import TableRules

TWOS = tuple(combinations_with_replacement(range(VALUES), 2))
"""The values of two cards, in every way."""
NUMBER = {pair: number for number, pair in enumerate(TWOS)} | {pair[::-1]: n for n, pair in enumerate(TWOS)}


class Studies(NamedTuple):
    """By the other hand's two cards."""

    table: TableRules
    shoe: Shoe
    each: tuple[Study, ...]
    rows: Ints
    """The hand of each two cards."""
    clear: Floats
    """The chance that the dealer has no blackjack, by the two pairs of cards and the up card."""


def studies(table: TableRules, shoe: Shoe) -> Studies:
    hands = all_hands(suited=False)
    most = [rulebook.most_hands(table, pair) for pair in range(VALUES)]
    plain = removed_sets(suited=False, further=max(further_cards(number) for number in most))
    counts, keys = shoe.counts, hands.cards @ ONE
    gone = np.unique(np.concatenate([_keys(keys, plain, other) for other in TWOS]))
    cards = cards_of(gone)
    views, completes = np.eye(VALUES, dtype=np.int64), np.full(VALUES, -1, dtype=np.int64)
    completes[ACE], completes[TEN] = TEN, ACE
    clear = clear_of_blackjack(cards, counts, views, 1, completes)
    tree = finishing_tree(rulebook.stands_on(table), UP_CARDS, rulebook.highest(table))
    outcomes = dealer_outcomes(cards, counts, tree, np.array(UP_CARDS), clear)
    deal = Deal(counts, views, 1, completes, outcomes, hands.cards, hands.size, hands.points, hands.child)
    base = _base(table, hands, plain, deal, clear, tuple(most))
    each = tuple(_beside(base, other, gone, cards, keys, plain) for other in TWOS)
    rows = np.array([hands.numbers[Hand(multiset(two))] for two in TWOS], dtype=np.int64)
    together = np.array([study.clear[study.removed.of_hand[rows]] for study in each])
    return Studies(table, shoe, each, rows, together)


def _keys(keys: Ints, plain: Removed, other: tuple[int, ...]) -> Ints:
    """All sets that can be gone beside this other hand."""
    found = [keys]
    for pair in range(VALUES):
        rows = np.flatnonzero(plain.of_split[pair, 1] >= 0)
        found += [keys[rows] + more * ONE[pair] for more in range(1, plain.of_split.shape[1])]
    beside: Ints = np.concatenate(found) + ONE[list(other)].sum()
    return beside


def _base(table: TableRules, hands: Hands, plain: Removed, deal: Deal, clear: Floats, most: tuple[int, ...]) -> Study:
    """All that is the same beside every other hand. Payments are those of hands that are no blackjack as dealt."""
    payments, _ = rulebook.payments(table, hands, 0.0, after_split=True)
    busts = rulebook.busts(table)
    return Study(
        table=table,
        hands=hands,
        removed=plain,
        deal=deal,
        clear=clear,
        pays=Pays(*payments, Over(1.0, 2.0, 0.0, 1.0 * busts.doubled)),
        may_double=rulebook.may_double(table, hands, after_split=False),
        may_double_split=rulebook.may_double(table, hands, after_split=True),
        rows=np.flatnonzero(hands.size >= 2),
        split_rows=tuple(np.flatnonzero(plain.of_split[pair, 1] >= 0) for pair in range(VALUES)),
        roots=tuple(Roots(np.array(found, dtype=np.int64), np.ones(len(found))) for found in hands.roots),
        parts=(Part(Pays(*payments, Over(1.0, 2.0, 1.0 * busts.split, 2.0 * busts.split_doubled)), ()),),
        deals=np.zeros((len(hands.hands), VALUES)),
        blackjack=rulebook.blackjack_pays(table, ()),
        blackjack_row=int(hands.roots[ACE][-1][0]),
        share_suited=0.0,
        most=most,
        busts=busts,
        given_up=np.full((len(hands.hands), VALUES), NOT_OPEN),
    )


def _beside(base: Study, other: tuple[int, ...], gone: Ints, cards: Ints, keys: Ints, plain: Removed) -> Study:
    """The study beside one other hand: its two cards are out of the shoe."""
    beside = keys + ONE[list(other)].sum()
    of_hand = np.searchsorted(gone, beside)
    of_split = np.full_like(plain.of_split, -1)
    for pair in range(VALUES):
        rows = base.split_rows[pair]
        for more in range(1, plain.of_split.shape[1]):
            of_split[pair, more, rows] = np.searchsorted(gone, beside[rows] + more * ONE[pair])
    shoe = np.maximum(base.deal.shoe - np.array(multiset(other)), 0)
    where = (shoe, base.deal.view_cards, base.deal.view_size)
    weights = tuple(split_weights(*where, pair, base.most[pair]) for pair in range(VALUES))
    given_up = base.given_up
    if rulebook.may_surrender(base.table):
        twos = (base.hands.size == 2)[:, None]
        given_up = np.where(twos, -0.5 * base.clear[of_hand], NOT_OPEN)
    return base._replace(
        removed=Removed(cards, of_hand, of_split),
        deal=base.deal._replace(shoe=shoe),
        parts=(base.parts[0]._replace(weights=weights),),
        given_up=given_up,
    )
