"""Split hands against a dealer's blackjack that appears only after they were played.

Usually only the original wager is lost then, rescued hands included; by the literal reading of 19.5(a)3 a two-card 21
also wins after a split, by another of 2A.11(d) it is void: if all hands are such, nothing is lost."""

from typing import Final

import numpy as np

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.exchange import endings
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import ACE, TEN, VALUES

COMPLETES_BLACKJACK: Final = {ACE: TEN, TEN: ACE}
"""The hidden card that completes a blackjack with the visible one."""


def shows_late(prepared: PreparedShoe) -> bool:
    return prepared.table.hole_card != "card-reader" and prepared.deal.view_size == 1


def saved_by_two_card_21s(prepared: PreparedShoe) -> Floats:
    """Return what two-card 21s of split hands win or save from a dealer's blackjack, by pair and view."""
    won = np.zeros((VALUES, prepared.views))
    units = rulebook.split_21_against_blackjack(prepared.table)
    is_kept = units > 0.0 or rulebook.split_21_is_kept(prepared.table)
    if is_kept and shows_late(prepared):
        for view in np.flatnonzero(prepared.deal.completes_blackjack >= 0):
            for pair in COMPLETES_BLACKJACK:
                won[pair, view] = _saved_of_pair(prepared, pair, int(view), units)
    return won


def _saved_of_pair(prepared: PreparedShoe, pair: int, view: int, units: float) -> float:
    """Return the savings of one pair: each wins, or is void; if all hands are such not even the original wager is lost
    (or `all_hands_bust` counts that)."""
    deal, completing = prepared.deal, COMPLETES_BLACKJACK[pair]
    row = next(int(row) for row, second in prepared.two_card_hands[pair].rows if second == completing)
    won = 0.0
    for further_gone in range(1, len(prepared.split_payoffs[0].weights[pair].other)):
        unseen = deal.shoe.sum() - further_gone - 1 - deal.view_size
        drawn = max(int(deal.shoe[completing] - deal.view_cards[view, completing]), 0) / max(int(unseen), 1)
        hidden = 1.0 - prepared.no_blackjack[prepared.removed.of_split[pair, further_gone, row], view]
        won += units * prepared.split_payoffs[0].weights[pair].other[further_gone, view] * drawn * hidden
    return won if prepared.bust_rules.split else won + _chance_of_all_by_any_order(prepared, pair, view)


def _chance_of_all_by_any_order(prepared: PreparedShoe, pair: int, view: int) -> float:
    orders = orders_of_splits(prepared.most_hands[pair])
    return sum(ways * chance_all_are_two_card_21s(prepared, pair, view, hands) for hands, ways in orders.items())


def chance_all_are_two_card_21s(prepared: PreparedShoe, pair: int, view: int, hands: int) -> float:
    """Return the probability, for one order of the splits, that all these hands are two-card 21s and the dealer has a
    blackjack."""
    if pair not in COMPLETES_BLACKJACK:
        return 0.0
    left = prepared.deal.shoe - prepared.deal.view_cards[view]
    left[pair] -= 2
    hole_card = int(prepared.deal.completes_blackjack[view])
    return chance_in_order(left, [*cards_for_two_card_21s(pair, hands), hole_card])


def cards_for_two_card_21s(pair: int, hands: int) -> list[int]:
    """Return the cards that make a pair into this many two-card 21s."""
    return [pair] * (hands - 2) + [COMPLETES_BLACKJACK[pair]] * hands


def orders_of_splits(most_hands: int) -> dict[int, int]:
    """Count the orders by the number of hands that a pair becomes."""
    orders: dict[int, int] = {}
    for ending, ways in endings(most_hands).items():
        orders[ending.hands] = orders.get(ending.hands, 0) + ways
    return orders


def chance_in_order(left: Ints, values: list[int]) -> float:
    """Return the probability of these cards one after another."""
    left, chance = left.copy(), 1.0
    for value in values:
        chance *= max(int(left[value]), 0) / max(int(left.sum()), 1)
        left[value] -= 1
    return chance
