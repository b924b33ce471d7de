"""Sessions, ruin and N0, against sums done by hand."""

import numpy as np
import pytest

from chapter47.core.numeric.confidence import rounds_to_overcome_chance, ruin_forever
from chapter47.core.numeric.sessions import sessions


def _cents(*net: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array(net, dtype=np.int64)


def test_sessions_are_cut_from_each_block() -> None:
    played = sessions([_cents(10, -20, 30, 5, -5, 99), _cents(1, 1, 1, 1)], 2, 1000)
    assert played.results.tolist() == [-10, 35, 94, 2, 2]
    assert (played.number, played.ruined) == (5, 0)


def test_a_lost_bankroll_ends_a_session() -> None:
    """The second session is down to nothing after two rounds; what comes after does not count."""
    played = sessions([_cents(10, -20, 5, -30, -20, 500)], 3, 50)
    assert played.results.tolist() == [-5, -50]
    assert played.ruined == 1
    assert played.data()["risk_of_ruin"] == 0.5
    assert played.data()["behind"] == 1.0


def test_bands_follow_the_paths() -> None:
    played = sessions([_cents(100, 100, 100, -100, -100, -100)], 3, 10_000)
    assert played.stops.tolist() == [1, 2, 3]
    assert played.paths.tolist() == [[100, 200, 300], [-100, -200, -300]]
    assert played.bands[:, 3].tolist() == [0, 0, 0]


@pytest.mark.parametrize(("mean", "variance", "rounds"), [(-0.5, 100.0, 400.0), (2.0, 4.0, 1.0), (0.0, 1.0, None)])
def test_n0(mean: float, variance: float, rounds: float | None) -> None:
    assert rounds_to_overcome_chance(mean, variance) == rounds


def test_ruin_of_a_fair_coin_with_an_advantage() -> None:
    """One unit won with chance p = 0.51: the chance to lose n units ever is (q/p)^n, which this formula comes near."""
    p = 0.51
    mean, variance = 2 * p - 1, 1 - (2 * p - 1) ** 2
    assert ruin_forever(mean, variance, 50) == pytest.approx(((1 - p) / p) ** 50, rel=2e-3)
    assert ruin_forever(-mean, variance, 50) == 1.0
