"""The mathematical report of a table: each figure against a value worked out by hand or in print."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import chapter47 as run

import chapter47
from chapter47.desk.count_quality import correlation
from chapter47.desk.verification import chi_square, tail
from chapter47.desk.wager_figures import WagerOutcome, figures
from chapter47.games import GAMES
from chapter47.law.editions import not_held_at_all
from chapter47.law.paragraphs import paragraph

CARDS = {**dict.fromkeys("A23456789", 24), "T": 96}
DATE = "2026-11-18"


def made(rounds: int = 0, **keys: Any) -> Any:
    return chapter47.report(chapter47.table(**keys), rounds=rounds, dated=DATE).to_dict()


@pytest.fixture(scope="module")
def craps() -> Any:
    offers = ["pass", "dont-pass", "place-to-win", "field", "any-seven", "fire", "hop"]
    return made(100_000, game="craps", offers=offers, buy=[4])


@pytest.fixture(scope="module")
def baccarat() -> Any:
    return made(100_000, game="baccarat", offers=["banker", "player", "tie", "dragon-7"])


@pytest.fixture(scope="module")
def blackjack() -> Any:
    return made(100_000, decks=6, hole_card="card-reader", wagers={"over-under-13": {}})


def test_pass_has_the_figures_of_arithmetic(craps: Any) -> None:
    """244 of 495 win, so p = 244/495: skewness (1 − 2p)/√pq, excess kurtosis (1 − 6pq)/pq of a two-point result."""
    main, p, q = craps["wagers"]["main"], 244 / 495, 251 / 495
    assert main["house_edge"] == pytest.approx(7 / 495)
    assert (main["cycle"], main["max_win"], main["max_loss"]) == (495, 1, 1)
    assert main["return_to_player"] == pytest.approx(488 / 495)
    assert (main["true_odds"], main["payout_odds"]) == (pytest.approx(251 / 244), 1)
    assert main["hit_frequency"] == main["win_frequency"] == pytest.approx(p)
    assert main["push_frequency"] == 0
    assert main["variance"] == pytest.approx(4 * p * q)
    assert main["standard_deviation"] == pytest.approx(2 * sqrt(p * q))
    assert main["skewness"] == pytest.approx((q - p) / sqrt(p * q))
    assert main["kurtosis"] == pytest.approx((1 - 6 * p * q) / (p * q))
    assert main["volatility_index"]["90"] == pytest.approx(1.6449 * main["standard_deviation"], abs=1e-4)
    assert main["volatility_index"]["95"] == pytest.approx(1.96 * main["standard_deviation"], abs=1e-4)
    low, high = main["confidence"]["1000000"]["95"]
    assert (high + low) / 2 == pytest.approx(main["return_to_player"])
    assert (high - low) / 2 == pytest.approx(main["volatility_index"]["95"] / 1000)
    assert main["rounds_until_house_leads"] == pytest.approx(
        (1.64485 * main["standard_deviation"] * 495 / 7) ** 2, rel=1e-4
    )
    for line in main["pay_lines"]:
        assert line["combinations"] == pytest.approx(495 * line["probability"])
        assert line["one_in"] == pytest.approx(495 / line["combinations"])
    assert sum(line["contribution"] for line in main["pay_lines"]) == pytest.approx(main["return_to_player"])
    assert sum(line["share"] for line in main["pay_lines"]) == pytest.approx(1)


def test_field_pays_as_printed(craps: Any) -> None:
    """Sixteen ways win, 14 at even money and 2 and 12 at 2 to 1: the house keeps 2 of 36 units."""
    field = craps["wagers"]["field"]
    assert field["house_edge"] == pytest.approx(2 / 36)
    assert field["hit_frequency"] == pytest.approx(16 / 36)
    assert field["true_odds"] == pytest.approx(20 / 16)
    assert field["payout_odds"] == pytest.approx(18 / 16)
    assert field["max_win"] == 2
    assert field["variance"] == pytest.approx((14 + 2 * 4 + 20) / 36 - (2 / 36) ** 2)


def test_a_fee_is_in_every_figure_of_a_buy_bet(craps: Any) -> None:
    """Buy 4 for $20 pays 2 to 1 less a fee of $1 made with the bet: 3 × … the mean is −1/20 of the stake."""
    bet = craps["wagers"]["buy"]["bets"]["4"]
    assert bet["house_edge"] == pytest.approx(0.05, abs=1e-9)
    assert sum(line["contribution"] for line in bet["pay_lines"]) == pytest.approx(bet["return_to_player"])
    assert bet["max_loss"] == pytest.approx(1.05)


def test_wagers_without_odds_say_why(craps: Any, baccarat: Any) -> None:
    for data, names in ((craps, ("fire", "hop")), (baccarat, ("dragon-7",))):
        for name in names:
            assert data["wagers"][name]["house_edge"] is None
            assert "does not authorize" in data["wagers"][name]["why"]
        assert data["compliance"]["lawful"] is False


def test_place_bets_have_their_true_odds(craps: Any) -> None:
    """Five ways to make a 6 against six sevens; it pays 7 to 6."""
    bet = craps["wagers"]["place-to-win"]["bets"]["6"]
    assert bet["true_odds"] == pytest.approx(6 / 5)
    assert bet["payout_odds"] == pytest.approx(7 / 6)
    assert bet["house_edge"] == pytest.approx(1 / 66)


def test_baccarat_has_the_combinations_of_print(baccarat: Any) -> None:
    """Shackleford, wizardofodds.com/games/baccarat/basics: eight decks, out of 4,998,398,275,503,360."""
    counted = {
        name: next(line["combinations"] for line in wager["pay_lines"] if line["net"] > 0)
        for name, wager in baccarat["wagers"].items()
        if wager["house_edge"] is not None
    }
    assert baccarat["wagers"]["tie"]["cycle"] == 4_998_398_275_503_360
    assert counted["banker"] == 2_292_252_566_437_888
    assert counted["player"] == 2_230_518_282_592_256
    assert counted["tie"] == 475_627_426_473_216


def test_covariances_at_baccarat_follow_from_the_outcomes(baccarat: Any) -> None:
    """Banker and Player never win together: E[XY] = −(0.95 b + p), as Tie voids both."""
    wagers = baccarat["wagers"]
    b, p = (wagers[name]["hit_frequency"] for name in ("banker", "player"))
    mean = wagers["banker"]["house_edge"] * wagers["player"]["house_edge"]
    assert wagers["player"]["covariance_with_main"]["value"] == pytest.approx(-(0.95 * b + p) - mean)


def test_the_count_of_banker_follows_print(baccarat: Any) -> None:
    """Griffin, The Theory of Blackjack: a four helps Banker most, a six hurts most; counting wins next to nothing."""
    banker = baccarat["wagers"]["banker"]
    assert max(banker["removal"], key=banker["removal"].get) == "4"
    assert min(banker["removal"], key=banker["removal"].get) == "6"
    counted = banker["vulnerability"]
    assert counted["best_count"]["4"] == 4 or counted["best_count"]["6"] == -4
    assert 0 < counted["units_per_100_rounds"] < 0.01
    assert counted["correlation"] > 0.95


def test_blackjack_has_its_final_stake_and_shape(blackjack: Any) -> None:
    """Shackleford: a variance of 1.32 with six decks and 1.13 units finally staked; a round wins 43.4 % of the time."""
    main = blackjack["wagers"]["main"]
    assert main["average_final_stake"] == pytest.approx(1.13, abs=0.005)
    assert main["element_of_risk"] == pytest.approx(main["house_edge"] / main["average_final_stake"])
    assert main["variance"] == pytest.approx(1.32, abs=0.01)
    assert main["hit_frequency"] == pytest.approx(0.4336, abs=0.0005)
    assert (main["max_win"], main["max_loss"], main["cycle"]) == (4, 4, None)
    third = sum(row["probability"] * (row["net"] + main["house_edge"]) ** 3 for row in main["pay_lines"])
    assert main["skewness"] == pytest.approx(third / main["variance"] ** 1.5, abs=1e-6)


def test_effects_of_removal_cancel_over_the_shoe(blackjack: Any) -> None:
    """A card removed unseen changes nothing, if the strategy stays: so the effects of all cards add up to zero."""
    for line in (blackjack["wagers"]["main"], blackjack["wagers"]["over-under-13"]["bets"]["over"]):
        assert sum(CARDS[rank] * effect for rank, effect in line["removal"].items()) == pytest.approx(0, abs=1e-9)


def test_over_13_can_be_counted(blackjack: Any) -> None:
    """Griffin's and Snyder's crush count: aces, twos and threes +, high cards −, and a few percent of rounds to bet."""
    counted = blackjack["wagers"]["over-under-13"]["bets"]["over"]["vulnerability"]
    assert counted["best_count"]["A"] == 4
    assert counted["best_count"]["T"] < 0
    assert 0.05 < counted["bet_frequency"] < 0.2
    assert counted["units_per_100_rounds"] > 0.1


@pytest.mark.parametrize("data", ["craps", "baccarat", "blackjack"])
def test_the_simulation_agrees(data: str, request: pytest.FixtureRequest) -> None:
    checked = request.getfixturevalue(data)["verification"]
    assert checked["rounds"] == 100_000
    assert abs(checked["z"]) < 4
    assert all(abs(line["z"]) < 4 for line in checked["wagers"].values())
    assert checked["chi_square"]["p"] > 1e-4


def test_the_covariance_of_two_boxes_is_that_of_print(blackjack: Any) -> None:
    """Griffin and Schlesinger give about 0.48 to 0.50 for two boxes of a shoe game."""
    boxes = blackjack["covariance_of_two_boxes"]
    assert boxes["value"] == pytest.approx(0.48, abs=0.02 + 4 * boxes["standard_error"])


def test_sensitivity_has_lawful_options_only(blackjack: Any) -> None:
    table = chapter47.table(decks=6, hole_card="card-reader", wagers={"over-under-13": {}})
    rows = {(row["option"], row["value"]): row for row in blackjack["sensitivity"]}
    assert rows["soft_17", "hit"]["difference"] == pytest.approx(0.0021, abs=1e-4)  # 0.2 % in print
    assert ("double_after_split", False) not in rows  # 2.10(d): at 6 to 5 only
    varied: Any = chapter47.edge(table, vary=["surrender=true"]).vary
    assert rows["surrender", True]["house_edge"] == pytest.approx(varied[0].house_edge)


def test_theoretical_win_is_edge_times_handle(blackjack: Any) -> None:
    (alone, *_) = blackjack["theoretical_win"]
    edge = blackjack["wagers"]["main"]["house_edge"]
    assert alone["main"] == pytest.approx(edge * 10 * alone["rounds_per_hour"], abs=1e-4)


def test_switch_and_multiple_action_are_in_units_of_all_wagers() -> None:
    """At multiple action the dealer's three hands decide three wagers; the mean is theirs, the shape is of one."""
    made_of_one = made(game="multiple-action", decks=6)
    main = made_of_one["wagers"]["main"]
    assert main["variance"] < main["variance_of_one_wager"]
    assert "one wager" in made_of_one["notes"][-1]


def test_every_paragraph_of_a_rule_exists() -> None:
    unknown = {
        citation
        for game in GAMES
        for citations in game.key_citations.values()
        for citation in citations
        if not paragraph(citation) and citation not in not_held_at_all() and not citation.startswith("19:46-")
    }
    assert not unknown


def test_rules_name_their_paragraphs(blackjack: Any) -> None:
    rules = {rule["key"]: rule["citations"] for rule in blackjack["rules"]}
    assert rules["soft_17"] == ["19:47-2.12(b)"]
    assert "19:47-2.6(j)" in rules["hole_card"]
    assert "19:47-2.17(a)1" in rules["wagers"]


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"), [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (23.209, 10, 0.01)]
)
def test_chi_square_has_the_critical_values_of_tables(statistic: float, freedom: int, p: float) -> None:
    assert tail(statistic, freedom) == pytest.approx(p, abs=5e-5)


def test_chi_square_by_hand() -> None:
    """60 throws of a die: (5−10)² + (8−10)² + (9−10)² + (8−10)² + (10−10)² + (20−10)² = 134, over 10."""
    counts = dict(zip("123456", (5, 8, 9, 8, 10, 20), strict=True))
    counted = chi_square(dict.fromkeys("123456", 1 / 6), counts)
    assert counted is not None
    assert counted["statistic"] == pytest.approx(13.4)
    assert counted["degrees_of_freedom"] == 5


def test_a_fair_coin_has_no_shape() -> None:
    fair = figures(0.0, {"won": WagerOutcome(0.5, 1.0, "1 to 1"), "lost": WagerOutcome(0.5, -1.0, "nothing")})
    assert (fair["skewness"], fair["kurtosis"], fair["rounds_until_house_leads"]) == (0.0, -2.0, None)


@pytest.mark.parametrize(
    ("name", "betting", "insurance"), [("hi-lo", 0.97, 0.76), ("ko", 0.98, 0.78), ("halves", 0.99, 0.72)]
)
def test_correlations_are_those_of_print(name: str, betting: float, insurance: float) -> None:
    quality = chapter47.count(chapter47.table(decks=6), name, rounds=0).quality
    assert quality["betting_correlation"] == pytest.approx(betting, abs=0.0101)
    assert quality["insurance_correlation"] == pytest.approx(insurance, abs=0.0051)


def test_a_count_file_and_a_name_say_the_same() -> None:
    table = chapter47.table(decks=6)
    assert chapter47.count(table, "examples/hi-lo.count", rounds=0).quality == chapter47.count(table, rounds=0).quality
    with pytest.raises(chapter47.NotOfferedError):
        chapter47.count(chapter47.table(game="craps"))


def test_tags_all_alike_have_no_correlation() -> None:
    assert correlation(dict.fromkeys(CARDS, 1.0), dict.fromkeys(CARDS, 2.0), CARDS) is None


def test_the_command_writes_every_form_and_overwrites_none(tmp_path: Path) -> None:
    files = ("--html", tmp_path / "r.html", "--pdf", tmp_path / "r.pdf", "--csv", tmp_path / "csv")
    arguments = ("report", "examples/craps.toml", "--rounds", 1000, "--date", DATE, "--json")
    first = run(*arguments, *files)
    assert first.code == 0
    assert first.json["identity"]["date"] == DATE
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Pay lines" in page
    assert "http" not in page
    assert {path.name for path in (tmp_path / "csv").iterdir()} == {
        *("wagers.csv", "pay_lines.csv", "removal.csv", "sensitivity.csv", "rules.csv"),
    }
    again = run(*arguments, *files)
    assert again.code == 2
    assert {error["key"] for error in again.json["errors"]} == {"--html", "--pdf", "--csv"}
    assert run(*arguments).out == first.out


def test_json_goes_to_a_file_if_one_is_named(tmp_path: Path) -> None:
    table, path = "examples/craps.toml", tmp_path / "r.json"
    ran = run("report", table, "--json", path, "--rounds", 0, "--date", DATE)
    assert ran.code == 0
    assert "{" not in ran.out
    assert json.loads(path.read_text(encoding="utf-8"))["identity"]["date"] == DATE
    again = run("report", table, "--json", path, "--rounds", 0)
    assert (again.code, again.json["errors"][0]["key"]) == (2, "--json")
    assert run("report", table, path, "--rounds", 0).code == 2


def test_check_names_what_differs(tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.json"
    data = chapter47.report(chapter47.read_table("examples/craps.toml"), rounds=1000, dated="2020-01-01").to_dict()
    earlier.write_text(json.dumps(data), encoding="utf-8")
    arguments = ("report", "examples/craps.toml", "--rounds", 1000, "--check", earlier, "--json")
    same = run(*arguments)
    assert (same.code, same.json["differences"]) == (0, [])
    data["wagers"]["field"]["house_edge"] += 1e-6
    earlier.write_text(json.dumps(data), encoding="utf-8")
    changed = run(*arguments)
    assert changed.code == 1
    (difference,) = changed.json["differences"]
    assert difference["figure"] == "wagers.field.house_edge"


def test_bad_input_is_reported_at_once(tmp_path: Path) -> None:
    ran = run("report", "examples/craps.toml", "--date", "soon", "--rounds", 10, "--json")
    assert ran.code == 2
    assert ran.json["errors"][0]["key"] == "--date"
    (tmp_path / "x.json").write_text("[1", encoding="utf-8")
    assert run("report", "examples/craps.toml", "--check", tmp_path / "x.json").code == 2
