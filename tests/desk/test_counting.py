"""A counter's bench: figures by count, ramps, risk; formulas against print."""

from math import exp, sqrt
from pathlib import Path

import numpy as np
import pytest
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.core.numeric import bankroll as b
from chapter47.core.numeric.count_sums import PLACES, WIDEST, CountSums
from chapter47.desk.count_figures import Bankroll, BetLimits, as_bet, optimal

TABLE = chapter47.table(decks=6)


def test_risk_of_ruin_at_full_and_half_kelly_is_that_of_print() -> None:
    """Schlesinger, Blackjack Attack: 13.53 % and 1.83 %."""
    assert round(100 * b.risk_of_kelly(1.0), 2) == 13.53
    assert round(100 * b.risk_of_kelly(0.5), 2) == 1.83
    assert b.kelly_of_risk(exp(-4)) == pytest.approx(0.5)


def test_the_certainty_equivalent_is_that_of_print() -> None:
    """$200 at 55 % with $10,000 and 0.3 Kelly is worth $13.38; mean and variance alone say $13.40."""
    even = {200.0: 0.55, -200.0: 0.45}
    assert round(b.certainty_equivalent(even, 10_000, 0.3), 2) == 13.38
    assert b.certainty_of(20, 200**2 * (1 - 0.1**2), 10_000, 0.3) == pytest.approx(13.4)
    assert b.certainty_equivalent(even, 10_000, 1.0) == pytest.approx(18.02, abs=0.01)


def test_risks_of_a_trip_and_before_doubling_agree_with_a_walk() -> None:
    """Steps of ±1 with 52 %: the chance to lose 20 before winning 20 is ((q/p)^20 - (q/p)^40) / (1 - (q/p)^40)."""
    mean, variance, odds = 0.04, 1 - 0.04**2, 0.48 / 0.52
    ruined = (odds**20 - odds**40) / (1 - odds**40)
    assert b.risk_before_doubling(mean, variance, 20) == pytest.approx(ruined, abs=0.002)
    rng = np.random.default_rng(1)
    walks = np.cumsum(rng.choice([1, -1], p=[0.52, 0.48], size=(4000, 400)), axis=1)
    counted = float((walks.min(axis=1) <= -20).mean())
    assert b.trip_risk(mean, variance, 20, 400) == pytest.approx(counted, abs=0.03)
    assert b.trip_risk(mean, variance, 20, 10**7) == pytest.approx(b.lifetime_risk(mean, variance, 20))


def test_a_rising_curve_averages_what_falls() -> None:
    assert b.rising(np.array([1.0, 3.0, 2.0, 5.0]), np.ones(4)).tolist() == [1.0, 2.5, 2.5, 5.0]
    assert b.rising(np.array([3.0, 1.0]), np.array([1.0, 3.0])).tolist() == [1.5, 1.5]


def two_counts(advantage: float) -> CountSums:
    """Even-money rounds: 900 at count 0 that lose 1 %, 100 at count 2 that win `advantage`; a hundred shoes alike."""
    rounds, net = np.zeros(PLACES), np.zeros(PLACES)
    rounds[WIDEST], rounds[WIDEST + 2] = 900, 100
    net[WIDEST], net[WIDEST + 2] = -9, 100 * advantage
    by_net, by_rounds, of_rounds = (np.outer(*pair) / 100 for pair in ((net, net), (net, rounds), (rounds, rounds)))
    return CountSums(rounds, net, rounds.copy(), rounds.copy(), by_net, by_rounds, of_rounds, shoes=100, boxes=1)


def test_the_best_bets_and_their_figures_by_hand() -> None:
    """Bets of 1 and s win -0.009 + 0.003 s a round at variance 0.9 + 0.1 s² less the square of the win."""
    sums = two_counts(0.03)
    best = optimal(sums, Bankroll(spread=10))
    units = best.bets / best.bets[WIDEST]
    assert units[WIDEST + 2] == pytest.approx(10)
    win = -0.009 + 0.03
    variance = 0.9 + 10 - win**2
    unit = 10_000 * win / variance
    assert best.bets[WIDEST] == pytest.approx(unit)
    assert best.mean / sqrt(best.variance) == pytest.approx(win / sqrt(variance))
    assert b.lifetime_risk(best.mean, best.variance, 10_000) == pytest.approx(exp(-2))
    bet = as_bet(sums, best, Bankroll(spread=10), BetLimits(15, 500, 5))
    assert bet.bets[WIDEST] == 20
    assert bet.bets[WIDEST + 2] == 195
    watching = optimal(sums, Bankroll(spread=10, sits_out=True))
    assert watching.bets[WIDEST] == 0


def test_advantages_by_count_agree_with_exact_edges_of_such_shoes() -> None:
    """15 low cards gone from six decks are a true count of 2.6, 15 high cards one of -2.6."""
    rated = chapter47.count(TABLE, "hi-lo", rounds=2_000_000, seed=3)
    assert rated.by_count is not None
    rows = {row["count"]: row for row in rated.by_count}
    assert sum(row["frequency"] for row in rated.by_count) == pytest.approx(1.0)
    (shoe,) = full_shoes(TABLE)
    for is_rich, floor in ((False, -3), (True, 2)):
        cards = list(shoe.cards)
        for _ in range(3):
            for rank in "23456" if is_rich else "TJQKA":
                cards.remove(next(card for card in cards if card.rank == rank))
        exact = -analyse(TABLE, CardCounts(tuple(cards))).house_edge_optimal
        assert abs(rows[floor]["advantage"] - exact) < 4 * rows[floor]["standard_error"] + 0.002


def test_the_command_answers_with_the_keys_of_the_contract(tmp_path: Path) -> None:
    plots = tmp_path / "plots.html"
    words = ["count", "examples/blackjack.toml", "--count", "ko", "--rounds", "60000", "--sweep", "spread=4,8"]
    data = run(*words, "--json", "--plots", plots).json
    assert {"count", "frequency", "advantage", "standard_error", "variance"} <= data["by_count"][0].keys()
    for name in ("score", "c_score", "di", "n0", "certainty_equivalent", "win_per_100", "risk_of_ruin"):
        assert data[name].keys() == {"value", "low", "high"}
    assert [row["spread"] for row in data["sweep"]] == [4, 8]
    assert data["by_count"][0]["count"] < -28 <= data["ramp"][-1]["count"]
    assert "Advantage by count" in plots.read_text()
    assert run(*words, "--plots", plots).code == 2


def test_two_boxes_hang_together_as_print_has_it() -> None:
    """Six decks, stand on soft 17, double after split, late surrender, aces split again: 1.303 and 0.479 in print
    (Wong); with a hole card, from the shoe."""
    keys = {"surrender": True, "resplit_aces": True, "split_hands": 4, "hole_card": "card-reader"}
    rated = chapter47.count(chapter47.table(decks=6, **keys), "hi-lo", rounds=1_000_000, boxes=2)
    assert rated.by_count is not None
    mean = {
        name: sum(row["frequency"] * row[name] for row in rated.by_count if row["rounds"] > 1)
        for name in ("variance", "covariance")
    }
    assert mean["variance"] == pytest.approx(1.303, abs=0.02)
    assert mean["covariance"] == pytest.approx(0.479, abs=0.012)


def test_bad_arguments_are_all_named_at_once() -> None:
    with pytest.raises(chapter47.BadArgumentError) as raised:
        chapter47.count(
            TABLE, rounds=-1, bankroll=0, risk=2, spread=0.5, boxes=9, penetration=1.5, play="well", depth=2
        )
    keys = [problem.key for problem in raised.value.problems]
    assert keys == ["rounds", "bankroll", "risk", "play", "spread", "boxes", "penetration", "depth"]


def test_leaving_plays_fewer_rounds_at_low_counts() -> None:
    staying, leaving = (
        chapter47.count(TABLE, rounds=100_000, play=play).by_count or () for play in ("play-all", "leaving")
    )
    low = [sum(row["frequency"] for row in rows if row["count"] < -1) for rows in (staying, leaving)]
    assert low[0] > 0.2
    assert low[1] < 0.01
