"""Other publishers' play of split hands, worked out with our own sweeps."""

import numpy as np

from chapter47.analysis.best_play import optimal
from chapter47.analysis.dealer import Floats
from chapter47.analysis.kernels import first_draws, value_moves
from chapter47.analysis.one_wager import BLACKJACK
from chapter47.analysis.shoe import Shoe, full_shoes
from chapter47.analysis.splits import pair_chances
from chapter47.analysis.study import Study, blank_moves, blank_plan, study
from chapter47.analysis.values import VALUES
from chapter47.posting import TableRules

Hands = tuple[Floats, Floats]
"""By number of pair cards gone besides a hand's own: its value with another second card, and with the same again."""


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


def return_hand_by_hand(table: TableRules) -> float:
    """As `return_by_split_cards`, but the chances of each hand leave out of account what the hands before it drew."""
    where = study(table, full_shoes(table)[0], BLACKJACK)
    split = np.zeros((VALUES, VALUES))
    for pair in range(VALUES):
        hands, most = _chosen_anew(where, pair), where.most[pair]
        deal = where.deal
        again = pair_chances(deal.shoe, deal.view_cards, deal.view_size, pair, most)
        split[pair] = _in_turn(hands, again, split_into=2, waiting=2, most=most)
    return optimal(where, split).value


def _in_turn(hands: Hands, again: Floats, *, split_into: int, waiting: int, most: int) -> Floats:
    found: Floats = np.zeros(again.shape[1])
    if waiting:
        gone = split_into - 1
        rest = _in_turn(hands, again, split_into=split_into, waiting=waiting - 1, most=most)
        found += hands[0][gone] + (1.0 - again[gone]) * rest
        if split_into == most:
            found += hands[1][gone] + again[gone] * rest
        else:
            found += again[gone] * _in_turn(hands, again, split_into=split_into + 1, waiting=waiting + 1, most=most)
    return found
