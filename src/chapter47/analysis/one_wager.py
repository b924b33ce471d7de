"""The exact price of a game with one hand: the best chart, its edge, and the edge of the best play by cards."""

from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, Final

import numpy as np

from chapter47.analysis.advice import Advice, UnlikelyCardsError, advise
from chapter47.analysis.best_chart import Charted, besides_by_chart, best_chart
from chapter47.analysis.best_play import Optimal, optimal
from chapter47.analysis.chart import Chart
from chapter47.analysis.game import Game
from chapter47.analysis.refinements import refine
from chapter47.analysis.results import Results, results
from chapter47.analysis.shoe import NotPricedError, Shoe, full_shoe
from chapter47.analysis.study import Study, study
from chapter47.analysis.values import ACE
from chapter47.cards import Card
from chapter47.posting import TableRules


@dataclass(frozen=True)
class Analysis:
    """What a round costs, from a full shoe and for one unit staked."""

    house_edge: float
    house_edge_optimal: float
    strategy: Chart
    optimal: Optimal
    charted: Charted
    study: Study
    seconds: float

    def without_prizes(self) -> "Analysis | None":
        """The same table without the fixed amounts that are paid besides (19:47-19.5(g)), where its game knows any."""
        pays = self.study.pays
        if not pays.beside.shape[1]:
            return None
        if not pays.beside.any():
            return self
        nothing = np.zeros((len(pays.beside), 0))
        return analysed(self.study._replace(pays=pays._replace(beside=nothing)), process_time())

    def strategy_data(self) -> dict[str, Any]:
        """The chart as a strategy file, with the exceptions to it where the game has any."""
        refined = refine(self)
        return {**self.strategy.data(), **({"refinements": refined.data()} if refined else {})}

    def advise(self, *hands: tuple[Card, ...], up: tuple[Card, ...]) -> Advice:
        if len(hands) != 1:
            raise UnlikelyCardsError("a box has one hand at this game")
        return advise(self, full_shoe(self.study.table), hands[0], *up)

    @cached_property
    def results(self) -> Results:
        """How rounds end under the chart; worked out when it is first asked for."""
        chart = self.strategy
        return results(self.study, self.charted.followed, insured=chart.insurance, even_money=chart.even_money)

    def round_data(self) -> dict[str, Any]:
        return self.results.data()

    @property
    def variance(self) -> float:
        """Of a round's net result, in units of the first wager."""
        return self.results.variance

    @property
    def outcomes(self) -> dict[str, float]:
        """The chances that a round ends in a win, a push, a loss."""
        return self.results.outcomes()

    @property
    def units(self) -> dict[float, float]:
        """The chance of each net result."""
        return self.results.units


def price_one_wager(table: TableRules, shoe: Shoe, game: Game) -> Analysis:
    begun = process_time()
    where = study(table, shoe, game)
    _refuse_insurance_that_pays(where)
    return analysed(where, begun)


def analysed(where: Study, begun: float) -> Analysis:
    best = optimal(where)
    chart, charted = best_chart(where, best)
    charted = charted._replace(value=charted.value - besides_by_chart(where, charted))
    return Analysis(-charted.value, -best.value, chart, best, charted, where, process_time() - begun)


def _refuse_insurance_that_pays(where: Study) -> None:
    """Insurance that goes with the last hand over 21 (2.18(f)) bears on the play of who is insured."""
    if not where.busts.insurance:
        return
    twos = np.flatnonzero(where.hands.size == 2)
    held = where.deals[twos, ACE] > 0.0
    if (held & (where.clear[where.removed.of_hand[twos], ACE] < 2 / 3)).any():
        raise NotPricedError("multiple action is not priced for shoes in which insurance pays")


BLACKJACK: Final = Game(price_one_wager)
