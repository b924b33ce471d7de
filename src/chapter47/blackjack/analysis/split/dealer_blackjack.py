"""Split hands against a dealer's blackjack that shows only after they were played.

As a rule all that is lost then is the original wager. Two things add to that at Spanish 21: every double that was
rescued was given up at once, so of several all but one are lost besides; and by the literal reading of 19.5(a)3 a
two-card 21 wins after a split too."""

from functools import cache, cached_property
from math import comb, prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Plan
from chapter47.blackjack.analysis.exact.card_set_keys import ONE, cards_of
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES
from chapter47.blackjack.analysis.split.exchange import Ending, endings
from chapter47.blackjack.analysis.split.kernels import OTHER, RESCUED, draw_chances, sets_together
from chapter47.blackjack.analysis.split.one_hand import Hands, hands_of

HIDDEN: Final = {ACE: TEN, TEN: ACE}
"""The hidden card that makes a blackjack of the one that is seen."""


def shows_late(where: Study) -> bool:
    return where.table.hole_card != "card-reader" and where.deal.view_size == 1


def two_card_21s(where: Study) -> Floats:
    """What two-card 21s of split hands win from a dealer's blackjack, by pair and view."""
    found = np.zeros((VALUES, where.views))
    units = rulebook.split_21_against_blackjack(where.table)
    for view in HIDDEN if units > 0.0 and shows_late(where) else ():
        for pair in HIDDEN:
            found[pair, view] = _two_card_21s(where, pair, view, units)
    return found


def rescued_besides(where: Study, plan: Plan, pair: int, view: int) -> float:
    """What a dealer's blackjack takes besides the original wager from a split pair with several rescued hands."""
    if where.pays.forfeit == NOT_OPEN or view not in HIDDEN or not shows_late(where):
        return 0.0
    return Rescued(where, plan, pair, view).lost()


def lost_besides(where: Study, plan: Plan, splits: NDArray[Any]) -> float:
    """The same per round, where these pairs (by row) are split."""
    often = np.where(splits, where.deals[where.pairs.rows], 0.0)
    return sum(
        float(often[number, view]) * rescued_besides(where, plan, int(where.pairs.value[number]), int(view))
        for number, view in np.argwhere(often > 0.0)
    )


def _two_card_21s(where: Study, pair: int, view: int, units: float) -> float:
    """Each wins; if all hands are such not even the original wager is lost (or `all_over` counts that)."""
    deal, other = where.deal, HIDDEN[pair]
    row = next(int(row) for row, second in where.roots[pair].rows if second == other)
    found = 0.0
    for more in range(1, len(where.parts[0].weights[pair].other)):
        unseen = deal.shoe.sum() - more - 1 - deal.view_size
        drawn = max(int(deal.shoe[other] - deal.view_cards[view, other]), 0) / max(int(unseen), 1)
        hidden = 1.0 - where.clear[where.removed.of_split[pair, more, row], view]
        found += units * where.parts[0].weights[pair].other[more, view] * drawn * hidden
    return found if where.busts.split else found + _all_two_card_21s(where, pair, view)


def _all_two_card_21s(where: Study, pair: int, view: int) -> float:
    orders: dict[int, int] = {}
    for ending, ways in endings(where.most[pair]).items():
        orders[ending.hands] = orders.get(ending.hands, 0) + ways
    return sum(ways * all_two_card_21s(where, pair, view, hands) for hands, ways in orders.items())


def all_two_card_21s(where: Study, pair: int, view: int, hands: int) -> float:
    """The chance, by one order of the splits, that all these hands are two-card 21s and the dealer has a blackjack."""
    if pair not in HIDDEN:
        return 0.0
    left = where.deal.shoe - where.deal.view_cards[view]
    left[pair] -= 2
    return _in_order(left, [pair] * (hands - 2) + [HIDDEN[pair]] * hands + [HIDDEN[view]])


def _in_order(left: Ints, values: list[int]) -> float:
    """The chance of these cards one after the other."""
    left, found = left.copy(), 1.0
    for value in values:
        found *= max(int(left[value]), 0) / max(int(left.sum()), 1)
        left[value] -= 1
    return found


class _Ways(NamedTuple):
    """The cards drawn to split hands up to their rescue, packed, and in how many orders."""

    keys: Ints
    orders: Floats


class Rescued:
    """How many hands of one split pair are rescued against one up card under a hidden blackjack."""

    def __init__(self, where: Study, plan: Plan, pair: int, view: int) -> None:
        self.where, self.plan, self.pair, self.view = where, plan, pair, view
        self._drawn = cache(self._drawn_by)

    def lost(self) -> float:
        """Of so many rescued hands all but one are lost besides: the mean, by the number of groups of them."""
        if not len(self._rescued.rows):
            return 0.0
        return sum(ways * self._of(ending) for ending, ways in endings(self.where.most[self.pair]).items())

    def _of(self, ending: Ending) -> float:
        return sum((-1.0) ** group * self.groups(ending, group) for group in range(2, ending.hands + 1))

    def groups(self, ending: Ending, group: int) -> float:
        """How many groups of so many rescued hands there are in the mean."""
        waiting = ending.hands - ending.plain if ending.full else 0
        return sum(
            comb(ending.plain, plain) * comb(waiting, group - plain) * self._group(ending, plain, group - plain)
            for plain in range(max(group - waiting, 0), min(group, ending.plain) + 1)
        )

    def _group(self, ending: Ending, plain: int, others: int) -> float:
        """All of these hands rescued, while the other plain hands drew no pair card."""
        total = 0.0
        for gone in range(ending.plain - plain + 1):
            path = prod(self._chance(more) for more in range(1, ending.hands - 1 + gone))
            if path:
                sign = (-1.0) ** gone * comb(ending.plain - plain, gone)
                total += sign * path * self._together(plain, others, ending.hands + gone)
        return total

    def _chance(self, more: int) -> float:
        """Of one more pair card."""
        deal = self.where.deal
        left = int(deal.shoe[self.pair] - 1 - more - deal.view_cards[self.view, self.pair])
        return max(left, 0) / max(int(deal.shoe.sum()) - 1 - more - deal.view_size, 1)

    def _together(self, plain: int, others: int, gone: int) -> float:
        """The chance that all these hands end rescued and the hidden card makes a blackjack."""
        left = self.where.deal.shoe - self.where.deal.view_cards[self.view]
        left[self.pair] -= gone
        hidden = HIDDEN[self.view]
        chance = max(int(left[hidden]), 0) / max(int(left.sum()), 1)
        left[hidden] -= 1
        drawn = self._drawn(plain, others)
        return chance * float(drawn.orders @ draw_chances(cards_of(drawn.keys), left))

    def _drawn_by(self, plain: int, others: int) -> _Ways:
        """What so many hands that end rescued draw together."""
        if not plain and not others:
            return _Ways(np.zeros(1, dtype=np.int64), np.ones(1))
        own = self.without_pair if plain else self.any_second
        beside = self._drawn(plain - 1, others) if plain else self._drawn(0, others - 1)
        return _Ways(*sets_together(*own, *beside, False))

    @cached_property
    def _rescued(self) -> Hands:
        """Without those that the shoe has no cards for."""
        hands = hands_of(self.where, self.plan, self.pair, self.view)
        possible = np.all(self.where.hands.cards[hands.rows] <= self.where.deal.shoe, axis=1)
        return hands.only((hands.mark == RESCUED) & possible)

    @property
    def without_pair(self) -> _Ways:
        return self._ways(self._rescued.only(self._rescued.second == OTHER))

    @property
    def any_second(self) -> _Ways:
        return self._ways(self._rescued)

    def _ways(self, hands: Hands) -> _Ways:
        return _Ways(self.where.hands.cards[hands.rows] @ ONE - ONE[self.pair], hands.orders)
