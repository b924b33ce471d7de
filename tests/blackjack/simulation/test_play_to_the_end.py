"""Sessions, ruin, hold and N0 of simulated rounds, against what follows exactly from the chances of a round."""

from collections import defaultdict
from typing import Final

import pytest

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.simulation.report.figures import figures
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.sampled import sampled_sessions
from chapter47.blackjack.simulation.run.simulate import SimulationRun, simulate
from chapter47.games import from_data

TABLE: Final = from_data({"game": "blackjack", "decks": 6, "hole_card": "card-reader"})
LENGTH: Final = 40
BANKROLL: Final = 6
ROUNDS: Final = 1 << 20


@pytest.fixture(scope="module")
def priced() -> MainGamePrice:
    return analyse(TABLE)


def _played(priced: MainGamePrice, boxes: int) -> SimulationRun:
    return simulate(
        SimulationRequest(
            TABLE, priced.strategy_data(), ROUNDS, 5, fresh=True, stakes=[(10_00,)] * boxes, detailed=True
        )
    )


def _ends(units: dict[float, float], length: int, bankroll: float) -> tuple[dict[float, float], float]:
    """How a session ends, and the chance that the bankroll is lost in it: round after round, every way it can go."""
    going, lost = {0.0: 1.0}, 0.0
    for _ in range(length):
        after: dict[float, float] = defaultdict(float)
        for won, chance in going.items():
            for more, part in units.items():
                if won + more <= -bankroll:
                    lost += chance * part
                else:
                    after[won + more] += chance * part
        going = after
    return going, lost


def _near(share: float, chance: float, number: int) -> None:
    assert abs(share - chance) < 4 * (chance * (1 - chance) / number) ** 0.5, (share, chance)


def test_sessions_end_as_they_must(priced: MainGamePrice) -> None:
    sampled = sampled_sessions(_played(priced, 1).request, ROUNDS, LENGTH, BANKROLL * 10_00).data()
    ends, lost = _ends(dict(priced.results.units), LENGTH, BANKROLL)
    _near(sampled["risk_of_ruin"], lost, sampled["sessions"])
    _near(sampled["ahead"], sum(chance for won, chance in ends.items() if won > 0), sampled["sessions"])
    _near(sampled["even"], ends[0.0], sampled["sessions"])
    _near(sampled["behind"], lost + sum(chance for won, chance in ends.items() if won < 0), sampled["sessions"])
    mean = -BANKROLL * lost + sum(won * chance for won, chance in ends.items())
    squares = BANKROLL**2 * lost + sum(won**2 * chance for won, chance in ends.items())
    spread = (squares - mean**2) ** 0.5
    assert abs(sampled["mean"] / 10 - mean) < 4 * spread / sampled["sessions"] ** 0.5
    assert sampled["standard_deviation"] / 10 == pytest.approx(spread, rel=4 / (2 * sampled["sessions"]) ** 0.5)
    for level, at in sampled["percentiles"].items():
        below = lost * (at / 10 >= -BANKROLL) + sum(chance for won, chance in ends.items() if won <= at / 10)
        under = lost * (at / 10 > -BANKROLL) + sum(chance for won, chance in ends.items() if won < at / 10)
        assert under - 0.01 < int(level) / 100 < below + 0.01


@pytest.mark.parametrize("boxes", [1, 4, 7])
def test_the_hold_of_a_table_with_so_many_players(priced: MainGamePrice, boxes: int) -> None:
    """Each box's cards are as likely as the first one's, so from full shoes each loses as much."""
    tally = _played(priced, boxes)
    answer = figures(tally)
    exact = 100 * priced.house_edge * 10 * boxes
    assert abs(answer["house_win_per_100_rounds"] - exact) < 4 * answer["standard_error"] * 100 * 10 * boxes
    assert answer["staked_per_round"] == 10 * boxes
    assert tally.variance_in_cents == pytest.approx(answer["variance"] * (10_00 * boxes) ** 2)
    assert answer["n0"] == pytest.approx(answer["variance"] / answer["house_edge"] ** 2)


def test_the_variance_that_n0_is_made_of(priced: MainGamePrice) -> None:
    assert _played(priced, 1).variance == pytest.approx(priced.results.variance, rel=0.01)
    error = _played(priced, 1).standard_error
    assert error is not None
    assert abs(_played(priced, 1).mean / 10_00 + priced.house_edge) < 4 * error
