"""`play`: the first cut, seats, a recut, an idle table and the burn card, from scripts and at the keyboard."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack import events as e
from chapter47.games import from_data
from chapter47.session.replays import replayed
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Claim = Callable[..., None]
ROUND = "dealer deal\nAnn stand\n"


def scripted(folder: Path, text: str, **table: Any) -> PlayedSession:
    path = folder / "table.script"
    path.write_text(text, encoding="utf-8")
    played = play(from_data(table), PlayOptions(script=path, json=True, seed=1, log=folder / "a.log"))
    assert replayed(folder / "a.log").error is None
    return played


def cuts(played: PlayedSession) -> list[str]:
    """Who was offered the cut, with a star for the player who took it, and the dealer's cuts."""
    takers = []
    for entry in played.session.table.log:
        if isinstance(entry.event, e.CutOffered):
            takers.append(entry.event.player + "*" * entry.event.taken)
        elif isinstance(entry.event, e.Cut) and entry.event.player == "dealer":
            takers.append("dealer")
    return takers


FIRST = [
    ("", ["dealer"]),
    ("supervisor shuffle\n", ["dealer", "dealer"]),
    ("Ann bet 10 on 3\n", ["Ann", "dealer"]),
    ("Ann cut at 52\nAnn bet 10 on 3\n", ["Ann*"]),
    ("cards Ts\nBob bet 10 on 5\nAnn bet 10 on 3\n", ["Bob", "Ann", "dealer"]),
    ("Ann cut at 52\nBob bet 10 on 5\nAnn bet 10 on 3\n", ["Bob", "Ann*"]),
    ("Bob bet 10 on 5\nAnn bet 10 on 3 standing\n", ["Bob", "dealer"]),
    ("Zoe sit at 2\nAnn bet 10 on 3\n", ["Zoe", "dealer"]),
    ("Zoe sit at 2\nZoe leave\nEve sit at 4\nEve cut at 20\nAnn bet 10 on 3\n", ["Eve*"]),
    ("Zoe sit at 2\n", ["Zoe", "dealer"]),
    ("Zoe sit at 2\ndealer open\nEve sit at 4\nAnn bet 10 on 3\n", ["Zoe", "dealer"]),
    ("dealer open\nAnn bet 10 on 3\n", ["Ann", "dealer"]),
]


@pytest.mark.parametrize(("text", "asked"), FIRST)
def test_the_first_cut_is_offered_to_the_first_player(
    tmp_path: Path, text: str, asked: list[str], cites: Claim
) -> None:
    played = scripted(tmp_path, text)
    assert played.refused is None
    assert cuts(played) == asked
    cites("19:47-2.5(d)" if asked[0] == "dealer" else "19:47-2.5(e)1")


def test_a_cut_refused_at_the_opening_stops_the_script(tmp_path: Path) -> None:
    refused = scripted(tmp_path, "Ann cut at 3\nAnn bet 10 on 3\n").refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.code) == (2, "cut.too_near_the_end")


def test_a_chart_declines_the_first_cut(tmp_path: Path) -> None:
    cells = dict.fromkeys("23456789TA", "S")
    chart = {
        "hard": {str(total): cells for total in range(4, 21)},
        "soft": {str(total): cells for total in range(12, 21)},
        "pairs": dict.fromkeys(cells, cells),
    }
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart), encoding="utf-8")
    played = play(from_data({}), PlayOptions(strategy=path, boxes=2, json=True, seed=1))
    assert cuts(played) == ["Ann", "Bob", "dealer"]


@pytest.mark.parametrize(
    ("text", "code", "citation"),
    [
        ("dealer open\ndealer open\n", "table.open", "19:47-2.4(a)"),
        ("Ann bet 10 on 1\ndealer open\n", "table.open", "19:47-2.4(a)"),
        ("dealer resume play\n", "resume.not_idle", "19:47-2.5(j)"),
        ("supervisor idle table\ndealer resume play\n", "resume.nobody", "19:47-2.5(j)"),
        ("supervisor idle table\nsupervisor shuffle\n", "table.idle", "19:47-2.5(j)"),
        ("supervisor idle table\nsupervisor relieve dealer with Zoe\n", "table.idle", "19:47-2.5(j)"),
        ("Ann bet 10 on 1\nsupervisor idle table\n", "act.not_now", "19:47-2.5(j)"),
        ("cards Ts 6s 9s\nAnn bet 10 on 1\ndealer deal\nsupervisor idle table\n", "act.not_now", "19:47-2.6"),
        (
            "cards Ts 6s 9s Ts\nAnn bet 10 on 1\ndealer deal\nAnn stand\nsupervisor recut\n",
            "recut.no_longer",
            "19:47-2.5(g)",
        ),
        ("Ann sit at 8\n", "sit.box", "19:46-1.10"),
        ("Ann leave with seat held\n", "leave.held", "19:47-2.3(i)"),
        ("supervisor repair card reader\n", "reader.none", "19:47-2.15(k)"),
    ],
)
def test_lines_that_are_refused(tmp_path: Path, text: str, code: str, citation: str) -> None:
    refused = scripted(tmp_path, text).refused
    assert refused is not None
    assert (refused.refusal.code, refused.refusal.citation) == (code, citation)


def test_the_burn_card_is_shown_in_a_round_too(tmp_path: Path, cites: Claim) -> None:
    played = scripted(
        tmp_path,
        "cards Ts 6s 9s\nAnn bet 10 on 1\ndealer deal\nAnn ask for burn card\nAnn stand\nAnn ask for burn card\n",
    )
    assert played.refused is None
    shown = [entry.event for entry in played.session.table.log if isinstance(entry.event, e.BurnCardShown)]
    assert len(shown) == 2
    assert shown[0] == shown[1]
    cites("19:47-2.6(c)")


@pytest.mark.parametrize("shuffle", ["manual", "machine"])
def test_an_idle_table_in_a_script(tmp_path: Path, shuffle: str, cites: Claim) -> None:
    """Named cards come after the last shuffle; a wager at the idle table is enough to go on."""
    text = "Bob bet 10 on 1\nsupervisor idle table\n"
    refused = scripted(tmp_path, text, shuffle=shuffle).refused
    assert refused is not None
    (tmp_path / "a.log").unlink()
    text = (
        "Bob sit at 1\nsupervisor idle table face-down\nAnn cut at 20\nAnn bet 10 on 3\n"
        "cards Ts 6s 9s Ks 8s\ndealer deal\nAnn stand\nsupervisor idle table\n"
    )
    played = scripted(tmp_path, text + "Bob sit at 2\ndealer resume play showing cards\n", shuffle=shuffle)
    assert played.refused is None
    assert [ended.net for ended in played.session.book.finished] == [{"Ann": 10_00}]
    assert cuts(played) == ["Bob", "dealer", "Ann*", "Bob", "dealer"]
    cites("19:47-2.5(j)1" if shuffle == "manual" else "19:47-2.5(j)2")


def test_a_recut_in_a_script(tmp_path: Path, cites: Claim) -> None:
    """Cards named before it are not the next ones any more; those named after it are."""
    text = (
        "Ann sit at 1\nBob sit at 2\nAnn cut at 20\ncards 2c 3c\n"
        "supervisor recut by next player\nAnn bet 10 on 1\ncards Ts 6s 9s Ks 8s\n" + ROUND
    )
    played = scripted(tmp_path, text)
    assert played.refused is None
    assert cuts(played) == ["Ann*", "Bob", "Ann", "dealer"]
    assert [ended.net for ended in played.session.book.finished] == [{"Ann": 10_00}]
    cites("19:47-2.5(g)")


TYPED = [
    ("52\nq\n", "Ann cuts 52 cards from the front."),
    ("3\n\nq\n", "No: the cutting card must go in at least ten cards from either end (2.5(c)). Allowed: 10 to 406."),
    ("\nsupervisor recut by next player\n60\nq\n", "Ann cuts 60 cards from the front."),
    ("52\nsupervisor recut\n70\nq\n", "Ann cuts 70 cards from the front."),
    ("\nAnn ask for burn card\nq\n", "The burned card is shown: "),
    ("\n10\nAnn ask for burn card\nq\n", "The burned card is shown: "),
    ("\nsupervisor idle table\n10\n52\nq\n", "Ann cuts 52 cards from the front."),
    (
        "\nsupervisor idle table\nsupervisor shuffle\nq\n",
        "No: the table is idle (2.5(j)). Found a reshuffle; allowed: resume play first.",
    ),
    ("\ndealer resume play\nq\n", "No: the table is not idle (2.5(j))."),
    (
        "\nAnn leave with seat held\nq\n",
        "No: no paragraph in force on that date holds the seat of a player who leaves (2.3(i)).",
    ),
]


@pytest.mark.parametrize(("typed", "reported"), TYPED)
def test_at_the_keyboard(tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, reported: str) -> None:
    record, again = tmp_path / "a.script", tmp_path / "b.log"
    play(from_data({}), PlayOptions(seed=14, log=tmp_path / "a.log", record=record), io.StringIO(typed))
    assert reported in capsys.readouterr().out
    assert replayed(tmp_path / "a.log").error is None
    assert play(from_data({}), PlayOptions(seed=14, script=record, log=again, json=True)).refused is None
    assert again.read_bytes() == (tmp_path / "a.log").read_bytes()


def test_the_cut_is_offered_when_the_cards_are_shuffled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.log"
    play(from_data({}), PlayOptions(seed=14, log=log), io.StringIO("\n10\ns\nsupervisor shuffle\n3\nx\n52\n10\nq\n"))
    out = capsys.readouterr().out
    assert "Ann, the cut: how many of 416 cards go to the back? Enter declines: 3" in out
    assert "Ann cuts 52 cards from the front." in out
    assert replayed(log).error is None


def test_a_player_who_leaves_at_the_cut_declines_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.log"
    play(from_data({}), PlayOptions(seed=14, log=log, cite=True), io.StringIO("\n10\ns\nsupervisor shuffle\nq\n"))
    assert "Ann declines the cut." in capsys.readouterr().out
    assert replayed(log).error is None
