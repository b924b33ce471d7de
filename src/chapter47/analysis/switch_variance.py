"""The variance of a round of Switch: both hands, played by the chart. Exact.

The cards unseen come in any order with the same chance, so the mean product of both hands is a sum over every two of
their ends: the number of orders in which the cards lead there, switches and splits included, times the chance of all
these cards, times what both are paid on each dealer's outcome with the cards gone."""

from itertools import chain

import numpy as np

from chapter47.analysis import rulebook
from chapter47.analysis.chart import Chart, cells_of, follow
from chapter47.analysis.dealer import Floats, Ints, finishing_tree
from chapter47.analysis.kernels import clear_of_blackjack, dealer_outcomes
from chapter47.analysis.packed import cards_of
from chapter47.analysis.pair_kernels import draw_chances, number_sums, sum_products
from chapter47.analysis.progress import Progress
from chapter47.analysis.study import Study
from chapter47.analysis.switch_ends import AS_DEALT, STARTS, Ends, Hand, two_cards
from chapter47.analysis.switch_study import NATURAL, Deals, Round, Studies
from chapter47.analysis.values import ACE, VALUES

NOTE = "of both hands together, in units of both wagers"
ROUNDING = 1e-12
_SETS = 1 << 16


def variance(found: Studies, dealt: Deals, chart: Chart, rounds: Round, mean: float) -> float:
    where, progress, total = found.each[0], Progress("both hands of Switch together", patience=1.0), 0.0
    followed = follow(chart, where.hands, cells_of(where.hands), where.pairs)

    begun = starts(dealt, rounds)
    for view in range(VALUES):
        hand, against = Hand(where, followed, found.rows, view), _Against(where, found.shoe.counts, view)
        total += against.squares(hand, begun[..., view], insured=chart.insurance and view == ACE)
        progress.at("", (view + 1) / VALUES)
    progress.done()
    return total + _with_blackjack(found, dealt, rounds, insured=chart.insurance) - mean**2


def error_bound(found: Studies, dealt: Deals) -> float:
    """Rounding; but hands over 21 that a dealer's blackjack takes too (busted-plus-one) are left out.

    They are at most two units on every hand, in the rounds that a blackjack ends."""
    where = found.each[0]
    if not any(where.busts):
        return ROUNDING
    clear = found.clear[dealt.one, dealt.other, np.arange(VALUES)]
    return float((dealt.often * (1.0 - clear)).sum()) * (4.0 * max(where.most)) ** 2


def starts(dealt: Deals, rounds: Round) -> Floats:
    """In how many orders of the first four cards both hands begin so, after the switch; by up card."""
    found = np.zeros((STARTS, STARTS, VALUES))
    up = np.broadcast_to(np.arange(VALUES), dealt.one.shape)
    one, other = (np.where(hand == NATURAL, AS_DEALT, hand) for hand in (dealt.one, dealt.other))
    np.add.at(found, (one, other, up), 1.0 * ~rounds.switches)
    np.add.at(found, (dealt.one_switched, dealt.other_switched, up), 1.0 * rounds.switches)
    return found


class _Against:
    """One up card, where the dealer has no blackjack."""

    def __init__(self, where: Study, shoe: Ints, view: int) -> None:
        self.where, self.shoe, self.view = where, shoe, view

    def squares(self, hand: Hand, begun: Floats, *, insured: bool) -> float:
        """The mean square of both hands together, less a unit where insurance is lost."""
        alone, each, either = two_cards(self.where.deal.outcomes.shape[2]), hand.ends(1), begun + begun.T
        found = 2.0 * self.product(each, each, begun)
        found += sum(self.product(squares, alone, either) for squares in chain([hand.ends(2)], hand.products()))
        if insured:
            found += self.product(alone, alone, begun) - 2.0 * self.product(each, alone, either)
        return found

    def product(self, one: Ends, other: Ends, begun: Floats) -> float:
        """The mean product of what both hands are paid, which begin in so many orders."""
        same = one is other
        if same:
            begun = (begun + begun.T) / 2.0
        else:
            beside = (one.orders != 0.0).any(axis=0) @ (begun != 0.0) @ (other.orders != 0.0).T
            other = other.only(beside[other.rows])
        (keys, first), (other_keys, others) = _groups(one.keys), _groups(other.keys)
        sets = number_sums(keys, other_keys, same)
        orders = other.orders[other.rows]
        end, start = np.nonzero(orders)
        starts = (np.searchsorted(end, np.arange(len(orders) + 1)), start, orders[end, start])
        begins = ((keys, other_keys), sets, (first, others), (one.orders @ begun, one.rows), starts)
        return sum_products(*begins, (one.paid, other.paid), self._with(sets[0]), same)

    def _with(self, sets: Ints) -> Floats:
        """The chance that these cards and the up card come in one given order and the dealer ends so."""
        where, shoe, only = self.where, self.shoe, slice(self.view, self.view + 1)
        up = where.deal.view_cards[only]
        tree = finishing_tree(rulebook.stands_on(where.table), ((self.view,),), rulebook.highest(where.table))
        found = np.empty((len(sets), where.deal.outcomes.shape[2]))
        for begin in range(0, len(sets), _SETS):
            part = slice(begin, begin + _SETS)
            cards = cards_of(sets[part])
            clear = clear_of_blackjack(cards, shoe, up, 1, where.deal.completes[only])
            chances = draw_chances(cards, shoe - up[0]) * (shoe[self.view] / shoe.sum())
            found[part] = dealer_outcomes(cards, shoe, tree, np.array([[self.view]]), clear)[:, 0] * chances[:, None]
        return found


def _groups(keys: Ints) -> tuple[Ints, Ints]:
    """Each of these sorted keys once, and where it begins among them; then where they end."""
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.append(first, len(keys))


def _with_blackjack(found: Studies, dealt: Deals, rounds: Round, *, insured: bool) -> float:
    clear = found.clear[dealt.one, dealt.other, np.arange(VALUES)]
    unswitched = 2 - dealt.unswitched_blackjacks
    made = (dealt.one_switched == NATURAL).astype(np.int64) + (dealt.other_switched == NATURAL)
    read = found.table.hole_card == "card-reader"
    lost = unswitched if read else 2 - made * rulebook.switched_21_is_safe(found.table)
    net = 2.0 * insured * (np.arange(VALUES) == ACE) - np.where(rounds.switches, lost, unswitched)
    return float((dealt.often * (1.0 - clear) * net**2).sum())
