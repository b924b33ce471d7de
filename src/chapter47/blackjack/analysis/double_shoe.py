"""The sides of a double shoe (19:47-2.6(d)): what each of them is worth, and what a hand's moves are over both."""

from collections.abc import Sequence
from typing import NamedTuple

from chapter47.blackjack.analysis.advice import Advice, advise, after_the_peek
from chapter47.blackjack.analysis.chart.best_chart import Charted
from chapter47.blackjack.analysis.chart.best_play import Optimal
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.core.cards import Card


class Side(NamedTuple):
    """A shoe, or one side of a double shoe; `deals` of the study, and all means, are the part that comes from here."""

    strategy: Chart
    shoe: Shoe
    study: Study
    optimal: Optimal
    charted: Charted


def advise_on_sides(sides: Sequence[Side], hand: tuple[Card, ...], *up: Card) -> Advice:
    """The mean over the sides, each as likely as these cards make it; and what is best on each of them."""
    possible = [side for side in sides if side.shoe.chance_of(hand, up)] or sides[:1]
    told = [advise(side, side.shoe, hand, *up) for side in possible]
    if len(sides) == 1:
        return told[0]
    often = [float(side.shoe.chance_of(hand, up)) for side in possible]
    asked = [each * after_the_peek(side, hand, up) for each, side in zip(often, possible, strict=True)]
    moves = {move: _mean(asked, [one.moves[move] for one in told]) for move in told[0].moves}
    insurance = None if told[0].insurance is None else _mean(often, [one.insurance or 0.0 for one in told])
    best = max(moves, key=lambda move: moves[move])
    each = {side.shoe.side: one for side, one in zip(possible, told, strict=True)}
    return Advice(moves, best, told[0].chart, insurance, each)


def _mean(often: Sequence[float], values: Sequence[float]) -> float:
    return sum(part * value for part, value in zip(often, values, strict=True)) / sum(often)
