"""Other publishers' play of split hands, worked out with our own sweeps."""

import numpy as np

from chapter47.analysis.best_play import optimal
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.kernels import first_draws, value_moves
from chapter47.analysis.one_wager import BLACKJACK
from chapter47.analysis.shoe import Shoe, full_shoes
from chapter47.analysis.study import Study, blank_moves, blank_plan, study
from chapter47.analysis.values import VALUES
from chapter47.posting import TableRules

Hands = tuple[Floats, Floats]
"""By number of pair cards gone besides a hand's own: its value with another second card, and with the same again."""

LAST_WEIGHS_MORE = 0.02624
"""Read off the page of six decks, see test_published_six_deck_splits.py."""


def _chosen_anew(where: Study, pair: int) -> Hands:
    """Every split hand played its best with so many pair cards gone, whatever would be best before the split."""
    (part,), roots, moves = where.parts, where.roots[pair], blank_moves(where)
    others, sames = np.zeros_like(part.weights[pair].other), np.zeros_like(part.weights[pair].same)
    for more in range(1, len(others)):
        sets, rows, plan = where.removed.split(pair, more), where.split_rows[pair], blank_plan(where)
        may_double, draws = where.may_double_split, where.draws[pair]
        value_moves(where.deal, part.pays, rows, sets, pair, more, plan, moves, True, may_double, draws)
        first_draws(where.deal, roots.rows, roots.share, pair, more, moves.best, others[more], sames[more])
    return others, sames


def studied(table: TableRules) -> Study:
    return study(table, full_shoes(table)[0], BLACKJACK)


def return_by_split_cards(table: TableRules, shoe: Shoe | None = None) -> float:
    """The best return where play after a split is chosen anew, knowing how many pair cards are gone.

    Our own best play is the same after a split as before."""
    where = study(table, shoe or full_shoes(table)[0], BLACKJACK)
    split = np.zeros((VALUES, VALUES))
    for pair in range(VALUES):
        others, sames = _chosen_anew(where, pair)
        weights = where.parts[0].weights[pair]
        split[pair] = (weights.other * others + weights.same * sames).sum(axis=0)
    return optimal(where, split).value


def return_hand_by_hand(table: TableRules, *, last_weighs_more: float = 0.0) -> float:
    """As `return_by_split_cards`, but each hand is worth what it is with the pair cards gone, and nothing else: what
    the hands before it drew counts as cards that are dealt, so for the chance of one more pair card, no further."""
    where = studied(table)
    split = np.array([split_hand_by_hand(where, pair) for pair in range(VALUES)])
    for pair in (pair for pair in range(VALUES) if where.most[pair] > 2):
        split[pair] += last_weighs_more * split_hand_by_hand(where, pair, last_only=True)
    return optimal(where, split).value


def split_hand_by_hand(where: Study, pair: int, *, last_only: bool = False) -> Floats:
    """What a split is worth against each up card; with `last_only` the part of the hands that can be split no more."""
    hands, most, deal = _chosen_anew(where, pair), where.most[pair], where.deal
    if last_only:
        for values in hands:
            values[: most - 1] = 0.0
    left, unseen = deal.shoe[pair] - 2 - deal.view_cards[:, pair], int(deal.shoe.sum()) - 2 - deal.view_size
    return _in_turn(hands, left, unseen, split_into=2, waiting=2, most=most)


def _in_turn(hands: Hands, left: Ints, unseen: int, *, split_into: int, waiting: int, most: int) -> Floats:
    """So many pair cards are left among those unseen, by up card."""
    if not waiting:
        return np.zeros(len(left))
    gone, again = split_into - 1, np.clip(left, 0, None) / unseen
    rest = _in_turn(hands, left, unseen - 1, split_into=split_into, waiting=waiting - 1, most=most)
    if split_into == most:
        full: Floats = hands[0][gone] + hands[1][gone] + rest
        return full
    split = _in_turn(hands, left - 1, unseen - 1, split_into=split_into + 1, waiting=waiting + 1, most=most)
    found: Floats = hands[0][gone] + (1.0 - again) * rest + again * split
    return found
