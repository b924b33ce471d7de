"""The side wagers of a table, with what is known of its main game."""

from collections.abc import Mapping
from typing import Any, Protocol

from chapter47.blackjack.analysis.exact.results import Results
from chapter47.blackjack.analysis.side_wagers.by_chart import goes_on_with_the_hand, price_by_chart
from chapter47.blackjack.analysis.side_wagers.price import Priced, prices
from chapter47.blackjack.analysis.side_wagers.streak import TAKEN_AS, priced_by_rounds, streak_price
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.errors import NotPricedError


class HasData(Protocol):
    def data(self) -> Mapping[str, Any]: ...


class MainGame(Protocol):
    """What is asked of the main game's analysis."""

    @property
    def strategy(self) -> HasData: ...
    @property
    def results(self) -> Results: ...


def all_prices(table: TableRules, main: MainGame | None) -> list[Priced]:
    """Every side wager that the table offers; those that follow the main game only where that is priced."""
    found = prices(table)
    if main is None or table.decks < 1:
        return found
    return [_with_the_main_game(one, wager_at(table, one.name), table, table.wagers[one.name], main) for one in found]


def _with_the_main_game(one: Priced, wager: Wager, table: TableRules, offer: WagerOffer, main: MainGame) -> Priced:
    if priced_by_rounds(wager):
        try:
            scores = main.results.hands
        except NotPricedError as error:
            return one._replace(why=str(error))
        bets = {bet: streak_price(wager, table, offer, bet, scores) for bet in wager.bets(table, offer)}
        return one._replace(bets=bets, why="", taken_as=TAKEN_AS)
    if one.bets and goes_on_with_the_hand(wager, table):
        price = price_by_chart(wager, table, offer, main.strategy.data())
        return one._replace(by_chart={"": price})
    return one
