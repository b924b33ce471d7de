"""Disputed rounds from a supervisor's notes: nothing is dealt by chance, and unknown cards stay unknown."""

import json
import tomllib
from pathlib import Path

import pytest
from tests.cli.commands import Within

from chapter47.desk.guided_notes import next_note
from chapter47.desk.reconstruct import RoundRuling, reconstruct
from chapter47.desk.round_notes import BadNotesError
from chapter47.desk.ruling_report import assumptions, correction, deviations, disputed_acts, to_html, to_typst
from chapter47.games import from_data

BLACKJACK = 'game = "blackjack"'
BACCARAT = 'game = "baccarat"'
CRAPS = 'game = "craps"'
SHOE = "Ann sit at 1; dealer open; cards A 2; "
"""The ace that is turned up and the card that is burned for it (3.5)."""
DICE = "Ann join; Ann take dice; Ann bet 10 on pass; "


def ruling(table: str, notes: str) -> RoundRuling:
    return reconstruct(from_data(tomllib.loads(table)), notes.replace("; ", "\n"))


CERTAIN = [
    # what went wrong at the table: table, notes, what Ann is owed, the correction, a paragraph of the ruling
    ("blackjack paid 1 to 1", BLACKJACK, "cards As 9d 6h Kd 8c T T; Ann bet 25 on 1; Bob bet 10 on 2; dealer deal; "
     "Bob stand; observed Ann +25", 37_50, 12_50, "2.7(a)"),
    ("6 to 5 paid 3 to 2", 'game = "six-to-five"', "cards A 9 K 7; Ann bet 25 on 1; dealer deal; observed Ann +37.50",
     30_00, -7_50, "2.7(a)"),
    ("push collected", BLACKJACK, "cards T 9 T 8 T; Ann bet 25 on 1; dealer deal; Ann stand; observed Ann -25",
     25_00, 50_00, "2.3(a)2"),
    ("insurance not paid", BLACKJACK, "cards 9 A 9 K; Ann bet 20 on 1; dealer deal; Ann insure for 10; Ann stand; "
     "observed Ann -30", 0, 30_00, "2.9(c)"),
    ("double paid once", BLACKJACK, "cards 8 6 8 3 T T T 9; Ann bet 10 on 1; dealer deal; Ann split; "
     "Ann double for 10; Ann stand; observed Ann +20", 30_00, 10_00, "2.3(a)1"),
    ("surrender collected in full", f"{BLACKJACK}\nsurrender = true", "cards T 9 6 T; Ann bet 10 on 1; dealer deal; "
     "Ann surrender; observed Ann -10", -5_00, 5_00, "2.8(a)1"),
    ("exposed card refused", BLACKJACK, "cards T 6 6 9 T T; Ann bet 10 on 1; dealer deal; dealer call exposed-card; "
     "Ann refuse; observed Ann -10", 10_00, 20_00, "2.3(a)1"),
    ("dealer overdrew", BLACKJACK, "cards T 7 9 T 5; Ann bet 10 on 1; dealer deal; Ann stand; "
     "dealer call dealer-overdrew; observed Ann 0", 10_00, 10_00, "2.3(a)2"),
    ("double exposure push paid", 'game = "double-exposure"', "cards T T T T; Ann bet 10 on 1; dealer deal; Ann stand; "
     "observed Ann 0", -10_00, -10_00, "2.6(k)1"),
    ("wrong third card", BACCARAT, SHOE + "cards K 9 3 5 6 2; Ann bet 20 on player; dealer deal; observed Ann -20",
     20_00, 40_00, "3.3(a)"),
    ("tie collected", BACCARAT, SHOE + "cards K 9 9 K; Ann bet 20 on banker; Ann bet 10 on tie; dealer deal; "
     "observed Ann -20", 80_00, 100_00, "3.3(b)"),
    ("horn paid by the wrong number", CRAPS, DICE + "Ann bet 8 on horn; dice 6 6; observed Ann +50",
     44_00, -6_00, "1.2(a)19"),
    ("odds paid 1 to 1", CRAPS, DICE + "dice 4 2; Ann take odds 10 on 6; dice 3 3; observed Ann +20",
     22_00, 2_00, "1.6"),
    ("field 2 paid once", CRAPS, DICE + "Ann bet 10 on field; dice 1 1; observed Ann 0", 10_00, 10_00, "1.2(a)11"),
    ("place 6 paid 1 to 1", CRAPS, DICE + "dice 4 5; Ann bet 12 on place-to-win 6; dice 3 3; dice 3 4; observed Ann +2",
     4_00, 2_00, "1.2(a)5"),
    ("die off the table", CRAPS, DICE + "dealer call die-off-table; dice 4 3; observed Ann -10",
     10_00, 20_00, "1.2(a)1i"),
    ("suited sevens", 'game = "spanish-21"', "cards 7h 6 7h 7h K 9; Ann bet 10 on 1; dealer deal; Ann hit; "
     "observed Ann +10", 20_00, 10_00, "19.5(f)4"),
    ("missed box", BLACKJACK, "cards T 9 T 8; Bob bet 10 on 1; Ann bet 10 on 2; dealer deal; "
     "dealer call missed-card at 2; dealer call missed-card at 2; Bob stand; observed Ann -10", 0, 10_00, "2.15(g)"),
    ("missed second card", BLACKJACK, "cards T 9 9 T 9 8; Bob bet 10 on 1; Ann bet 10 on 2; dealer deal; "
     "dealer call missed-card at 2; Ann second-card; Bob stand; Ann stand; observed Ann -10", 10_00, 20_00, "2.3(a)2"),
    ("missed hit", BLACKJACK, "cards T 9 6 8; Ann bet 10 on 1; dealer deal; Ann hit; dealer call missed-hit; Ann dead; "
     "observed Ann -10", 0, 10_00, "2.15(i)"),
    ("split ace and ten paid 3 to 2", BLACKJACK, "cards A 6 A T T T T; Ann bet 10 on 1; dealer deal; Ann split; "
     "observed Ann +30", 20_00, -10_00, "2.3(a)1"),
    ("card drawn on soft 17", BLACKJACK, "cards T A 8 6 5; Ann bet 10 on 1; dealer deal; Ann decline; Ann stand; "
     "observed Ann -10", 10_00, 20_00, "2.3(a)2"),
    ("even money paid 3 to 2", f"{BLACKJACK}\neven_money = true", "cards A A K 9; Ann bet 10 on 1; dealer deal; "
     "Ann even-money; observed Ann +15", 10_00, -5_00, "2.7(c)"),
    ("over 13 not taken on 13", f"{BLACKJACK}\n[wagers.over-under-13]\nmaximum = '100'", "cards 6 9 7 T; "
     "Ann bet 10 on 1; Ann bet 5 on over-under-13 over at 1; dealer deal; Ann stand; observed Ann -10",
     -15_00, -5_00, "2.17(c)"),
    ("fee marked too high", f"{BACCARAT}\nvigorish_when = 'paid'", SHOE + "cards K 3 3 5; Ann bet 30 on banker; "
     "dealer deal; observed Ann +28", 28_50, 50, "3.3(c)"),
    ("third card after a natural", BACCARAT, SHOE + "cards K 2 9 4 6; Ann bet 20 on player; dealer deal; "
     "observed Ann 0", 20_00, 20_00, "3.3(a)"),
    ("don't pass taken on 12", CRAPS, "Ann join; Ann take dice; Ann bet 10 on dont-pass; dice 6 6; observed Ann -10",
     0, 10_00, "1.2(a)2iv"),
    ("hard 4 left on an easy 4", CRAPS, DICE + "Ann bet 5 on hard-4; dice 3 1; dice 3 4; observed Ann -10",
     -15_00, -5_00, "1.2(a)7"),
    ("22 collected at Switch", 'game = "switch"', "cards T 9 6 9 8 T 6; Ann bet 10 on 1; dealer deal; Ann keep; "
     "Ann stand; Ann stand; observed Ann -20", 0, 20_00, "2A.5(c)"),
    ("both hands of Switch", 'game = "switch"', "cards T 9 6 5 8 9 6 T; Ann bet 10 on 1; dealer deal; Ann keep; "
     "Ann stand; Ann stand; observed Ann -10", -20_00, -10_00, "2A.5(a)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "notes", "owed", "due", "by"), [row[1:] for row in CERTAIN], ids=[row[0] for row in CERTAIN]
)
def test_a_wrong_pay_out_is_found(table: str, notes: str, owed: int, due: int, by: str) -> None:
    ruled = ruling(table, notes)
    (ann,) = [player for player in ruled.players if player.player == "Ann"]
    assert (ann.owed, ann.correction) == (owed, due)
    assert f"19:47-{by}" in {line.citation for line in ruled.settlement}


OPEN = [
    # the dealer's second card is not known: table, notes, results in cents
    (BLACKJACK, "cards T 7 9 ?; Ann bet 10 on 1; dealer deal; Ann stand", {-10_00, 0, 10_00}),
    (BLACKJACK, "cards T T 6 ? 7; Ann bet 10 on 1; dealer deal; Ann hit", {-10_00, 10_00}),
    ('game = "spanish-21"', "cards 7 6 7 7 K 9; Ann bet 10 on 1; dealer deal; Ann hit", {15_00, 20_00, 30_00}),
    (BACCARAT, SHOE + "cards K 9 ? 5 6; Ann bet 20 on player; dealer deal", {-20_00, 0, 20_00}),
]  # fmt: skip


@pytest.mark.parametrize(("table", "notes", "results"), OPEN)
def test_what_depends_on_unknown_cards_is_not_decided(table: str, notes: str, results: set[int]) -> None:
    ruled = ruling(table, f"{notes}; observed Ann 0")
    (ann,) = ruled.players
    assert (ruled.certain, ann.owed, ann.correction) == (False, None, None)
    assert {row.net for row in ann.depends} == results
    assert correction(ann) == "not certain"
    assert (ann.low, ann.high) == (min(results), max(results))


def test_unknown_cards_that_do_not_matter_leave_the_amounts_certain() -> None:
    ruled = ruling(BLACKJACK, "cards T T 6 K ?; Ann bet 10 on 1; dealer deal; Ann hit; observed Ann -10")
    (ann,) = ruled.players
    assert (ann.owed, ann.correction, correction(ann)) == (-10_00, 0, "none")


def test_a_card_that_the_notes_forget_is_an_assumption_and_not_dealt_by_chance() -> None:
    ruled = ruling(BLACKJACK, "cards T T 9; Ann bet 10 on 1; dealer deal; Ann stand")
    assert [row.noted for row in ruled.assumptions if row.card == 4] == [""]
    assert ruled.possibilities > 10
    assert any("Not in the notes" in line for line in assumptions(ruled))


def test_a_call_that_had_to_wait_says_so() -> None:
    ruled = ruling(BLACKJACK, "cards T 6 6 9 T T; Ann bet 10 on 1; dealer deal; dealer call exposed-card; Ann refuse")
    (moved,) = ruled.moved
    assert (moved.line, moved.act) == (4, "dealer call exposed-card")
    assert moved.steps > 0
    assert any("Line 4" in line for line in assumptions(ruled))


def test_a_card_too_many_is_reported() -> None:
    ruled = ruling(BLACKJACK, "cards Th 9c 9d 8s 5h; Ann bet 10 on 1; dealer deal; Ann stand")
    assert ruled.unused == "1 listed card"
    assert any("not dealt by the rules" in line for line in assumptions(ruled))


REFUSED = [
    ("cards T 7 9 T; Ann bet 10 on 1; dealer deal; dealer step; Bob bet 10 on 2; Ann stand", "line 5", "19:47-2.3(c)"),
    ("cards T 9 6 T; Ann bet 10 on 1; dealer deal; Ann surrender", "line 4", "19:47-2.8(c)"),
    ("cards T 7 5 T; Ann bet 10 on 1; dealer deal; dealer call missed-hit; Ann stand", "line 4", "19:47-2.15(i)"),
    ("cards T 7 Zz 1x; Ann bett 10", "line 1", ""),
    ("cards ? ? ? ? ? ? ?; Ann bet 10 on 1; Bob bet 10 on 2; dealer deal; Ann stand; Bob stand", "notes", ""),
    ("", "notes", ""),
]


@pytest.mark.parametrize(("notes", "key", "citation"), REFUSED)
def test_what_cannot_have_happened_is_refused_with_its_paragraph(notes: str, key: str, citation: str) -> None:
    with pytest.raises(BadNotesError) as refused:
        ruling(BLACKJACK, notes)
    assert (refused.value.problems[0].key, refused.value.problems[0].citation) == (key, citation)


def test_every_bad_line_is_reported() -> None:
    with pytest.raises(BadNotesError) as refused:
        ruling(BLACKJACK, "cards T 7 Zz 1x; Ann bett 10")
    assert [problem.key for problem in refused.value.problems] == ["line 1", "line 1", "line 2"]


# What the dealer did, and what the rules refuse ----------------------------------------------------------------------


BESIDE = [
    # what the notes say that the dealer did: table, notes, what the rules say, the paragraph, what Ann is owed
    ("drew on soft 17", BLACKJACK, "cards T A 8 6 5; Ann bet 10 on 1; dealer deal; Ann decline; Ann stand; "
     "dealer did: drew a card on soft 17", "Dealer has soft 17", "2.6(h)", 10_00),
    ("exposed a card in the first deal", BLACKJACK, "cards T 7 9 T; Ann bet 10 on 1; dealer deal; dealer step 1; "
     "dealer did: exposed the next card; Ann stand", "to the dealer", "2.6(e)2", 10_00),
    ("gave the Banker's Hand a card", BACCARAT, SHOE + "cards K 9 9 5; Ann bet 20 on player; dealer deal; "
     "dealer did: drew a third card for Banker", "The Player's Hand has 9", "3.8", 20_00),
    ("paid the horn 7 to 1", CRAPS, DICE + "Ann bet 8 on horn; dice 6 6; dealer did: paid the horn 7 to 1",
     "Paid to Ann on 1: $54, horn", "1.2(a)19", 44_00),
    ("took a blackjack", 'game = "six-to-five"', "cards A 9 K 7; Ann bet 25 on 1; dealer deal; "
     "dealer did: collected the wager", "Paid to Ann on 1: $30, main", "2.7(a)", 30_00),
    ("switched for the player", 'game = "switch"', "cards T 9 6 9 8 T 6; Ann bet 10 on 1; dealer deal; Ann keep; "
     "Ann stand; Ann stand; dealer did: collected both wagers", "Dealer has 22", "2A.7(l)", 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "notes", "says", "by", "owed"), [row[1:] for row in BESIDE], ids=[row[0] for row in BESIDE]
)
def test_what_the_dealer_did_stands_beside_what_the_rules_say(
    table: str, notes: str, says: str, by: str, owed: int
) -> None:
    told = ruling(table, notes)
    (deviation,) = told.deviations
    assert any(says in row.says and row.citation == f"19:47-{by}" for row in deviation.rules)
    (ann,) = told.players
    assert ann.owed == owed
    assert deviations(told)[0][0].startswith(f"Line {deviation.line}: “dealer did: {deviation.did}")
    assert deviation.did in to_html(told, "Ruling")
    assert deviation.did in to_typst(told, "Ruling")


DISPUTED = [
    # an act that somebody disputes: table, notes, why it is refused, its paragraph, what each player is owed
    ("late wager", BLACKJACK, "cards T 7 9 T; Ann bet 10 on 1; dealer deal; dealer step; disputed Bob bet 10 on 2; "
     "Ann stand; observed Bob +10", "no wagers after the first card", "2.3(c)", {"Ann": 10_00, "Bob": 0}),
    ("double above the wager", BLACKJACK, "cards 6 9 5 T 8; Ann bet 10 on 1; dealer deal; "
     "disputed Ann double for 20; Ann stand", "cannot be staked", "2.10(a)", {"Ann": -10_00}),
    ("call in the first deal", BLACKJACK, "cards T 7 9 T; Ann bet 10 on 1; dealer deal; dealer step 1; "
     "disputed dealer call exposed-card; Ann stand", "cannot happen now", "2.15(c)", {"Ann": 10_00}),
    ("pass taken down with a point", CRAPS, DICE + "dice 4 2; disputed Ann take down pass; dice 3 4; "
     "observed Ann 0", "", "", {"Ann": -10_00}),
    ("late Banker wager", BACCARAT, SHOE + "cards K 9 9 5; Ann bet 20 on player; dealer deal; dealer step 1; "
     "disputed Ann bet 20 on banker", "", "3.2(d)", {"Ann": 20_00}),
    ("allowed", BLACKJACK, "cards T 7 9 T; disputed Ann bet 10 on 1; dealer deal; Ann stand", None, "",
     {"Ann": 10_00}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "notes", "why", "by", "owed"), [row[1:] for row in DISPUTED], ids=[row[0] for row in DISPUTED]
)
def test_a_disputed_act_that_the_rules_refuse_is_left_out(
    table: str, notes: str, why: str | None, by: str, owed: dict[str, int]
) -> None:
    told = ruling(table, notes)
    (act,) = told.disputed
    if why is None:
        assert act.why == ""
        assert "counts" in disputed_acts(told)[0]
    else:
        assert act.why
        assert why in act.why
        assert act.citation.startswith(f"19:47-{by}")
    assert {player.player: player.owed for player in told.players} == owed
    assert act.act in to_html(told, "Ruling")


def test_a_wrong_pay_out_of_one_wager_is_found() -> None:
    told = ruling(CRAPS, DICE + "Ann bet 8 on horn; dice 6 6; observed Ann +56 on horn; observed Ann -10 on pass")
    assert {(row.wager, row.owed, row.observed, row.correction) for row in told.wagers} == {
        ("horn", 54_00, 56_00, -2_00),
        ("pass", -10_00, -10_00, 0),
    }
    assert "collect $2" in to_html(told, "Ruling")


@pytest.mark.parametrize(
    ("notes", "key"),
    [
        ("cards T 7 9 T; Ann bet 10 on 1; dealer deal; Ann stand; observed Ann 0; observed Ann +10", "line 6"),
        ("cards T 7 9 T; Ann bet 10 on 1; dealer deal; Ann stand; observed Ann 0 on horn", "observed"),
        ("cards T 7 9 T; Ann bet 10 on 1; dealer deal; dealer step 1; dealer call exposed-card; Ann stand", "line 5"),
    ],
)
def test_contradictions_are_reported(notes: str, key: str) -> None:
    with pytest.raises(BadNotesError) as refused:
        ruling(BLACKJACK, notes)
    assert refused.value.problems[0].key == key


def test_an_amount_of_the_display_is_not_chosen_by_chance() -> None:
    table = f'{BLACKJACK}\n[wagers.blackjack-bonus.payouts."1"]\n"5" = 1\n"30" = 1'
    notes = "cards As 7c Kh 9d; Ann bet 10 on 1; Ann bet 1 on blackjack-bonus 1 at 1; dealer deal"
    with pytest.raises(BadNotesError) as refused:
        ruling(table, notes)
    assert "display" in refused.value.problems[0].got
    (ann,) = ruling(table, notes.replace("; dealer deal", "; display 30; dealer deal")).players
    assert ann.owed == 15_00 + 29_00


# The guided form ------------------------------------------------------------------------------------------------------


NEXT = [
    # table, notes, what is needed next, words of it, a line that may follow, an irregularity that can be called
    (BLACKJACK, "", "bets", "Wagers", None, None),
    (BLACKJACK, "Ann bet 10 on 1", "bets", "Wagers", "dealer deal", None),
    (BLACKJACK, "Ann bet 10 on 1; dealer deal", "card", "box 1", None, "dealer call missed-card"),
    (BLACKJACK, "Ann bet 10 on 1; dealer deal; cards T", "card", "to the dealer", None,
     "dealer call missed-dealer-card"),
    (BLACKJACK, "Ann bet 10 on 1; dealer deal; cards T ? 6", "decision", "an unknown card is shown", "Ann hit", None),
    (BLACKJACK, "Ann bet 10 on 1; dealer deal; cards T 7 6; Ann hit", "card", "box 1", None, "dealer call missed-hit"),
    (BLACKJACK, "Ann bet 10 on 1; dealer deal; cards T A 6", "decision", "", "Ann decline", None),
    (BLACKJACK, "Ann bet 10 on 1; dealer deal; cards T 9 8; Ann stand; cards T", "nothing", "over", None, None),
    ('game = "switch"', "Ann bet 10 on 1; dealer deal; cards T 9 6 9 8", "decision", "switch", "Ann switch", None),
    (CRAPS, "Ann join", "decision", "dice", "Ann take dice", None),
    (CRAPS, "Ann join; Ann take dice", "bets", "Wagers", "Ann bet 5 on pass", None),
    (CRAPS, "Ann join; Ann take dice; Ann bet 10 on pass; dealer send dice", "dice", "", None,
     "dealer call die-off-table"),
    (BACCARAT, "Ann sit at 1; dealer open", "bets", "Wagers", "Ann bet 10 on tie", None),
    (BACCARAT, SHOE.rstrip("; "), "bets", "Wagers", "Ann bet 10 on banker", None),
    (BACCARAT, SHOE + "Ann bet 20 on player; dealer deal; cards 9 9 ?", "card", "card", None,
     "dealer call face-up-card"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "notes", "needs", "words", "line", "called"), NEXT)
def test_the_form_knows_what_comes_next(
    table: str, notes: str, needs: str, words: str, line: str | None, called: str | None
) -> None:
    asked = next_note(from_data(tomllib.loads(table)), notes.replace("; ", "\n"))
    assert asked.needs == needs
    assert words in asked.words
    assert line is None or line in {offer.line for offer in asked.offers}
    assert called is None or called in {call.line for call in asked.calls}
    assert all(call.citation for call in asked.calls)


def test_the_form_reports_what_cannot_have_happened() -> None:
    with pytest.raises(BadNotesError) as refused:
        next_note(from_data(tomllib.loads(BLACKJACK)), "Ann bet 10 on 1\ndealer deal\ncards T 9 6\nAnn surrender")
    assert refused.value.problems[0].citation == "19:47-2.8(c)"


def test_the_command_rules_and_writes_a_report(within: Within, tmp_path: Path) -> None:
    table, notes, report = tmp_path / "table.toml", tmp_path / "notes.txt", tmp_path / "report.html"
    table.write_text(BLACKJACK)
    lines = "table: BJ-3\ntime: 21:40\ncards T 9 T 8 T\nAnn bet 25 on 1\ndealer deal\nAnn stand\nobserved Ann -25\n"
    notes.write_text(lines)
    ruled = within("play", table, "--reconstruct", notes, "--report", report)
    assert ruled.code == 0
    assert "pay $50" in ruled.out
    assert "table: BJ-3" in ruled.out
    page = report.read_text(encoding="utf-8")
    assert "pay $50" in page
    assert "BJ-3" in page
    assert within("play", table, "--reconstruct", notes, "--report", report).code == 2
    data = json.loads(within("play", table, "--reconstruct", notes, "--json").out)
    assert data["players"][0]["correction"] == 50_00
    assert data["headings"] == {"table": "BJ-3", "time": "21:40"}
    assert within("play", table, "--reconstruct", tmp_path / "none").code == 2


def test_the_report_prints(within: Within, tmp_path: Path) -> None:
    table, notes, report = tmp_path / "table.toml", tmp_path / "notes.txt", tmp_path / "report.pdf"
    table.write_text(BLACKJACK)
    notes.write_text('staff: Zoe "Z" #1\ncards T 9 T 8 T\nAnn bet 25 on 1\ndealer deal\nAnn stand\nobserved Ann -25\n')
    assert within("play", table, "--reconstruct", notes, "--report", report).code == 0
    assert report.read_bytes().startswith(b"%PDF-")
    page = to_typst(reconstruct(from_data(tomllib.loads(BLACKJACK)), notes.read_text()), "Ruling")
    for words in ("pay $50", "2.3(a)2", "Ann stand", "Supervisor", "Noted without a suit"):
        assert words in page


def test_the_report_escapes_what_somebody_wrote() -> None:
    ruled = ruling(BLACKJACK, "note: <script>; cards T 9 T 8 T; Ann bet 25 on 1; dealer deal; Ann stand")
    assert "<script>" not in to_html(ruled, "Ruling")
