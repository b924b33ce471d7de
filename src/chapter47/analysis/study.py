"""A table and its shoe made ready for the sweeps, and the sweeps over it."""

from typing import NamedTuple

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.arrays import Deal, Moves, Over, Pays, Plan
from chapter47.analysis.dealer import UP_CARDS, Floats, Ints, finishing_tree
from chapter47.analysis.hands import Hands, Removed, all_hands, removed_sets
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes, first_draws, value_moves
from chapter47.analysis.shoe import Shoe
from chapter47.analysis.splits import Weights, first_hand_weights, further_cards, split_weights
from chapter47.analysis.values import ACE, TEN, VALUES
from chapter47.posting import TableRules


class Roots(NamedTuple):
    """The two-card hands that begin with one card of a pair: hand, second value, and the share of that draw."""

    rows: Ints
    share: Floats


class Part(NamedTuple):
    """One part of what split hands are paid, and how often each hand earns it."""

    pays: Pays
    weights: tuple[Weights, ...]


class Study(NamedTuple):
    """All that does not depend on how the player plays."""

    table: TableRules
    hands: Hands
    removed: Removed
    deal: Deal
    clear: Floats
    """The chance that the dealer has no blackjack, by set of missing cards and view."""
    pays: Pays
    may_double: Ints
    may_double_split: Ints
    rows: Ints
    split_rows: tuple[Ints, ...]
    roots: tuple[Roots, ...]
    parts: tuple[Part, ...]
    deals: Floats
    """How often each two-card hand and view are dealt."""
    blackjack: rulebook.Blackjack
    blackjack_row: int
    share_suited: float
    """How likely the card that is wanting for a suited 6-7-8 is of the right suit."""
    most: tuple[int, ...]
    """How many hands each pair can become."""
    busts: rulebook.Busts
    given_up: Floats
    """The value of surrender at each two-card hand; far below everything where it is not open."""

    @property
    def views(self) -> int:
        return int(self.clear.shape[1])


NOT_OPEN = -99.0


def study(table: TableRules, shoe: Shoe) -> Study:
    suited = "6-7-8-suited" in table.optional_payouts
    hands = all_hands(suited=suited)
    most = [rulebook.most_hands(table, pair) for pair in range(VALUES)]
    removed = removed_sets(suited=suited, further=max(further_cards(number) for number in most))
    counts = shoe.counts
    deal, clear = _dealt(table, counts, hands, removed)
    share = float(shoe.share_of_a_suit()) if suited else 0.0
    payments, _ = rulebook.payments(table, hands, share, after_split=False)
    busts = rulebook.busts(table)
    rows = np.flatnonzero(hands.size >= 2)
    return Study(
        table=table,
        hands=hands,
        removed=removed,
        deal=deal,
        clear=clear,
        pays=Pays(*payments, Over(1.0, 2.0, 0.0, 1.0 * busts.doubled)),
        may_double=rulebook.may_double(table, hands, after_split=False),
        may_double_split=rulebook.may_double(table, hands, after_split=True),
        rows=rows,
        split_rows=tuple(np.flatnonzero(removed.of_split[pair, 1] >= 0) for pair in range(VALUES)),
        roots=tuple(_roots(hands, pair, share) for pair in range(VALUES)),
        parts=_parts(table, hands, deal, share, most, busts),
        deals=_deals(counts, hands, deal, share),
        blackjack=rulebook.blackjack_pays(table, shoe.cards),
        blackjack_row=int(hands.roots[ACE][-1][0]),
        share_suited=share,
        most=tuple(most),
        busts=busts,
        given_up=_given_up(table, hands, removed, clear),
    )


def _dealt(table: TableRules, counts: Ints, hands: Hands, removed: Removed) -> tuple[Deal, Floats]:
    views = np.eye(VALUES, dtype=np.int64)
    completes = np.full(VALUES, -1, dtype=np.int64)
    completes[ACE], completes[TEN] = TEN, ACE
    clear = clear_of_blackjack(removed.cards, counts, views, 1, completes)
    tree = finishing_tree(rulebook.stands_on(table), UP_CARDS, rulebook.highest(table))
    outcomes = dealer_outcomes(removed.cards, counts, tree, np.array(UP_CARDS), clear)
    return Deal(counts, views, 1, completes, outcomes, hands.cards, hands.size, hands.points, hands.child), clear


def _roots(hands: Hands, pair: int, share: float) -> Roots:
    found = hands.roots[pair]
    suited = {second for row, second in found if hands.hands[row].suited}
    shares = [(share if hands.hands[row].suited else 1 - share) if second in suited else 1.0 for row, second in found]
    return Roots(np.array(found, dtype=np.int64), np.array(shares))


def _parts(
    table: TableRules, hands: Hands, deal: Deal, share: float, most: list[int], busts: rulebook.Busts
) -> tuple[Part, ...]:
    payments, above = rulebook.payments(table, hands, share, after_split=True)
    where = (deal.shoe, deal.view_cards, deal.view_size)
    over = Over(1.0, 2.0, 1.0 * busts.split, 2.0 * busts.split_doubled)
    parts = [Part(Pays(*payments, over), tuple(split_weights(*where, pair, most[pair]) for pair in range(VALUES)))]
    if above.any():
        weights = tuple(first_hand_weights(*where, pair, most[pair]) for pair in range(VALUES))
        parts.append(Part(Pays(payments.kinds, above, above, Over(0.0, 0.0, 0.0, 0.0)), weights))
    return tuple(parts)


def _deals(counts: Ints, hands: Hands, deal: Deal, share: float) -> Floats:
    found = np.zeros((len(hands.hands), len(deal.view_cards)))
    total = counts.sum()
    for first in range(VALUES):
        for (row, second), part in zip(hands.roots[first], _roots(hands, first, share).share, strict=True):
            if second >= first:
                ways = counts[first] * (counts[second] - (first == second)) * (1 if first == second else 2)
                left = np.clip(counts - hands.cards[row], 0, None)
                found[row] = part * ways * left / (total * (total - 1) * (total - 2))
    return found


def _given_up(table: TableRules, hands: Hands, removed: Removed, clear: Floats) -> Floats:
    found = np.full((len(hands.hands), clear.shape[1]), NOT_OPEN)
    if rulebook.may_surrender(table):
        twos = np.flatnonzero(hands.size == 2)
        found[twos] = -0.5 * clear[removed.of_hand[twos]]
    return found


def pair_rows(where: Study) -> Ints:
    found = [next(row for row, second in where.hands.roots[pair] if second == pair) for pair in range(VALUES)]
    return np.array(found, dtype=np.int64)


def blank_moves(where: Study) -> Moves:
    shape = (len(where.hands.hands), where.views)
    return Moves(*(np.zeros(shape) for _ in Moves._fields))


def blank_plan(where: Study) -> Plan:
    shape = (len(where.hands.hands), where.views)
    return Plan(*(np.zeros(shape, dtype=np.int64) for _ in Plan._fields))


def unsplit(where: Study, plan: Plan, *, choose: bool) -> Moves:
    """The moves of hands that were not split; with `choose` the plan becomes the best one."""
    moves = blank_moves(where)
    sets = where.removed.of_hand
    value_moves(where.deal, where.pays, where.rows, sets, 0, 0, plan, moves, choose, where.may_double, True)
    return moves


def split_values(where: Study, plan: Plan) -> Floats:
    """What splitting is worth, by pair and view."""
    found = np.zeros((VALUES, where.views))
    moves = blank_moves(where)
    other, same = np.zeros(where.views), np.zeros(where.views)
    for part in where.parts:
        for pair in range(VALUES):
            weights, roots = part.weights[pair], where.roots[pair]
            for more in range(1, len(weights.other)):
                split_moves(where, part, pair, more, plan, moves)
                first_draws(where.deal, roots.rows, roots.share, pair, more, moves.best, other, same)
                found[pair] += weights.other[more] * other + weights.same[more] * same
    return found


def split_moves(where: Study, part: Part, pair: int, more: int, plan: Plan, moves: Moves) -> None:
    sets = where.removed.of_split[pair, more]
    rows = where.split_rows[pair]
    value_moves(where.deal, part.pays, rows, sets, pair, more, plan, moves, False, where.may_double_split, pair != ACE)
