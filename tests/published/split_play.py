"""Other publishers' play of split hands, worked out with our own sweeps."""

import numpy as np

from chapter47.blackjack.analysis.chart.best_play import optimal
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.game import BLACKJACK
from chapter47.blackjack.analysis.exact.kernels import first_draws, value_moves
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, blank_moves, blank_plan, prepare
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.posting import TableRules

Hands = tuple[Floats, Floats]
"""By number of pair cards gone besides a hand's own: its value with another second card, and with the same again."""


def _chosen_again(prepared: PreparedShoe, pair: int) -> Hands:
    """Every split hand played its best with so many pair cards gone, whatever would be best before the split."""
    (part,), roots, moves = prepared.split_payoffs, prepared.two_card_hands[pair], blank_moves(prepared)
    others, sames = np.zeros_like(part.weights[pair].other), np.zeros_like(part.weights[pair].same)
    for gone in range(1, len(others)):
        value_moves(
            prepared.deal, part.pays, prepared.split_hands(pair, gone), blank_plan(prepared), moves, choose=True
        )
        first_draws(prepared.deal, roots.rows, roots.share, pair, gone, moves.best, others[gone], sames[gone])
    return others, sames


def prepared_for(table: TableRules) -> PreparedShoe:
    return prepare(table, full_shoes(table)[0], BLACKJACK)


def return_by_split_cards(table: TableRules, shoe: CardCounts | None = None) -> float:
    """The best return where play after a split is chosen again, knowing how many pair cards are gone.

    Our own best play is the same after a split as before."""
    prepared = prepare(table, shoe or full_shoes(table)[0], BLACKJACK)
    split = np.zeros((VALUES, VALUES))
    for pair in range(VALUES):
        others, sames = _chosen_again(prepared, pair)
        weights = prepared.split_payoffs[0].weights[pair]
        split[pair] = (weights.other * others + weights.same * sames).sum(axis=0)
    return optimal(prepared, split).value


def return_hand_by_hand(table: TableRules) -> float:
    """As `return_by_split_cards`, but each hand is worth what it is with the pair cards gone, and nothing else: what
    the hands before it drew counts as cards that are dealt, so for the chance of one more pair card, no further."""
    prepared = prepared_for(table)
    return optimal(prepared, np.array([split_hand_by_hand(prepared, pair) for pair in range(VALUES)])).value


def return_as_printed(table: TableRules, known: dict[tuple[int, int], float] | None = None) -> float:
    """`known` are worths of splits where the dealer has no blackjack, by pair and up card."""
    prepared = prepared_for(table)
    split = np.array([split_as_printed(prepared, pair) for pair in range(VALUES)])
    for (pair, up), value in (known or {}).items():
        split[pair, up] = value * prepared.no_blackjack[prepared.removed.of_hand[prepared.pairs.rows[pair]], up]
    return optimal(prepared, split).value


def _left(prepared: PreparedShoe, pair: int) -> tuple[Ints, int]:
    """Pair cards left beside the first two, by up card, and cards unseen."""
    deal = prepared.deal
    return deal.shoe[pair] - 2 - deal.view_cards[:, pair], int(deal.shoe.sum()) - 2 - deal.view_size


def split_hand_by_hand(prepared: PreparedShoe, pair: int) -> Floats:
    """What a split is worth against each up card."""
    return _in_turn(
        _chosen_again(prepared, pair), *_left(prepared, pair), split_into=2, waiting=2, most=prepared.most_hands[pair]
    )


def split_as_printed(prepared: PreparedShoe, pair: int) -> Floats:
    """As `split_hand_by_hand`; but the hands of a last split are counted as Wizard of Odds does.

    Where the first hand draws another card, the second one a pair card and then one of its hands another, three or two
    hands can be split no more. The chance of the first hand's card is left out of both. This was read off the pages."""
    by_hand, (others, sames) = split_hand_by_hand(prepared, pair), _chosen_again(prepared, pair)
    if prepared.most_hands[pair] < 4:
        return by_hand
    left, unseen = _left(prepared, pair)
    other, last = unseen - left, others[3] + sames[3]
    two_pair_cards = np.clip(left * (left - 1), 0, None) / (unseen * (unseen - 1))
    in_turn = 3 * other / (unseen - 2) + 2 * other * (other - 1) / ((unseen - 2) * (unseen - 3))
    counted = 3 * (unseen - 1) / (unseen - 3) + 2 * (other + 1) / (unseen - 2)
    printed: Floats = by_hand + two_pair_cards * (counted - in_turn) * last
    return printed


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
    value: Floats = hands[0][gone] + (1.0 - again) * rest + again * split
    return value
