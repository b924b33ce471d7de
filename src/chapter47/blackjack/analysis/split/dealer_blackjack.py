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
from chapter47.blackjack.analysis.exact.card_set_keys import CARD_KEYS, cards_of
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES
from chapter47.blackjack.analysis.split.exchange import SplitEnding, endings
from chapter47.blackjack.analysis.split.kernels import OTHER, RESCUED, draw_chances, sets_together
from chapter47.blackjack.analysis.split.one_hand import PlayedHands, hands_of

COMPLETES_BLACKJACK: Final = {ACE: TEN, TEN: ACE}
"""The hidden card that makes a blackjack of the one that is seen."""


def shows_late(prepared: PreparedShoe) -> bool:
    return prepared.table.hole_card != "card-reader" and prepared.deal.view_size == 1


def two_card_21s(prepared: PreparedShoe) -> Floats:
    """What two-card 21s of split hands win from a dealer's blackjack, by pair and view."""
    won = np.zeros((VALUES, prepared.views))
    units = rulebook.split_21_against_blackjack(prepared.table)
    for view in COMPLETES_BLACKJACK if units > 0.0 and shows_late(prepared) else ():
        for pair in COMPLETES_BLACKJACK:
            won[pair, view] = _two_card_21s(prepared, pair, view, units)
    return won


def rescue_loss(prepared: PreparedShoe, plan: Plan, pair: int, view: int) -> float:
    """What a dealer's blackjack takes besides the original wager from a split pair with several rescued hands."""
    if prepared.pays.forfeit == NOT_OPEN or view not in COMPLETES_BLACKJACK or not shows_late(prepared):
        return 0.0
    return RescuedHands(prepared, plan, pair, view).lost()


def rescue_losses(prepared: PreparedShoe, plan: Plan, splits: NDArray[Any]) -> float:
    """The same per round, where these pairs (by row) are split."""
    often = np.where(splits, prepared.deal_chances[prepared.pairs.rows], 0.0)
    return sum(
        float(often[number, view]) * rescue_loss(prepared, plan, int(prepared.pairs.value[number]), int(view))
        for number, view in np.argwhere(often > 0.0)
    )


def _two_card_21s(prepared: PreparedShoe, pair: int, view: int, units: float) -> float:
    """Each wins; if all hands are such not even the original wager is lost (or `all_hands_bust` counts that)."""
    deal, other = prepared.deal, COMPLETES_BLACKJACK[pair]
    row = next(int(row) for row, second in prepared.two_card_hands[pair].rows if second == other)
    won = 0.0
    for more in range(1, len(prepared.split_payoffs[0].weights[pair].other)):
        unseen = deal.shoe.sum() - more - 1 - deal.view_size
        drawn = max(int(deal.shoe[other] - deal.view_cards[view, other]), 0) / max(int(unseen), 1)
        hidden = 1.0 - prepared.no_blackjack[prepared.removed.of_split[pair, more, row], view]
        won += units * prepared.split_payoffs[0].weights[pair].other[more, view] * drawn * hidden
    return won if prepared.bust_rules.split else won + _all_two_card_21s(prepared, pair, view)


def _all_two_card_21s(prepared: PreparedShoe, pair: int, view: int) -> float:
    orders: dict[int, int] = {}
    for ending, ways in endings(prepared.most_hands[pair]).items():
        orders[ending.hands] = orders.get(ending.hands, 0) + ways
    return sum(ways * all_two_card_21s(prepared, pair, view, hands) for hands, ways in orders.items())


def all_two_card_21s(prepared: PreparedShoe, pair: int, view: int, hands: int) -> float:
    """The chance, by one order of the splits, that all these hands are two-card 21s and the dealer has a blackjack."""
    if pair not in COMPLETES_BLACKJACK:
        return 0.0
    left = prepared.deal.shoe - prepared.deal.view_cards[view]
    left[pair] -= 2
    return _in_order(left, [pair] * (hands - 2) + [COMPLETES_BLACKJACK[pair]] * hands + [COMPLETES_BLACKJACK[view]])


def _in_order(left: Ints, values: list[int]) -> float:
    """The chance of these cards one after the other."""
    left, chance = left.copy(), 1.0
    for value in values:
        chance *= max(int(left[value]), 0) / max(int(left.sum()), 1)
        left[value] -= 1
    return chance


class _RescueDraws(NamedTuple):
    """The cards drawn to split hands up to their rescue, packed, and in how many orders."""

    keys: Ints
    orders: Floats


class RescuedHands:
    """How many hands of one split pair are rescued against one up card under a hidden blackjack."""

    def __init__(self, prepared: PreparedShoe, plan: Plan, pair: int, view: int) -> None:
        self.prepared, self.plan, self.pair, self.view = prepared, plan, pair, view
        self._drawn = cache(self._drawn_by)

    def lost(self) -> float:
        """Of so many rescued hands all but one are lost besides: the mean, by the number of groups of them."""
        if not len(self._rescued.rows):
            return 0.0
        return sum(
            ways * self._lost_at(ending) for ending, ways in endings(self.prepared.most_hands[self.pair]).items()
        )

    def _lost_at(self, ending: SplitEnding) -> float:
        return sum((-1.0) ** group * self.groups(ending, group) for group in range(2, ending.hands + 1))

    def groups(self, ending: SplitEnding, group: int) -> float:
        """How many groups of so many rescued hands there are in the mean."""
        waiting = ending.hands - ending.plain if ending.full else 0
        return sum(
            comb(ending.plain, plain)
            * comb(waiting, group - plain)
            * self._chance_of_group(ending, plain, group - plain)
            for plain in range(max(group - waiting, 0), min(group, ending.plain) + 1)
        )

    def _chance_of_group(self, ending: SplitEnding, plain: int, others: int) -> float:
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
        deal = self.prepared.deal
        left = int(deal.shoe[self.pair] - 1 - more - deal.view_cards[self.view, self.pair])
        return max(left, 0) / max(int(deal.shoe.sum()) - 1 - more - deal.view_size, 1)

    def _together(self, plain: int, others: int, gone: int) -> float:
        """The chance that all these hands end rescued and the hidden card makes a blackjack."""
        left = self.prepared.deal.shoe - self.prepared.deal.view_cards[self.view]
        left[self.pair] -= gone
        hidden = COMPLETES_BLACKJACK[self.view]
        chance = max(int(left[hidden]), 0) / max(int(left.sum()), 1)
        left[hidden] -= 1
        drawn = self._drawn(plain, others)
        return chance * float(drawn.orders @ draw_chances(cards_of(drawn.keys), left))

    def _drawn_by(self, plain: int, others: int) -> _RescueDraws:
        """What so many hands that end rescued draw together."""
        if not plain and not others:
            return _RescueDraws(np.zeros(1, dtype=np.int64), np.ones(1))
        own = self.without_pair if plain else self.any_second
        beside = self._drawn(plain - 1, others) if plain else self._drawn(0, others - 1)
        return _RescueDraws(*sets_together(*own, *beside, False))

    @cached_property
    def _rescued(self) -> PlayedHands:
        """Without those that the shoe has no cards for."""
        hands = hands_of(self.prepared, self.plan, self.pair, self.view)
        possible = np.all(self.prepared.hands.cards[hands.rows] <= self.prepared.deal.shoe, axis=1)
        return hands.select((hands.mark == RESCUED) & possible)

    @property
    def without_pair(self) -> _RescueDraws:
        return self._ways(self._rescued.select(self._rescued.second == OTHER))

    @property
    def any_second(self) -> _RescueDraws:
        return self._ways(self._rescued)

    def _ways(self, hands: PlayedHands) -> _RescueDraws:
        return _RescueDraws(self.prepared.hands.cards[hands.rows] @ CARD_KEYS - CARD_KEYS[self.pair], hands.orders)
