"""What is wrong stands in front of `allowed`, by the name of the option; what a command cannot do is refused first."""

import os
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import BLACKJACK, ROOT, UNREADABLE, Within

import chapter47
from chapter47.cli.app import COMMANDS

EXAMPLES = ROOT / "examples"
BACCARAT, CRAPS, SPANISH = EXAMPLES / "baccarat.toml", EXAMPLES / "craps.toml", EXAMPLES / "spanish-21.toml"
SWITCH, EXPOSED = EXAMPLES / "switch.toml", EXAMPLES / "double-exposure.toml"
A_CARD = "a card: a rank and a suit, such as As, Th, 10h or 10♥"

ADVISE = [
    ((BLACKJACK, "xx", "--up", "5y"), [f"hand: xx (allowed: {A_CARD})", f"--up: 5y (allowed: {A_CARD})"]),
    ((BLACKJACK, "As 6d", "--up", "5h 6h"), ["--up: 5h 6h (allowed: one card, the dealer's up card)"]),
    ((BLACKJACK, "As", "--up", "5h"), ["hand: As (allowed: two cards or more)"]),
    ((BLACKJACK, "Ks Qd 5h", "--up", "5h"), ["hand: Ks Qd 5h, over 21 (allowed: a hand that can still be played)"]),
    ((BLACKJACK, "As 6d", "5h 6h", "--up", "5h"), ["hand: 2 hands (allowed: one hand)"]),
    (
        (BLACKJACK, "As As As As As As As As As", "--up", "5h"),
        ["cards: As, 9 times (allowed: at most 8, as in the full shoe)"],
    ),
    ((SPANISH, "Ts 6d", "--up", "5h"), ["cards: Ts (allowed: a card of the full shoe)"]),
    ((SWITCH, "As 6d", "--up", "5h"), ["hand: 1 hand (allowed: the two hands of a box)"]),
    ((EXPOSED, "As 6d", "--up", "5h"), ["--up: 5h (allowed: both of the dealer's cards)"]),
    ((CRAPS, "As"), ["hand: As (allowed: nothing; at craps use point and layout)"]),
    ((CRAPS, "--up", "3h"), ["--up: 3h (allowed: nothing; at craps use point and layout)"]),
    ((BACCARAT, "As"), ["hand: As (allowed: only `seen` at baccarat)"]),
    ((BACCARAT, "--seen", "5x 6h"), [f"--seen: 5x (allowed: {A_CARD})"]),
]


@pytest.mark.parametrize(("given", "shown"), ADVISE)
def test_advise_says_what_is_wrong_before_what_is_allowed(
    given: tuple[object, ...], shown: list[str], within: Within
) -> None:
    ran = within("advise", *given)
    assert (ran.code, ran.out, ran.err.splitlines()) == (UNREADABLE, "", shown)


def test_a_dealers_blackjack_leaves_nothing_to_advise(within: Within) -> None:
    ran = within("advise", EXPOSED, "Ts 6s", "--up", "Ah Kh")
    shown = "--up: Ah Kh, a blackjack (allowed: a dealer's card that leaves a decision)\n"
    assert ran.code == UNREADABLE
    assert ran.err.endswith(shown)  # after a note about compiling, on the first run


OPTIONS = [
    (("check", CRAPS, "--from", BLACKJACK), "--from: a table of blackjack (allowed: a table of craps)"),
    (("check", BLACKJACK, "--from", BACCARAT), "--from: a table of baccarat (allowed: a table of blackjack)"),
    (
        ("simulate", BLACKJACK, "--rounds", "9", "--plots", "x.png"),
        "--plots: x.png (allowed: a file name ending in .html or .htm)",
    ),
    (
        ("simulate", BLACKJACK, "--rounds", "9", "--plots", BLACKJACK, "--force"),
        f"--plots: {BLACKJACK}, which this command reads (allowed: another file)",
    ),
    (
        ("simulate", BLACKJACK, "--rounds", "9", "--side", "streak=5"),
        "--side: streak=5: streak is not offered here (allowed: none; this table offers no side wager)",
    ),
    (
        ("play", BLACKJACK, "--seed", "1", "--svg", BLACKJACK),
        f"--svg: {BLACKJACK}: the file already exists (allowed: a new file)",
    ),
    (
        ("new", "craps", "--output", CRAPS),
        f"--output: {CRAPS}: the file already exists (allowed: a new file)",
    ),
    (("play", BLACKJACK, "--seed", "3", "--seed", "4"), "--seed: given twice (allowed: once)"),
    (("simulate", CRAPS, "--rounds", "3", "--rounds", "4"), "--rounds: given twice (allowed: once)"),
    (("check",), "PATH is required: a table file, or a folder of them"),
    (("edge",), "PATH is required: a table file"),
    (
        ("play", BLACKJACK, "--players", "Ann,Ann"),
        "--players: Ann at 2 boxes (allowed: each name at no more than one box)",
    ),
    (("play", BLACKJACK, "--players", "Ann+Ann"), "--players: Ann twice at the same box (allowed: each name once)"),
    (
        ("play", CRAPS, "--players", "Ann,Bo,Ann"),
        "--players: Ann at 2 places (allowed: each name at no more than one place)",
    ),
    (
        ("play", BACCARAT, "--players", "Ann,Ann"),
        "--players: Ann at 2 seats (allowed: each name at no more than one seat)",
    ),
]


@pytest.mark.parametrize(("given", "shown"), OPTIONS)
def test_options_that_mean_nothing_or_the_same_twice(given: tuple[object, ...], shown: str, within: Within) -> None:
    ran = within(*given)
    assert (ran.code, ran.out, ran.err) == (UNREADABLE, "", f"{shown}\n")


def test_every_impossible_side_bet_is_reported(within: Within) -> None:
    ran = within("simulate", BLACKJACK, "--rounds", "9", "--side", "streak=5", "--side", "sevens=1")
    assert [line.split(":")[1].strip() for line in ran.err.splitlines()] == ["streak=5", "sevens=1"]


def test_a_player_has_two_boxes_where_the_table_lets_one(
    tmp_path: Path, within: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("boxes_per_player = 2\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", StringIO())
    assert within("play", file, "--players", "Ann,Ann", "--seed", "1").code == 0
    shown = "--players: Ann at 3 boxes (allowed: each name at no more than 2 boxes)\n"
    assert within("play", file, "--players", "Ann,Ann,Ann").err == shown


def test_another_form_of_the_same_game_may_be_the_old_table() -> None:
    old, new = chapter47.table(decks=6), chapter47.table(game="spanish-21", decks=6)
    assert chapter47.check(new, before=old).change
    with pytest.raises(chapter47.Chapter47Error, match="a table of craps is not allowed; allowed: a table of spanish"):
        chapter47.check(new, before=chapter47.table(game="craps"))


Walk = Callable[..., Iterator[Any]]


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, type[OSError]], None]:
    """Makes a folder fail when it is looked into."""
    look = os.scandir

    def close(folder: Path, error: type[OSError]) -> None:
        def scandir(path: str | os.PathLike[str]) -> Any:
            if Path(path) == folder:
                raise error(1, "closed", str(path))
            return look(path)

        monkeypatch.setattr(os, "scandir", scandir)

    return close


def test_a_folder_without_tables(tmp_path: Path, within: Within) -> None:
    ran = within("check", tmp_path)
    assert (ran.code, ran.err) == (
        UNREADABLE,
        f"folder: {tmp_path} (allowed: a folder with table files (*.toml))\n",
    )


@pytest.mark.parametrize(
    ("error", "code", "shown"),
    [(PermissionError, UNREADABLE, "no permission to read it"), (FileNotFoundError, 0, "lawful")],
)
def test_a_subfolder_that_cannot_be_looked_into(
    error: type[OSError], code: int, shown: str, tmp_path: Path, within: Within, closed: Any
) -> None:
    """One that has gone meanwhile has no tables; of one that is closed nothing is known, and that is said."""
    (tmp_path / "table.toml").write_text("decks = 6\n", encoding="utf-8")
    (tmp_path / "pit").mkdir()
    closed(tmp_path / "pit", error)
    ran = within("check", tmp_path)
    assert (ran.code, shown in ran.out + ran.err) == (code, True)


def test_a_folder_that_may_not_be_read(tmp_path: Path, within: Within, closed: Any) -> None:
    closed(tmp_path, PermissionError)
    ran = within("check", tmp_path)
    shown = f"{tmp_path}: folder: no permission to read it (allowed: a folder that can be read)\n"
    assert (ran.code, ran.out, ran.err) == (UNREADABLE, "", shown)


SCRIPTS = [
    ("blackjack", "craps-come", "craps"),
    ("baccarat", "craps-come", "craps"),
    ("craps", "dealer-blackjack-after-split", "blackjack"),
    ("spanish-21", "baccarat-shoe", "baccarat"),
]


@pytest.mark.parametrize(("game", "script", "of"), SCRIPTS)
def test_a_script_of_another_game_is_reported_once(game: str, script: str, of: str, within: Within) -> None:
    path = EXAMPLES / f"{script}.script"
    ran = within("play", EXAMPLES / f"{game}.toml", "--script", path)
    shown = f"{path}: script: a script of {of} (allowed: a script for this table's game)\n"
    assert (ran.code, ran.err) == (UNREADABLE, shown)


LINES = [
    (
        "blackjack",
        "Ann bet 10 on 1\nAnn doble # why\nAnn htt",
        ["Did you mean `double`?", "Did you mean `hit`?"],
    ),
    (
        "craps",
        "Ann join\nAnn dbl\nBo fly",
        ["Write one of: join, take dice", "line 3: 'fly' is not an act of Bo. Found: Bo fly. See line 2."],
    ),
    ("baccarat", "Ann sit at 1\ndael\nAnn stand", ["Did you mean `dealer deal`?", "Write one of: bet, take back"]),
]


@pytest.mark.parametrize(("game", "script", "shown"), LINES)
def test_a_long_list_is_printed_once(game: str, script: str, shown: list[str], tmp_path: Path, within: Within) -> None:
    path = tmp_path / "wrong.script"
    path.write_text(script, encoding="utf-8")
    lines = within("play", EXAMPLES / f"{game}.toml", "--script", path).err.splitlines()
    assert len(lines) == len(shown)
    assert all(words in line for words, line in zip(shown, lines, strict=True)), lines
    assert "why" not in lines[0]


@pytest.mark.parametrize(
    ("game", "option", "columns"),
    [
        ("baccarat", "decks=6,8", ("Banker's Hand", "best wager")),
        ("craps", "bars", ("pass", "best wager")),
        ("blackjack", "decks=1", ("basic strategy", "optimal play")),
    ],
)
def test_edges_varied_by_the_names_that_mean_something(
    game: str, option: str, columns: tuple[str, str], within: Within
) -> None:
    ran = within("edge", EXAMPLES / f"{game}.toml", "--vary", option)
    (heads,) = (line for line in ran.out.splitlines() if "difference" in line)
    assert [cell.strip() for cell in heads.strip("┃").split("┃")][1:3] == [*columns]
    assert ran.err == ""


def test_an_edge_is_a_percentage_wherever_it_stands(within: Within) -> None:
    shown = within("edge", BACCARAT).out
    assert "house edge resolved: 1.16916 %" in shown


def test_a_title_takes_the_width_of_the_page(within: Within) -> None:
    assert "Rounds of the wager on the Banker's Hand\n" in within("edge", BACCARAT, columns="80").out


@pytest.mark.parametrize("command", [command.__name__ for command in COMMANDS])
def test_a_help_page_tells_no_options_that_nobody_types(command: str, within: Within) -> None:
    shown = " ".join(within(command, "--help").out.split())
    assert "--empty-" not in shown
    assert "default: False" not in shown


def test_a_folder_without_a_day_says_by_which_text_it_was_judged(tmp_path: Path, within: Within) -> None:
    (tmp_path / "table.toml").write_text("decks = 6\n", encoding="utf-8")
    shown = " ".join(within("check", tmp_path).out.split())
    assert "No date given: each table is judged by the newest text held for its game; 19:47 was replaced on" in shown
    assert "no date given" not in within("check", tmp_path, "--on", "2010-06-07").out


def test_verify_tells_a_missing_file_in_plain_words(within: Within) -> None:
    ran = within("verify", "none")
    assert (ran.code, ran.err) == (UNREADABLE, "FILE: none: no such file (allowed: a file that can be read)\n")
