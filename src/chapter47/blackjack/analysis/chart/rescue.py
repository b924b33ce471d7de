"""Which doubled hands the chart gives up: one answer for each total and column, 19:47-19.9."""

import numpy as np

from chapter47.blackjack.analysis.chart.chart import DOUBLED
from chapter47.blackjack.analysis.exact.arrays import (
    FREQUENCY,
    GIVEN_UP,
    LET_STAND,
    NOT_OPEN,
    RESCUE_SUMS,
    HandsInPlay,
    Payoffs,
    Plan,
)
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import sum_rescues
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe


def blank_sums(prepared: PreparedShoe) -> Floats:
    return np.zeros((len(DOUBLED), prepared.views, RESCUE_SUMS))


def add_rescues(
    prepared: PreparedShoe, pays: Payoffs, hands: HandsInPlay, plan: Plan, weight: Floats, sums: Floats
) -> None:
    """What letting stand and giving up are worth over the doubled hands among these."""
    if pays.forfeit > NOT_OPEN:
        sum_rescues(prepared.deal, pays, hands, plan, weight, sums)


def best_rescues(prepared: PreparedShoe, sums: Floats, unreached: Floats) -> Ints:
    reached, others = (prepared.columns.gathered(each, axis=1) for each in (sums, unreached))
    used = np.where(reached[..., FREQUENCY:] > 0.0, reached, others)
    return np.asarray(used[..., GIVEN_UP] > used[..., LET_STAND], dtype=np.int64)
