"""What people at the keyboard are asked: which wager, against which cards, about which hand; the cut once for all."""

import io
from typing import Any

import pytest

from chapter47.games import from_data
from chapter47.terminal.console import Terminal
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import play
from chapter47.terminal.screen import Screen

PROMPTS: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "multiple-action"}, "\n10\n10\n10\nq\n", "Wager 1 of 3 (Enter for $10):"),
    ({"game": "multiple-action"}, "\n10\n10\n10\nq\n", "Wager 3 of 3 (Enter for $10):"),
    ({"game": "multiple-action"}, "\n10\n0\nq\n", "3 wagers; yours are returned."),
    ({"game": "multiple-action"}, "\n10\n0\nq\n", "Ann takes back $10, box 1."),
    ({}, "\n10\nq\n", "in chips. Wager (Enter for $10):"),
    ({}, "\n10\nq\n", "Round 1 – 412 cards left in the shoe"),
    ({"game": "six-to-five", "decks": 2}, "\n10\nq\n", "cards left in the dealer's hand"),
    ({"game": "double-exposure"}, "\n10\nq\n", "Ann, box 1: 16 against 9♠ 6♥ >"),
    ({"game": "switch"}, "\n10\nq\n", "Ann, box 1: 13 (7♣ 6♥) and 11 (9♠ 2♣) against 9♥ – switch? >"),
    ({"game": "switch"}, "\n10\nk\nq\n", "Ann, box 1, hand 1 of 2: 13 (7♣ 6♥) against 9♥ >"),
]


def reported(capsys: pytest.CaptureFixture[str], table: dict[str, Any], typed: str, **options: Any) -> str:
    play(from_data(table), PlayOptions(seed=3, **options), io.StringIO(typed))
    return capsys.readouterr().out


@pytest.mark.parametrize(("table", "typed", "prompt"), PROMPTS)
def test_prompts(capsys: pytest.CaptureFixture[str], table: dict[str, Any], typed: str, prompt: str) -> None:
    assert prompt in reported(capsys, table, typed)


THREE = {"players": "Ann,Bob,Cleo", "rounds": 0}


def test_enter_declines_the_cut_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    out = reported(capsys, {}, "\n", **THREE)
    assert out.count("the cut:") == 1
    assert "Enter for no cut, n passes the cut to the next player:" in out
    assert "The dealer cuts 208 cards from the front." in out


def test_the_cut_can_be_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    out = reported(capsys, {}, "n\n100\n", **THREE)
    assert out.count("the cut:") == 2
    assert "Bob cuts 100 cards from the front." in out


def test_alone_nobody_is_there_to_pass_it_on_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Enter declines:" in reported(capsys, {}, "\n", rounds=0)


def test_at_the_next_shuffle_it_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    out = reported(capsys, {}, "\nsupervisor shuffle\n\nq\n", players="Ann,Bob")
    assert out.count("the cut:") == 2


def test_the_dealer_names_cards_as_the_table_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    out = reported(capsys, {}, "\n10\nq\n")
    assert "“1: 16 (7♣ 9♥)”" in out


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_line_of_keys_breaks_between_two_of_them(width: int) -> None:
    """At craps some twenty wagers may be made at once; a file keeps them in one line."""
    keys = [f"{letter}{number} wager-{letter}" for letter in "abcdef" for number in range(4)]
    printed_lines = io.StringIO()
    Screen(console=Terminal(file=printed_lines, width=width, force_terminal=True, color_system=None)).keys(keys)
    lines = printed_lines.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert [key for line in lines for key in line.split("   ")] == keys
    whole = io.StringIO()
    Screen(console=Terminal(file=whole, width=width)).keys(keys)
    assert whole.getvalue() == "   ".join(keys) + "\n"


def test_a_move_that_takes_no_amount_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    shown = reported(capsys, {}, "\n10\nh 5\nq\n")
    assert "Hit takes no amount." in shown
    assert "to box 1" not in shown


def test_before_the_first_round_there_is_no_round_0(capsys: pytest.CaptureFixture[str]) -> None:
    shown = reported(capsys, {"game": "craps"}, "q\n")
    assert "Before the first round – come out roll" in shown
    assert "Round 0" not in shown
