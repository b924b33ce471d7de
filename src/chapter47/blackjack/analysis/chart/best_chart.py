"""The best chart: cell by cell, over all hands that reach a cell."""

from collections.abc import Iterable, Sequence
from functools import partial, reduce
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_play import OptimalPlay, value_of_questions, value_of_round
from chapter47.blackjack.analysis.chart.chart import (
    CELLS,
    DOUBLED,
    Chart,
    FollowedChart,
    best_codes,
    best_pair_codes,
    cells_of,
    follow,
)
from chapter47.blackjack.analysis.exact.arrays import (
    FREQUENCY,
    GIVEN_UP,
    LET_STAND,
    NOT_OPEN,
    RESCUE_SUMS,
    Floats,
    HandsInPlay,
    Ints,
    Moves,
    Payoffs,
    Plan,
)
from chapter47.blackjack.analysis.exact.kernels import first_draws, reach, start_split, sum_cells, sum_rescues
from chapter47.blackjack.analysis.exact.prepared import (
    PreparedShoe,
    SplitPayoffs,
    blank_moves,
    blank_plan,
    split_moves,
    unsplit_moves,
)
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.split.all_hands_bust import add_all_bust, add_all_bust_to_cells
from chapter47.blackjack.analysis.split.dealer_blackjack import saved_by_two_card_21s
from chapter47.blackjack.chart_codes import TOTAL_CODES


def blank_sums(prepared: PreparedShoe) -> Floats:
    return np.zeros((len(DOUBLED), prepared.views, RESCUE_SUMS))


def add_rescues(
    prepared: PreparedShoe, pays: Payoffs, hands: HandsInPlay, plan: Plan, weight: Floats, sums: Floats
) -> None:
    """Return the value of standing and of giving up, over the doubled hands among these."""
    if pays.forfeit > NOT_OPEN:
        sum_rescues(prepared.deal, pays, hands, plan, weight, sums)


def best_rescues(prepared: PreparedShoe, sums: Floats, unreached: Floats) -> Ints:
    reached, others = (prepared.columns.gathered(each, axis=1) for each in (sums, unreached))
    used = np.where(reached[..., FREQUENCY:] > 0.0, reached, others)
    return np.asarray(used[..., GIVEN_UP] > used[..., LET_STAND], dtype=np.int64)


MOST_STEPS = 40


class ChartWorth(NamedTuple):
    """A chart's value, and the value of each code in each cell."""

    value: float
    moves: Moves
    split: Floats
    sums: Floats
    rescues: Floats
    followed: FollowedChart


PreparedSides = Sequence[PreparedShoe]
"""All shoes or sides that a round may be dealt from; their `deals` add up to one."""


def best_chart(
    sides: PreparedSides, best: Sequence[OptimalPlay], fine: Ints | None = None
) -> tuple[Chart, list[ChartWorth]]:
    """Improve the best play by cards, cell by cell over all sides, until no cell can be improved.

    The hands that reach a cell depend on the chart, so the steps could cycle; then the chart of the cycle with the
    lowest edge is taken. `fine` cells may distinguish more hands than a printed chart does."""
    cells = cells_of(sides[0].hands) if fine is None else fine
    unreached = _added(
        sums_of_any_play(prepared, cells, play.moves) for prepared, play in zip(sides, best, strict=True)
    )
    first = _added(_first_sums(prepared, cells, play) for prepared, play in zip(sides, best, strict=True))
    chart = _improved(sides, first, unreached, best)
    seen: list[tuple[Chart, list[ChartWorth]]] = []
    for _ in range(MOST_STEPS):
        charted = [worth_of_chart(prepared, chart, cells) for prepared in sides]
        seen.append((chart, charted))
        sums = _added(CellSums(worth.sums, worth.rescues) for worth in charted)
        following = _improved(sides, sums, unreached, charted)
        if following.same_as(chart):
            return chart, charted
        again = [number for number, (old, _) in enumerate(seen) if old.same_as(following)]
        if again:
            return max(seen[again[0] :], key=lambda charted_sides: sum(worth.value for worth in charted_sides[1]))
        chart = following
    raise AssertionError("the chart does not converge")


class CellSums(NamedTuple):
    """Over the hands that reach each cell: the value of each code, and of doubled hands."""

    codes: Floats
    rescues: Floats


def _added(each: Iterable[CellSums]) -> CellSums:
    codes, rescues = zip(*each, strict=True)
    return CellSums(reduce(np.add, codes), reduce(np.add, rescues))


def _improved(
    sides: PreparedSides, sums: CellSums, unreached: CellSums, play: Sequence[OptimalPlay | ChartWorth]
) -> Chart:
    prepared = sides[0]
    codes, others = (prepared.columns.gathered(each.codes, axis=1) for each in (sums, unreached))
    totals = best_codes(np.where(codes[..., TOTAL_CODES:] > 0.0, codes, others))
    rescues = best_rescues(prepared, sums.rescues, unreached.rescues) if prepared.pays.forfeit > NOT_OPEN else None
    chart = Chart(totals, _pair_codes(sides, play), columns=prepared.columns, rescues=rescues)
    chart = max(chart, chart._replace(insurance=True), key=partial(_answered, sides))
    return max(chart, chart._replace(even_money=True), key=partial(_answered, sides))


def _answered(sides: PreparedSides, chart: Chart) -> float:
    return sum(value_of_questions(prepared, chart) for prepared in sides)


def _pair_codes(sides: PreparedSides, play: Sequence[OptimalPlay | ChartWorth]) -> Ints:
    """Choose each pair's best move over the suits, views and sides of its cell."""
    frequency, *worth = reduce(np.add, (_pair_sums(prepared, plan) for prepared, plan in zip(sides, play, strict=True)))
    return best_pair_codes(*(values / frequency for values in worth))


def _pair_sums(prepared: PreparedShoe, play: OptimalPlay | ChartWorth) -> Floats:
    """Sum how often each pair is dealt, and the value of each of its moves."""
    rows, moves = prepared.pairs.rows, play.moves
    frequency = np.maximum(prepared.deal_chances[rows], 1e-30)
    double = np.where(prepared.may_double[rows, None] == 1, moves.double[rows], NOT_OPEN)
    each = (
        np.ones_like(frequency),
        moves.stand[rows],
        moves.hit[rows],
        double,
        prepared.surrender_values[rows],
        play.split,
    )
    return np.array([_by_pair(prepared, frequency * values) for values in each])


def _by_pair(prepared: PreparedShoe, by_row: Floats) -> Floats:
    by_pair = np.zeros((VALUES, prepared.views))
    np.add.at(by_pair, prepared.pairs.value, by_row)
    return prepared.columns.gathered(by_pair, axis=1)


def _first_weights(prepared: PreparedShoe) -> Floats:
    weight = prepared.deal_chances.copy()
    weight[prepared.blackjack_row] = 0.0
    return weight


def sums_of_any_play(prepared: PreparedShoe, cells: Ints, moves: Moves) -> CellSums:
    """Sums for cells that a chart never reaches: over all hands, as if everybody drew to 21, or doubled there."""
    plan = blank_plan(prepared)
    plan.hits[:] = 1
    weight = _first_weights(prepared)
    reach(prepared.deal, prepared.unsplit_hands, plan, weight)
    plan.doubles[:] = 1
    return CellSums(_code_sums(prepared, cells, weight, moves), _rescue_sums(prepared, plan, weight))


def _first_sums(prepared: PreparedShoe, cells: Ints, best: OptimalPlay) -> CellSums:
    """Sums over unsplit hands only, under the best play by cards."""
    weight = _first_weights(prepared)
    weight[prepared.pairs.rows] = 0.0
    reach(prepared.deal, prepared.unsplit_hands, best.plan, weight)
    return CellSums(_code_sums(prepared, cells, weight, best.moves), _rescue_sums(prepared, best.plan, weight))


def _rescue_sums(prepared: PreparedShoe, plan: Plan, weight: Floats) -> Floats:
    sums = blank_sums(prepared)
    add_rescues(prepared, prepared.pays, prepared.unsplit_hands, plan, weight, sums)
    return sums


def _code_sums(prepared: PreparedShoe, cells: Ints, weight: Floats, moves: Moves) -> Floats:
    groups = int(cells.max()) // CELLS + 1
    sums = np.zeros((CELLS * groups, prepared.views, TOTAL_CODES + 1))
    sum_cells(prepared.deal, prepared.unsplit_hands, cells, weight, moves, prepared.surrender_values, sums)
    return sums


class PlayByChart(NamedTuple):
    """The value of each hand under a chart when the dealer has no blackjack, and of each code in each cell."""

    value: Floats
    moves: Moves
    split: Floats
    sums: CellSums
    followed: FollowedChart


def worth_of_chart(prepared: PreparedShoe, chart: Chart, cells: Ints) -> ChartWorth:
    """Evaluate one chart completely."""
    return worth_of_play(prepared, chart, play_by_chart(prepared, chart, cells))


def worth_of_play(prepared: PreparedShoe, chart: Chart, play: PlayByChart) -> ChartWorth:
    """Add blackjacks and the chart's decisions on insurance and even money to the value of played hands."""
    value, moves, split, sums, followed = play
    return ChartWorth(
        value_of_round(prepared, value) + value_of_questions(prepared, chart), moves, split, *sums, followed
    )


def play_by_chart(prepared: PreparedShoe, chart: Chart, cells: Ints) -> PlayByChart:
    return play_followed(prepared, follow(chart, prepared.hands, cells, prepared.pairs), cells)


def play_followed(prepared: PreparedShoe, followed: FollowedChart, cells: Ints) -> PlayByChart:
    """Value the decisions for every hand and view, whether they come from a chart or not."""
    rows = prepared.pairs.rows
    moves = unsplit_moves(prepared, followed.plan, choose=False)
    value = np.where(followed.surrenders, prepared.surrender_values, moves.best)
    weight = _first_weights(prepared)
    staying = weight.copy()
    staying[followed.surrenders] = 0.0
    split_frequency = np.where(followed.splits & ~followed.surrenders[rows], weight[rows], 0.0)
    staying[rows] = np.where(followed.splits, 0.0, staying[rows])
    reach(prepared.deal, prepared.unsplit_hands, followed.plan, staying)
    rescues = _rescue_sums(prepared, followed.plan, staying)
    staying = np.where(followed.surrenders, weight, staying)
    staying[rows] = 0.0
    sums = CellSums(_code_sums(prepared, cells, staying, moves), rescues)
    split = (_split_worth(prepared, followed, split_frequency, cells, sums) + saved_by_two_card_21s(prepared))[
        prepared.pairs.value
    ]
    add_all_bust(prepared, followed.plan, split, least=np.where(followed.splits, NOT_OPEN, value[rows]))
    add_all_bust_to_cells(prepared, followed.plan, split_frequency, cells, sums.codes)
    value[rows] = np.where(followed.splits & ~followed.surrenders[rows], split, value[rows])
    return PlayByChart(value, moves, split, sums, followed)


def _split_worth(
    prepared: PreparedShoe, followed: FollowedChart, frequency: Floats, cells: Ints, sums: CellSums
) -> Floats:
    """Return the value of splitting under the chart, adding the resulting hands to the cells' sums."""
    worth = np.zeros((VALUES, prepared.views))
    moves = blank_moves(prepared)
    frequency_of_split = np.zeros((VALUES, prepared.views))
    np.add.at(frequency_of_split, prepared.pairs.value, frequency)
    no_surrender = np.full((len(prepared.hands.hands), prepared.views), NOT_OPEN)
    for part in prepared.split_payoffs:
        for pair in range(VALUES):
            for further_gone in range(1, len(part.weights[pair].other)):
                worth[pair] += _worth_of_split_hands(prepared, part, pair, further_gone, followed.plan, moves)
                if prepared.split_hands_draw[pair] and frequency_of_split[pair].any():
                    weight = _split_weight(prepared, part, pair, further_gone, frequency_of_split[pair])
                    hands = prepared.split_hands(pair, further_gone)
                    reach(prepared.deal, hands, followed.plan, weight)
                    sum_cells(prepared.deal, hands, cells, weight, moves, no_surrender, sums.codes)
                    add_rescues(prepared, part.pays, hands, followed.plan, weight, sums.rescues)
    return worth


def _worth_of_split_hands(
    prepared: PreparedShoe, part: SplitPayoffs, pair: int, further_gone: int, plan: Plan, moves: Moves
) -> Floats:
    other, same = np.zeros(prepared.views), np.zeros(prepared.views)
    split_moves(prepared, part, pair, further_gone, plan, moves)
    first_draws(
        prepared.deal,
        prepared.two_card_hands[pair].rows,
        prepared.two_card_hands[pair].share,
        pair,
        further_gone,
        moves.best,
        other,
        same,
    )
    weights = part.weights[pair]
    worth: Floats = weights.other[further_gone] * other + weights.same[further_gone] * same
    return worth


def _split_weight(
    prepared: PreparedShoe, part: SplitPayoffs, pair: int, further_gone: int, frequency: Floats
) -> Floats:
    """Return how often each two-card hand occurs after a split."""
    weights, two_card_hands = part.weights[pair], prepared.two_card_hands[pair]
    weight = np.zeros((len(prepared.hands.hands), prepared.views))
    others, sames = frequency * weights.other[further_gone], frequency * weights.same[further_gone]
    start_split(prepared.deal, two_card_hands.rows, two_card_hands.share, pair, further_gone, others, sames, weight)
    return weight
