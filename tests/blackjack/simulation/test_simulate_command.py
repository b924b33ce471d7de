"""`chapter47 simulate` as people and programs use it."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from tests.blackjack.simulation.charts import ANY_CHART
from tests.cli.commands import Ran, Within, chapter47

TABLE = 'game = "blackjack"\ndecks = 6\n[wagers.match-the-dealer]\n[wagers.over-under-13]\n'


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    (tmp_path / "chart.json").write_text(json.dumps(ANY_CHART))
    return path


Simulate = Callable[..., Ran]
Simulated = Callable[..., dict[str, Any]]


def _words(table: Path, *options: str) -> list[str]:
    return ["simulate", str(table), "--strategy", str(table.parent / "chart.json"), *options]


@pytest.fixture
def simulate(within: Within) -> Simulate:
    return lambda table, *options: within(*_words(table, *options))


@pytest.fixture
def simulated(simulate: Simulate) -> Simulated:
    """What it answers in JSON."""

    def answer(table: Path, *options: str) -> dict[str, Any]:
        ran = simulate(table, "--json", *options)
        assert ran.code == 0, ran.err
        data: dict[str, Any] = ran.json
        return data

    return answer


def test_json(table: Path, simulated: Simulated) -> None:
    answer = simulated(table, "--rounds", "300000", "--seed", "3")
    assert answer["rounds"] == 300_000
    assert answer["confidence_95"][0] < answer["house_edge"] < answer["confidence_95"][1]
    assert set(answer["wagers"]) == {"match-the-dealer", "over-under-13"}
    assert answer["wagers"]["over-under-13"]["bets"]["over"]["decided"] == 300_000
    assert 0.0 < answer["wagers"]["match-the-dealer"]["house_edge"] < 0.1
    assert any("over-under-13 under is not bet" in note for note in answer["notes"])
    assert sum(answer["outcomes"].values()) == pytest.approx(1.0)
    assert answer["rounds_per_second"] > 0


def test_for_people_in_a_process_of_its_own(table: Path) -> None:
    ran = chapter47(*_words(table, "--rounds", "20000", "--session", "100", "--bankroll", "200", "--boxes", "3"))
    assert ran.code == 0, ran.err
    for word in ("main wager", "match-the-dealer", "95 % confidence", "200 sessions of 100 rounds", "lost eventually"):
        assert word in ran.out
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rounds", "0", "--boxes", "-1", "--bet", "much"), ("--rounds", "--boxes", "--bet")),
        (("--boxes", "9"), ("boxes 1 to 7",)),
        (("--bet", "3"), ("--bet: $3, ",)),
        (("--bet", "5", "--side", "none"), ("$10 to $1,000",)),
        (("--bet", "1000000", "--side", "none"), ("$10 to $1,000",)),
        (
            ("--boxes", "9", "--bet", "5", "--side", "match-the-dealer=5000"),
            ("--boxes: 9 (", "--bet: $5, ", "--side: match-the-dealer $5,000, "),
        ),
        (("--side", "streak=5"), ("streak is not offered here",)),
        (
            ("--side", "over-under-13=5"),
            ("over-under-13 has several bets (allowed: over-under-13:over, ",),
        ),
        (("--side", "match-the-dealer=five"), ("match-the-dealer=five",)),
        (("--records", "rounds.xls"), (".csv, .parquet, .jsonl or .ndjson",)),
        (("--plots", "/nowhere/plots.html"), ("--plots",)),
        (("--count", "/nowhere/count.toml"), ("file",)),
        (("--session", "100000000"), ("--session",)),
        pytest.param(("--cluster", "tcp://127.0.0.1:1"), ("no Dask scheduler answers",), marks=pytest.mark.soak),
        (("--rounds", "many"), ("--rounds",)),
        (("--rounds", "-5"), ("--rounds: -5",)),
        (("--records", "/proc/rounds.csv"), ("--records", "a writable file")),
        (("--plots", "/"), ("--plots", "a folder")),
        (("--checkpoint", "/nowhere/run.json"), ("--checkpoint", "a writable file")),
        (("--count", "examples/hi-lo.count", "--bet", "900"), ("with 8 units", "$7,200")),
        (("--cluster", "nonsense://nowhere"), ("--cluster", "nonsense")),
    ],
)
def test_bad_input(table: Path, options: tuple[str, ...], words: tuple[str, ...], simulate: Simulate) -> None:
    ran = simulate(table, *(options if "--rounds" in options else ("--rounds", "1000", *options)))
    assert ran.code in (1, 2), ran.err
    assert all(word in ran.err + ran.out for word in words), ran.err
    assert "Traceback" not in ran.err


def test_records(table: Path, tmp_path: Path, simulated: Simulated) -> None:
    plain, packed = tmp_path / "rounds.csv", tmp_path / "rounds.parquet"
    answer = simulated(table, "--rounds", "800", "--records", str(plain), "--sample", "800")
    simulated(table, "--rounds", "800", "--records", str(packed), "--sample", "800")
    rows = list(csv.DictReader(plain.read_text().splitlines()))
    assert len(rows) == 800
    net = sum(int(row["net"]) for row in rows)
    assert net == round(-answer["house_edge"] * 800 * 10_00)
    query = f"SELECT count(*), sum(net), sum(\"match-the-dealer_staked\") FROM '{packed}'"
    staked = sum(int(row["match-the-dealer_staked"]) for row in rows)
    assert duckdb.execute(query).fetchall() == [(800, net, staked)]
    assert {path.name for path in tmp_path.iterdir()} == {"table.toml", "chart.json", "rounds.csv", "rounds.parquet"}


def test_plots(table: Path, tmp_path: Path, simulated: Simulated) -> None:
    page = tmp_path / "plots.html"
    simulated(table, "--rounds", "5000", "--session", "50", "--plots", str(page))
    text = page.read_text(encoding="utf-8")
    for title in ("Simulation of table.toml", "House edge by penetration", "Result of a session of 50", "percentile"):
        assert title in text
    assert re.findall(r"<script[^>]* src=\"([^\"]*)\"", text) == ["plotly.min.js"]


@pytest.mark.parametrize("game", ["double-exposure", "spanish-21", "six-to-five"])
def test_the_chart_that_strategy_prints_is_a_strategy_file(game: str, tmp_path: Path, within: Within) -> None:
    example = f"examples/{game}.toml"
    (tmp_path / "chart.json").write_text(within("strategy", example, "--json").out)
    run = ("simulate", example, "--rounds", "2000", "--seed", "5", "--json")
    by_itself, by_the_file = within(*run).json, within(*run, "--strategy", tmp_path / "chart.json").json
    assert by_itself["house_edge"] == by_the_file["house_edge"]


def test_any_whole_number_is_a_seed(table: Path, simulated: Simulated) -> None:
    for seed in ("-3", str(10**30)):
        assert simulated(table, "--rounds", "1000", "--side", "none", "--seed", seed)["rounds"] == 1000


@pytest.mark.parametrize(
    ("game", "besides", "note"),
    [
        ("switch", {}, "has no switch rule"),
        ("spanish-21", {}, "has no rescue rule"),
        ("six-to-five", {"rescue": {"12": {"2": "R"}}}, "has a rescue rule"),
    ],
)
def test_the_strategy_of_another_game_is_noted(
    game: str, besides: dict[str, Any], note: str, tmp_path: Path, simulated: Simulated
) -> None:
    (tmp_path / "table.toml").write_text(f'game = "{game}"\n')
    (tmp_path / "chart.json").write_text(json.dumps({**ANY_CHART, **besides}))
    assert any(note in said for said in simulated(tmp_path / "table.toml", "--rounds", "1000")["notes"])


@pytest.mark.parametrize(
    ("keys", "note"),
    [
        ('decks = 3\nsoft_17 = "hit"\non = 2030-01-01', "the law of 2030-01-01 is not held in full, played by"),
        ("boxes = 20", "not lawful by 19:46-1.10, played as the table would be dealt"),
    ],
)
def test_what_the_law_says_of_the_table_is_noted(keys: str, note: str, tmp_path: Path, simulated: Simulated) -> None:
    (tmp_path / "table.toml").write_text(f"{keys}\n")
    (tmp_path / "chart.json").write_text(json.dumps(ANY_CHART))
    answer = simulated(tmp_path / "table.toml", "--rounds", "1000")
    assert any(note in said for said in answer["notes"]), answer["notes"]


def test_a_chart_for_another_kind_of_dealer(table: Path, tmp_path: Path, simulate: Simulate) -> None:
    ran = simulate(table, "--rounds", "10")
    assert ran.code == 0
    (tmp_path / "double.toml").write_text('game = "double-exposure"\n')
    ran = simulate(tmp_path / "double.toml", "--rounds", "10")
    assert ran.code == 2
    assert "a dealer with one open card" in ran.err


def test_one_shoe_says_that_its_error_is_unknown(table: Path, simulated: Simulated, simulate: Simulate) -> None:
    answer = simulated(table, "--rounds", "20", "--session", "5")
    assert answer["house_edge"] is not None
    for key in ("standard_error", "confidence_95", "n0_95", "house_win_per_100_rounds_95"):
        assert answer[key] is None, key
    assert answer["wagers"]["match-the-dealer"]["standard_error"] is None
    assert answer["sessions"]["risk_of_ruin_forever_95"] is None
    assert any("the standard error is unknown" in note for note in answer["notes"])
    shown = simulate(table, "--rounds", "20", "--side", "none").out
    row = next(line for line in shown.splitlines() if "main wager" in line)
    assert row.count("unknown") == 2


def test_few_shoes_say_that_their_error_is_rough(table: Path, simulated: Simulated) -> None:
    answer = simulated(table, "--rounds", "300")
    assert answer["standard_error"] > 0
    assert any("rough estimate" in note for note in answer["notes"])


def test_figures_that_hang_on_the_edge_carry_an_interval(table: Path, simulated: Simulated) -> None:
    answer = simulated(table, "--rounds", "300000", "--session", "100", "--side", "none")
    low, high = answer["house_win_per_100_rounds_95"]
    assert low < answer["house_win_per_100_rounds"] < high
    low, high = answer["n0_95"]
    assert low < answer["n0"]
    assert high is None or answer["n0"] < high
    for key in ("risk_of_ruin", "risk_of_ruin_forever"):
        low, high = answer["sessions"][f"{key}_95"]
        assert low <= answer["sessions"][key] <= high


def test_side_bets_count_in_what_is_staked_and_won(table: Path, simulated: Simulated) -> None:
    without = simulated(table, "--rounds", "50000", "--side", "none")
    with_it = simulated(table, "--rounds", "50000", "--side", "match-the-dealer=5")
    assert (without["staked_per_round"], without["main_staked_per_round"]) == (10, 10)
    assert (with_it["staked_per_round"], with_it["main_staked_per_round"]) == (15, 10)
    side = 500 * with_it["wagers"]["match-the-dealer"]["house_edge"]
    assert with_it["house_win_per_100_rounds"] == pytest.approx(with_it["main_house_win_per_100_rounds"] + side)
    low, high = with_it["house_win_per_100_rounds_95"]
    main_low, main_high = with_it["main_house_win_per_100_rounds_95"]
    assert high - low > main_high - main_low


SITS_OUT = """
true_count = "exact"
tags = { 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 1, 8 = 0, 9 = 0, T = -1, J = -1, Q = -1, K = -1, A = -1 }
[[ramp]]
from = -100
units = 0
[[ramp]]
from = 1
units = 4
"""


def test_rounds_sat_out_are_not_pushes_and_an_unbalanced_count_is_noted(table: Path, simulated: Simulated) -> None:
    (table.parent / "count.toml").write_text(SITS_OUT)
    answer = simulated(table, "--rounds", "50000", "--side", "none", "--count", str(table.parent / "count.toml"))
    outcomes = answer["outcomes"]
    assert 0.3 < outcomes["sat_out"] < 0.95
    assert outcomes["push"] < 0.12 * (1 - outcomes["sat_out"])
    assert sum(outcomes.values()) == pytest.approx(1.0)
    assert any("unbalanced: a deck of this table adds up to +4" in note for note in answer["notes"])


@pytest.mark.parametrize(("option", "name"), [("--plots", "there.html"), ("--records", "there.csv")])
def test_nothing_is_written_over(table: Path, option: str, name: str, simulate: Simulate) -> None:
    there = table.parent / name
    there.write_text("mine")
    rounds = ("--rounds", "500", "--side", "none", "--sample", "10")
    refused = simulate(table, *rounds, option, str(there))
    assert (refused.code, there.read_text()) == (2, "mine")
    assert "--force" in refused.err
    assert simulate(table, *rounds, option, str(there), "--force").code == 0
    assert there.read_text() != "mine"
    for read in (table, table.parent / "chart.json"):
        before = read.read_bytes()
        assert simulate(table, *rounds, option, str(read), "--force").code == 2
        assert read.read_bytes() == before


def test_pages_of_plots_share_one_script(table: Path, simulate: Simulate) -> None:
    for name in ("one.html", "two.html"):
        ran = simulate(table, "--rounds", "2000", "--session", "50", "--plots", str(table.parent / name))
        assert ran.code == 0, ran.err
        page = (table.parent / name).read_text()
        assert len(page) < 1_000_000
        assert '<script src="plotly.min.js">' in page
        assert "in units of the base wager" in page
    assert len(list(table.parent.glob("*.js"))) == 1


def test_a_run_ends_at_the_standard_error_asked_for(table: Path, simulated: Simulated) -> None:
    answer = simulated(table, "--side", "none", "--until", "0.002", "--workers", "2")
    assert answer["standard_error"] <= 0.002
    assert answer["until"] == 0.002
    assert answer["whole"]
    assert not any("stopped" in note for note in answer["notes"])
    again = simulated(table, "--side", "none", "--until", "0.002", "--workers", "1")
    assert (again["rounds"], again["house_edge"]) == (answer["rounds"], answer["house_edge"])


def test_a_standard_error_that_was_not_reached_is_noted(table: Path, simulated: Simulated) -> None:
    answer = simulated(table, "--side", "none", "--until", "0.00001", "--rounds", "300000")
    assert answer["rounds"] == 300_000
    assert "the standard error asked for was not reached" in answer["notes"]


@pytest.mark.parametrize("until", ["0", "1", "-0.1"])
def test_a_standard_error_is_between_0_and_1(table: Path, simulate: Simulate, until: str) -> None:
    ran = simulate(table, "--until", until)
    assert ran.code == 2
    assert "--until" in ran.err
