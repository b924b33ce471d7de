"""Scripts of `chapter47 play`: their lines, what is refused in them, and rounds that they tell."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.acts import GRAMMAR
from chapter47.games import from_data
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Claim = Callable[..., None]


def written(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


Scripted = Callable[..., PlayedSession]


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    """A script played without a process."""

    def run(text: str, *, table: dict[str, object] | None = None, **options: Any) -> PlayedSession:
        path = written(tmp_path, text, "table.script")
        return play(from_data(table or {}), PlayOptions(script=path, json=True, **{"seed": 1, **options}))

    return run


ONE_BOX = "Ann bet 10 on 1\ndealer deal\n"
REFUSALS = [
    ("Ann bet 5 on 1\n", 1, "bet.limits", "19:47-8.2"),
    ("Ann bet 10 on 1\nBob bet 10 on 1\n", 2, "bet.seated", "19:47-2.13(b)"),
    ("dealer deal\n", 1, "bets.none", "19:47-2.3(a)"),
    ("Ann bet 10 on 1\ndealer deal from right\n", 2, "deal.side", "19:47-2.6(d)1"),
    ("Ann bet 10 on 1\ndealer deal from left\n", 2, "deal.side", "19:47-2.6(d)1"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Ann double for 11\n", 4, "move.amount", "19:47-2.10(a)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Ann split\n", 4, "move.not_legal", "19:47-2.11(a)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Bob stand\n", 4, "move.not_your_turn", "19:47-2.6(f)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "supervisor shuffle\n", 4, "act.not_now", "19:47-2.6"),
    ("cards Th 6d 9c\n" + ONE_BOX + "dealer step 4\n", 4, "step.decision", "19:47-2.6"),
    ("cards Th 6d 9c\n" + ONE_BOX + "dealer call missed-hit\n", 4, "call.not_now", "19:47-2.15(i)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "dealer call missed-card at D\n", 4, "call.hand", "19:47-2.15"),
    (ONE_BOX + "dealer call too-few-cards\n", 3, "call.not_now", "19:47-2.15(f)"),
    ("cards Ah Ah Ah Ah Ah Ah Ah Ah Ah\n", 1, "cards.none_left", ""),
]


@pytest.mark.parametrize(("text", "line", "code", "citation"), REFUSALS)
def test_a_refused_line_stops_the_script(scripted: Scripted, text: str, line: int, code: str, citation: str) -> None:
    refused = scripted(text).refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.code, refused.refusal.citation) == (line, code, citation)


def test_all_bad_lines_are_reported_before_anything_is_dealt() -> None:
    text = 'Ann bet ten on 1\ndealer deal up\nAnn\ndeal bet 10 on 1\ndealer call nonsense\ncards Xx\n"Ann\n'
    text += "dealer step 0\nAnn cut\nAnn bet 5 on match-the-dealer\n"
    with pytest.raises(UnusableError) as error:
        parse(text, GRAMMAR)
    assert [problem.key for problem in error.value.problems] == [f"line {n}" for n in range(1, 11)]


LINES = """
    Ann bet 10 on 1
    "Ann Lee" bet 12.50 on 2 standing
    Ann bet 5 on match-the-dealer at 1
    "Ann Lee" bet 2.50 on over-under-13 over at 2
    Ann take back all on 1
    "Ann Lee" take back all on over-under-13 at 2
    "Ann Lee" take back all on over-under-13 over at 2
    Ann lay coupon 10 on 1
    "Ann Lee" lay coupon 2.50 on match-the-dealer at 2.1
    display 25
    burn 5h
    cards As Kh from left
    dealer deal
    dealer deal from right
    Ann stand
    Ann double for 7.50
    dealer call missed-card at 2.1
    dealer call reader-failed
    dealer step
    dealer step 3
    cards As Td
    Ann cut at 52
    Ann decline cut
    supervisor relieve dealer with Zoe
    supervisor shuffle
    Ann leave
    Ann leave with seat held
    supervisor let in Ann
    supervisor repair card reader
    dealer report failed light at 2
    supervisor repair light at 2
    dealer report jam
    dealer report exposed card
    dealer open
    Ann sit at 3
    "Ann Lee" sit at 2
    supervisor recut
    supervisor recut by next player
    supervisor idle table
    supervisor idle table face-down
    dealer resume play
    dealer resume play showing cards
    Ann ask for burn card
"""


@pytest.mark.parametrize("line", [line.strip() for line in LINES.strip().splitlines()])
def test_every_act_has_a_text_form_that_rebuilds_it(line: str) -> None:
    assert str(GRAMMAR.read(f"{line} # a comment")) == line


def test_every_word_of_a_script_is_tried() -> None:
    assert {type(GRAMMAR.read(line)) for line in LINES.strip().splitlines()} == set(GRAMMAR.acts)


SITUATIONS = [
    # a card forgotten, its hand named dead: the wager goes back
    ("cards 5h 6d 9c 7c\n" + ONE_BOX + "Ann hit\ndealer call missed-hit\nAnn dead\n", {}, {"Ann": 0}, "19:47-2.15(i)"),
    # box 2 is forgotten, takes the card after the others and stands
    (
        "cards Th 6d 9c 9h Td 8s Kc\nAnn bet 10 on 1\nBob bet 20 on 2\ndealer deal\ndealer call missed-card at 2\n"
        "Bob second-card\nAnn stand\nBob stand\n",
        {},
        {"Ann": 1000, "Bob": 2000},
        "19:47-2.15(g)",
    ),
    # the reader sees the blackjack before anybody draws
    ("cards Th Ad 9c Kh\n" + ONE_BOX + "Ann decline\n", {"hole_card": "card-reader"}, {"Ann": -1000}, "19:47-2.6(j)1"),
    # two on a box: the caller splits, the other keeps one wager on the second hand
    (
        "cards 8h 6d 8c Th Ts Kd 9h\nAnn bet 10 on 1\nBob bet 15 on 1 standing\ndealer deal\n"
        "Ann split\nBob keep-second\nAnn stand\nAnn stand\n",
        {"bettors_per_box": 2},
        {"Ann": 2000, "Bob": 1500},
        "19:47-2.13(e)",
    ),
    # a new dealer burns a card, so the first one named is not dealt
    (
        "cards 2c Th 6d 9c Td 8h\nsupervisor relieve dealer with Zoe\n" + ONE_BOX + "Ann stand\n",
        {},
        {"Ann": 1000},
        "19:47-2.6(c)",
    ),
]


@pytest.mark.parametrize(("text", "table", "net", "citation"), SITUATIONS)
def test_situations_from_scripts(
    scripted: Scripted, cites: Claim, text: str, table: dict[str, object], net: dict[str, int], citation: str
) -> None:
    played = scripted(text, table=table)
    assert played.refused is None
    assert [ended.net for ended in played.session.book.finished] == [net]
    cites(citation)
