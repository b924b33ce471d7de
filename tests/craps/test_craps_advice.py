"""What each act is worth, given the point and what lies on the layout."""

from fractions import Fraction

import pytest

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.craps.analysis.advice import advise
from chapter47.craps.posting import PERMISSIBLE, CrapsPosting
from chapter47.craps.wagers import WAGERS

TABLE = CrapsPosting(buy=(4,))
POINTS_OF_DONT_COME = ", ".join(f"dont-come {point}" for point in (4, 5, 6, 8, 9, 10))


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
    assert len([*advice.lines((), "")]) == 2


def test_a_place_bet_is_better_taken_down() -> None:
    advice = advise(TABLE, {"point": "6", "layout": "place-to-win 8=12"})
    assert advice.moves["take-down place-to-win 8"] == Fraction(1, 66)
    assert advice.best == "take-down place-to-win 8"


def test_pass_need_not_name_the_point_that_it_has() -> None:
    named, plain = (
        advise(TABLE, {"point": "6", "layout": lying}).moves
        for lying in ("pass 6=10, pass-odds 6=10", "pass=10, pass-odds=10")
    )
    assert named == plain
    assert "take-down pass-odds 6" in plain


@pytest.mark.parametrize(
    ("point", "lying", "got", "allowed", "citation"),
    [
        ("off", "pass 6=10", "pass 6=10 with the point off", "pass", "19:47-1.2(a)1"),
        ("8", "dont-pass 6=10", "dont-pass 6=10 with the point 8", "dont-pass 8", "19:47-1.2(a)2"),
        (
            "8",
            "come 8=10",
            "come 8=10 with the point 8",
            "come, come 4, come 5, come 6, come 9, come 10",
            "19:47-1.2(a)3",
        ),
        ("off", "dont-come=10", "dont-come=10 with the point off", POINTS_OF_DONT_COME, "19:47-1.2(a)4"),
        ("6", "pass 6=10, pass 6=10", "pass 6=10", "pass 6 once", "19:47-1.2(a)1"),
        ("off", "luck=5", "luck=5", ", ".join(WAGERS), "19:47-1.2(a)"),
        ("off", "pass=x", "pass=x", "wagers such as: pass 6=10, place-to-win 8=12", ""),
        ("off", "buy 5=20", "buy 5=20 (not offered at this table)", f"{', '.join(PERMISSIBLE)}, buy 4", "19:47-1.5"),
        ("off", "horn-high 4=5", "horn-high 4=5 (horn-high cannot be bet on this)", "2, 3, 11, 12", "19:47-1.2(a)20"),
        (
            "off",
            "field=2000",
            "field=2000 (outside the limits of the table)",
            "$5 to $1,000 in steps of $1",
            "19:47-8.2",
        ),
        (
            "6",
            "pass-odds 6=10",
            "pass-odds 6=10 (odds need a pass wager that has its point)",
            "a pass wager with its point",
            "19:47-1.6",
        ),
        (
            "6",
            "pass-odds 6=25, pass 6=10",
            "pass-odds 6=25 (outside the limits for odds)",
            "$5 to $10 in steps of $5",
            "19:47-1.6",
        ),
    ],
)
def test_wagers_that_cannot_be_on_the_layout(point: str, lying: str, got: str, allowed: str, citation: str) -> None:
    with pytest.raises(Chapter47Error) as refused:
        advise(TABLE, {"point": point, "layout": lying})
    assert refused.value.problems == (Problem("layout", got, allowed, citation),)


def test_horn_high_without_its_area_lies_in_parts() -> None:
    with pytest.raises(Chapter47Error, match="horn, craps-2"):
        advise(CrapsPosting(horn_high_area=False), {"layout": "horn-high 2=5"})


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(Chapter47Error) as refused:
        advise(TABLE, {"point": "7", "layout": "luck=5, field=x", "up": "5h"})
    assert [(problem.key, problem.got) for problem in refused.value.problems] == [
        ("up", "5h"),
        ("point", "7"),
        ("layout", "luck=5"),
        ("layout", "field=x"),
    ]
    with pytest.raises(Chapter47Error) as refused:
        advise(TABLE, {"point": "6", "layout": "pass 8=10, come 6=10, field=10.50, place-to-win 6=12"})
    assert [problem.got.split("=")[0] for problem in refused.value.problems] == ["pass 8", "come 6", "field"]


def test_by_the_other_reading_a_come_wager_may_have_the_point_of_the_table() -> None:
    table = CrapsPosting(readings={"1996 19:47-1.2(a)3": "any-roll"})
    assert "take-down dont-come 6" in advise(table, {"point": "6", "layout": "dont-come 6=10"}).moves
