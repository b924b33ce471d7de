"""The exact price of a game with one hand: the best chart, its edge, and the edge of the best play by cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.advice import MoveValues, advise, after_the_peek, check_hands
from chapter47.blackjack.analysis.chart.best_chart import ChartWorth, best_chart
from chapter47.blackjack.analysis.chart.best_play import OptimalPlay, optimal
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.chart.chart_exceptions import chart_exceptions
from chapter47.blackjack.analysis.exact.game import AnalysedGame
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, prepare
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import ACE
from chapter47.blackjack.analysis.results.round_results import RoundResults, over_all_sides, round_results
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card
from chapter47.core.errors import NotPricedError
from chapter47.core.json_object import Json


class AnalysedSide(NamedTuple):
    """A shoe, or one side of a double shoe; its deal probabilities and means are its share of the total."""

    strategy: Chart
    shoe: CardCounts
    prepared: PreparedShoe
    optimal: OptimalPlay
    by_chart: ChartWorth


def advise_on_sides(sides: Sequence[AnalysedSide], hand: tuple[Card, ...], *up: Card) -> MoveValues:
    """Average over the sides, weighted by these cards, and give the best move on each."""
    possible = [side for side in sides if side.shoe.chance_of(hand, up)] or sides[:1]
    answers = [advise(side, side.shoe, hand, *up) for side in possible]
    if len(sides) == 1:
        return answers[0]
    chances = [float(side.shoe.chance_of(hand, up)) for side in possible]
    asked = [chance * after_the_peek(side, hand, up) for chance, side in zip(chances, possible, strict=True)]
    moves = {move: _mean(asked, [answer.moves[move] for answer in answers]) for move in answers[0].moves}
    insurance = None
    if answers[0].insurance is not None:
        insurance = _mean(chances, [answer.insurance or 0.0 for answer in answers])
    best = max(moves, key=lambda move: moves[move])
    by_side = {side.shoe.side: answer for side, answer in zip(possible, answers, strict=True)}
    return MoveValues(moves, best, answers[0].chart, insurance, by_side)


def _mean(frequency: Sequence[float], values: Sequence[float]) -> float:
    return sum(part * value for part, value in zip(frequency, values, strict=True)) / sum(frequency)


@dataclass(frozen=True)
class OneWagerAnalysis:
    """The price of a round from a full shoe, per unit staked."""

    house_edge: float
    house_edge_optimal: float
    strategy: Chart
    sides: tuple[AnalysedSide, ...]
    """The shoes a round may be dealt from: one shoe, or the sides of a double shoe if they differ."""
    seconds: float

    @property
    def prepared(self) -> PreparedShoe:
        """Like `optimal` and `charted`: of the shoe, or of the first side."""
        return self.sides[0].prepared

    @property
    def optimal(self) -> OptimalPlay:
        return self.sides[0].optimal

    @property
    def by_chart(self) -> ChartWorth:
        return self.sides[0].by_chart

    def without_prizes(self) -> "OneWagerAnalysis | None":
        """The same table without the fixed extra amounts (19:47-19.5(g)), if its game has any."""
        pays = self.prepared.pays
        if not pays.bonus.shape[1]:
            return None
        if not pays.bonus.any():
            return self
        without = pays._replace(bonus=np.zeros((len(pays.bonus), 0)))
        prepared_shoes = [side.prepared._replace(pays=without) for side in self.sides]
        return analysed([side.shoe for side in self.sides], prepared_shoes, process_time())

    def strategy_data(self) -> Json:
        """Return the chart as a strategy file, with its exceptions if the game has any."""
        exceptions = chart_exceptions(self)
        return {**self.strategy.data(), **({"refinements": exceptions.data()} if exceptions else {})}

    def advise(self, *hands: tuple[Card, ...], up: tuple[Card, ...]) -> MoveValues:
        check_hands(self.prepared.table, *hands)
        return advise_on_sides(self.sides, hands[0], *up)

    @cached_property
    def results(self) -> RoundResults:
        """How rounds end under the chart; computed on first use."""
        insured, even_money = self.strategy.insurance, self.strategy.even_money
        played = ((side.prepared, side.by_chart.followed) for side in self.sides)
        return over_all_sides(
            [round_results(*side_played, insured=insured, even_money=even_money) for side_played in played]
        )

    def round_data(self) -> Json:
        return self.results.data()

    @property
    def variance(self) -> float:
        """Variance of a round's net result, in units of the initial wager."""
        return self.results.variance

    @property
    def outcomes(self) -> dict[str, float]:
        """The probabilities that a round ends in a win, a push, a loss."""
        return self.results.outcomes()

    @property
    def units(self) -> dict[float, float]:
        """The probability of each net result."""
        return self.results.units


def price_one_wager(table: TableRules, shoes: tuple[CardCounts, ...], game: AnalysedGame) -> OneWagerAnalysis:
    begun = process_time()
    prepared_shoes = [prepare(table, shoe, game).dealt_once_in(len(shoes)) for shoe in shoes]
    for prepared in prepared_shoes:
        _refuse_insurance_that_pays(prepared)
    return analysed(shoes, prepared_shoes, begun)


def analysed(shoes: Sequence[CardCounts], prepared_shoes: Sequence[PreparedShoe], begun: float) -> OneWagerAnalysis:
    best = [optimal(prepared) for prepared in prepared_shoes]
    chart, by_chart = best_chart(prepared_shoes, best)
    sides = tuple(AnalysedSide(chart, *side) for side in zip(shoes, prepared_shoes, best, by_chart, strict=True))
    edges = (-sum(worth.value for worth in by_chart), -sum(worth.value for worth in best))
    return OneWagerAnalysis(*edges, chart, sides, process_time() - begun)


def _refuse_insurance_that_pays(prepared: PreparedShoe) -> None:
    """Refuse insurance that is lost with the last hand over 21 (2.18(f)), since it affects the insured player's
    play."""
    if not prepared.bust_rules.insurance:
        return
    two_card_rows = np.flatnonzero(prepared.hands.size == 2)
    held = prepared.deal_chances[two_card_rows, ACE] > 0.0
    if (held & (prepared.no_blackjack[prepared.removed.of_hand[two_card_rows], ACE] < 2 / 3)).any():
        raise NotPricedError("multiple action is not priced for shoes in which insurance pays")
