"""The kernel settles what the engine settles: the same shoes, round for round and to the cent."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.baccarat.driving import TABLE, act, finish
from tests.day import SEED_OF_THE_DAY

from chapter47.baccarat import events as e
from chapter47.baccarat.analysis.price import BaccaratPrice
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import value
from chapter47.baccarat.simulation import staking_kernel
from chapter47.baccarat.simulation.kernel import CODES, endings, play_shoe
from chapter47.baccarat.simulation.run import BaccaratRequest, NotSimulatedError, simulate
from chapter47.baccarat.simulation.simulator import SIMULATOR
from chapter47.baccarat.simulation.staking import CountSystem, RoundBet, count_system, nets, staking
from chapter47.baccarat.simulation.staking_kernel import columns
from chapter47.baccarat.state import FEE
from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.core.chance import Seeded
from chapter47.core.count_file import CountSystemError
from chapter47.core.errors import Chapter47Error
from chapter47.core.event import Collected, Paid
from chapter47.core.numeric.run_sums import RUN_SUMS_FORM
from chapter47.core.simulating import SimulationOptions, unwatched

BETS = (RoundBet("banker", 131_00), RoundBet("player", 20_00), RoundBet("tie", 5_00))
ROUNDS = 6_000
TABLES = [
    TABLE,
    replace(TABLE, decks=6, vigorish=Fraction(4, 100), vigorish_when="paid"),
    replace(TABLE, cards_behind=100, vigorish_rounding=False, vigorish_when="paid"),
    replace(TABLE, decks=7, reshuffle_after_lacing=True),
]


COUNT = CountSystem(
    tags=(0.0, 1.0, 1.0, 1.0, 2.0, -1.0, -2.0, -1.0, -1.0, 0.5),
    ramp=((-100.0, 1), (-2.0, 0), (0.0, 1), (1.5, 3), (4.0, 7)),
    begins=-3.25,
    floored=False,
)
ON_COLLECTION = {"1996 19:47-3.3(c)": "on-collection"}
STAKED = [
    (TABLE, COUNT),
    (replace(TABLE, decks=6, vigorish=Fraction(4, 100), vigorish_when="paid"), COUNT._replace(floored=True)),
    (replace(TABLE, readings=ON_COLLECTION), None),
    (replace(TABLE, readings=ON_COLLECTION, vigorish=Fraction(4, 100), cards_behind=200), COUNT),
]


class EngineShoe:
    """A shoe dealt by the engine: its cards in their order, the results of its rounds, and what was won.

    Ann counts what has been shown, by fractions. Bob bets so that rounds which she only watches are dealt."""

    def __init__(self, playing: BaccaratInPlay, counting: CountSystem | None = None) -> None:
        self.stack = np.array([value(card) for card in playing.shoe.stack], dtype=np.uint8)
        self.counting = counting
        stack = playing.shoe.stack
        begin = len(playing.log)
        tags = [Fraction(counting.tags[card]) for card in self.stack] if counting is not None else []
        while playing.shoe.stack is stack:
            gone = len(self.stack) - playing.shoe.left if playing.shoe.is_burned else 1 + (int(self.stack[0]) or 10)
            if units := self.units(gone, sum(tags[:gone])):
                for bet in BETS:
                    act(playing, f"Ann bet {units * bet.amount // 100} on {bet.wager}")
            if counting is not None:
                act(playing, "Bob bet 5 on player")
            assert act(playing, "dealer deal") is None
            finish(playing)
        self.results: list[int] = []
        self.net = 0
        for entry in playing.log[begin:]:
            event = entry.event
            if isinstance(event, e.Announced):
                self.results.append(CODES[event.result])
            elif isinstance(event, (Paid, Collected)) and event.bettor == "Ann":
                self.net += event.amount if isinstance(event, Paid) else -event.amount
        del playing.log[:]

    def units(self, gone: int, counted: Fraction | int) -> int:
        if self.counting is None:
            return 1
        running = Fraction(self.counting.begins) + counted
        count = running * 52 / (len(self.stack) - gone)
        if self.counting.floored:
            count = Fraction(count.__floor__())
        return next(units for at, units in reversed(self.counting.ramp) if count >= at or at == -100.0)


def opened(table: BaccaratTable, seed: int) -> BaccaratInPlay:
    playing = BaccaratInPlay(table, Seeded(seed))
    for line in ("Ann sit at 1", "Bob sit at 2", "dealer open"):
        act(playing, line)
    return playing


def assert_the_same(table: BaccaratTable, rounds: int, seed: int) -> None:
    playing = opened(table, seed)
    net = sum((nets(table, bet) for bet in BETS), np.zeros(3, dtype=np.int64))
    compared = 0
    while compared < rounds:
        shoe = EngineShoe(playing)
        results = np.zeros(200, dtype=np.uint8)
        first = 1 + (int(shoe.stack[0]) or 10)
        dealt = play_shoe(shoe.stack, first, len(shoe.stack) - table.cards_behind, endings(), results, 0, 200)
        assert results[:dealt].tolist() == shoe.results
        assert int(net[results[:dealt]].sum()) == shoe.net
        compared += dealt


def assert_the_same_stakes(table: BaccaratTable, counting: CountSystem | None, rounds: int, seed: int) -> None:
    playing = opened(table, seed)
    plan = staking(table, BETS, counting)
    compared = 0
    while compared < rounds:
        shoe = EngineShoe(playing, counting)
        net, part = np.zeros(200, dtype=np.int64), np.zeros(columns(len(BETS)), dtype=np.int64)
        first = 1 + (int(shoe.stack[0]) or 10)
        cut = len(shoe.stack) - table.cards_behind
        dealt = staking_kernel.play_shoe(shoe.stack, first, cut, endings(), plan, net, 0, part)
        assert dealt == len(shoe.results)
        assert [int(part[result]) for result in range(3)] == [shoe.results.count(result) for result in range(3)]
        assert int(net[:dealt].sum()) == int(part[3 : 3 + len(BETS)].sum()) == shoe.net
        compared += dealt


@pytest.mark.parametrize("seed", [7, SEED_OF_THE_DAY], ids=["always", "today"])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.decks}-{table.cards_behind}")
def test_the_same_shoes_give_the_same_results_and_cents(table: BaccaratTable, seed: int) -> None:
    """48,000 rounds in all; ten million in the soak."""
    assert_the_same(table, ROUNDS, seed)


@pytest.mark.parametrize("case", range(len(STAKED)))
def test_the_same_shoes_and_count_give_the_same_stakes_and_cents(case: int) -> None:
    assert_the_same_stakes(*STAKED[case], 5_000, 8)


@pytest.mark.soak
@pytest.mark.parametrize("case", range(len(TABLES)))
def test_ten_million_rounds_give_the_same(case: int) -> None:
    """With those of the next test."""
    assert_the_same(TABLES[case], 2_250_000, 100 + case)


@pytest.mark.soak
@pytest.mark.parametrize("case", range(len(STAKED)))
def test_a_million_rounds_of_a_count_give_the_same(case: int) -> None:
    assert_the_same_stakes(*STAKED[case], 250_000, 200 + case)


@pytest.mark.parametrize("fresh", [False, True])
def test_simulated_edges_are_within_four_errors_of_the_exact_ones(fresh: bool) -> None:
    table = BaccaratTable()
    bets = tuple(RoundBet(wager, 25_00) for wager in ("banker", "player", "tie"))
    came = simulate(BaccaratRequest(table, bets, 11, fresh), 4_000_000)
    exact = BaccaratPrice(table)
    for bet in bets:
        edge, error = came.house_edge(bet), came.standard_error(bet)
        assert edge is not None
        assert error is not None
        assert abs(edge - float(exact.wager(bet.wager, 25_00).house_edge)) < 4 * error
    assert came.counted.rounds == 4_000_000
    assert fresh == (came.shoes == 4_000_000)


def test_the_error_of_independent_rounds_is_that_of_the_variance() -> None:
    table, bet = BaccaratTable(), RoundBet("tie", 10_00)
    came = simulate(BaccaratRequest(table, (bet,), 5, fresh=True), 2_000_000)
    exact = (float(BaccaratPrice(table).wager("tie").variance) / 2_000_000) ** 0.5
    assert came.standard_error(bet) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("counting", [None, COUNT])
def test_the_result_depends_on_the_seed_only(counting: CountSystem | None) -> None:
    request = BaccaratRequest(BaccaratTable(), BETS, 3, counting=counting)
    with_one, two = (simulate(request, 600_000, workers=workers).counted for workers in (1, 2))
    assert RUN_SUMS_FORM.to_data(with_one) == RUN_SUMS_FORM.to_data(two)
    assert (simulate(replace(request, seed=4), 600_000).counted.sums != with_one.sums).any()


def test_both_kernels_deal_the_same_rounds() -> None:
    flat = BaccaratRequest(replace(TABLE, cards_behind=52), BETS, 6)
    staked = replace(flat, detailed=True)
    assert flat.is_flat
    assert not staked.is_flat
    for sums, two in zip(
        simulate(flat, 300_000).results(300_000), simulate(staked, 300_000).results(300_000), strict=True
    ):
        assert (sums == two).all()
    first, second = simulate(flat, 300_000), simulate(staked, 300_000)
    for bet in BETS:
        assert first.house_edge(bet) == second.house_edge(bet)
        assert first.standard_error(bet) == pytest.approx(second.standard_error(bet), rel=1e-9)
    rows = second.penetration()
    assert rows is not None
    assert sum(row["rounds"] for row in rows) == 300_000
    assert first.penetration() is None


def test_what_a_count_stakes_and_what_it_leaves_are_together_a_flat_wager() -> None:
    """One ramp stakes where the true count is high, the other wherever it is not: to the cent no round is left out,
    none is staked twice, and watching changes no card."""
    bet = RoundBet("banker", 13_00)
    flat = simulate(BaccaratRequest(BaccaratTable(), (bet,), 2), 300_000)
    high, low = (
        simulate(BaccaratRequest(BaccaratTable(), (bet,), 2, counting=COUNT._replace(ramp=ramp)), 300_000)
        for ramp in (((-100.0, 0), (1.5, 1)), ((-100.0, 1), (1.5, 0)))
    )
    for part in (0, 1):
        parts = [came.counted.total(came.weights([bet])[part]) for came in (high, low, flat)]
        assert parts[0] + parts[1] == parts[2]
    assert all(came.counted.total(came.weights([bet])[1]) > 0 for came in (high, low))


def test_fees_rounded_on_collection_cost_more_than_the_share_and_less_than_each_rounded() -> None:
    bet = RoundBet("banker", 11_00)
    reading = BaccaratTable(readings=ON_COLLECTION)
    exact, rounded, collected = (
        simulate(BaccaratRequest(table, (bet,), 2), 400_000).house_edge(bet)
        for table in (BaccaratTable(vigorish_rounding=False), BaccaratTable(), reading)
    )
    assert exact is not None
    assert rounded is not None
    assert collected is not None
    assert exact < collected < rounded
    most = 25 / (bet.amount * 75)
    assert collected - exact < most, "at most a step for each shoe"


def test_what_a_count_tells(tmp_path: Path) -> None:
    options = SimulationOptions(
        rounds=50_000, seed=1, bet="banker=25", count=Path("examples/baccarat.count"), session=100, detailed=True
    )
    came = SIMULATOR.simulate(BaccaratTable(), options, unwatched)
    data = came.data()
    assert data["wagers"]["banker"]["staked_per_round"] > 5.0
    assert len(data["penetration"]) == 10
    came.write_plots(tmp_path / "page.html", "baccarat")
    page = (tmp_path / "page.html").read_text()
    for title in ("House edge by wager", "How rounds end", "House edge by penetration", "Bankroll over a session"):
        assert title in page


# what a count file says beside lawful tags, and the keys that are wrong
BAD_COUNTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"insurance": 3, "index": []}, ["insurance", "index"]),
    ({"tags": {"A": 1}}, [f"tags.{rank}" for rank in "23456789T"]),
    ({"tags": {**dict.fromkeys("A23456789T", 0), "K": 1}}, ["tags.K"]),
    ({"ramp": [{"from": 1, "units": 5000}]}, ["ramp 1: units"]),
    ({"true_count": "half", "initial": "x"}, ["initial", "true_count"]),
]


@pytest.mark.parametrize(("data", "keys"), BAD_COUNTS)
def test_counts_that_cannot_be_read(data: dict[str, Any], keys: list[str]) -> None:
    with pytest.raises(CountSystemError) as raised:
        count_system({"tags": dict.fromkeys("A23456789T", 0), **data})
    assert [problem.key for problem in raised.value.problems] == keys


def test_a_ramp_above_the_maximum_is_refused() -> None:
    options = SimulationOptions(rounds=10, seed=1, bet="banker=2000", count=Path("examples/baccarat.count"))
    with pytest.raises(Chapter47Error) as raised:
        SIMULATOR.simulate(BaccaratTable(), options, unwatched)
    assert [(problem.key, problem.citation) for problem in raised.value.problems] == [("count", "19:47-8.2")]


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
def test_everything_wrong_is_reported(options: dict[str, object], keys: list[str]) -> None:
    asked = SimulationOptions(rounds=10, seed=1, **options)  # type: ignore[arg-type]
    with pytest.raises(Chapter47Error) as raised:
        SIMULATOR.simulate(BaccaratTable(), asked, unwatched)
    assert [problem.key for problem in raised.value.problems] == keys


def test_a_shoe_that_may_run_out_is_not_simulated() -> None:
    with pytest.raises(NotSimulatedError):
        simulate(BaccaratRequest(replace(TABLE, cards_behind=10), BETS, 1), 10)
    assert simulate(BaccaratRequest(replace(TABLE, cards_behind=10), BETS, 1, fresh=True), 10).counted.rounds == 10


def test_a_run_that_is_broken_off_says_so_and_keeps_what_it_has() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    came = SIMULATOR.simulate(
        BaccaratTable(), SimulationOptions(rounds=2_000_000, seed=1, bet="banker=25", workers=1), stop
    )
    rounds = came.data()["rounds"]
    assert 0 < rounds < 2_000_000
    assert came.notes[0] == f"stopped after {rounds:,} of 2,000,000 rounds; the figures cover those"
