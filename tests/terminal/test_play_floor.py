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
ROUND = "deal\nAnn stand\n"


def scripted(folder: Path, text: str, **table: Any) -> PlayedSession:
    path = folder / "table.script"
    path.write_text(text, encoding="utf-8")
    played = play(from_data(table), PlayOptions(script=path, json=True, seed=1, log=folder / "a.log"))
    assert replayed(folder / "a.log").error is None
    return played


def cuts(played: PlayedSession) -> list[str]:
    """Who was offered the cut, with a star for whoever took it, and the dealer's cuts."""
    takers = []
    for entry in played.session.table.log:
        if isinstance(entry.event, e.CutOffered):
            takers.append(entry.event.player + "*" * entry.event.taken)
        elif isinstance(entry.event, e.Cut) and entry.event.player == "dealer":
            takers.append("dealer")
    return takers


FIRST = [
    ("", ["dealer"]),
    ("shuffle\n", ["dealer", "dealer"]),
    ("bet 3 Ann 10\n", ["Ann", "dealer"]),
    ("cut Ann 52\nbet 3 Ann 10\n", ["Ann*"]),
    ("cards Ts\nbet 5 Bob 10\nbet 3 Ann 10\n", ["Bob", "Ann", "dealer"]),
    ("cut Ann 52\nbet 5 Bob 10\nbet 3 Ann 10\n", ["Bob", "Ann*"]),
    ("bet 5 Bob 10\nbet 3 Ann 10 standing\n", ["Bob", "dealer"]),
    ("sit 2 Zoe\nbet 3 Ann 10\n", ["Zoe", "dealer"]),
    ("sit 2 Zoe\nleave Zoe\nsit 4 Eve\ncut Eve 20\nbet 3 Ann 10\n", ["Eve*"]),
    ("sit 2 Zoe\n", ["Zoe", "dealer"]),
    ("sit 2 Zoe\nopen\nsit 4 Eve\nbet 3 Ann 10\n", ["Zoe", "dealer"]),
    ("open\nbet 3 Ann 10\n", ["Ann", "dealer"]),
]


@pytest.mark.parametrize(("text", "asked"), FIRST)
def test_the_first_cut_is_offered_to_whoever_came_first(
    tmp_path: Path, text: str, asked: list[str], cites: Claim
) -> None:
    played = scripted(tmp_path, text)
    assert played.refused is None
    assert cuts(played) == asked
    cites("19:47-2.5(d)" if asked[0] == "dealer" else "19:47-2.5(e)1")


def test_a_cut_refused_at_the_opening_stops_the_script(tmp_path: Path) -> None:
    refused = scripted(tmp_path, "cut Ann 3\nbet 3 Ann 10\n").refused
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
        ("open\nopen\n", "table.open", "19:47-2.4(a)"),
        ("bet 1 Ann 10\nopen\n", "table.open", "19:47-2.4(a)"),
        ("resume\n", "resume.not_idle", "19:47-2.5(j)"),
        ("idle\nresume\n", "resume.nobody", "19:47-2.5(j)"),
        ("idle\nshuffle\n", "table.idle", "19:47-2.5(j)"),
        ("idle\nrelieve Zoe\n", "table.idle", "19:47-2.5(j)"),
        ("bet 1 Ann 10\nidle\n", "act.not_now", "19:47-2.5(j)"),
        ("cards Ts 6s 9s\nbet 1 Ann 10\ndeal\nidle\n", "act.not_now", "19:47-2.6"),
        ("cards Ts 6s 9s Ts\nbet 1 Ann 10\ndeal\nAnn stand\nrecut\n", "recut.no_longer", "19:47-2.5(g)"),
        ("sit 8 Ann\n", "sit.box", "19:46-1.10"),
        ("leave Ann held\n", "leave.held", "19:47-2.3(i)"),
        ("repair-reader\n", "reader.none", "19:47-2.15(k)"),
    ],
)
def test_lines_that_are_refused(tmp_path: Path, text: str, code: str, citation: str) -> None:
    refused = scripted(tmp_path, text).refused
    assert refused is not None
    assert (refused.refusal.code, refused.refusal.citation) == (code, citation)


def test_the_burn_card_is_shown_in_a_round_too(tmp_path: Path, cites: Claim) -> None:
    played = scripted(tmp_path, "cards Ts 6s 9s\nbet 1 Ann 10\ndeal\nshow-burn\nAnn stand\nshow-burn\n")
    assert played.refused is None
    shown = [entry.event for entry in played.session.table.log if isinstance(entry.event, e.BurnCardShown)]
    assert len(shown) == 2
    assert shown[0] == shown[1]
    cites("19:47-2.6(c)")


@pytest.mark.parametrize("shuffle", ["manual", "machine"])
def test_an_idle_table_in_a_script(tmp_path: Path, shuffle: str, cites: Claim) -> None:
    """Named cards come after the last shuffle; a wager at the idle table is enough to go on."""
    text = "bet 1 Bob 10\nidle\n"
    refused = scripted(tmp_path, text, shuffle=shuffle).refused
    assert refused is not None
    (tmp_path / "a.log").unlink()
    text = "sit 1 Bob\nidle face-down\ncut Ann 20\nbet 3 Ann 10\ncards Ts 6s 9s Ks 8s\ndeal\nAnn stand\nidle\n"
    played = scripted(tmp_path, text + "sit 2 Bob\nresume asked\n", shuffle=shuffle)
    assert played.refused is None
    assert [ended.net for ended in played.session.book.finished] == [{"Ann": 10_00}]
    assert cuts(played) == ["Bob", "dealer", "Ann*", "Bob", "dealer"]
    cites("19:47-2.5(j)1" if shuffle == "manual" else "19:47-2.5(j)2")


def test_a_recut_in_a_script(tmp_path: Path, cites: Claim) -> None:
    """Cards named before it are not the next ones any more; those named after it are."""
    text = "sit 1 Ann\nsit 2 Bob\ncut Ann 20\ncards 2c 3c\nrecut next\nbet 1 Ann 10\ncards Ts 6s 9s Ks 8s\n" + ROUND
    played = scripted(tmp_path, text)
    assert played.refused is None
    assert cuts(played) == ["Ann*", "Bob", "Ann", "dealer"]
    assert [ended.net for ended in played.session.book.finished] == [{"Ann": 10_00}]
    cites("19:47-2.5(g)")


TYPED = [
    ("52\nq\n", "Ann cuts 52 cards from the front."),
    ("3\n\nq\n", "No: the cutting card goes in at least ten cards from either end (2.5(c)). Allowed: 10 to 406."),
    ("\nrecut next\n60\nq\n", "Ann cuts 60 cards from the front."),
    ("52\nrecut\n70\nq\n", "Ann cuts 70 cards from the front."),
    ("\nshow-burn\nq\n", "The burned card is shown: "),
    ("\n10\nshow-burn\nq\n", "The burned card is shown: "),
    ("\nidle\n10\n52\nq\n", "Ann cuts 52 cards from the front."),
    ("\nidle\nshuffle\nq\n", "No: the table is idle (2.5(j)). Got a reshuffle; allowed: resume the game first."),
    ("\nresume\nq\n", "No: the table is not idle (2.5(j))."),
    ("\nleave Ann held\nq\n", "No: no paragraph of that day holds the place of somebody who leaves (2.3(i))."),
]


@pytest.mark.parametrize(("typed", "told"), TYPED)
def test_at_the_keyboard(tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, told: str) -> None:
    record, again = tmp_path / "a.script", tmp_path / "b.log"
    play(from_data({}), PlayOptions(seed=14, log=tmp_path / "a.log", record=record), io.StringIO(typed))
    assert told in capsys.readouterr().out
    assert replayed(tmp_path / "a.log").error is None
    assert play(from_data({}), PlayOptions(seed=14, script=record, log=again, json=True)).refused is None
    assert again.read_bytes() == (tmp_path / "a.log").read_bytes()


def test_the_cut_is_offered_when_the_cards_are_shuffled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.log"
    play(from_data({}), PlayOptions(seed=14, log=log), io.StringIO("\n10\ns\nshuffle\n3\nx\n52\n10\nq\n"))
    out = capsys.readouterr().out
    assert "Ann, the cut: how many of 416 cards go to the back? Enter declines: 3" in out
    assert "Ann cuts 52 cards from the front." in out
    assert replayed(log).error is None


def test_whoever_leaves_at_the_cut_declines_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.log"
    play(from_data({}), PlayOptions(seed=14, log=log, cite=True), io.StringIO("\n10\ns\nshuffle\nq\n"))
    assert "Ann declines the cut." in capsys.readouterr().out
    assert replayed(log).error is None
