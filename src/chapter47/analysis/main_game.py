"""The main wager's exact price: the best chart, its edge, and the edge of the best play by cards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

from chapter47.analysis import all_over
from chapter47.analysis.arrays import CODES, Moves, Plan
from chapter47.analysis.chart import CELLS, Chart, Followed, best_codes, best_pair_codes, cells_of, follow
from chapter47.analysis.compiled import say_if_cold
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.kernels import first_draws, reach, start_split, sum_cells
from chapter47.analysis.results import Results, results
from chapter47.analysis.shoe import NotPricedError, Shoe, full_shoe
from chapter47.analysis.study import (
    NOT_OPEN,
    Part,
    Study,
    blank_moves,
    blank_plan,
    split_moves,
    split_values,
    study,
    unsplit,
)
from chapter47.analysis.study import pair_rows as pair_rows
from chapter47.analysis.values import ACE, VALUES
from chapter47.cards import Card
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

    def strategy_data(self) -> dict[str, Any]:
        """The chart as a strategy file."""
        return self.strategy.data()

    def advise(self, *hands: tuple[Card, ...], up: Card) -> Any:
        """What each move of a hand is worth."""
        from chapter47.analysis.advice import UnlikelyCardsError, advise

        if len(hands) != 1:
            raise UnlikelyCardsError("a box has one hand at this game")
        return advise(self, full_shoe(self.study.table), hands[0], up)

    @cached_property
    def results(self) -> Results:
        """How rounds end under the chart; worked out when it is first asked for."""
        chart, rows = self.strategy, pair_rows(self.study)
        return results(self.study, self.charted.followed, rows, insured=chart.insurance, even_money=chart.even_money)

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
    plan: Plan
    value: float


class Charted(NamedTuple):
    """A chart's worth, and what each code would be worth in each cell."""

    value: float
    moves: Moves
    split: Floats
    sums: Floats
    followed: Followed


def analyse(table: TableRules, shoe: Shoe | None = None) -> Any:
    """Price the main wager of a table; `shoe` in place of its full decks."""
    refuse_what_is_not_priced(table)
    say_if_cold()
    return PRICED[table.game](table, shoe or full_shoe(table))


def _one_wager(table: TableRules, shoe: Shoe) -> Analysis:
    begun = process_time()
    where = study(table, shoe)
    _refuse_insurance_that_pays(where)
    best = optimal(where)
    chart, charted = best_chart(where, best)
    return Analysis(-charted.value, -best.value, chart, best, charted, where, process_time() - begun)


def _switch(table: TableRules, shoe: Shoe) -> Any:
    from chapter47.analysis.switch import analyse_switch

    return analyse_switch(table, shoe)


PRICED: Final[dict[str, Callable[[TableRules, Shoe], Any]]] = {
    "blackjack": _one_wager,
    "six-to-five": _one_wager,
    "multiple-action": _one_wager,
    "switch": _switch,
}
"""How each game is priced; a game that is not here is refused."""


def refuse_what_is_not_priced(table: TableRules) -> None:
    if table.game not in PRICED:
        raise NotPricedError(f"the main game of {table.game} is not priced yet")
    if table.hole_card == "face-up":
        raise NotPricedError("a face-up hole card is double exposure, which is not priced yet")
    if table.decks < 1:
        raise NotPricedError("a shoe without cards has no price")


def _refuse_insurance_that_pays(where: Study) -> None:
    """Insurance that goes with the last hand over 21 (2.18(f)) bears on the play of who is insured."""
    twos = np.flatnonzero(where.hands.size == 2)
    held = where.deals[twos, ACE] > 0.0
    if where.busts.insurance and (held & (where.clear[where.removed.of_hand[twos], ACE] < 2 / 3)).any():
        raise NotPricedError("multiple action is not priced for shoes in which insurance pays")


def optimal(where: Study, split: Floats | None = None) -> Optimal:
    """The best play by cards; after a split the same as before, unless the values of splitting are given."""
    moves, split, plan, value = best_play(where, split)
    return Optimal(moves, split, plan, _of_the_round(where, value) + _questions(where, None))


def best_play(where: Study, split: Floats | None = None) -> tuple[Moves, Floats, Plan, Floats]:
    """The values of moves and of splits, the plan, and what each hand is worth where the dealer has no blackjack."""
    plan = blank_plan(where)
    moves = unsplit(where, plan, choose=True)
    rows = pair_rows(where)
    if split is None:
        split = split_values(where, plan)
        all_over.add_all_over(where, plan, split, least=np.maximum(moves.best, where.given_up)[rows])
    value = moves.best.copy()
    value[rows] = np.maximum(value[rows], split)
    return moves, split, plan, np.maximum(value, where.given_up)


def _of_the_round(where: Study, value: Floats) -> float:
    """The mean over all first cards: of the hands' values, of what a dealer's blackjack takes, of blackjacks."""
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos]]
    worth = value[twos] - (1.0 - clear)
    own = twos == where.blackjack_row
    odds = where.blackjack
    worth[own] = clear[own] * (odds.usual + odds.share * (odds.designated - odds.usual))
    return float((where.deals[twos] * worth).sum())


def _questions(where: Study, chart: Chart | None) -> float:
    """What insurance and even money add: by the best answer for each hand, or by the chart's."""
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos], ACE]
    often = where.deals[twos, ACE]
    insured = 0.5 * (2.0 * (1.0 - clear) - clear)
    own = twos == where.blackjack_row
    gain = np.maximum(insured, 0.0) if chart is None else insured * chart.insurance
    value = float((often * gain)[~own].sum())
    return value + float(often[own][0]) * _own_blackjack(where, float(clear[own][0]), float(gain[own][0]), chart)


def _own_blackjack(where: Study, clear: float, insured: float, chart: Chart | None) -> float:
    """Even money in place of waiting, where it is offered; else insurance."""
    odds = where.blackjack
    found = 0.0
    for share, pays in ((1.0 - odds.share, odds.usual), (odds.share, odds.designated)):
        even = 1.0 - pays * clear
        if not where.table.even_money:
            found += share * insured
        elif chart is None:
            found += share * max(even, insured)
        else:
            found += share * (even if chart.even_money else insured)
    return found


def best_chart(where: Study, best: Optimal) -> tuple[Chart, Charted]:
    """From the best play by cards, cell by cell, until no cell can be bettered.

    The hands that reach a cell depend on the chart, so the steps could go round in a circle; then the chart of the
    circle with the lowest edge is taken."""
    cells = cells_of(where.hands)
    unreached = any_way(where, cells, best.moves)
    sums = _first_sums(where, cells, best)
    chart = _improved(where, sums, unreached, best.moves, best.split)
    seen: list[tuple[Chart, Charted]] = []
    for _ in range(MOST_STEPS):
        charted = worth(where, chart, cells)
        seen.append((chart, charted))
        following = _improved(where, charted.sums, unreached, charted.moves, charted.split)
        if following.same_as(chart):
            return chart, charted
        again = [number for number, (old, _) in enumerate(seen) if old.same_as(following)]
        if again:
            return max(seen[again[0] :], key=lambda found: found[1].value)
        chart = following
    raise AssertionError("the chart does not settle")


def _improved(where: Study, sums: Floats, unreached: Floats, moves: Moves, split: Floats) -> Chart:
    totals = best_codes(np.where(sums[..., CODES:] > 0.0, sums, unreached))
    rows = pair_rows(where)
    double = np.where(where.may_double[rows, None] == 1, moves.double[rows], -np.inf)
    pairs = best_pair_codes(moves.stand[rows], moves.hit[rows], double, where.given_up[rows], split)
    chart = Chart(totals, pairs)
    insure = _questions(where, chart._replace(insurance=True)) > _questions(where, chart)
    chart = chart._replace(insurance=insure)
    even = _questions(where, chart._replace(even_money=True)) > _questions(where, chart)
    return chart._replace(even_money=even)


def _first_weights(where: Study) -> Floats:
    weight = where.deals.copy()
    weight[where.blackjack_row] = 0.0
    return weight


def any_way(where: Study, cells: Ints, moves: Moves) -> Floats:
    """For cells that a chart never reaches: over all hands, as if everybody drew to 21."""
    plan = blank_plan(where)
    plan.hits[:] = 1
    weight = _first_weights(where)
    reach(where.deal, where.rows, 0, 0, plan, where.may_double, weight)
    return _sums(where, where.rows, cells, weight, moves)


def _first_sums(where: Study, cells: Ints, best: Optimal) -> Floats:
    """Over unsplit hands only, under the best play by cards."""
    weight = _first_weights(where)
    weight[pair_rows(where)] = 0.0
    reach(where.deal, where.rows, 0, 0, best.plan, where.may_double, weight)
    return _sums(where, where.rows, cells, weight, best.moves)


def _sums(where: Study, rows: Ints, cells: Ints, weight: Floats, moves: Moves) -> Floats:
    sums = np.zeros((CELLS, where.views, CODES + 1))
    sum_cells(where.deal, rows, cells, weight, moves, where.may_double, where.given_up, sums)
    return sums


class Played(NamedTuple):
    """What each hand is worth by a chart where the dealer has no blackjack, and each code in each cell."""

    value: Floats
    moves: Moves
    split: Floats
    sums: Floats
    followed: Followed


def worth(where: Study, chart: Chart, cells: Ints) -> Charted:
    """Everything about one chart."""
    found = played(where, chart, cells)
    return Charted(_of_the_round(where, found.value) + _questions(where, chart), *found[1:])


def played(where: Study, chart: Chart, cells: Ints) -> Played:
    rows = pair_rows(where)
    followed = follow(chart, where.hands, cells, rows)
    moves = unsplit(where, followed.plan, choose=False)
    value = np.where(followed.gives_up, where.given_up, moves.best)
    weight = _first_weights(where)
    staying = weight.copy()
    staying[followed.gives_up] = 0.0
    split_often = np.where(followed.splits & ~followed.gives_up[rows], weight[rows], 0.0)
    staying[rows] = np.where(followed.splits, 0.0, staying[rows])
    reach(where.deal, where.rows, 0, 0, followed.plan, where.may_double, staying)
    staying = np.where(followed.gives_up, weight, staying)
    staying[rows] = 0.0
    sums = _sums(where, where.rows, cells, staying, moves)
    split = _split_worth(where, followed, split_often, cells, sums)
    all_over.add_all_over(where, followed.plan, split, least=np.where(followed.splits, NOT_OPEN, value[rows]))
    all_over.add_cells(where, followed.plan, split_often, cells, sums)
    value[rows] = np.where(followed.splits & ~followed.gives_up[rows], split, value[rows])
    return Played(value, moves, split, sums, followed)


def _split_worth(where: Study, followed: Followed, often: Floats, cells: Ints, sums: Floats) -> Floats:
    """What splitting is worth under the chart; the hands it leads to are added to the cells' sums."""
    found = np.zeros((VALUES, where.views))
    moves = blank_moves(where)
    for part in where.parts:
        for pair in range(VALUES):
            for more in range(1, len(part.weights[pair].other)):
                found[pair] += _one_step(where, part, pair, more, followed.plan, moves)
                if pair != ACE and often[pair].any():
                    _add_cells(where, part, pair, more, followed.plan, moves, often[pair], cells, sums)
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
    sums: Floats,
) -> None:
    weights, roots = part.weights[pair], where.roots[pair]
    weight = np.zeros((len(where.hands.hands), where.views))
    others, sames = often * weights.other[more], often * weights.same[more]
    start_split(where.deal, roots.rows, roots.share, pair, more, others, sames, weight)
    rows = where.split_rows[pair]
    reach(where.deal, rows, pair, more, plan, where.may_double_split, weight)
    nothing = np.full(weight.shape, -99.0)
    sum_cells(where.deal, rows, cells, weight, moves, where.may_double_split, nothing, sums)
