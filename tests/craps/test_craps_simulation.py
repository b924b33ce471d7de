"""The kernel: the same dice and bets bring the same cents as the engine; what it estimates is what is exact."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from chapter47.core.dice import ROLLS
from chapter47.core.findings import Refusal
from chapter47.core.numeric.checkpoint import CheckpointError
from chapter47.core.numeric.generator import stream
from chapter47.core.simulating import SimulationOptions, unwatched
from chapter47.core.tablefile.problems import TableFileError
from chapter47.craps import events as e
from chapter47.craps.analysis.prices import prices
from chapter47.craps.posting import THREE_FOUR_FIVE, CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.round.betting import stakeable
from chapter47.craps.rules.come_out import POINTS
from chapter47.craps.simulation import kernels, run
from chapter47.craps.simulation.simulator import simulate
from chapter47.craps.simulation.standing_bets import StandingBet, odds_behind, read_bets
from chapter47.craps.simulation.tabulated import tabulated
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS

TRUE_ODDS = CrapsPosting(buy=POINTS, lay=POINTS, odds_multiple=THREE_FOUR_FIVE)
OTHER = CrapsPosting(
    buy=(4, 5),
    lay=(10,),
    bars=2,
    vigorish_when="won",
    lay_vigorish_of="wager",
    readings={"1996 19:47-1.2(a)3": "any-roll", "1996 19:47-1.2(a)5": "both", "1996 19:47-1.2(a)7": "working"},
)
LINES = ["pass=10", "pass-odds=50", "dont-pass=10", "dont-pass-odds=60"]
COMES = ["come=10", "come-odds=30", "dont-come=10", "dont-come-odds=60"]
PLACES = [
    "place-to-win 6=12",
    "place-to-win 9=10",
    "place-to-lose 4=11",
    "buy 4=20",
    "lay 10=21",
    "hard-6=5",
    "hard-10=5",
]
SINGLES = ["field=5", "any-seven=5", "any-craps=5", "craps-2=5", "craps-3=5", "craps-12=5", "eleven=5"]
COMBINED = ["craps-eleven=6", "horn=8", "horn-high 2=5", "horn-high 11=10"]
CASES = [
    (TRUE_ODDS, LINES, 70_000),
    (TRUE_ODDS, COMES, 50_000),
    (TRUE_ODDS, [*PLACES[:4], "lay 10=22", *PLACES[5:]], 40_000),
    (TRUE_ODDS, [*SINGLES, *COMBINED], 15_000),
    (OTHER, [*COMES, "place-to-lose 4=11", "hard-6=5", "buy 4=20", "lay 10=22"], 25_000),
]
"""200,000 throws in all."""


def bets_of(posting: CrapsPosting, texts: list[str]) -> list[StandingBet]:
    bets, problems = read_bets(posting, texts)
    assert problems == []
    return bets


def step(result: play.Result) -> play.Step:
    assert not isinstance(result, Refusal), str(result)
    return result


class Engine:
    """A shooter who backs the line, and Ann, who makes her bets whenever they may be made."""

    def __init__(self, posting: CrapsPosting, bets: list[StandingBet]) -> None:
        self.bets = bets
        self.net: Counter[str] = Counter()
        self.layout = step(play.join(Layout(posting), "Shooter")).layout
        self.layout = step(play.join(self.layout, "Ann")).layout

    def throw(self, number: int) -> None:
        if not self.layout.shooter:
            if self.layout.offered == "Ann":
                self._do(play.decline_dice(self.layout, "Ann"))
            self._do(play.take_dice(self.layout, "Shooter"))
        if not self.layout.point:
            self._do(play.bet(self.layout, "Shooter", "pass", 5_00))
        for bet in self.bets:
            self._make(bet)
        self._do(play.send_dice(self.layout))
        self._do(play.roll_dice(self.layout, ROLLS[number]))

    def _make(self, bet: StandingBet) -> None:
        supports = WAGERS[bet.wager].supports
        mine = [stake for stake in self.layout.stakes if stake.bettor == "Ann"]
        lying = {stake.number for stake in mine if stake.wager == bet.wager}
        if not supports:
            if bet.number not in lying and not isinstance(
                stakeable(self.layout, "Ann", bet.wager, bet.number), Refusal
            ):
                self._do(play.bet(self.layout, "Ann", bet.wager, bet.amount, bet.number))
            return
        for stake in mine:
            if stake.wager == supports and stake.number and stake.number not in lying:
                amount = odds_behind(self.layout.posting, bet, self.bets, stake.number)
                self._do(play.bet(self.layout, "Ann", bet.wager, amount, stake.number))

    def _do(self, result: play.Result) -> None:
        done = step(result)
        self.layout = done.layout
        for event in done.events:
            match event:
                case e.Paid(bettor="Ann"):
                    self.net[self._name(event)] += event.amount
                case e.Collected(bettor="Ann"):
                    self.net[self._name(event)] -= event.amount

    def _name(self, event: e.Paid | e.Collected) -> str:
        fixed = WAGERS[event.wager].numbers
        return f"{event.wager} {event.bet}" if fixed else event.wager

    def not_decided(self) -> None:
        """A fee on what still lies there was paid, but belongs to no decision yet."""
        for stake in self.layout.stakes:
            if stake.bettor == "Ann" and stake.fee:
                self.net[f"{stake.wager} {stake.number}"] += stake.fee


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_kernel_brings_what_the_engine_brings(case: int) -> None:
    posting, texts, throws = CASES[case]
    assert_the_same(posting, texts, throws, case)


@pytest.mark.soak
@pytest.mark.parametrize("case", range(len(CASES)))
def test_ten_million_throws_bring_the_same(case: int) -> None:
    posting, texts, throws = CASES[case]
    assert_the_same(posting, texts, 50 * throws, 100 + case)


def assert_the_same(posting: CrapsPosting, texts: list[str], throws: int, case: int) -> None:
    bets = bets_of(posting, texts)
    tables = tabulated(posting, bets)
    dice = np.zeros(throws, dtype=np.uint8)
    kernels.throw_dice(stream(case, 0), dice)
    counts = np.zeros(len(tables.following), dtype=np.int64)
    kernels.play_dice(dice, tables.following, counts)
    engine = Engine(posting, bets)
    for number in dice.tolist():
        engine.throw(number)
    engine.not_decided()
    brought = dict(zip((bet.name for bet in bets), (counts @ tables.net).tolist(), strict=True))
    assert brought == {bet.name: engine.net[bet.name] for bet in bets}


def test_both_kernels_throw_the_same_dice() -> None:
    tables = tabulated(TRUE_ODDS, bets_of(TRUE_ODDS, [*LINES, *COMES]))
    counts = np.zeros(len(tables.following), dtype=np.int64)
    row, throws = kernels.throw_rounds(stream(7, 3), tables.following, tables.round_over, 0, 5_000, counts)
    dice = np.zeros(throws, dtype=np.uint8)
    kernels.throw_dice(stream(7, 3), dice)
    again = np.zeros_like(counts)
    assert kernels.play_dice(dice, tables.following, again) == row
    assert (again == counts).all()
    results = np.zeros(5_000, dtype=np.int64)
    kernels.results_of_rounds(stream(7, 3), tables.following, tables.round_over, tables.net_of_all, results)
    assert results.sum() == (counts @ tables.net_of_all)


def test_what_it_estimates_is_exact_within_four_errors() -> None:
    texts = [f"{name}=10" for name in ("pass", "dont-pass", "come", "dont-come")]
    for name, record in WAGERS.items():
        if not record.supports and not record.line:
            texts += [f"{name} {number}=1320" for number in record.numbers] or [f"{name}=120"]
    posting = CrapsPosting(buy=POINTS, lay=POINTS, maximum=5000_00)
    came = run.simulate(posting, bets_of(posting, texts), 2_000_000, 1)
    exact = prices(posting).wagers
    for place, bet in enumerate(came.tables.bets):
        edge, error = came.house_edge(place), came.standard_error(place)
        assert edge is not None
        assert error is not None
        assert abs(edge - float(exact[bet.wager][bet.number].house_edge)) < 4 * error, bet.name


def test_the_result_depends_on_the_seed_only() -> None:
    bets = bets_of(TRUE_ODDS, LINES)
    one, two = (run.simulate(TRUE_ODDS, bets, 600_000, 5, workers=workers) for workers in (1, 2))
    assert (one.counted.cells == two.counted.cells).all()
    assert one.net() == two.net()
    assert one.counted.rounds == 600_000


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    bets, path = bets_of(TRUE_ODDS, LINES), tmp_path / "run"
    run.simulate(TRUE_ODDS, bets, 262_144, 5, checkpoint=path)
    gone_on = run.simulate(TRUE_ODDS, bets, 600_000, 5, checkpoint=path)
    assert gone_on.net() == run.simulate(TRUE_ODDS, bets, 600_000, 5).net()
    with pytest.raises(CheckpointError):
        run.simulate(TRUE_ODDS, bets[:1], 600_000, 5, checkpoint=path)


def test_shooters_throw_as_long_as_they_should() -> None:
    came = run.simulate(TRUE_ODDS, bets_of(TRUE_ODDS, ["pass=5"]), 1_000_000, 3)
    assert came.rolls / came.shooters == pytest.approx(1671 / 196, rel=0.01)


def test_the_answer_of_a_command() -> None:
    options = SimulationOptions(rounds=100_000, seed=4, bet="pass=10,pass-odds=20", session=100, bankroll="500")
    data = simulate(TRUE_ODDS, options, unwatched).data()
    assert data["rounds"] == 100_000
    assert list(data["wagers"]) == ["pass", "pass-odds"]
    assert data["sessions"]["sessions"] == 1000
    assert data["rolls"] > data["rounds"] > data["shooters"]


def test_one_chunk_has_no_error() -> None:
    options = SimulationOptions(rounds=50, seed=4)
    assert simulate(TRUE_ODDS, options, unwatched).data()["standard_error"] is None


@pytest.mark.parametrize(
    ("bet", "got"),
    [
        ("pass", "'pass'"),
        ("lucky=5", "'lucky'"),
        ("place-to-win=5", "place-to-win"),
        ("place-to-win 7=5", "place-to-win 7"),
        ("pass=4", "pass=4"),
        ("place-to-win 6=10", "place-to-win 6=10"),
        ("pass-odds=10", "pass-odds"),
        ("pass=5,pass=10", "pass twice"),
    ],
)
def test_bets_that_cannot_be_made(bet: str, got: str) -> None:
    with pytest.raises(TableFileError) as error:
        simulate(TRUE_ODDS, SimulationOptions(rounds=10, seed=1, bet=bet), unwatched)
    assert [problem.got for problem in error.value.problems] == [got]
