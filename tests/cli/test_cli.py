"""The commands as people run them: exit codes, what goes to stdout and stderr, never a traceback."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.commands import BLACKJACK, CLOSED_PIPE, LAWFUL, NOT_HELD, ROOT, UNLAWFUL, UNREADABLE, Within, chapter47
from tests.give_up import SECONDS

from chapter47.games import from_data, read, starter


def table(folder: Path, text: str, name: str = "table.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# check


def test_check_a_lawful_table() -> None:
    ran = chapter47("check", BLACKJACK)
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert "blackjack.toml: lawful" in ran.out.replace("\n", "")
    assert "Notices, signs and inscriptions" in ran.out


def test_check_a_forbidden_table_for_machines(tmp_path: Path) -> None:
    path = table(tmp_path, "decks = 0\nboxes = 8\n[wagers.streak]\n[wagers.optional-bonus]\n")
    ran = chapter47("check", path, "--on", "2010-06-07", "--json")
    answer = ran.json
    assert (ran.code, ran.err) == (UNLAWFUL, "")
    assert (answer["lawful"], answer["on"], answer["notices"]) == (False, "2010-06-07", [])
    assert [set(finding) for finding in answer["findings"]] == [
        {"code", "citation", "message", "got", "want", "key"}
    ] * 5
    assert [finding["citation"] for finding in answer["findings"]] == [
        "19:46-1.10",
        "19:47-2.2(a)",
        "19:47-2.2(a)4",
        "19:47-2.22(l)",
        "19:47-2.25(h)",
    ]


def test_check_a_forbidden_table_for_people(tmp_path: Path) -> None:
    ran = chapter47("check", table(tmp_path, "boxes = 8", name="[bold] table.toml"))
    assert (ran.code, ran.err) == (UNLAWFUL, "")
    assert "[bold] table.toml: not lawful" in ran.out.replace("\n", "")
    assert "19:46-1.10" in ran.out


def test_check_a_day_without_a_text(tmp_path: Path) -> None:
    path = table(tmp_path, "on = 2008-01-01")
    ran = chapter47("check", path, "--json")
    assert (ran.code, ran.err) == (NOT_HELD, "")
    assert ran.json["lawful"] is None
    assert [section["citation"] for section in ran.json["not_held"]] == ["19:47-2.10"]
    assert {frozenset(notice) for notice in ran.json["notices"]} == {
        frozenset(("citation", "kind", "when", "message", "lead_minutes", "to", "wording"))
    }
    for_people = chapter47("check", path)
    assert for_people.code == NOT_HELD
    headline = "lawful by every text held; 1 section inferred from both neighbours"
    assert f"{headline} (on 2008-01-01)" in " ".join(for_people.out.split())


def test_check_what_a_change_requires(tmp_path: Path, within: Within) -> None:
    new = table(tmp_path, "surrender = true")
    ran = within("check", new, "--from", BLACKJACK, "--json")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert [notice["citation"] for notice in ran.json["change"]] == ["19:47-2.8(c)"]
    (notice,) = ran.json["change"]
    assert (notice["lead_minutes"], notice["to"]) == (30, ["players at the table", "the Commission"])
    assert "this table offers or uses surrender" in notice["wording"]
    assert ran.json["take_down"] == []
    assert "requires no notice" in within("check", BLACKJACK, "--from", BLACKJACK).out


def test_check_what_to_take_down(tmp_path: Path, within: Within) -> None:
    new = table(tmp_path, 'soft_17 = "hit"\nminimum = "25"')
    ran = within("check", new, "--from", BLACKJACK, "--json")
    down = [notice["wording"] for notice in ran.json["take_down"]]
    assert down[0] == "Dealer must draw to 16 and stand on all 17s"
    assert "minimum $10" in down[1]
    shown = within("check", new, "--from", BLACKJACK).out
    assert "Take down (19:46-1.10, layout): Dealer must draw to 16 and stand on all 17s" in " ".join(shown.split())


def test_check_the_change_of_a_folder(tmp_path: Path, within: Within) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    table(old, 'game = "switch"\nshuffle = "machine"', name="a.toml")
    table(new, 'game = "switch"', name="a.toml")
    table(old, 'game = "baccarat"', name="b.toml")
    table(new, 'game = "craps"', name="b.toml")
    table(new, 'game = "blackjack"', name="c.toml")
    ran = within("check", new, "--from", old, "--json")
    assert [notice["citation"] for notice in ran.json["tables"]["a.toml"]["change"]] == ["19:47-2A.15(j)"]
    assert "change" not in ran.json["tables"]["c.toml"]
    assert list(ran.json["removed"]) == ["b.toml"]
    shown = within("check", new, "--from", old).out
    assert "c.toml: new" in shown
    assert "b.toml: removed" in shown
    refused = within("check", new, "--from", BLACKJACK)
    assert (refused.code, "a folder or a date" in refused.err) == (UNREADABLE, True)


def test_check_the_same_table_on_an_earlier_date(tmp_path: Path, within: Within) -> None:
    path = table(tmp_path, "on = 2010-06-07")
    assert within("check", path, "--from", "1996-05-20", "--json").json["change"] == []


def test_check_a_folder(tmp_path: Path) -> None:
    for number in (1, 2):
        table(tmp_path, f"[wagers.same-suit]\npaytable = {number}", name=f"table {number} [bold].toml")
    ran = chapter47("check", tmp_path, "--json")
    assert (ran.code, ran.err) == (UNLAWFUL, "")
    assert {name: verdict["lawful"] for name, verdict in ran.json["tables"].items()} == {
        "table 1 [bold].toml": True,
        "table 2 [bold].toml": True,
    }
    assert [finding["citation"] for finding in ran.json["floor_findings"]] == ["19:47-2.17(e)2"]
    table(tmp_path, 'game = "[/]"', name="broken.toml")
    ran = chapter47("check", tmp_path)
    assert (ran.code, ran.err) == (UNREADABLE, "")
    assert "cannot be read" in ran.out
    assert "same_suit.one_option" in ran.out.replace("\n", "")


def test_check_a_folder_with_its_subfolders(tmp_path: Path, within: Within) -> None:
    for pit, number in (("", 1), ("pit 1", 2), (".old", 3)):
        (tmp_path / pit).mkdir(exist_ok=True)
        table(tmp_path / pit, f"[wagers.same-suit]\npaytable = {number}")
    ran = within("check", tmp_path, "--json")
    assert (ran.code, ran.err) == (UNLAWFUL, "")
    assert set(ran.json["tables"]) == {"table.toml", "pit 1/table.toml"}
    assert [finding["got"] for finding in ran.json["floor_findings"]] == [
        "option 2: pit 1/table.toml; option 1: table.toml"
    ]


def test_check_the_examples() -> None:
    ran = chapter47("check", "examples", "--json")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert {verdict["lawful"] for verdict in ran.json["tables"].values()} == {True}
    assert ran.json["floor_findings"] == []


def binary(folder: Path) -> Path:
    path = folder / "binary.toml"
    path.write_bytes(bytes(range(256)))
    return path


UNREADABLE_FILES: list[tuple[Callable[[Path], Path], str]] = [
    (lambda folder: folder / "none.toml", "no such file"),
    (lambda folder: folder, "a folder with table files"),
    (binary, "not UTF-8"),
    (lambda folder: table(folder, "game = "), "TOML"),
    (lambda folder: table(folder, "decks = " + "9" * 5000), "TOML"),
    (lambda folder: table(folder, 'game = "poker"\ndekcs = 6\n[wagers.streak.odds]\n2 = "\\u001b"'), "dekcs"),
]


@pytest.mark.parametrize(("make", "word"), UNREADABLE_FILES)
def test_check_refuses_what_cannot_be_read(
    tmp_path: Path, make: Callable[[Path], Path], word: str, within: Within
) -> None:
    ran = within("check", make(tmp_path))
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert word in ran.err
    assert "\x1b" not in ran.err


def test_all_errors_of_a_file_for_machines(tmp_path: Path, within: Within) -> None:
    ran = within("check", table(tmp_path, 'game = "poker"\ndekcs = 6\n[wagers.streak.odds]\n2 = 3'), "--json")
    assert (ran.code, ran.err) == (UNREADABLE, "")
    assert [set(error) for error in ran.json["errors"]] == [{"key", "got", "allowed"}] * 3
    assert [error["key"] for error in ran.json["errors"]] == ["game", "dekcs", "wagers.streak.odds.2"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("check", BLACKJACK, "--on", "yesterday"), "--on: yesterday (allowed: a date such as 2010-06-07)"),
        (("check", BLACKJACK, "--from", "nowhere.toml"), "nowhere.toml: file"),
        (("check",), "PATH is required: a table file, or a folder of them"),
        (("check", ""), "file: an empty name (allowed: a table file, or a folder of them)"),
        (("chekc", BLACKJACK), "command: chekc (allowed: did you mean check? One of advise, audit, backup, check"),
        (("check", BLACKJACK, "--jsno"), "--jsno"),
        (("law", "nonsense"), "is not a citation"),
        (("law", "2.99"), "No such paragraph in the editions held: 19:47-2.99"),
        (("new", "poker"), "blackjack, six-to-five"),
    ],
)
def test_wrong_arguments_are_refused_with_a_word_on_what_is_right(
    arguments: tuple[object, ...], word: str, within: Within
) -> None:
    ran = within(*arguments)
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert word in ran.err


def test_a_refusal_for_machines(within: Within) -> None:
    ran = within("law", "2.3", "--on", "2010-02-30", "--json")
    assert (ran.code, ran.err) == (UNREADABLE, "")
    assert [error["key"] for error in ran.json["errors"]] == ["--on"]


# new


def test_new_writes_a_starter_file_and_never_over_an_old_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    ran = chapter47("new", "switch", "--output", path)
    assert (ran.code, ran.out, ran.err) == (LAWFUL, f"wrote {path}\n", "")
    assert read(path) == from_data({"game": "switch"})
    ran = chapter47("new", "blackjack", "-o", path)
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert "the file already exists" in ran.err
    assert read(path).game == "switch"


def test_new_prints_a_starter_file(within: Within) -> None:
    ran = within("new", "spanish-21")
    assert (ran.code, ran.out, ran.err) == (LAWFUL, starter("spanish-21"), "")


def test_new_for_machines(tmp_path: Path, within: Within) -> None:
    ran = within("new", "switch", "--json")
    made = {"game": "switch", "output": None, "toml": starter("switch"), "version": ran.json["version"]}
    assert (ran.code, ran.json) == (LAWFUL, made)
    path = tmp_path / "mine.toml"
    assert within("new", "switch", "--output", path, "--json").json["output"] == str(path)
    assert read(path) == from_data({"game": "switch"})
    again = within("new", "switch", "--output", path, "--json")
    assert (again.code, [error["key"] for error in again.json["errors"]]) == (UNREADABLE, ["--output"])
    assert [error["key"] for error in within("new", "poker", "--json").json["errors"]] == ["game"]


# law


def test_law_for_machines() -> None:
    ran = chapter47("law", "2.3(a)3", "--on", "2010-06-07", "--json")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert {"citation", "editions", "since", "says", "home", "tests", "readings"} <= ran.json.keys()
    assert ran.json["citation"] == "19:47-2.3(a)3"
    assert ran.json["editions"] == ["1996", "2001", "2010"]
    assert [reading["name"] for reading in ran.json["readings"]] == ["literal"] * 3


def test_law_for_people_names_the_home(within: Within) -> None:
    ran = within("law", "N.J.A.C. 19:47-2.2(b)3ii")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert "chapter47.blackjack.hands.over_under_points" in ran.out
    assert "outside the scope of software" in within("law", "19:46-1.17(a)").out


@pytest.mark.parametrize(
    ("citation", "day", "code", "words"),
    [
        ("2.7", "2003-05-01", NOT_HELD, "no text of 2003-05-01"),
        ("2.25(a)", "2005-01-01", NOT_HELD, "not yet adopted (until 2007-11-19)"),
        ("2.8(a)", "1985-01-01", NOT_HELD, "the section was repealed (from 1981-07-23 until 1990-01-16)"),
        ("2.3(l)", "2010-06-07", LAWFUL, "the text of 2010-06-07 has no such paragraph"),
    ],
)
def test_law_of_a_day_without_a_text(citation: str, day: str, code: int, words: str, within: Within) -> None:
    ran = within("law", citation, "--on", day)
    assert (ran.code, ran.err) == (code, "")
    assert words in ran.out


def test_law_coverage() -> None:
    ran = chapter47("law", "--coverage", "--json")
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert {"paragraphs", "executed", "checked", "script", "outside", "missing"} <= ran.json.keys()
    assert ran.json["paragraphs"] == 867
    assert isinstance(ran.json["missing"], list)
    for_people = chapter47("law", "--coverage")
    assert (for_people.code, for_people.err) == (LAWFUL, "")
    assert "867" in for_people.out


# Help, real processes for what cannot be read, and a reader that goes away.


def test_a_process_that_cannot_read_its_file_ends_with_2(tmp_path: Path) -> None:
    ran = chapter47("check", binary(tmp_path))
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert ran.err.endswith("binary.toml: file: not UTF-8 (allowed: a TOML file in UTF-8)\n")


def test_the_installed_command_is_this_one() -> None:
    script = Path(sys.executable).with_name("chapter47")
    done = subprocess.run([script, "law", "nonsense"], capture_output=True, check=False, timeout=SECONDS)
    assert (done.returncode, done.stdout) == (UNREADABLE, b"")
    assert done.stderr.startswith(b"citation: 'nonsense' is not a citation")


@pytest.mark.parametrize("command", [(), ("--help",), ("check", "--help"), ("new", "--help"), ("law", "--help")])
def test_help_has_an_example(command: tuple[str, ...], within: Within) -> None:
    ran = within(*command)
    assert (ran.code, ran.err) == (LAWFUL, "")
    assert ran.out.startswith("Usage: chapter47")
    assert "Example: chapter47" in ran.out


def test_every_command_has_a_line_in_the_help(within: Within) -> None:
    lines = within("--help").out.splitlines()
    for command in ["advise", "check", "edge", "law", "new", "play", "replay", "simulate", "strategy"]:
        (line,) = [line for line in lines if line.startswith(f"│ {command} ")]
        assert len(line.strip("│ ").split()) > 3


@pytest.mark.parametrize("arguments", [("law", "--coverage", "--json"), ("check", BLACKJACK), ("new",), ("--help",)])
def test_a_closed_pipe_ends_the_command_quietly(arguments: tuple[object, ...]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-c", "from chapter47.cli.app import main; main()", *map(str, arguments)]
    done = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, check=False, cwd=ROOT, timeout=SECONDS)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (CLOSED_PIPE, b"")


# Which text judged, a file without a table, files that are there.


def test_without_a_day_the_verdict_says_which_text_judged_and_that_it_was_replaced(within: Within) -> None:
    ran = within("check", BLACKJACK)
    assert "lawful by the text after the amendment of 7 June 2010\n" in ran.out
    assert "No date given; 19:47 was replaced on 2011-11-14 by 13:69F" in ran.out
    assert within("check", BLACKJACK, "--json").json["text"] == "the text after the amendment of 7 June 2010"
    dated = within("check", BLACKJACK, "--on", "2010-06-07")
    assert "lawful on 2010-06-07\n" in dated.out
    assert "2011" not in dated.out
    assert within("check", BLACKJACK, "--on", "2010-06-07", "--json").json["text"] is None


@pytest.mark.parametrize("text", ["", "# only a comment\n"])
def test_a_file_without_any_key_has_no_table_in_it(text: str, tmp_path: Path, within: Within) -> None:
    ran = within("check", table(tmp_path, text))
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert "a file without keys: it describes no table" in ran.err
    assert within("check", table(tmp_path, "decks = 6\n")).code == LAWFUL


def test_a_chart_is_not_written_over_a_file(tmp_path: Path, within: Within) -> None:
    path = table(tmp_path, 'game = "blackjack"\n')
    ran = within("strategy", path, "--html", path, "--force")
    assert (ran.code, ran.out) == (UNREADABLE, "")
    assert "which this command reads" in ran.err
    assert path.read_text(encoding="utf-8") == 'game = "blackjack"\n'
    page = table(tmp_path, "mine", "chart.html")
    assert within("strategy", path, "--html", page).code == UNREADABLE
    assert page.read_text(encoding="utf-8") == "mine"
    assert within("strategy", path, "--html", page, "--force").code == LAWFUL
    written = page.read_text(encoding="utf-8")
    assert f"<p>{path}, by the text after the amendment of 7 June 2010</p>" in written
