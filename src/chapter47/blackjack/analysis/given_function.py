"""The exact price of a strategy written as a Python function, and the cost of each deviation from basic strategy.

The function is called for every hand that a player can hold, by the values of its cards, and every card that the dealer
can show. If its answer is not always allowed (a split, a surrender, a double), it is called again without that move, so
that every hand after a split has an answer too."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from chapter47.blackjack.analysis.chart.best_chart import play_followed, worth_of_play
from chapter47.blackjack.analysis.chart.chart import Chart, FollowedChart, cells_of
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, SHOWN, Plan
from chapter47.blackjack.analysis.exact.hands import MIXED, SPADES, Composition
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.values import NAMES, VALUES
from chapter47.blackjack.analysis.given_chart import ROUNDS
from chapter47.blackjack.analysis.main_game import analyse, analysed_game
from chapter47.blackjack.analysis.one_wager import AnalysedSide, OneWagerAnalysis
from chapter47.blackjack.chart_codes import HARD
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import SUITS, Card
from chapter47.core.errors import Chapter47Error, NotPricedError, Problem
from chapter47.core.json_object import Json
from chapter47.core.text import printable

Cards = tuple[Card, ...]
StrategyFunction = Callable[[Cards, Cards, tuple[str, ...]], str]
"""Takes the hand, the dealer's visible cards and the legal moves, and returns one of the moves."""
MOST_PROBLEMS: Final = 20
CLOSED_AFTER: Final = {
    "surrender": ("surrender",),
    "split": ("surrender", "split"),
    "double": ("surrender", "split", "double"),
}
"""Moves that are not available when the function is asked again."""
NOTHING: Final = 1e-13
"""A cost below this is a rounding error."""


@dataclass(frozen=True)
class FunctionPrice:
    """The table's analysis with the function's decisions, and where they differ from basic strategy."""

    analysis: OneWagerAnalysis
    basic_strategy_edge: float
    deviations: tuple[Json, ...]


def analyse_function(table: TableRules, function: StrategyFunction) -> FunctionPrice:
    """Price a function; raises with every answer that is not a legal move."""
    best = analyse(table)
    if not isinstance(best, OneWagerAnalysis):
        raise NotPricedError("at Switch a strategy can be priced only together with its switching rule")
    basic = best.strategy._replace(insurance=False, even_money=False)
    asked = _asked(best.prepared, analysed_game(table).views, function)
    sides = tuple(_played(side, basic, asked) for side in best.sides)
    value = sum(side.by_chart.value for side in sides)
    played = replace(best, house_edge=-value, strategy=basic, sides=sides)
    deviations = sorted(_deviations(best, asked), key=lambda row: -float(row["per_100_rounds"]))
    return FunctionPrice(played, best.house_edge, tuple(deviations))


def _played(side: AnalysedSide, chart: Chart, followed: FollowedChart) -> AnalysedSide:
    play = play_followed(side.prepared, followed, cells_of(side.prepared.hands))
    return side._replace(strategy=chart, by_chart=worth_of_play(side.prepared, chart, play))


def _asked(prepared: PreparedShoe, views: tuple[tuple[int, ...], ...], function: StrategyFunction) -> FollowedChart:
    """Ask the function about every hand and view."""
    hands, shape = prepared.hands, (len(prepared.hands.hands), prepared.views)
    plan = Plan(*(np.zeros(shape, dtype=np.int64) for _ in Plan._fields))
    surrenders = np.zeros(shape, dtype=bool)
    splits = np.zeros((len(prepared.pairs.rows), prepared.views), dtype=bool)
    place_of_pair = {int(row): place for place, row in enumerate(prepared.pairs.rows)}
    problems: list[Problem] = []
    shown = [tuple(Card(NAMES[value], "d") for value in view) for view in views]
    for row in np.flatnonzero((hands.size >= 2) & (hands.points < LIMIT)):
        held, place = _cards(hands.hands[row]), place_of_pair.get(int(row))
        for view, up in enumerate(shown):
            if prepared.deal.completes_blackjack[view] == SHOWN:
                continue  # nothing is decided against a blackjack in view
            legal = ["hit", "stand"]
            if prepared.may_double[row] or prepared.may_double_split[row]:
                legal.append("double")
            if place is not None and prepared.most_hands[prepared.pairs.value[place]] > 1:
                legal.append("split")
            if prepared.surrender_values[row, view] > NOT_OPEN:
                legal.append("surrender")
            for move in _answers(function, held, up, legal, problems):
                match move:
                    case "hit":
                        plan.hits[row, view] = 1
                    case "double":
                        plan.doubles[row, view] = 1
                    case "surrender":
                        surrenders[row, view] = True
                    case "split":
                        assert place is not None
                        splits[place, view] = True
            if prepared.pays.forfeit > NOT_OPEN and hands.size[row] > 2:
                doubled = _answers(function, held, up, ["stand", "rescue"], problems)
                plan.rescues[row, view] = "rescue" in doubled
    if problems:
        raise Chapter47Error(problems[:MOST_PROBLEMS])
    return FollowedChart(plan, np.asarray(surrenders), np.asarray(splits))


def _answers(
    function: StrategyFunction, held: Cards, up: Cards, legal: list[str], problems: list[Problem]
) -> list[str]:
    """Ask until the function hits, stands or rescues: any other move may be unavailable after a split."""
    answers: list[str] = []
    while not answers or answers[-1] in CLOSED_AFTER:
        closed = {move for answer in answers for move in CLOSED_AFTER[answer]}
        allowed = tuple(move for move in legal if move not in closed)
        move = function(held, up, allowed)
        if move not in allowed:
            problems.append(wrong_answer(move, held, up, allowed))
            break
        answers.append(move)
    return answers


def wrong_answer(move: object, held: Cards, up: Cards, allowed: tuple[str, ...]) -> Problem:
    """Report an answer of the function that is not a legal move."""
    hand, seen = (" ".join(map(str, cards)) for cards in (held, up))
    return Problem("strategy", f"{printable(str(move))} with {hand} against {seen}", ", ".join(allowed))


def _cards(hand: Composition) -> Cards:
    """Give the cards suits: all the same if the pay-out requires it, otherwise mixed."""
    values = [value for value in range(VALUES) for _ in range(hand.cards[value])]
    if hand.suited == MIXED:
        return tuple(Card(NAMES[value], SUITS[place % len(SUITS)]) for place, value in enumerate(values))
    return tuple(Card(NAMES[value], "s" if hand.suited == SPADES else "h") for value in values)


def _deviations(best: OneWagerAnalysis, asked: FollowedChart) -> Iterator[Json]:
    """Price each cell of the chart in which a hand is played differently, with all other cells as in basic strategy."""
    prepared, basic = best.prepared, best.by_chart.followed
    names, column_of = best.strategy.columns.names, best.strategy.columns.of_view
    cells, pairs = cells_of(prepared.hands), {int(row): place for place, row in enumerate(prepared.pairs.rows)}
    changed: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for row in map(int, np.flatnonzero(cells >= 0)):
        for view in np.flatnonzero(prepared.deal.completes_blackjack != SHOWN).tolist():
            place = pairs.get(row)
            if _code(prepared, basic, row, view, place) != _code(prepared, asked, row, view, place):
                total = f"{'hard' if cells[row] < len(HARD) else 'soft'} {prepared.hands.points[row]}"
                name = total if place is None else f"pair {NAMES[prepared.pairs.value[place]]}"
                changed[name, int(column_of[view])].append((row, view))
    for (name, column), places in changed.items():
        followed = _with(basic, asked, places, pairs)
        worth = sum(
            worth_of_play(
                side.prepared, best.strategy, play_followed(side.prepared, followed, cells_of(side.prepared.hands))
            ).value
            for side in best.sides
        )
        cost = -best.house_edge - worth
        if abs(cost) < NOTHING:
            continue
        row, view = places[0]
        place = pairs.get(row)
        yield {
            "cell": f"{name} against {names[column]}",
            "move": _code(prepared, asked, row, view, place),
            "best": _code(prepared, basic, row, view, place),
            "per_100_rounds": ROUNDS * cost,
            "hands": len(places),
        }


def _code(prepared: PreparedShoe, followed: FollowedChart, row: int, view: int, place: int | None) -> str:
    """Return the moves in the order in which they are tried, as in a chart."""
    moves = "R" if followed.surrenders[row, view] else ""
    if place is not None and followed.splits[place, view]:
        moves += "P"
    can_double = prepared.may_double[row] or prepared.may_double_split[row]
    stays = "H" if followed.plan.hits[row, view] else "S"
    if followed.plan.doubles[row, view] and can_double and "P" not in moves:
        moves += "D" if stays == "H" else "Ds"
        return moves
    return moves + stays.lower() if moves == "R" else moves or stays


def _with(
    basic: FollowedChart, asked: FollowedChart, places: list[tuple[int, int]], pairs: dict[int, int]
) -> FollowedChart:
    """Take these decisions from the function, all others from basic strategy."""
    plan = Plan(*(part.copy() for part in basic.plan))
    surrenders, splits = basic.surrenders.copy(), basic.splits.copy()
    for row, view in places:
        for part, answered in zip(plan, asked.plan, strict=True):
            part[row, view] = answered[row, view]
        surrenders[row, view] = asked.surrenders[row, view]
        if row in pairs:
            splits[pairs[row], view] = asked.splits[pairs[row], view]
    return FollowedChart(plan, surrenders, splits)
