"""Effects of removal: how the player's edge changes when one card of a value leaves the full shoe."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from chapter47.blackjack.analysis.chart.best_chart import worth_of_chart
from chapter47.blackjack.analysis.chart.best_play import optimal
from chapter47.blackjack.analysis.chart.chart import cells_of
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN
from chapter47.blackjack.analysis.exact.prepared import prepare
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.exact.values import NAMES, value_index
from chapter47.blackjack.analysis.main_game import analyse, analysed_game
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.analysis.side_wagers.price import price
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis, value_from
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers.wager import Wager, edge_of
from chapter47.core.cards import SUITS, Card
from chapter47.core.errors import NotPricedError

Effects = dict[str, float]
"""By A, 2 … T."""


def main_removal(table: TableRules) -> Effects:
    """Return effects for the main wager, played by basic strategy of the full shoe."""
    whole, (shoe,) = analyse(table), single_shoe(table)
    if isinstance(whole, SwitchAnalysis):
        shoes = {name: without(shoe, value) for value, name in enumerate(NAMES)}
        return {name: value_from(whole, left) + whole.house_edge for name, left in shoes.items()}
    assert isinstance(whole, OneWagerAnalysis)
    effects: Effects = {}
    for value, name in enumerate(NAMES):
        prepared = prepare(table, without(shoe, value), analysed_game(table))
        worth = worth_of_chart(prepared, whole.strategy, cells_of(prepared.hands))
        effects[name] = worth.value + whole.house_edge
    return effects


def optimal_removal(table: TableRules, surrendered_to: str) -> Effects:
    """Return effects for the main wager with optimal play, chosen again after each removal; late surrender only against
    the up cards named."""
    game, (shoe,) = analysed_game(table), single_shoe(table)
    kept = np.array([name in surrendered_to for name in NAMES])[[view[0] for view in game.views]]

    def edge(left: CardCounts) -> float:
        prepared = prepare(table, left, game)
        surrender = np.where(kept, prepared.surrender_values, NOT_OPEN)
        return -optimal(prepared._replace(surrender_values=surrender)).value

    whole = edge(shoe)
    return {name: whole - edge(without(shoe, value)) for value, name in enumerate(NAMES)}


def side_removal(table: TableRules, name: str, bet: str) -> Effects:
    """Return effects for a bet on a side wager that is decided by the first cards, averaged over the cards of a
    value."""
    wager, offer, (shoe,) = wager_at(table, name), table.wagers[name], single_shoe(table)
    whole = edge_of(price(wager, table, offer, bet))
    effects: Effects = {}
    for value, rank in enumerate(NAMES):
        alike = Counter(_as_read(wager, card) for card in shoe.cards if value_index(card) == value)
        edges = {card: edge_of(price(wager, table, offer, bet, [_without_card(shoe, card)])) for card in alike}
        effects[rank] = float(whole - sum(edges[card] * copies for card, copies in alike.items()) / alike.total())
    return effects


def _as_read(wager: Wager, card: Card) -> Card:
    """Replace all suits by one if the wager treats them alike."""
    return Card(card.rank, SUITS[0]) if wager.ranks_only or wager.suits_alike else card


def single_shoe(table: TableRules) -> Sequence[CardCounts]:
    shoes = full_shoes(table)
    if len(shoes) > 1:
        raise NotPricedError("effects of removal are computed only for a single shoe")
    return shoes


def without(shoe: CardCounts, value: int) -> CardCounts:
    """Remove one card of this value, of any suit."""
    card = next(card for card in shoe.cards if value_index(card) == value)
    return _without_card(shoe, card)._replace(suits_are_even=True)


def _without_card(shoe: CardCounts, card: Card) -> CardCounts:
    place = shoe.cards.index(card)
    return shoe._replace(cards=(*shoe.cards[:place], *shoe.cards[place + 1 :]))
