"""The side wagers of a table, with what is known of its main game."""

from typing import Protocol

from chapter47.blackjack.analysis.results.round_results import RoundResults
from chapter47.blackjack.analysis.side_wagers.by_chart import goes_on_with_the_hand, price_by_chart
from chapter47.blackjack.analysis.side_wagers.price import (
    TAKEN_AS,
    SideWagerPrice,
    priced_by_rounds,
    prices,
    streak_price,
)
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.errors import NotPricedError
from chapter47.core.json_object import JsonMapping


class HasData(Protocol):
    def data(self) -> JsonMapping: ...


class MainGame(Protocol):
    """The parts of the main game's analysis that side wagers need."""

    @property
    def strategy(self) -> HasData: ...
    @property
    def results(self) -> RoundResults: ...


def all_prices(table: TableRules, main: MainGame | None) -> list[SideWagerPrice]:
    """Price every side wager of the table; those that follow the main game only if that is priced."""
    wager_prices = prices(table)
    if main is None or table.decks < 1:
        return wager_prices
    return [
        _with_the_main_game(wager_price, wager_at(table, wager_price.name), table, table.wagers[wager_price.name], main)
        for wager_price in wager_prices
    ]


def _with_the_main_game(
    wager_price: SideWagerPrice, wager: Wager, table: TableRules, offer: WagerOffer, main: MainGame
) -> SideWagerPrice:
    if priced_by_rounds(wager):
        try:
            scores = main.results.hands
        except NotPricedError as error:
            return wager_price._replace(why=str(error))
        bets = {bet: streak_price(wager, table, offer, bet, scores) for bet in wager.bets(table, offer)}
        return wager_price._replace(bets=bets, why="", taken_as=TAKEN_AS)
    if wager_price.bets and goes_on_with_the_hand(wager, table):
        price = price_by_chart(wager, table, offer, main.strategy.data())
        return wager_price._replace(by_chart={"": price})
    return wager_price
