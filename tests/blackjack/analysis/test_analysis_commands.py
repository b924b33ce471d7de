"""`chapter47 strategy` and `advise` as people run them."""

import json
from pathlib import Path

import pytest

from chapter47.cli.app import app

BLACKJACK = "examples/blackjack.toml"
ROOT = Path(__file__).parents[3]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = app([*arguments], result_action="return_value")
    except SystemExit as error:
        code = error.code
    printed = capsys.readouterr()
    return int(code or 0), printed.out, printed.err


def test_strategy_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "strategy", str(ROOT / BLACKJACK), "--json")
    data = json.loads(out)
    assert code == 0
    assert {"hard", "soft", "pairs", "insurance", "surrender"} <= set(data)
    assert (data["hard"]["16"]["T"], data["soft"]["18"]["3"], data["pairs"]["8"]["A"]) == ("H", "Ds", "P")
    assert list(data["hard"]["16"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"]


def test_strategy_for_people_in_csv_and_as_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, page = str(ROOT / BLACKJACK), tmp_path / "chart.html"
    assert "Hard totals" in run(capsys, "strategy", path)[1]
    assert run(capsys, "strategy", path, "--csv")[1].splitlines()[0] == "kind,hand,2,3,4,5,6,7,8,9,T,A"
    assert run(capsys, "strategy", path, "--html", str(page))[0] == 0
    assert page.read_text(encoding="utf-8").count("<table>") == 3


@pytest.mark.parametrize(
    ("hand", "up", "best"),
    [("As 6d", "5h", "double"), ("Ts 6d", "5h", "stand"), ("8s 8d", "Th", "split"), ("As Kd", "Ah", "stand")],
)
def test_advise_names_the_best_move(capsys: pytest.CaptureFixture[str], hand: str, up: str, best: str) -> None:
    code, out, _ = run(capsys, "advise", str(ROOT / BLACKJACK), hand, "--up", up, "--json")
    assert (code, json.loads(out)["best"]) == (0, best)


@pytest.mark.parametrize(
    ("file", "hand", "up", "why"),
    [
        (BLACKJACK, "As 6x", "5h", "hand: 6x (allowed: a card: "),
        (BLACKJACK, "As", "5h", "two cards"),
        (BLACKJACK, "Ts 9s 8s", "5h", "over 21"),
        ("examples/double-exposure.toml", "As 6d", "5h", "--up: 5h (allowed: both of the dealer's cards)"),
    ],
)
def test_what_cannot_be_priced_is_said(
    capsys: pytest.CaptureFixture[str], file: str, hand: str, up: str, why: str
) -> None:
    code, _, err = run(capsys, "advise", str(ROOT / file), hand, "--up", up)
    assert code == 2
    assert why in err


def test_every_word_that_is_no_card_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "advise", str(ROOT / BLACKJACK), "As 6x", "1s Td", "--up", "0h", "--json")
    assert code == 2
    reported = json.loads(out)["errors"]
    assert [problem["got"] for problem in reported] == ["6x", "1s", "0h", "2 hands"]
    assert reported[-1]["allowed"] == "one hand"


@pytest.mark.parametrize(
    ("game", "given", "reported"),
    [
        (
            "blackjack",
            ("--point", "6"),
            [("--point", "nothing"), ("hand", "the cards of"), ("--up", "the dealer's")],
        ),
        ("blackjack", ("--up", "5x"), [("--up", "a card: "), ("hand", "the cards of")]),
        ("blackjack", ("Ts 9s 8s", "--up", "5h 6h"), [("--up", "one card"), ("hand", "a hand that can still")]),
        (
            "six-to-five",
            ("2s 2s 2s", "--up", "2s 3h"),
            [("--up", "one card"), ("cards", "at most 2, as in the full")],
        ),
        ("switch", ("Ts", "--up", "5h"), [("hand", "the two hands"), ("hand", "two cards")]),
        ("double-exposure", ("Ts 5s", "2d 3d", "--up", "5h"), [("hand", "one hand"), ("--up", "both of the dealer's")]),
    ],
)
def test_everything_that_is_wrong_with_the_cards_is_reported_at_once(
    game: str, given: tuple[str, ...], reported: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "advise", str(ROOT / f"examples/{game}.toml"), *given, "--json")
    errors = json.loads(out)["errors"]
    assert (code, [problem["key"] for problem in errors]) == (2, [key for key, _ in reported])
    assert all(
        problem["allowed"].startswith(allowed) for problem, (_, allowed) in zip(errors, reported, strict=True)
    ), errors


@pytest.mark.parametrize("game", ["double-exposure", "spanish-21"])
def test_the_other_games_for_people_in_csv_and_as_a_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    path, page = str(ROOT / f"examples/{game}.toml"), tmp_path / "chart.html"
    assert "Hard totals" in run(capsys, "strategy", path)[1]
    assert len(run(capsys, "strategy", path, "--csv")[1].splitlines()) > 36
    assert run(capsys, "strategy", path, "--html", str(page))[0] == 0
    assert page.read_text(encoding="utf-8").count("<table>") == {"double-exposure": 6, "spanish-21": 4}[game]


def test_spanish_21_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "examples/spanish-21.toml")
    chart = json.loads(run(capsys, "strategy", path, "--json")[1])
    price = json.loads(run(capsys, "edge", path, "--json")[1])
    assert price["house_edge"] < price["house_edge_without_super_bonus"]
    assert price["house_edge_optimal"] < price["house_edge_optimal_without_super_bonus"]
    assert price["house_edge_optimal"] < chart["refinements"]["house_edge"] < price["house_edge"]
    assert set(chart["refinements"]["exceptions"][0]) == {"hand", "against", "when", "play", "chart", "gain"}


@pytest.mark.parametrize(
    ("game", "hand", "up", "best"),
    [
        ("double-exposure", "Ts 9d", "Th Jc", "hit"),
        ("double-exposure", "6s 5d", "Th 6c", "double"),
        ("spanish-21", "7s 7s", "7h", "hit"),
        ("spanish-21", "7s 7h", "7d", "split"),
        ("spanish-21", "2s 2h 5d 5c", "4h", "hit"),
    ],
)
def test_advise_at_the_other_games(
    capsys: pytest.CaptureFixture[str], game: str, hand: str, up: str, best: str
) -> None:
    code, out, _ = run(capsys, "advise", str(ROOT / f"examples/{game}.toml"), hand, "--up", up, "--json")
    assert (code, json.loads(out)["best"]) == (0, best)


def test_advise_at_switch_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "examples/switch.toml")
    code, out, _ = run(capsys, "advise", path, "As 6d", "Th 5c", "--up", "5h", "--json")
    reported = json.loads(out)
    assert (code, reported["best"]) == (0, "keep")
    for way, hands in (("keep", ["As 6d", "Th 5c"]), ("switch", ["As 5c", "Th 6d"])):
        assert [hand["hand"] for hand in reported[way]["hands"]] == hands
        assert reported[way]["value"] == pytest.approx(
            sum(hand["moves"][hand["best"]] for hand in reported[way]["hands"])
        )


def heights(page: str) -> list[int]:
    """Of the rows of tables that stand side by side on the sheet, in pixels with a heading each."""
    row, heading, beside = 14 + 1, 24, 3
    tall = [part.count("<tr>") * row + heading for part in page.split("<section>")[1:]]
    return [max(tall[first : first + beside]) for first in range(0, len(tall), beside)]


@pytest.mark.parametrize("game", ["blackjack", "double-exposure", "spanish-21"])
def test_the_page_prints_on_one_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    """By its structure and the heights it states; Debian's Chromium prints the examples on one page each."""
    page = tmp_path / "chart.html"
    run(capsys, "strategy", str(ROOT / f"examples/{game}.toml"), "--html", str(page))
    text = page.read_text(encoding="utf-8")
    for words in ("@page{size:A4;margin:9mm}", "print-color-adjust:exact", "break-inside:avoid", "display:grid"):
        assert words in text
    assert [text.count(f'<td class="{code}">') > 0 for code in "HSDP"] == [True] * 4
    lines, sheet = text.count("<li>") // 3 * 2 * 9, (297 - 2 * 9) / 25.4 * 96
    assert sum(heights(text)) + lines + 5 * 18 < sheet


def test_the_page_names_the_table_and_its_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, page = tmp_path / "six.toml", tmp_path / "chart.html"
    rules = 'decks = 6\nsoft_17 = "hit"\nsplit_hands = 3\nboxes = 6\noptional_payouts = ["five-card-21"]\n'
    table.write_text(rules, encoding="utf-8")
    assert run(capsys, "strategy", str(table), "--html", str(page))[0] == 0
    posted = "6 decks, blackjack pays 3 to 2, dealer hits soft 17, no hole card, no surrender, splits to 3 hands"
    text = page.read_text(encoding="utf-8")
    assert "<h1>Blackjack</h1>" in text
    assert posted in text
    assert "pay-outs for five-card-21" in text
    rules += 'even_money = true\nshoe = "double"\ndouble_card = "face-down"\n'
    table.write_text(rules, encoding="utf-8")
    run(capsys, "strategy", str(table), "--html", str(page), "--force")
    text = page.read_text(encoding="utf-8")
    assert "6 decks in a double shoe" in text
    assert "even money, splits" in text
    assert "double card face down" in text


def test_a_chart_of_a_day_whose_text_is_not_held_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, page = tmp_path / "old.toml", tmp_path / "chart.html"
    table.write_text("on = 2003-05-01\n", encoding="utf-8")
    doubt = "not held for that date: 19:47-2.3, 19:47-2.6, 19:47-2.7, 19:47-2.15"
    assert run(capsys, "strategy", str(table), "--html", str(page))[0] == 0
    text = page.read_text(encoding="utf-8")
    assert text.index("old.toml, on 2003-05-01") < text.index(doubt) < text.index("<main>")
    assert doubt in " ".join(run(capsys, "strategy", str(table))[1].split())
    assert doubt in " ".join(run(capsys, "advise", str(table), "As 6d", "--up", "5h")[1].split())


def test_the_page_says_at_which_wager_a_fixed_prize_is_priced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, page = tmp_path / "spanish.toml", tmp_path / "chart.html"
    table.write_text('game = "spanish-21"\nminimum = "25"\n', encoding="utf-8")
    run(capsys, "strategy", str(table), "--html", str(page))
    price = json.loads(run(capsys, "edge", str(table), "--json")[1])
    without = f"{100 * price['house_edge_without_super_bonus']:.5f} %"
    assert f"with the super bonus at a wager of $25, without it {without}" in page.read_text(encoding="utf-8")


def test_advice_knows_the_suit_of_the_up_card(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An eight of spades that the dealer shows cannot be drawn to a six and a seven of spades."""
    table = tmp_path / "suited.toml"
    table.write_text('optional_payouts = ["6-7-8-suited"]\n', encoding="utf-8")
    outs = [run(capsys, "advise", str(table), "6s 7s", "--up", up, "--json")[1] for up in ("8s", "8h")]
    hits = [json.loads(out)["moves"]["hit"] for out in outs]
    assert hits[0] < hits[1] < hits[0] + 0.01


def test_an_unlawful_table_is_priced_as_dealt_and_says_which_paragraph_forbids(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = tmp_path / "spanish.toml"
    table.write_text('game = "spanish-21"\nminimum = "4"\nsoft_17 = "hit"\n', encoding="utf-8")
    data = json.loads(run(capsys, "edge", str(table), "--json")[1])
    (note,) = data["notes"]
    assert note.startswith("not lawful by 19:46-1.10B")
    assert "found hit; required: stand" in note
    assert data["house_edge"] == data["house_edge_without_super_bonus"]  # under $5 there is no super bonus


def test_a_chart_says_nothing_of_even_money_where_there_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for offered in ("false", "true"):
        path = tmp_path / "table.toml"
        path.write_text(f"even_money = {offered}\n")
        page = tmp_path / "chart.html"
        assert run(capsys, "strategy", str(path), "--html", str(page), "--force")[0] == 0
        shown = run(capsys, "strategy", str(path))[1]
        for text in (shown, page.read_text(encoding="utf-8")):
            assert "decline insurance" in text
            assert ("decline even money" in text) == (offered == "true")


def test_one_form_of_answer_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "strategy", "examples/blackjack.toml", "--csv", "--json")
    assert (code, json.loads(out)["errors"][0]["key"]) == (2, "--csv")


@pytest.mark.parametrize(
    ("game", "hands", "said"),
    [("switch", ("As 6d",), "two hands"), ("blackjack", ("As 6d", "Ts 2d"), "one hand")],
)
def test_the_number_of_hands_is_checked_first(
    game: str, hands: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chapter47.blackjack.analysis.main_game.analyse", None)
    code, out, _ = run(capsys, "advise", f"examples/{game}.toml", *hands, "--up", "5h", "--json")
    assert code == 2
    assert said in json.loads(out)["errors"][0]["allowed"]


def test_net_results_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "edge", str(ROOT / BLACKJACK))
    shown = out.split("Net result of a round")[1]
    assert code == 0
    assert "+1.5 │  4.52" in shown
    assert shown.count("█") > 40
