"""Codes of a chart: each is read in the order of its moves."""

import pytest

from chapter47.blackjack import chart_codes
from chapter47.blackjack.chart_codes import CHART_CODES, LEGEND, LETTERS, TEXTS, moves_of, number_of, open_move

ALWAYS = {"hit", "stand"}


@pytest.mark.parametrize(
    ("code", "is_open", "move"),
    [
        ("H", ALWAYS, "hit"),
        ("S", ALWAYS, "stand"),
        ("D", ALWAYS | {"double"}, "double"),
        ("D", ALWAYS, "hit"),
        ("Ds", ALWAYS, "stand"),
        ("Rh", ALWAYS | {"surrender"}, "surrender"),
        ("Rh", ALWAYS, "hit"),
        ("Rs", ALWAYS, "stand"),
        ("P", ALWAYS | {"split"}, "split"),
        ("P", ALWAYS, None),
        ("Rp", ALWAYS | {"split"}, "split"),
        ("Rp", ALWAYS, None),
    ],
)
def test_the_first_move_that_is_open(code: str, is_open: set[str], move: str | None) -> None:
    assert open_move(code, is_open) == open_move(number_of(code), is_open) == move


def test_numbers_and_names_agree() -> None:
    names = ("HIT", "STAND", "DOUBLE_OR_HIT", "DOUBLE_OR_STAND", "SURRENDER_OR_HIT", "SURRENDER_OR_STAND", "SPLIT")
    for number, name in enumerate((*names, "SURRENDER_OR_SPLIT")):
        assert getattr(chart_codes, name) == number
        assert "_OR_".join(moves_of(number)).upper() == name


def test_every_code_is_explained_and_begins_with_the_letter_of_its_move() -> None:
    assert sorted(LEGEND) == sorted(TEXTS)
    assert all(code.text[0] == LETTERS[code.moves[0]] for code in CHART_CODES)
