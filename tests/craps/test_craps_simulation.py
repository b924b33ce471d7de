"""The kernel: the same dice and bets bring the same cents as the engine; what it estimates is what is exact."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.day import SEED_OF_THE_DAY

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
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.simulation import kernels, run
from chapter47.craps.simulation.simulator import simulate
from chapter47.craps.simulation.standing_bets import StandingBet, odds_behind, read_bets, shooters
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
SEVERAL = [
    *("Ann:pass=10", "Ann:pass-odds=50", "Ann:come=10", "Ann:come-odds=40", "Ann:place-to-win 6=12"),
    *("Bob:dont-pass=20", "Bob:dont-pass-odds=60", "Bob:lay 4=20", "Bob:dont-come=15", "Bob:dont-come-odds=60"),
    *("Cy:place-to-win 6=18", "Cy:buy 4=25", "Cy:hard-8=5", "Cy:field=5", "Dee:pass=5", "Dee:come=25"),
]
CASES = [
    (TRUE_ODDS, LINES, 70_000),
    (TRUE_ODDS, COMES, 50_000),
    (TRUE_ODDS, [*PLACES[:4], "lay 10=22", *PLACES[5:]], 40_000),
    (TRUE_ODDS, [*SINGLES, *COMBINED], 15_000),
    (OTHER, [*COMES, "place-to-lose 4=11", "hard-6=5", "buy 4=20", "lay 10=22"], 15_000),
    (TRUE_ODDS, SEVERAL, 10_000),
]
"""200,000 throws in all, for the soak."""


def bets_of(posting: CrapsPosting, texts: list[str]) -> list[StandingBet]:
    bets, problems = read_bets(posting, texts)
    assert problems == []
    return bets


def step(result: play.Result) -> play.Step:
    assert not isinstance(result, Refusal), str(result)
    return result


class Engine:
    """Players make their bets whenever they may be made; the dice go round those who back the line. Where nobody does,
    another one shoots."""

    def __init__(self, posting: CrapsPosting, bets: list[StandingBet]) -> None:
        self.bets = bets
        self.bet_of = {(bet.wager, bet.number, bet.player): bet for bet in bets}
        self.net: Counter[StandingBet] = Counter()
        self.players = list(dict.fromkeys(bet.player for bet in bets))
        self.shooters = shooters(bets) or ("Shooter",)
        self.shot: Counter[str] = Counter()
        self.layout = Layout(posting, rolls=1)  # a table in play
        for player in dict.fromkeys((*self.shooters, *self.players)):
            self.layout = step(play.join(self.layout, player)).layout

    def throw(self, number: int) -> None:
        while not self.layout.shooter:
            offered = self.layout.offered
            willing = offered in self.shooters
            self._do(play.take_dice(self.layout, offered) if willing else play.decline_dice(self.layout, offered))
            self.shot[self.layout.shooter] += bool(self.layout.shooter)
        if not self.layout.point and self.shooters == ("Shooter",):
            self._do(play.bet(self.layout, "Shooter", "pass", 5_00))
        lying = {(stake.bettor, stake.wager, stake.number) for stake in self.layout.stakes}
        for bet in self.bets:
            self._make(bet, lying)
        self._do(play.send_dice(self.layout))
        self._do(play.roll_dice(self.layout, ROLLS[number]))

    def _make(self, bet: StandingBet, lying: set[tuple[str, str, int]]) -> None:
        supports = WAGERS[bet.wager].supports
        if not supports:
            if (bet.player, bet.wager, bet.number) not in lying and not isinstance(
                stakeable(self.layout, bet.player, bet.wager, bet.number), Refusal
            ):
                self._do(play.bet(self.layout, bet.player, bet.wager, bet.amount, bet.number))
            return
        for stake in self.layout.stakes:
            supported = stake.wager == supports and stake.bettor == bet.player and stake.number
            if supported and (bet.player, bet.wager, stake.number) not in lying:
                amount = odds_behind(self.layout.posting, bet, self.bets, stake.number)
                self._do(play.bet(self.layout, bet.player, bet.wager, amount, stake.number))

    def _do(self, result: play.Result) -> None:
        done = step(result)
        self.layout = done.layout
        for event in done.events:
            if isinstance(event, (e.Paid, e.Collected)) and event.bettor != "Shooter":
                self.net[self._bet(event)] += event.amount if isinstance(event, e.Paid) else -event.amount

    def _bet(self, event: e.Paid | e.Collected) -> StandingBet:
        number = int(event.bet) if WAGERS[event.wager].numbers else 0
        return self.bet_of[event.wager, number, event.bettor]

    def not_decided(self) -> None:
        """A fee on what stays on the layout was paid, but belongs to no decision yet."""
        for stake in self.layout.stakes:
            if stake.fee:
                self.net[self.bet_of[stake.wager, stake.number, stake.bettor]] += stake.fee


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_kernel_brings_what_the_engine_brings(case: int) -> None:
    """A quarter of the throws, half of them by the seed of the day; all of them in the soak."""
    posting, texts, throws = CASES[case]
    for seed in (case, SEED_OF_THE_DAY + case):
        assert_the_same(posting, texts, throws // 8, seed)


@pytest.mark.soak
@pytest.mark.parametrize("case", range(len(CASES)))
def test_ten_million_throws_bring_the_same(case: int) -> None:
    posting, texts, throws = CASES[case]
    assert_the_same(posting, texts, throws, case)
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
    brought = dict(zip(bets, (counts @ tables.net).tolist(), strict=True))
    assert brought == {bet: engine.net[bet] for bet in bets}
    assert counts @ tables.hand_over == sum(engine.shot.values()) - bool(engine.layout.shooter)
    assert max(engine.shot.values()) - min(engine.shot[player] for player in engine.shooters) <= 1


def test_the_parts_add_up_to_what_was_counted() -> None:
    tables = tabulated(TRUE_ODDS, bets_of(TRUE_ODDS, [*LINES, *COMES]))
    rounds = 2 * run.length_of_a_part(tables) + 100
    counts = np.zeros(len(tables.following), dtype=np.int64)
    _, throws = kernels.throw_rounds(stream(9, 2), tables.following, tables.round_over, 0, rounds, counts)
    came = run.play_block(tables, 9, 2, rounds)
    assert (came.sums == counts @ tables.worth).all()
    assert (came.parts, came.sums[-2]) == (3, throws)
    assert came.products[-2, -2] <= throws**2


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
    texts = [f"{name}{odds}=10" for name in ("pass", "dont-pass", "come", "dont-come") for odds in ("", "-odds")]
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
        true_edge = 0.0 if WAGERS[bet.wager].supports else float(exact[bet.wager][bet.number].house_edge)
        assert abs(edge - true_edge) < 4 * error, bet.name


def test_the_result_depends_on_the_seed_only() -> None:
    bets = bets_of(TRUE_ODDS, LINES)
    with_one, two = (run.simulate(TRUE_ODDS, bets, 600_000, 5, workers=workers) for workers in (1, 2))
    assert (with_one.counted.sums == two.counted.sums).all()
    assert (with_one.counted.products == two.counted.products).all()
    assert with_one.counted.rounds == 600_000


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


def test_one_part_has_no_error_and_few_have_a_rough_one() -> None:
    for rounds, known, word in ((50, False, "unknown"), (5000, True, "rough")):
        came = simulate(TRUE_ODDS, SimulationOptions(rounds=rounds, seed=4), unwatched)
        assert (came.data()["standard_error"] is not None) == known
        assert any(word in note for note in came.notes)


@pytest.mark.parametrize("texts", [["pass=10"], ["come=10", "place-to-win 6=12", "hard-6=5", "lay 4=20"]])
def test_the_error_is_as_large_as_runs_differ(texts: list[str]) -> None:
    """Wagers that lie through several rounds hang together, and parts are compared, not throws."""
    tables = tabulated(TRUE_ODDS, bets_of(TRUE_ODDS, texts))
    edges, errors = [], []
    for seed in range(400):
        came = run.CrapsSimulation(TRUE_ODDS, tables, seed, 20_000, run.play_block(tables, seed, 0, 20_000), 1.0)
        edge, error = came.house_edge(), came.standard_error()
        assert edge is not None
        assert error is not None
        edges.append(edge)
        errors.append(error)
    assert np.std(edges) == pytest.approx(np.sqrt(np.mean(np.square(errors))), rel=0.15)


def test_results_of_several_players(tmp_path: Path) -> None:
    bet = "Ann:pass=10,Bob:pass=20,Bob:pass-odds=20,Bob:field=5"
    options = SimulationOptions(rounds=50_000, seed=4, bet=bet, session=100, bankroll="500")
    came = simulate(TRUE_ODDS, options, unwatched)
    data = came.data()
    assert list(data["players"]) == ["Ann", "Bob"]
    assert list(data["players"]["Bob"]["wagers"]) == ["pass", "pass-odds", "field"]
    assert data["players"]["Ann"]["house_edge"] == data["wagers"]["pass"]["house_edge"]
    together = sum(shown["sessions"]["mean"] for shown in data["players"].values())
    whole = simulate(TRUE_ODDS, replace(options, bankroll="1000000"), unwatched).data()["sessions"]["mean"]
    assert together == pytest.approx(whole, rel=0.2)
    assert "the dice pass in turn: Ann, Bob" in came.notes
    came.write_plots(tmp_path / "page.html", "craps")
    page = (tmp_path / "page.html").read_text()
    for title in ("House edge by wager", "How rounds end", "Result of a session", "Bankroll over a session"):
        assert title in page


def test_without_a_line_wager_another_one_shoots() -> None:
    came = simulate(TRUE_ODDS, SimulationOptions(rounds=100, seed=4, bet="field=5"), unwatched)
    assert "another player shoots and backs the line" in came.notes
    assert "players" not in came.data()


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
        (":pass=5", "':pass=5'"),
        ("Ann:lucky=5", "'Ann:lucky'"),
        ("Ann:pass=5,Bob:pass-odds=10", "pass-odds"),
        (",".join(f"P{number}:field=5" for number in range(16)), "16 players"),
    ],
)
def test_bets_that_cannot_be_made(bet: str, got: str) -> None:
    with pytest.raises(TableFileError) as error:
        simulate(TRUE_ODDS, SimulationOptions(rounds=10, seed=1, bet=bet), unwatched)
    assert [problem.got for problem in error.value.problems] == [got]


def test_a_run_that_is_broken_off_says_so_and_keeps_what_it_has() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    came = simulate(TRUE_ODDS, SimulationOptions(rounds=2_000_000, seed=1, bet="pass=10", workers=1), stop)
    data = came.data()
    assert 0 < data["rounds"] < 2_000_000
    assert not data["whole"]
    assert came.notes[0] == f"stopped after {data['rounds']:,} of 2,000,000 rounds; the figures cover those"
