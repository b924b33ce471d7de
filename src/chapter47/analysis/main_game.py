"""The main wager's exact price: the best chart, its edge, and the edge of the best play by cards."""

from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Final, NamedTuple

import numpy as np

from chapter47.analysis.arrays import CODES, NOT_OPEN, Moves, Plan
from chapter47.analysis.chart import CELLS, Chart, Followed, best_codes, best_pair_codes, cells_of, follow
from chapter47.analysis.compiled import say_if_cold
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.double_exposure import DOUBLE_EXPOSURE
from chapter47.analysis.game import BLACKJACK, Game
from chapter47.analysis.kernels import first_draws, reach, start_split, sum_cells
from chapter47.analysis.rescue import add_rescues, best_rescues, blank_sums
from chapter47.analysis.results import Results, results
from chapter47.analysis.sevens import settle_sevens
from chapter47.analysis.shoe import NotPricedError, Shoe, full_shoe
from chapter47.analysis.spanish_21 import SPANISH_21
from chapter47.analysis.split_blackjacks import lost_besides, two_card_21s
from chapter47.analysis.study import Part, Study, blank_moves, blank_plan, split_moves, split_values, study, unsplit
from chapter47.analysis.values import ACE, VALUES
from chapter47.posting import TableRules

MOST_STEPS = 40


@dataclass(frozen=True)
class Analysis:
    """What a round costs, from a full shoe and for one unit staked."""

    house_edge: float
    house_edge_optimal: float
    strategy: Chart
    optimal: "Optimal"
    charted: "Charted"
    study: Study
    seconds: float

    @cached_property
    def results(self) -> Results:
        """How rounds end under the chart; worked out when it is first asked for."""
        chart = self.strategy
        return results(self.study, self.charted.followed, insured=chart.insurance, even_money=chart.even_money)

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


class Optimal(NamedTuple):
    """Values of every move where each decision knows the cards of its hand, by hand and view."""

    moves: Moves
    split: Floats
    """By row of the pairs."""
    plan: Plan
    value: float


class Charted(NamedTuple):
    """A chart's worth, and what each code would be worth in each cell."""

    value: float
    moves: Moves
    split: Floats
    sums: Floats
    rescues: Floats
    followed: Followed


def analyse(table: TableRules, shoe: Shoe | None = None) -> Analysis:
    """Price the main wager of a table; `shoe` in place of its full decks."""
    game = game_to_price(table)
    say_if_cold()
    begun = process_time()
    return _analysed(study(table, shoe or full_shoe(table), game), begun)


def _analysed(where: Study, begun: float) -> Analysis:
    best = optimal(where)
    chart, charted = best_chart(where, best)
    charted = charted._replace(value=charted.value - besides_by_chart(where, charted))
    return Analysis(-charted.value, -best.value, chart, best, charted, where, process_time() - begun)


def besides_by_chart(where: Study, charted: Charted) -> float:
    """What dealer's blackjacks take besides from several rescued hands; too little to decide a cell."""
    followed = charted.followed
    return lost_besides(where, followed.plan, followed.splits & ~followed.gives_up[where.pairs.rows])


def without_prizes(found: Analysis) -> Analysis | None:
    """The same table without the fixed amounts that are paid besides (19:47-19.5(g)), where it has any."""
    pays = found.study.pays
    if not pays.beside.any():
        return None
    nothing = np.zeros((len(pays.beside), 0))
    return _analysed(found.study._replace(pays=pays._replace(beside=nothing)), process_time())


def _refuse_six_to_five(table: TableRules) -> None:
    if table.hole_card != "card-reader":
        raise NotPricedError("6 to 5, which collects busted hands at once, is not priced yet without a card reader")


PRICED: Final[dict[str, Game]] = {
    "blackjack": BLACKJACK,
    "six-to-five": BLACKJACK._replace(refuse=_refuse_six_to_five),
    "double-exposure": DOUBLE_EXPOSURE,
    "spanish-21": SPANISH_21,
}


def game_to_price(table: TableRules) -> Game:
    """How the table's game is priced; what cannot be priced is refused."""
    if table.game not in PRICED:
        raise NotPricedError(f"the main game of {table.game} is not priced yet: only {', '.join(PRICED)} are")
    if table.decks < 1:
        raise NotPricedError("a shoe without cards has no price")
    game = PRICED[table.game]
    game.refuse(table)
    return game


def optimal(where: Study, split: Floats | None = None) -> Optimal:
    """The best play by cards; after a split the same as before, unless the values of splitting are given."""
    plan = blank_plan(where)
    moves = unsplit(where, plan, choose=True)
    if split is None:
        split = split_values(where, plan)[where.pairs.value]
        if where.hands.suits.sevens:
            settle_sevens(where, plan, moves.best, split)
        split += two_card_21s(where)[where.pairs.value]
    value = moves.best.copy()
    rows = where.pairs.rows
    splits = split > np.maximum(value[rows], where.given_up[rows])
    value[rows] = np.maximum(value[rows], split)
    value = np.maximum(value, where.given_up)
    besides = lost_besides(where, plan, splits)
    return Optimal(moves, split, plan, _of_the_round(where, value) + _questions(where, None) - besides)


def _of_the_round(where: Study, value: Floats) -> float:
    """The mean over all first cards: of the hands' values, of what a dealer's blackjack takes, of blackjacks."""
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos]]
    worth = value[twos] - (1.0 - clear)
    share = where.blackjack.share
    worth[twos == where.blackjack_row] = (1.0 - share) * where.own[0] + share * where.own[1]
    return float((where.deals[twos] * worth).sum())


def _questions(where: Study, chart: Chart | None) -> float:
    """What insurance and even money add: by the best answer for each hand, or by the chart's."""
    if not where.insurable:
        return 0.0
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos], ACE]
    often = where.deals[twos, ACE]
    insured = 0.5 * (2.0 * (1.0 - clear) - clear)
    own = twos == where.blackjack_row
    gain = np.maximum(insured, 0.0) if chart is None else insured * chart.insurance
    value = float((often * gain)[~own].sum())
    return value + float(often[own][0]) * _own_blackjack(where, float(gain[own][0]), chart)


def _own_blackjack(where: Study, insured: float, chart: Chart | None) -> float:
    """Even money in place of waiting, where it is offered; else insurance."""
    found = 0.0
    for share, waiting in zip((1.0 - where.blackjack.share, where.blackjack.share), where.own[:, ACE], strict=True):
        even = 1.0 - float(waiting)
        if not where.table.even_money:
            found += share * insured
        elif chart is None:
            found += share * max(even, insured)
        else:
            found += share * (even if chart.even_money else insured)
    return found


def best_chart(where: Study, best: Optimal, fine: Ints | None = None) -> tuple[Chart, Charted]:
    """From the best play by cards, cell by cell, until no cell can be bettered.

    The hands that reach a cell depend on the chart, so the steps could go round in a circle; then the chart of the
    circle with the lowest edge is taken. `fine` cells may tell more hands apart than a printed chart does."""
    cells = cells_of(where.hands) if fine is None else fine
    unreached = _any_way(where, cells, best.moves)
    chart = _improved(where, _first_sums(where, cells, best), unreached, best.moves, best.split)
    seen: list[tuple[Chart, Charted]] = []
    for _ in range(MOST_STEPS):
        charted = worth(where, chart, cells)
        seen.append((chart, charted))
        sums = Sums(charted.sums, charted.rescues)
        following = _improved(where, sums, unreached, charted.moves, charted.split)
        if following.same_as(chart):
            return chart, charted
        again = [number for number, (old, _) in enumerate(seen) if old.same_as(following)]
        if again:
            return max(seen[again[0] :], key=lambda found: found[1].value)
        chart = following
    raise AssertionError("the chart does not settle")


class Sums(NamedTuple):
    """Over the hands that reach each cell: what each code is worth, and what doubled hands are."""

    codes: Floats
    rescues: Floats


def _improved(where: Study, sums: Sums, unreached: Sums, moves: Moves, split: Floats) -> Chart:
    codes, others = (where.columns.gathered(each.codes, axis=1) for each in (sums, unreached))
    totals = best_codes(np.where(codes[..., CODES:] > 0.0, codes, others))
    rescues = best_rescues(where, sums.rescues, unreached.rescues) if where.pays.forfeit > NOT_OPEN else None
    chart = Chart(totals, _pair_codes(where, moves, split), columns=where.columns, rescues=rescues)
    insure = _questions(where, chart._replace(insurance=True)) > _questions(where, chart)
    chart = chart._replace(insurance=insure)
    even = _questions(where, chart._replace(even_money=True)) > _questions(where, chart)
    return chart._replace(even_money=even)


def _pair_codes(where: Study, moves: Moves, split: Floats) -> Ints:
    """Each pair's best move over the suits and views that its cell stands for."""
    rows = where.pairs.rows
    often = np.maximum(where.deals[rows], 1e-30)
    total = _by_pair(where, often)
    double = np.where(where.may_double[rows, None] == 1, moves.double[rows], NOT_OPEN)
    each = (moves.stand[rows], moves.hit[rows], double, where.given_up[rows], split)
    return best_pair_codes(*(_by_pair(where, often * values) / total for values in each))


def _by_pair(where: Study, by_row: Floats) -> Floats:
    found = np.zeros((VALUES, where.views))
    np.add.at(found, where.pairs.value, by_row)
    return where.columns.gathered(found, axis=1)


def _first_weights(where: Study) -> Floats:
    weight = where.deals.copy()
    weight[where.blackjack_row] = 0.0
    return weight


def _any_way(where: Study, cells: Ints, moves: Moves) -> Sums:
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


def worth(where: Study, chart: Chart, cells: Ints) -> Charted:
    """Everything about one chart."""
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
    split = _split_worth(where, followed, split_often, cells, sums)
    split = (split + two_card_21s(where))[where.pairs.value]
    value[rows] = np.where(followed.splits & ~followed.gives_up[rows], split, value[rows])
    return Charted(_of_the_round(where, value) + _questions(where, chart), moves, split, *sums, followed)


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
    sets = where.removed.of_split[pair, more]
    add_rescues(where, part.pays, rows, sets, pair, more, plan, weight, sums.rescues)
