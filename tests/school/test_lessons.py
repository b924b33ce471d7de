"""Lessons: each expected act is legal, each result is the engine's, each citation exists, and a file's problems are all
reported."""

from pathlib import Path

import pytest

from chapter47.core.coaching import DecisionValues
from chapter47.games import GAMES
from chapter47.library.laws import law
from chapter47.school.lesson_file import FOLDER, course_named, course_names
from chapter47.school.lessons import LessonTable, read_course
from chapter47.school.practice import DEAL, YOU

SAMPLE = Path(__file__).parents[2] / "src/chapter47/web/static/lesson.toml"
CHECKED = ("double-exposure", pytest.param("", marks=pytest.mark.soak))
"""One course whose decisions are compared with basic strategy by default, and all of them in the long run."""


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_every_lesson_is_played_by_the_engine(name: str) -> None:
    course, problems = read_course((FOLDER / f"{name}.toml").read_text(), name)
    assert problems == []
    assert course is not None
    assert len(course.lessons) >= 8
    assert any(step.price for lesson in course.lessons for step in lesson.steps)
    for lesson in course.lessons:
        assert any(step.act for step in lesson.steps)
        cited = [citation for step in lesson.steps for citation in step.by]
        assert cited
        assert all(law(citation).citation == citation for citation in cited)


@pytest.mark.parametrize("only", CHECKED)
def test_decisions_of_lessons_are_those_of_basic_strategy(only: str) -> None:
    checked = 0
    for name in [only] if only else course_names():
        for lesson in course_named(name).lessons:
            for number, step in enumerate(lesson.steps):
                if step.act in ("", DEAL):
                    continue
                values = LessonTable(lesson, number).practice.coach.decision(YOU)
                if isinstance(values, DecisionValues):
                    assert step.act.split()[0] == values.best, (name, lesson.name, number + 1)
                    checked += 1
    assert checked


def test_a_step_is_judged() -> None:
    table = LessonTable(course_named("blackjack").lesson("insurance"), 2)
    assert not table.mark("stand").right
    assert table.mark("stand").by == "19:47-2.9(a)"
    assert not table.mark("insure for 5").right
    assert table.mark("decline").right


def test_a_question_is_judged() -> None:
    table = LessonTable(course_named("blackjack").lesson("pay-outs"), 3)
    assert table.mark("$52.50").right
    assert "$17.50" in table.mark("$42").line


def test_a_wager_of_a_lesson_has_its_price() -> None:
    table = LessonTable(course_named("craps").lesson("propositions"), 1)
    price = table.price()
    assert price is not None
    assert price.house_edge == pytest.approx(1 / 6)


def test_the_sample_file_can_be_taught() -> None:
    course, problems = read_course(SAMPLE.read_text())
    assert problems == []
    assert course is not None
    assert LessonTable(course.lesson("first-hand"), 3).won == 1000


BAD = """
game = "blackjack"
title = "Bad"
colour = "green"
[[lesson]]
name = "one"
title = "One"
[lesson.table]
dekcs = 6
[[lesson.step]]
text = "Cards"
[[lesson]]
name = "two"
title = "Two"
[[lesson.step]]
text = "A paragraph that is not there"
by = ["19:47-2.99"]
[[lesson.step]]
text = "Bet"
act = "bet 10 on 1"
price = "yes"
[[lesson.step]]
text = "Deal"
cards = "Ts 7h 9d Td"
act = "deal"
[[lesson.step]]
text = "Win"
act = "stand"
result = "25"
[[lesson.step]]
text = "Nothing to decide"
act = "hit"
[[lesson]]
name = "three"
title = "Three"
[[lesson.step]]
text = "Guess"
ask = "Which?"
choices = ["a", "b"]
answer = "c"
[[lesson.step]]
text = "Not an act"
act = "wager everything"
"""


def test_all_problems_of_a_file_are_reported() -> None:
    _, problems = read_course(BAD)
    keys = [problem.key for problem in problems]
    assert keys == [
        "colour",
        "lesson 1 (one).table.dekcs",
        "lesson 2 (two), step 1.by",
        "lesson 2 (two), step 2.price",
        "lesson 3 (three), step 1.answer",
        "lesson two, step 4.result",
        "lesson two, step 5.act",
        "lesson three, step 2.act",
    ]
    assert "$10" in problems[5].allowed


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("game = ", "file"),
        ('title = "x"', "game"),
        ('game = "poker"\ntitle = "x"\nlesson = []', "lesson"),
        ("x" * 100_001, "file"),
    ],
)
def test_what_is_not_a_lesson_file_is_refused(text: str, key: str) -> None:
    course, problems = read_course(text)
    assert course is None
    assert key in [problem.key for problem in problems]
