"""Scripts of `chapter47 play`: their lines, what is refused in them, and rounds that they tell."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack.acts import ACTS
from chapter47.games import from_data
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse, words_of
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


ONE_BOX = "bet 1 Ann 10\ndeal\n"
REFUSALS = [
    ("bet 1 Ann 5\n", 1, "bet.limits", "19:47-8.2"),
    ("bet 1 Ann 10\nbet 1 Bob 10\n", 2, "bet.seated", "19:47-2.13(b)"),
    ("deal\n", 1, "bets.none", "19:47-2.3(a)"),
    ("bet 1 Ann 10\ndeal right\n", 2, "deal.side", "19:47-2.6(d)1"),
    ("bet 1 Ann 10\ndeal left\n", 2, "deal.side", "19:47-2.6(d)1"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Ann double 11\n", 4, "move.amount", "19:47-2.10(a)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Ann split\n", 4, "move.not_legal", "19:47-2.11(a)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "Bob stand\n", 4, "move.not_your_turn", "19:47-2.6(f)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "shuffle\n", 4, "act.not_now", "19:47-2.6"),
    ("cards Th 6d 9c\n" + ONE_BOX + "step 4\n", 4, "step.decision", "19:47-2.6"),
    ("cards Th 6d 9c\n" + ONE_BOX + "call missed-hit\n", 4, "call.not_now", "19:47-2.15(i)"),
    ("cards Th 6d 9c\n" + ONE_BOX + "call missed-card D\n", 4, "call.hand", "19:47-2.15"),
    (ONE_BOX + "call too-few-cards\n", 3, "call.not_now", "19:47-2.15(f)"),
    ("cards Ah Ah Ah Ah Ah Ah Ah Ah Ah\n", 1, "cards.none_left", ""),
]


@pytest.mark.parametrize(("text", "line", "code", "citation"), REFUSALS)
def test_a_refused_line_stops_the_script(scripted: Scripted, text: str, line: int, code: str, citation: str) -> None:
    refused = scripted(text).refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.code, refused.refusal.citation) == (line, code, citation)


def test_all_bad_lines_are_told_before_anything_is_dealt() -> None:
    text = 'bet one Ann 10\ndeal up\nAnn\nbet 1 deal 10\ncall nonsense\ncards Xx\n"Ann\nstep 0\ncut Ann\nside 1 Ann 5\n'
    with pytest.raises(UnusableError) as error:
        parse(text, ACTS)
    assert [problem.key for problem in error.value.problems] == [f"line {n}" for n in range(1, 11)]


LINES = """
    bet 1 Ann 10
    bet 2 "Ann Lee" 12.50 standing
    side 1 Ann match-the-dealer 5
    side 2 "Ann Lee" over-under-13 over 2.50
    withdraw 1 Ann
    withdraw 2 "Ann Lee" over-under-13
    withdraw 2 "Ann Lee" over-under-13 over
    coupon 1 Ann 10
    coupon 2.1 "Ann Lee" match-the-dealer 2.50
    display 25
    burn 5h
    cards left As Kh
    deal
    deal right
    Ann stand
    Ann double 7.50
    call missed-card 2.1
    call reader-failed
    step
    step 3
    cards As Td
    cut Ann 52
    cut Ann no
    relieve Zoe
    shuffle
    leave Ann
    leave Ann held
    let-in Ann
    repair-reader
    fail-light 2
    repair-light 2
    jam
    open
    sit 3 Ann
    sit 2 "Ann Lee"
    recut
    recut next
    idle
    idle face-down
    resume
    resume asked
    show-burn
"""


@pytest.mark.parametrize("line", [line.strip() for line in LINES.strip().splitlines()])
def test_every_act_has_a_text_form_that_rebuilds_it(line: str) -> None:
    assert str(ACTS.read(words_of(f"{line} # a comment"))) == line


def test_every_word_of_a_script_is_tried() -> None:
    assert set(ACTS.by_word) <= {line.split()[0] for line in LINES.strip().splitlines()}


SITUATIONS = [
    # a card forgotten, its hand named dead: the wager goes back
    ("cards 5h 6d 9c 7c\n" + ONE_BOX + "Ann hit\ncall missed-hit\nAnn dead\n", {}, {"Ann": 0}, "19:47-2.15(i)"),
    # box 2 is forgotten, takes the card after the others and stands
    (
        "cards Th 6d 9c 9h Td 8s Kc\nbet 1 Ann 10\nbet 2 Bob 20\ndeal\ncall missed-card 2\n"
        "Bob second-card\nAnn stand\nBob stand\n",
        {},
        {"Ann": 1000, "Bob": 2000},
        "19:47-2.15(g)",
    ),
    # the reader sees the blackjack before anybody draws
    ("cards Th Ad 9c Kh\n" + ONE_BOX + "Ann decline\n", {"hole_card": "card-reader"}, {"Ann": -1000}, "19:47-2.6(j)1"),
    # two on a box: the caller splits, the other keeps one wager on the second hand
    (
        "cards 8h 6d 8c Th Ts Kd 9h\nbet 1 Ann 10\nbet 1 Bob 15 standing\ndeal\n"
        "Ann split\nBob keep-second\nAnn stand\nAnn stand\n",
        {"bettors_per_box": 2},
        {"Ann": 2000, "Bob": 1500},
        "19:47-2.13(e)",
    ),
    # a new dealer burns a card, so the first one named is not dealt
    ("cards 2c Th 6d 9c Td 8h\nrelieve Zoe\n" + ONE_BOX + "Ann stand\n", {}, {"Ann": 1000}, "19:47-2.6(c)"),
]


@pytest.mark.parametrize(("text", "table", "net", "citation"), SITUATIONS)
def test_situations_from_scripts(
    scripted: Scripted, cites: Claim, text: str, table: dict[str, object], net: dict[str, int], citation: str
) -> None:
    played = scripted(text, table=table)
    assert played.refused is None
    assert [ended.net for ended in played.session.book.finished] == [net]
    cites(citation)
