"""The kernel settles what the engine settles: the same shoes, round for round and to the cent."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.baccarat.driving import TABLE, act, finish

from chapter47.baccarat import events as e
from chapter47.baccarat.analysis.price import BaccaratPrice
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import value
from chapter47.baccarat.simulation.bets import RoundBet, nets
from chapter47.baccarat.simulation.kernel import play_shoe
from chapter47.baccarat.simulation.run import NotSimulatedError, simulate
from chapter47.baccarat.simulation.simulator import SIMULATOR
from chapter47.baccarat.simulation.tabulated import CODES, endings
from chapter47.baccarat.state import FEE
from chapter47.baccarat.table.in_play import TableInPlay
from chapter47.core.chance import Seeded
from chapter47.core.errors import Chapter47Error
from chapter47.core.event import Collected, Paid
from chapter47.core.simulating import SimulationOptions, unwatched

BETS = (RoundBet("banker", 131_00), RoundBet("player", 20_00), RoundBet("tie", 5_00))
ROUNDS = 50_000
TABLES = [
    TABLE,
    replace(TABLE, decks=6, vigorish=Fraction(4, 100), vigorish_when="paid"),
    replace(TABLE, cards_behind=100, vigorish_rounding=False, vigorish_when="paid"),
    replace(TABLE, decks=7, reshuffle_after_lacing=True),
]


class EngineShoe:
    """A shoe dealt by the engine: its cards in their order, the results of its rounds, and what was won."""

    def __init__(self, playing: TableInPlay) -> None:
        self.stack = np.array([value(card) for card in playing.shoe.stack], dtype=np.uint8)
        stack = playing.shoe.stack
        begin = len(playing.log)
        while playing.shoe.stack is stack:
            for bet in BETS:
                act(playing, f"bet Ann {bet.wager} {bet.amount // 100}")
            act(playing, "deal")
            finish(playing)
        self.results: list[int] = []
        self.net = 0
        for entry in playing.log[begin:]:
            match entry.event:
                case e.Announced(result=result):
                    self.results.append(CODES[result])
                case Paid(amount=amount):
                    self.net += amount
                case Collected(amount=amount):
                    self.net -= amount
        del playing.log[:]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.decks}-{table.cards_behind}")
def test_the_same_shoes_give_the_same_results_and_cents(table: BaccaratTable) -> None:
    """200,000 rounds in all."""
    playing = TableInPlay(table, Seeded(7))
    for line in ("sit 1 Ann", "open"):
        act(playing, line)
    net = sum((nets(table, bet) for bet in BETS), np.zeros(3, dtype=np.int64))
    compared = 0
    while compared < ROUNDS:
        shoe = EngineShoe(playing)
        results = np.zeros(200, dtype=np.uint8)
        first = 1 + (int(shoe.stack[0]) or 10)
        dealt = play_shoe(shoe.stack, first, len(shoe.stack) - table.cards_behind, endings(), results, 0, 200)
        assert results[:dealt].tolist() == shoe.results
        assert int(net[results[:dealt]].sum()) == shoe.net
        compared += dealt


@pytest.mark.parametrize("fresh", [False, True])
def test_simulated_edges_are_within_four_errors_of_the_exact_ones(fresh: bool) -> None:
    table = BaccaratTable()
    bets = [RoundBet(wager, 25_00) for wager in ("banker", "player", "tie")]
    came = simulate(table, bets, 4_000_000, 11, fresh=fresh)
    exact = BaccaratPrice(table)
    for bet in bets:
        error = came.standard_error(bet)
        assert error is not None
        assert abs(came.house_edge(bet) - float(exact.wager(bet.wager, 25_00).house_edge)) < 4 * error
    assert came.counted.rounds == 4_000_000
    assert fresh == (came.counted.shoes == 4_000_000)


def test_the_error_of_independent_rounds_is_that_of_the_variance() -> None:
    table, bet = BaccaratTable(), RoundBet("tie", 10_00)
    came = simulate(table, [bet], 2_000_000, 5, fresh=True)
    exact = (float(BaccaratPrice(table).wager("tie").variance) / 2_000_000) ** 0.5
    assert came.standard_error(bet) == pytest.approx(exact, rel=0.01)


def test_the_result_depends_on_the_seed_only() -> None:
    one, two = (simulate(BaccaratTable(), BETS, 600_000, 3, workers=workers).counted for workers in (1, 2))
    assert one.to_data() == two.to_data()
    assert simulate(BaccaratTable(), BETS, 600_000, 4).counted.to_data() != one.to_data()


def test_what_a_simulation_tells() -> None:
    options = SimulationOptions(rounds=300_000, seed=1, bet="banker=25,tie=5", session=100)
    data = SIMULATOR.simulate(BaccaratTable(minimum=5_00), options, unwatched).data()
    assert list(data["wagers"]) == ["banker", "tie"]
    assert data["rounds"] == sum(data["results"].values()) == 300_000
    assert data["sessions"]["sessions"] > 2900
    assert data["whole"]
    assert FEE not in data["wagers"]


# bet, and the options that mean nothing here
BAD = [
    ({"bet": "dragon-7=10"}, ["bet"]),
    ({"bet": "banker=ten"}, ["bet"]),
    ({"bet": "banker=10.50"}, ["bet"]),
    ({"bet": "banker=9000"}, ["bet"]),
    ({"bet": "banker=10,banker=20"}, ["bet"]),
    ({"bet": "banker=1,tie=x", "strategy": {"hard": {}}}, ["strategy", "bet", "bet"]),
]


@pytest.mark.parametrize(("options", "keys"), BAD)
def test_everything_wrong_is_told(options: dict[str, object], keys: list[str]) -> None:
    asked = SimulationOptions(rounds=10, seed=1, **options)  # type: ignore[arg-type]
    with pytest.raises(Chapter47Error) as raised:
        SIMULATOR.simulate(BaccaratTable(), asked, unwatched)
    assert [problem.key for problem in raised.value.problems] == keys


def test_a_shoe_that_may_run_out_is_not_simulated() -> None:
    with pytest.raises(NotSimulatedError):
        simulate(replace(TABLE, cards_behind=10), BETS, 10, 1)
    assert simulate(replace(TABLE, cards_behind=10), BETS, 10, 1, fresh=True).counted.rounds == 10
