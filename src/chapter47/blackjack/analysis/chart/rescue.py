"""Which doubled hands the chart gives up: one answer for each total and column, 19:47-19.9."""

import numpy as np

from chapter47.blackjack.analysis.chart.chart import DOUBLED
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Pays, Plan
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import sum_rescues
from chapter47.blackjack.analysis.exact.prepared import Study

LET_STAND, GIVEN_UP, OFTEN = range(3)


def blank_sums(where: Study) -> Floats:
    return np.zeros((len(DOUBLED), where.views, 3))


def add_rescues(
    where: Study, pays: Pays, rows: Ints, sets: Ints, pair: int, more: int, plan: Plan, weight: Floats, sums: Floats
) -> None:
    """What letting stand and giving up are worth over the doubled hands of these rows."""
    if pays.forfeit > NOT_OPEN:
        may_double = where.may_double_split if more else where.may_double
        sum_rescues(where.deal, pays, rows, sets, pair, more, plan, may_double, weight, sums)


def best_rescues(where: Study, sums: Floats, unreached: Floats) -> Ints:
    reached, others = (where.columns.gathered(each, axis=1) for each in (sums, unreached))
    used = np.where(reached[..., OFTEN:] > 0.0, reached, others)
    return np.asarray(used[..., GIVEN_UP] > used[..., LET_STAND], dtype=np.int64)
