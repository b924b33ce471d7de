"""What each act is worth, given the point and what lies on the layout."""

from fractions import Fraction

import pytest

from chapter47.core.errors import Chapter47Error
from chapter47.craps.analysis.advice import advise
from chapter47.craps.posting import CrapsPosting

TABLE = CrapsPosting(buy=(4,))


def test_before_a_come_out_roll() -> None:
    moves = advise(TABLE, {}).moves
    assert moves["bet pass"] == Fraction(-7, 495)
    assert moves["bet dont-pass"] == Fraction(-3, 220)
    assert moves["bet buy 4"] == Fraction(-1, 20)
    assert "bet come" not in moves
    assert advise(TABLE, {}).best == "bet dont-pass"


def test_odds_cost_nothing_and_a_dont_pass_with_its_point_is_not_taken_down() -> None:
    advice = advise(TABLE, {"point": "6", "layout": "pass 6=10, dont-pass 6=10"})
    assert advice.moves["bet pass-odds 6"] == 0
    assert advice.moves["bet dont-pass-odds 6"] == 0
    assert advice.moves["take-down dont-pass 6"] == Fraction(-1, 11)
    assert "take-down pass 6" not in advice.moves
    assert advice.data()["best"] == "bet pass-odds 6"
    assert len([*advice.told((), "")]) == 2


def test_a_place_bet_is_better_taken_down() -> None:
    advice = advise(TABLE, {"point": "6", "layout": "place-to-win 8=12"})
    assert advice.moves["take-down place-to-win 8"] == Fraction(1, 66)
    assert advice.best == "take-down place-to-win 8"


@pytest.mark.parametrize(
    "known",
    [{"point": "7"}, {"layout": "luck=5"}, {"layout": "pass 7=5"}, {"layout": "pass=x"}, {"layout": "horn-high 4=5"}],
)
def test_what_cannot_lie_there(known: dict[str, str]) -> None:
    with pytest.raises(Chapter47Error):
        advise(TABLE, known)
