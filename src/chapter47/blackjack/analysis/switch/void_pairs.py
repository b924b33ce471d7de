"""Split pairs that a late blackjack leaves alone: by another reading of 19:47-2A.11(d) two-card 21s are void, and where
all hands of a pair are such its original wager is not lost."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from chapter47.blackjack.analysis.chart.chart import FollowedChart
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.analysis.split.dealer_blackjack import (
    COMPLETES_BLACKJACK,
    cards_for_two_card_21s,
    chance_in_order,
    orders_of_splits,
)
from chapter47.blackjack.analysis.switch.prepared import (
    NUMBER_OF_TWO_CARDS,
    DealValues,
    FirstDeals,
    PreparedSwitch,
)

Deal = tuple[int, ...]
"""The values of the four cards and the up card."""


def chances_of_void_pairs(
    switch: PreparedSwitch, dealt: FirstDeals, followed: FollowedChart, rounds: DealValues
) -> Iterator[tuple[Deal, tuple[float, float]]]:
    """Each deal with a pair that can become 21s: the chances that a blackjack finds one pair void, and both."""
    if not rulebook.split_21_is_kept(switch.table):
        return
    hands = (
        np.where(rounds.switches, dealt.first_switched, dealt.first_hand),
        np.where(rounds.switches, dealt.second_switched, dealt.second_hand),
    )
    for view in COMPLETES_BLACKJACK:
        numbers = {NUMBER_OF_TWO_CARDS[pair, pair]: pair for pair in _split(switch, followed, view)}
        may = np.isin(hands[0], [*numbers]) | np.isin(hands[1], [*numbers])
        for cards in np.argwhere((may & (dealt.chance > 0.0))[..., view]):
            deal = (*map(int, cards), view)
            pairs = [numbers[int(hand[deal])] for hand in hands if int(hand[deal]) in numbers]
            yield deal, _void(switch, deal, pairs)


def _split(switch: PreparedSwitch, followed: FollowedChart, view: int) -> list[int]:
    """The pairs of aces and tens that the chart splits."""
    pairs = switch.by_other_hand[0].pairs
    return [
        int(pair)
        for number, (row, pair) in enumerate(zip(pairs.rows, pairs.value, strict=True))
        if pair in COMPLETES_BLACKJACK and followed.splits[number, view] and not followed.surrenders[row, view]
    ]


def _void(switch: PreparedSwitch, deal: Deal, pairs: list[int]) -> tuple[float, float]:
    left = switch.shoe.counts
    np.subtract.at(left, list(deal), 1)
    alone = sum(_all_void(switch, left, deal[-1], pair) for pair in pairs)
    both = _all_void(switch, left, deal[-1], *pairs) if len(pairs) > 1 else 0.0
    return alone - 2.0 * both, both


def _all_void(switch: PreparedSwitch, left: Ints, view: int, *pairs: int) -> float:
    """The chance that every hand of these pairs is a two-card 21 and the dealer has a blackjack."""
    most_hands = switch.by_other_hand[0].most_hands
    chance = 0.0
    for endings in product(*(orders_of_splits(most_hands[pair]).items() for pair in pairs)):
        drawn = [
            card
            for pair, (hands, _) in zip(pairs, endings, strict=True)
            for card in cards_for_two_card_21s(pair, hands)
        ]
        ways = np.prod([ways for _, ways in endings])
        chance += float(ways) * chance_in_order(left, [*drawn, COMPLETES_BLACKJACK[view]])
    return chance
