"""The exact price of a given chart, and the cost of each deviation from basic strategy."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from chapter47.blackjack import strategy_file
from chapter47.blackjack.analysis.chart.best_chart import ChartWorth, worth_of_chart
from chapter47.blackjack.analysis.chart.chart import Chart, cells_of, chart_of
from chapter47.blackjack.analysis.exact.values import NAMES
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.chart_codes import HARD, SOFT, TEXTS
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.strategy_file import PlayedStrategy, StrategyFileError
from chapter47.core.errors import NotPricedError, Problem
from chapter47.core.json_object import Json

ROUNDS = 100
"""Costs are per this many rounds, in units of the initial wager."""


@dataclass(frozen=True)
class Deviation:
    """One cell in which a chart differs from basic strategy, with every other cell as in basic strategy."""

    cell: str
    move: str
    best: str
    cost: float
    """Per round, in units of the initial wager."""

    def data(self) -> Json:
        return {"cell": self.cell, "move": self.move, "best": self.best, "per_100_rounds": ROUNDS * self.cost}


@dataclass(frozen=True)
class GivenChart:
    """A chart at a table: the table's analysis with this chart instead of the best one, and its deviations."""

    analysis: OneWagerAnalysis
    basic_strategy_edge: float
    deviations: tuple[Deviation, ...]


def analyse_chart(table: TableRules, strategy: PlayedStrategy) -> GivenChart:
    """Price a chart; raises `NotPricedError` if the table, or a chart alone, has no price."""
    best = analyse(table)
    if not isinstance(best, OneWagerAnalysis):
        raise NotPricedError("at Switch a chart can be priced only together with its switching rule")
    columns = best.prepared.columns
    if strategy.for_open_cards != (len(columns.names) > len(NAMES)):
        columns_here = ", ".join(columns.names[column] for column in columns.shown)
        raise StrategyFileError([Problem("columns", "a strategy for another game", columns_here)])
    chart = chart_of(strategy.data(), columns)
    if chart.rescues is None and best.strategy.rescues is not None:
        chart = chart._replace(rescues=np.zeros_like(best.strategy.rescues))
    by_chart = _worth(best, chart)
    sides = tuple(
        side._replace(strategy=chart, by_chart=worth) for side, worth in zip(best.sides, by_chart, strict=True)
    )
    played = replace(best, house_edge=-sum(worth.value for worth in by_chart), strategy=chart, sides=sides)
    return GivenChart(played, best.house_edge, tuple(_deviations(best, chart)))


def _worth(analysis: OneWagerAnalysis, chart: Chart) -> list[ChartWorth]:
    cells = cells_of(analysis.prepared.hands)
    return [worth_of_chart(side.prepared, chart, cells) for side in analysis.sides]


def _deviations(best: OneWagerAnalysis, chart: Chart) -> Iterator[Deviation]:
    """List deviations, most expensive first; each is priced by changing this one cell of basic strategy."""
    basic = best.strategy
    changed: list[tuple[str, str, str, Chart]] = []
    for part, rows in (("totals", [*(f"hard {total}" for total in HARD), *(f"soft {total}" for total in SOFT)]),
                       ("pairs", [f"pair {name}" for name in NAMES])):  # fmt: skip
        ours, theirs = getattr(basic, part), getattr(chart, part)
        for row, column in zip(*np.nonzero(ours != theirs), strict=True):
            if int(column) in basic.columns.shown:
                codes = ours.copy()
                codes[row, column] = theirs[row, column]
                name = f"{rows[row]} against {basic.columns.names[column]}"
                moves = (TEXTS[theirs[row, column]], TEXTS[ours[row, column]])
                changed.append((name, *moves, basic._replace(**{part: codes})))
    for question in strategy_file.QUESTIONS:
        if (here := getattr(chart, question)) != (best_answer := getattr(basic, question)):
            answers = ("yes" if here else "no", "yes" if best_answer else "no")
            changed.append((question.replace("_", " "), *answers, basic._replace(**{question: here})))
    costs = [-best.house_edge - sum(worth.value for worth in _worth(best, other)) for *_, other in changed]
    deviations = [
        Deviation(cell, move, best_move, cost) for (cell, move, best_move, _), cost in zip(changed, costs, strict=True)
    ]
    yield from sorted(deviations, key=lambda deviation: -deviation.cost)
