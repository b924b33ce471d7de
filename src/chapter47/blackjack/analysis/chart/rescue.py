"""Which doubled hands the chart gives up: one answer for each total and column, 19:47-19.9."""

import numpy as np

from chapter47.blackjack.analysis.chart.chart import DOUBLED
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Payoffs, Plan
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import sum_rescues
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe

LET_STAND, GIVEN_UP, OFTEN = range(3)


def blank_sums(prepared: PreparedShoe) -> Floats:
    return np.zeros((len(DOUBLED), prepared.views, 3))


def add_rescues(
    prepared: PreparedShoe,
    pays: Payoffs,
    rows: Ints,
    sets: Ints,
    pair: int,
    more: int,
    plan: Plan,
    weight: Floats,
    sums: Floats,
) -> None:
    """What letting stand and giving up are worth over the doubled hands of these rows."""
    if pays.forfeit > NOT_OPEN:
        may_double = prepared.may_double_split if more else prepared.may_double
        sum_rescues(prepared.deal, pays, rows, sets, pair, more, plan, may_double, weight, sums)


def best_rescues(prepared: PreparedShoe, sums: Floats, unreached: Floats) -> Ints:
    reached, others = (prepared.columns.gathered(each, axis=1) for each in (sums, unreached))
    used = np.where(reached[..., OFTEN:] > 0.0, reached, others)
    return np.asarray(used[..., GIVEN_UP] > used[..., LET_STAND], dtype=np.int64)
