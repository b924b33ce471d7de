"""The exact price of a game with one hand: the best chart, its edge, and the edge of the best play by cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, Final

import numpy as np

from chapter47.blackjack.analysis.advice import Advice, check_hands
from chapter47.blackjack.analysis.chart.best_chart import Charted, besides_by_chart, best_chart
from chapter47.blackjack.analysis.chart.best_play import Optimal, optimal
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.chart.chart_exceptions import refine
from chapter47.blackjack.analysis.double_shoe import Side, advise_on_sides
from chapter47.blackjack.analysis.exact.game import Game
from chapter47.blackjack.analysis.exact.prepared import Study, study
from chapter47.blackjack.analysis.exact.results import Results, over_all_sides, results
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.blackjack.analysis.exact.values import ACE
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import Card
from chapter47.core.errors import NotPricedError


@dataclass(frozen=True)
class Analysis:
    """What a round costs, from a full shoe and for one unit staked."""

    house_edge: float
    house_edge_optimal: float
    strategy: Chart
    sides: tuple[Side, ...]
    """All that a round may be dealt from: the shoe, or the sides of a double shoe where they are not alike."""
    seconds: float

    @property
    def study(self) -> Study:
        """As `optimal` and `charted`: of the shoe, or of the first side."""
        return self.sides[0].study

    @property
    def optimal(self) -> Optimal:
        return self.sides[0].optimal

    @property
    def charted(self) -> Charted:
        return self.sides[0].charted

    def without_prizes(self) -> "Analysis | None":
        """The same table without the fixed amounts that are paid besides (19:47-19.5(g)), where its game knows any."""
        pays = self.study.pays
        if not pays.beside.shape[1]:
            return None
        if not pays.beside.any():
            return self
        without = pays._replace(beside=np.zeros((len(pays.beside), 0)))
        studies = [side.study._replace(pays=without) for side in self.sides]
        return analysed([side.shoe for side in self.sides], studies, process_time())

    def strategy_data(self) -> dict[str, Any]:
        """The chart as a strategy file, with the exceptions to it where the game has any."""
        refined = refine(self)
        return {**self.strategy.data(), **({"refinements": refined.data()} if refined else {})}

    def advise(self, *hands: tuple[Card, ...], up: tuple[Card, ...]) -> Advice:
        check_hands(self.study.table, *hands)
        return advise_on_sides(self.sides, hands[0], *up)

    @cached_property
    def results(self) -> Results:
        """How rounds end under the chart; worked out when it is first asked for."""
        insured, even_money = self.strategy.insurance, self.strategy.even_money
        played = ((side.study, side.charted.followed) for side in self.sides)
        return over_all_sides([results(*one, insured=insured, even_money=even_money) for one in played])

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


def price_one_wager(table: TableRules, shoes: tuple[Shoe, ...], game: Game) -> Analysis:
    begun = process_time()
    studies = [study(table, shoe, game).dealt_once_in(len(shoes)) for shoe in shoes]
    for where in studies:
        _refuse_insurance_that_pays(where)
    return analysed(shoes, studies, begun)


def analysed(shoes: Sequence[Shoe], studies: Sequence[Study], begun: float) -> Analysis:
    best = [optimal(where) for where in studies]
    chart, charted = best_chart(studies, best)
    by_chart = [
        one._replace(value=one.value - besides_by_chart(where, one))
        for where, one in zip(studies, charted, strict=True)
    ]
    sides = tuple(Side(chart, *side) for side in zip(shoes, studies, best, by_chart, strict=True))
    edges = (-sum(one.value for one in by_chart), -sum(one.value for one in best))
    return Analysis(*edges, chart, sides, process_time() - begun)


def _refuse_insurance_that_pays(where: Study) -> None:
    """Insurance that goes with the last hand over 21 (2.18(f)) bears on the play of who is insured."""
    if not where.busts.insurance:
        return
    twos = np.flatnonzero(where.hands.size == 2)
    held = where.deals[twos, ACE] > 0.0
    if (held & (where.clear[where.removed.of_hand[twos], ACE] < 2 / 3)).any():
        raise NotPricedError("multiple action is not priced for shoes in which insurance pays")


BLACKJACK: Final = Game(price_one_wager)
