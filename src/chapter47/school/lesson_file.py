"""Lesson files: TOML that a trainer writes. A file has a game, a table and lessons; a lesson is a list of steps.

A step has a text with citations. It may name the cards or dice that come next, the act that the learner makes, a
question, and what the learner wins or loses in the round. Reading a file reports all its problems at once."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords, unknown_key
from chapter47.core.json_object import Json
from chapter47.core.posting import Posting
from chapter47.core.tablefile.toml import TomlError, toml_data
from chapter47.core.text import printable
from chapter47.games import GAMES, from_data
from chapter47.library.checks import check
from chapter47.library.laws import NoSuchParagraphError, law

FOLDER: Final = Path(__file__).with_name("courses")
MOST_LESSONS: Final = 40
MOST_STEPS: Final = 60
LONGEST_FILE: Final = 100_000
"""Maximum length in characters."""


class LessonFileError(Chapter47Error, ValueError):
    """A lesson file that cannot be taught, with every problem in it."""


class LessonStep(Struct, frozen=True, kw_only=True):
    """One step of a lesson. Without `act` and `ask` it is only read."""

    text: str
    by: tuple[str, ...] = ()
    """The paragraphs behind the text."""
    cards: str = ""
    """The next cards of the shoe, such as `As Kh`."""
    dice: str = ""
    """The next throw, such as `4 2`."""
    act: str = ""
    """The learner's act without a name: `bet 10 on 1`, `deal`, `stand`."""
    hint: str = ""
    """Shown after a wrong act or answer."""
    ask: str = ""
    choices: tuple[str, ...] = ()
    answer: str = ""
    result: str = ""
    """What the learner wins or loses in the round that the act ends, in dollars: `15`, `-10`."""
    price: bool = False
    """Whether the price of the act's wager is shown."""
    coach: bool = False
    """Whether the value of each move is shown after the decision."""


class Lesson(Struct, frozen=True, kw_only=True):
    """A lesson on one table."""

    name: str
    title: str
    posting: Posting
    steps: tuple[LessonStep, ...]


class Course(Struct, frozen=True, kw_only=True):
    """The lessons of one file."""

    name: str
    title: str
    game: str
    lessons: tuple[Lesson, ...]

    def lesson(self, name: str) -> Lesson:
        for lesson in self.lessons:
            if lesson.name == name:
                return lesson
        allowed = ", ".join(lesson.name for lesson in self.lessons)
        raise LessonFileError([Problem("lesson", printable(name), allowed)], self.name)


Reader = Callable[[object], Any]
"""Converts a value of a file to that of a field; raises `ValueError` with what is allowed."""


def _text(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise ValueError("a text")


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise ValueError("a list of texts")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("true or false")


def _table(value: object) -> Json:
    if isinstance(value, dict):
        return value
    raise ValueError("a table of keys of a table file")


def _tables(value: object) -> list[Json]:
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return value
    raise ValueError("one or more tables in double brackets")


FILE_KEYS: Final[Mapping[str, Reader]] = {"game": _text, "title": _text, "table": _table, "lesson": _tables}
LESSON_KEYS: Final[Mapping[str, Reader]] = {"name": _text, "title": _text, "table": _table, "step": _tables}
STEP_KEYS: Final[Mapping[str, Reader]] = {
    "text": _text,
    "by": _texts,
    "cards": _text,
    "dice": _text,
    "act": _text,
    "hint": _text,
    "ask": _text,
    "choices": _texts,
    "answer": _text,
    "result": _text,
    "price": _flag,
    "coach": _flag,
}


class LessonReader:
    """Reads one file and collects its problems."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []

    def course(self, text: str) -> Course | None:
        """Return the course as far as it can be read; None if it has no playable lesson."""
        if len(text) > LONGEST_FILE:
            self._add("file", f"{len(text):,} characters", f"at most {LONGEST_FILE:,} characters")
            return None
        try:
            data = toml_data(text)
        except TomlError as error:
            self.problems.append(ProblemInWords("file", f"is not TOML: {error}", "a lesson file in TOML"))
            return None
        values = self._values(data, FILE_KEYS, "", required=("game", "title", "lesson"))
        game = values.get("game", "")
        names = [known.name for known in GAMES if known.playing]
        if game and game not in names:
            self._add("game", printable(game), ", ".join(names))
        rows = values.get("lesson", [])
        if len(rows) > MOST_LESSONS:
            self._add("lesson", f"{len(rows)} lessons", f"at most {MOST_LESSONS} lessons in a file")
        if game not in names or "title" not in values:
            return None
        base = {"game": game, **values.get("table", {})}
        read = [self._lesson(row, base, f"lesson {place}") for place, row in enumerate(rows[:MOST_LESSONS], start=1)]
        lessons = tuple(lesson for lesson in read if lesson)
        doubled = {lesson.name for lesson in lessons if sum(lesson.name == other.name for other in lessons) > 1}
        for name in sorted(doubled):
            self._add("lesson.name", printable(name), "a name that no other lesson of the file has")
        return Course(name=self.name, title=values["title"], game=game, lessons=lessons) if lessons else None

    def _lesson(self, row: Json, base: Json, where_: str) -> Lesson | None:
        values = self._values(row, LESSON_KEYS, f"{where_}.", required=("name", "title", "step"))
        place = f"{where_} ({printable(values.get('name', '?'))})"
        steps = values.get("step", [])
        if len(steps) > MOST_STEPS:
            self._add(f"{place}.step", f"{len(steps)} steps", f"at most {MOST_STEPS} steps in a lesson")
        read = [self._step(step, f"{place}, step {number}") for number, step in enumerate(steps[:MOST_STEPS], start=1)]
        posting = self._posting({**base, **values.get("table", {})}, place)
        if posting is None or None in read or not {"name", "title", "step"} <= values.keys():
            return None
        kept = tuple(step for step in read if step)
        return Lesson(name=values["name"], title=values["title"], posting=posting, steps=kept)

    def _posting(self, data: Json, place: str) -> Posting | None:
        try:
            posting: Posting = from_data(data)
        except Chapter47Error as error:
            for problem in error.problems:
                self._add(f"{place}.table.{problem.key}", problem.got, problem.allowed, problem.citation)
            return None
        verdict = check(posting)
        for finding in verdict.findings if verdict.lawful is False else ():
            self._add(f"{place}.table", finding.message, "a lawful table", finding.citation)
        return posting

    def _step(self, row: Json, place: str) -> LessonStep | None:
        values = self._values(row, STEP_KEYS, f"{place}.", required=("text",))
        for citation in values.get("by", ()):
            try:
                law(citation)
            except NoSuchParagraphError:
                self._add(f"{place}.by", printable(citation), "a paragraph of the editions held")
        if "ask" in values and values.get("answer") not in values.get("choices", ()):
            self._add(f"{place}.answer", printable(values.get("answer", "nothing")), "one of `choices`")
        if "ask" in values and "act" in values:
            self._add(f"{place}.ask", "a question and an act", "one of them in a step")
        if "ask" not in values and ("choices" in values or "answer" in values):
            self._add(f"{place}.ask", "no question", "`ask` beside `choices` and `answer`")
        return LessonStep(**values) if "text" in values else None

    def _values(self, row: Json, keys: Mapping[str, Reader], prefix: str, *, required: Iterable[str]) -> Json:
        values: Json = {}
        for name, value in row.items():
            if name not in keys:
                self.problems.append(unknown_key(name, keys, prefix))
                continue
            try:
                values[name] = keys[name](value)
            except ValueError as error:
                self._add(f"{prefix}{name}", printable(repr(value)), str(error))
        for name in required:
            if name not in row:
                self._add(f"{prefix}{name}", "nothing", "this key is required")
        return values

    def _add(self, key: str, got: str, allowed: str, citation: str = "") -> None:
        self.problems.append(Problem(key, got, allowed, citation))


def course_names() -> list[str]:
    """Return the courses that come with the program, in the order of the games."""
    return [game.name for game in GAMES if (FOLDER / f"{game.name}.toml").exists()]


@cache
def course_named(name: str) -> Course:
    """Return a course that comes with the program; a test plays all of them."""
    if name not in course_names():
        raise LessonFileError([Problem("course", printable(name), ", ".join(course_names()))])
    course = LessonReader(name).course((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert course is not None
    return course
