"""Craps and baccarat at the keyboard and from scripts: played, shown, logged and replayed like every game."""

import json
from io import StringIO
from pathlib import Path

import pytest

from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.cli.app import app
from chapter47.games import parse
from chapter47.session.problems import UnusableError
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

EXAMPLES = Path(__file__).parents[2] / "examples"
CRAPS, BACCARAT = EXAMPLES / "craps.toml", EXAMPLES / "baccarat.toml"
SCRIPT = EXAMPLES / "craps-come.script"


def typed(game: str, keys: str, **options: object) -> PlayedSession:
    return play(parse(f'game = "{game}"'), PlayOptions(**options), StringIO(keys))  # type: ignore[arg-type]


def test_a_script_is_played_logged_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "craps.log"
    words = ("play", str(CRAPS), "--script", str(SCRIPT), "--log", str(log), "--cite")
    assert app(words, result_action="return_value") == 0
    shown = capsys.readouterr().out
    assert "“Six the hardway, the point is made, pass line wins”  1.10" in shown
    assert "Collected from Ann on 1: $10, come 9 – lost.  1.2(a)3iii" in shown
    assert "Returned to Ann on 1: $10, come-odds 9 – void.  1.3" in shown
    assert app(("replay", str(log)), result_action="return_value") == 0
    assert "reproduces: 2 rounds, the dice are as logged" in capsys.readouterr().out
    log.write_text(
        log.read_text(encoding="utf-8").replace('"amount": 1000, "why": "lost"', '"amount": 900, "why": "lost"')
    )
    assert app(("replay", str(log)), result_action="return_value") == 1


def test_the_settlement_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert app(("play", str(CRAPS), "--script", str(SCRIPT), "--json"), result_action="return_value") == 0
    data = json.loads(capsys.readouterr().out)
    assert [played["net"] for played in data["rounds"]] == [{"Ann": 1000}, {"Ann": 0}]


def test_a_refused_line_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "late.script"
    script.write_text("Ann join\nAnn take dice\nAnn bet 10 on pass\ndice 4 2\nAnn bet 10 on pass\n", encoding="utf-8")
    assert app(("play", str(CRAPS), "--script", str(script)), result_action="return_value") == 2
    assert "line 5: Ann bet 10 on pass: pass cannot be made now (bet.not_now, 19:47-1.2(a)1)" in capsys.readouterr().err


def test_craps_by_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    played = typed("craps", "t\np 10\nw6\n12\n?\nfoo 5\nw6 5\np 5000\ndice 3 4\n\n=\no 4\n-w6\non w6\nq\n", seed=4)
    shown = capsys.readouterr().out
    for words in (
        "Ann, the dice are offered to you >",
        "p pass   d dont-pass   w4 … w10 place-to-win",
        "How much on place-to-win 6? $6 to $996 in steps of $6, Enter for none:",
        "  w6 AMOUNT  place-to-win 6, $6 to $984 in steps of $6 (19:47-1.2(a)5)",
        "“foo 5” is not a wager.",
        "No: chips of $1 cannot pay what place-to-win 6 could win (1.4). Found $5; allowed: multiples of $6.",
        "No: not enough chips.",
        "You cannot choose the dice here",
        "“Five, mark the five”",
        "Round 1 – point 5, Ann has the dice",
        "Ann bets $4 on pass-odds 5.",
        "Ann takes down $12 from place-to-win 6.",
        "No: Ann has no such wager on the layout (1.3).",
        "Left in the middle of a round. Undecided wagers are returned: Ann $14.",
    ):
        assert words in shown
    assert played.session.unfinished


def test_what_rests_shows_on_the_layout(capsys: pytest.CaptureFixture[str]) -> None:
    typed("craps", "t\np 10\nw6 6\nw8 6\non w8\n=\nq\n", seed=4)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["place-to-win", "6", "$6", "off:", "rests", "on", "the", "come", "out"] in rows
    assert ["place-to-win", "8", "$6", "on,", "as", "called"] in rows


def test_several_players_speak_in_turn_and_a_throw_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    keys = "t\nBob d 10\nAnn\np 10\n.\n\n!\n1\n.\n\n!\n2\nn\nt\nCleo join at 3\nCleo f 5\n\nq\n"
    typed("craps", keys, seed=4, players="Ann,Bob")
    shown = capsys.readouterr().out
    for words in (
        "Bob bets $10 on dont-pass.",
        "Next: Ann throws the dice (1.8). Enter continues",
        "“No roll: a die left the table”",
        "Ann passes the dice: the shooter has repeatedly thrown invalid rolls.",
        "Bob declines the dice.",
        "Cleo takes place 3 at the rail.",
        "Cleo, $495 in chips. A wager such as p 10 (Enter has Ann throw, ? help):",
    ):
        assert words in shown


def test_baccarat_by_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    keys = "\nb 131\nb\nt 5\n\np 20\n-p 10\nfoo\nCleo sit at 13\nsupervisor shuffle\ncards As\n?\n!\n\nr\n\n\nq\n"
    played = typed("baccarat", keys, seed=4, players="Ann,Bob")
    shown = capsys.readouterr().out
    for words in (
        "Bob, the cut: how many of 416 cards go to the back?",
        "b banker   p player   t tie   $10 to $5,000   ? help",
        "Ann bets $131 on banker.",
        "Write a wager as b, p or t and an amount, such as b 20; ? shows more.",
        "No: outside the limits of the table (8.2). Found $5; allowed: $10 to $5,000.",
        "Bob takes back $10 from player.",
        "No: the layout has no seat with this number (3.3(c)). Found 13; allowed: 1 to 15, without 13.",
        "Here only: Ann sit at 2",
        "b 20 bets $20 on Banker",
        "No irregularity can be called now.",
        "“No more bets”",
        "Bob turns up K♣ 2♦ of the Player's Hand.",
        "“Banker wins, 8 over 2”",
        "Ann owes a fee of $6.75, marked at seat 1.",
        "r as before",
        "Ann on 1: $13.50, vigorish – fee, on closing.",
    ):
        assert words in shown
    assert isinstance(played.session.table, BaccaratInPlay)
    assert not played.session.table.state.fees


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("craps", "t\np 10\n" + "\n" * 12 + "q\n"),
        ("baccarat", "\nb 20\nt 10\n\nr\n\nr\n\nr\n\nq\n"),
        ("baccarat", "50\nb 20\n\nq\n"),
    ],
)
def test_what_is_recorded_plays_again_and_the_log_replays(game: str, keys: str, tmp_path: Path) -> None:
    log, record = tmp_path / "log", tmp_path / "record"
    first = typed(game, keys, seed=9, log=log, record=record)
    again = play(parse(f'game = "{game}"'), PlayOptions(seed=9, script=record))
    assert again.refused is None
    assert again.data()["rounds"] == first.data()["rounds"] != []
    assert app(("replay", str(log)), result_action="return_value") == 0


def test_so_many_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    played = typed("baccarat", "\n" + "b 20\n\n" * 3, seed=1, rounds=2)
    assert [result.number for result in played.session.book.finished] == [1, 2]
    assert "After 2 rounds" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["craps", "baccarat"])
@pytest.mark.parametrize(
    "options",
    [
        {"json": True},
        {"boxes": 99},
        {"players": "Ann,Bob+Cleo"},
        {"bankroll": "much"},
        {"strategy": Path("chart.toml")},
        {"seed": -1},
    ],
)
def test_what_cannot_be_wished_for(game: str, options: dict[str, object]) -> None:
    with pytest.raises(UnusableError):
        typed(game, "", **options)


def test_unused_cards_of_a_script_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "shoe.script"
    script.write_text("Ann sit at 1\ncards Ac 2c 9s 2h Ks Kd 5s\nAnn bet 10 on player\ndealer deal\n", encoding="utf-8")
    assert app(("play", str(BACCARAT), "--script", str(script)), result_action="return_value") == 0
    assert "Round 1 is over. Not used yet, so next in line: 1 listed card." in capsys.readouterr().out
