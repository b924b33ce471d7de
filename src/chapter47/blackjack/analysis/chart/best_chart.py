"""The best chart: cell by cell, over all hands that reach a cell."""

from collections.abc import Iterable, Sequence
from functools import partial, reduce
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_play import Optimal, of_the_round, questions
from chapter47.blackjack.analysis.chart.chart import (
    CELLS,
    Chart,
    Followed,
    best_codes,
    best_pair_codes,
    cells_of,
    follow,
)
from chapter47.blackjack.analysis.chart.rescue import add_rescues, best_rescues, blank_sums
from chapter47.blackjack.analysis.exact.arrays import CODES, NOT_OPEN, Moves, Plan
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import first_draws, reach, start_split, sum_cells
from chapter47.blackjack.analysis.exact.prepared import (
    Part,
    Study,
    blank_moves,
    blank_plan,
    split_moves,
    unsplit,
)
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.split.all_hands_bust import add_all_over, add_cells
from chapter47.blackjack.analysis.split.dealer_blackjack import lost_besides, two_card_21s

MOST_STEPS = 40


class Charted(NamedTuple):
    """A chart's worth, and what each code would be worth in each cell."""

    value: float
    moves: Moves
    split: Floats
    sums: Floats
    rescues: Floats
    followed: Followed


def besides_by_chart(where: Study, charted: Charted) -> float:
    """What dealer's blackjacks take besides from several rescued hands; too little to decide a cell."""
    followed = charted.followed
    return lost_besides(where, followed.plan, followed.splits & ~followed.gives_up[where.pairs.rows])


Sides = Sequence[Study]
"""Of all that a round may be dealt from; `deals` of them together add up to one."""


def best_chart(sides: Sides, best: Sequence[Optimal], fine: Ints | None = None) -> tuple[Chart, list[Charted]]:
    """From the best play by cards, cell by cell over all sides together, until no cell can be bettered.

    The hands that reach a cell depend on the chart, so the steps could go round in a circle; then the chart of the
    circle with the lowest edge is taken. `fine` cells may tell more hands apart than a printed chart does."""
    cells = cells_of(sides[0].hands) if fine is None else fine
    unreached = _added(any_way(where, cells, one.moves) for where, one in zip(sides, best, strict=True))
    first = _added(_first_sums(where, cells, one) for where, one in zip(sides, best, strict=True))
    chart = _improved(sides, first, unreached, best)
    seen: list[tuple[Chart, list[Charted]]] = []
    for _ in range(MOST_STEPS):
        charted = [worth(where, chart, cells) for where in sides]
        seen.append((chart, charted))
        sums = _added(Sums(one.sums, one.rescues) for one in charted)
        following = _improved(sides, sums, unreached, charted)
        if following.same_as(chart):
            return chart, charted
        again = [number for number, (old, _) in enumerate(seen) if old.same_as(following)]
        if again:
            return max(seen[again[0] :], key=lambda found: sum(one.value for one in found[1]))
        chart = following
    raise AssertionError("the chart does not settle")


class Sums(NamedTuple):
    """Over the hands that reach each cell: what each code is worth, and what doubled hands are."""

    codes: Floats
    rescues: Floats


def _added(each: Iterable[Sums]) -> Sums:
    codes, rescues = zip(*each, strict=True)
    return Sums(reduce(np.add, codes), reduce(np.add, rescues))


def _improved(sides: Sides, sums: Sums, unreached: Sums, play: Sequence[Optimal | Charted]) -> Chart:
    where = sides[0]
    codes, others = (where.columns.gathered(each.codes, axis=1) for each in (sums, unreached))
    totals = best_codes(np.where(codes[..., CODES:] > 0.0, codes, others))
    rescues = best_rescues(where, sums.rescues, unreached.rescues) if where.pays.forfeit > NOT_OPEN else None
    chart = Chart(totals, _pair_codes(sides, play), columns=where.columns, rescues=rescues)
    chart = max(chart, chart._replace(insurance=True), key=partial(_answered, sides))
    return max(chart, chart._replace(even_money=True), key=partial(_answered, sides))


def _answered(sides: Sides, chart: Chart) -> float:
    return sum(questions(where, chart) for where in sides)


def _pair_codes(sides: Sides, play: Sequence[Optimal | Charted]) -> Ints:
    """Each pair's best move over the suits, views and sides that its cell stands for."""
    often, *worth = reduce(np.add, (_pair_sums(where, one) for where, one in zip(sides, play, strict=True)))
    return best_pair_codes(*(values / often for values in worth))


def _pair_sums(where: Study, play: Optimal | Charted) -> Floats:
    """How often each pair is dealt, and what each of its moves is worth in all."""
    rows, moves = where.pairs.rows, play.moves
    often = np.maximum(where.deals[rows], 1e-30)
    double = np.where(where.may_double[rows, None] == 1, moves.double[rows], NOT_OPEN)
    each = (np.ones_like(often), moves.stand[rows], moves.hit[rows], double, where.given_up[rows], play.split)
    return np.array([_by_pair(where, often * values) for values in each])


def _by_pair(where: Study, by_row: Floats) -> Floats:
    found = np.zeros((VALUES, where.views))
    np.add.at(found, where.pairs.value, by_row)
    return where.columns.gathered(found, axis=1)


def _first_weights(where: Study) -> Floats:
    weight = where.deals.copy()
    weight[where.blackjack_row] = 0.0
    return weight


def any_way(where: Study, cells: Ints, moves: Moves) -> Sums:
    """For cells that a chart never reaches: over all hands, as if everybody drew to 21, or doubled there."""
    plan = blank_plan(where)
    plan.hits[:] = 1
    weight = _first_weights(where)
    reach(where.deal, where.rows, 0, 0, plan, where.may_double, weight)
    plan.doubles[:] = 1
    return Sums(_sums(where, where.rows, cells, weight, moves), _rescues(where, plan, weight))


def _first_sums(where: Study, cells: Ints, best: Optimal) -> Sums:
    """Over unsplit hands only, under the best play by cards."""
    weight = _first_weights(where)
    weight[where.pairs.rows] = 0.0
    reach(where.deal, where.rows, 0, 0, best.plan, where.may_double, weight)
    return Sums(_sums(where, where.rows, cells, weight, best.moves), _rescues(where, best.plan, weight))


def _rescues(where: Study, plan: Plan, weight: Floats) -> Floats:
    sums = blank_sums(where)
    add_rescues(where, where.pays, where.rows, where.removed.of_hand, 0, 0, plan, weight, sums)
    return sums


def _sums(where: Study, rows: Ints, cells: Ints, weight: Floats, moves: Moves) -> Floats:
    groups = int(cells.max()) // CELLS + 1
    sums = np.zeros((CELLS * groups, where.views, CODES + 1))
    sum_cells(where.deal, rows, cells, weight, moves, where.may_double, where.given_up, sums)
    return sums


class Played(NamedTuple):
    """What each hand is worth by a chart where the dealer has no blackjack, and each code in each cell."""

    value: Floats
    moves: Moves
    split: Floats
    sums: Sums
    followed: Followed


def worth(where: Study, chart: Chart, cells: Ints) -> Charted:
    """Everything about one chart."""
    value, moves, split, sums, followed = played(where, chart, cells)
    return Charted(of_the_round(where, value) + questions(where, chart), moves, split, *sums, followed)


def played(where: Study, chart: Chart, cells: Ints) -> Played:
    rows = where.pairs.rows
    followed = follow(chart, where.hands, cells, where.pairs)
    moves = unsplit(where, followed.plan, choose=False)
    value = np.where(followed.gives_up, where.given_up, moves.best)
    weight = _first_weights(where)
    staying = weight.copy()
    staying[followed.gives_up] = 0.0
    split_often = np.where(followed.splits & ~followed.gives_up[rows], weight[rows], 0.0)
    staying[rows] = np.where(followed.splits, 0.0, staying[rows])
    reach(where.deal, where.rows, 0, 0, followed.plan, where.may_double, staying)
    rescues = _rescues(where, followed.plan, staying)
    staying = np.where(followed.gives_up, weight, staying)
    staying[rows] = 0.0
    sums = Sums(_sums(where, where.rows, cells, staying, moves), rescues)
    split = (_split_worth(where, followed, split_often, cells, sums) + two_card_21s(where))[where.pairs.value]
    add_all_over(where, followed.plan, split, least=np.where(followed.splits, NOT_OPEN, value[rows]))
    add_cells(where, followed.plan, split_often, cells, sums.codes)
    value[rows] = np.where(followed.splits & ~followed.gives_up[rows], split, value[rows])
    return Played(value, moves, split, sums, followed)


def _split_worth(where: Study, followed: Followed, often: Floats, cells: Ints, sums: Sums) -> Floats:
    """What splitting is worth under the chart; the hands it leads to are added to the cells' sums."""
    found = np.zeros((VALUES, where.views))
    moves = blank_moves(where)
    often_split = np.zeros((VALUES, where.views))
    np.add.at(often_split, where.pairs.value, often)
    for part in where.parts:
        for pair in range(VALUES):
            for more in range(1, len(part.weights[pair].other)):
                found[pair] += _one_step(where, part, pair, more, followed.plan, moves)
                if where.draws[pair] and often_split[pair].any():
                    _add_cells(where, part, pair, more, followed.plan, moves, often_split[pair], cells, sums)
    return found


def _one_step(where: Study, part: Part, pair: int, more: int, plan: Plan, moves: Moves) -> Floats:
    other, same = np.zeros(where.views), np.zeros(where.views)
    split_moves(where, part, pair, more, plan, moves)
    first_draws(where.deal, where.roots[pair].rows, where.roots[pair].share, pair, more, moves.best, other, same)
    weights = part.weights[pair]
    found: Floats = weights.other[more] * other + weights.same[more] * same
    return found


def _add_cells(
    where: Study,
    part: Part,
    pair: int,
    more: int,
    plan: Plan,
    moves: Moves,
    often: Floats,
    cells: Ints,
    sums: Sums,
) -> None:
    weights, roots = part.weights[pair], where.roots[pair]
    weight = np.zeros((len(where.hands.hands), where.views))
    others, sames = often * weights.other[more], often * weights.same[more]
    start_split(where.deal, roots.rows, roots.share, pair, more, others, sames, weight)
    rows = where.split_rows[pair]
    reach(where.deal, rows, pair, more, plan, where.may_double_split, weight)
    nothing = np.full(weight.shape, NOT_OPEN)
    sum_cells(where.deal, rows, cells, weight, moves, where.may_double_split, nothing, sums.codes)
    sets = where.removed.split(pair, more)
    add_rescues(where, part.pays, rows, sets, pair, more, plan, weight, sums.rescues)
