"""Intervals of figures, against cases that can be worked out by hand."""

from math import exp, isnan

import pytest

from chapter47.core.numeric.confidence import (
    SURE,
    interval,
    line_figures,
    n0_interval,
    ratio_error,
    rounds_to_overcome_chance,
    ruin_forever,
    ruin_interval,
    share_interval,
)


def test_an_interval_is_two_errors_wide_to_either_side() -> None:
    assert interval(1.0, 0.5) == (1.0 - SURE / 2, 1.0 + SURE / 2)


@pytest.mark.parametrize("error", [0.0, 1e-17])
def test_where_all_parts_came_out_alike_the_error_is_unknown(error: float) -> None:
    unknown = {"house_edge": 1.0, "standard_error": None, "confidence_95": None}
    assert line_figures(1.0, error) == line_figures(1.0, None) == unknown
    assert line_figures(1.0, 0.01)["standard_error"] == 0.01


def test_a_ratio_without_stakes_has_no_error() -> None:
    assert isnan(ratio_error(0, 0, 0, 0, 0))
    assert ratio_error(net=0, staked=2, net_squares=2, products=0, staked_squares=2) == pytest.approx(2**0.5 / 2)


def test_n0_has_no_upper_end_where_the_mean_may_be_zero() -> None:
    low, high = n0_interval(mean=-1.0, error=1.0, variance=100.0)
    assert low == pytest.approx(100 / (1 + SURE) ** 2)
    assert high is None
    low, high = n0_interval(mean=-1.0, error=0.1, variance=100.0)
    n0 = rounds_to_overcome_chance(-1.0, 100.0)
    assert n0 is not None
    assert high is not None
    assert low < n0 < high


def test_ruin_is_certain_without_an_advantage() -> None:
    assert ruin_forever(mean=-0.1, variance=1.0, bankroll=10.0) == 1.0
    assert ruin_forever(mean=0.1, variance=1.0, bankroll=10.0) == pytest.approx(exp(-2))
    low, high = ruin_interval(mean=0.1, error=0.1, variance=1.0, bankroll=10.0)
    assert low < exp(-2) < high == 1.0


def test_a_share_that_never_came_is_not_impossible() -> None:
    low, high = share_interval(0, 100)
    assert low == 0.0
    assert 0.01 < high < 0.05
    assert share_interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
