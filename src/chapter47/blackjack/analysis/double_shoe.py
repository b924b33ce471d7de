"""The sides of a double shoe (19:47-2.6(d)): what each of them is worth, and what a hand's moves are over both."""

from collections.abc import Sequence
from typing import NamedTuple

from chapter47.blackjack.analysis.advice import MoveValues, advise, after_the_peek
from chapter47.blackjack.analysis.chart.best_chart import ChartWorth
from chapter47.blackjack.analysis.chart.best_play import OptimalPlay
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.core.cards import Card


class AnalysedSide(NamedTuple):
    """A shoe, or one side of a double shoe; its chances of deals, and all means, are the part that comes from here."""

    strategy: Chart
    shoe: CardCounts
    prepared: PreparedShoe
    optimal: OptimalPlay
    by_chart: ChartWorth


def advise_on_sides(sides: Sequence[AnalysedSide], hand: tuple[Card, ...], *up: Card) -> MoveValues:
    """The mean over the sides, each as likely as these cards make it; and what is best on each of them."""
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
