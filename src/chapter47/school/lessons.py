"""Lessons: steps on the real felt with chosen cards. Each expected act is performed by the engine, so a lesson cannot
teach what the rules refuse."""

from functools import lru_cache

from msgspec import Struct

from chapter47.core.act import Act
from chapter47.core.act_words import BadActError
from chapter47.core.coaching import DecisionValues, WagerCost
from chapter47.core.errors import Problem
from chapter47.core.findings import Refusal
from chapter47.core.hosting import Offer
from chapter47.core.money import dollars
from chapter47.core.text import printable
from chapter47.school.lesson_file import Course, Lesson, LessonFileError, LessonReader, LessonStep
from chapter47.school.practice import DEAL, YOU, Options, Practice

SEED = "lesson"


class MarkedStep(Struct, frozen=True, kw_only=True):
    """A judged act or answer of a learner."""

    right: bool
    line: str
    by: str = ""


class LessonTable:
    """A lesson played up to a step that waits for the learner."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self.lesson, self.number = lesson, number
        self.step = lesson.steps[number]
        self.practice = Practice(lesson.posting, SEED, Options(coached=False))
        self.values: DecisionValues | None = None
        """Move values of the previous step's decision, if that step shows them."""
        self.won: int | None = None
        """Result of the round that the previous step ended."""
        for place, step in enumerate(lesson.steps[:number], start=1):
            self._perform(step, shown=place == number)

    def _perform(self, step: LessonStep, *, shown: bool) -> None:
        self.won = None
        if step.coach and shown:
            values = self.practice.coach.decision(YOU)
            self.values = values if isinstance(values, DecisionValues) else None
        rounds = len(self.practice.session.book.finished)
        if refusal := perform(self.practice, step):
            raise LessonFileError([_refused(refusal, step)])
        if step.act and len(self.practice.session.book.finished) > rounds:
            self.won = self.practice.session.book.finished[-1].net.get(YOU, 0)

    def price(self) -> WagerCost | None:
        """Return the price of the wager that the step asks for."""
        return self.practice.coach.wager(self._act(self.step.act)) if self.step.price else None

    def offers(self) -> list[Offer]:
        """Return what the learner can choose from; empty if the step asks for no act."""
        return self.practice.offers() if self.step.act else []

    @property
    def amount(self) -> int:
        """Return the stake that the step mentions."""
        return 0 if self.step.act in ("", DEAL) else int(getattr(self._act(self.step.act), "amount", 0) or 0)

    def mark(self, given: str) -> MarkedStep:
        """Judge whether this is the step's act or answer; a wrong act changes nothing."""
        step = self.step
        if step.ask:
            right = given == step.answer
            return MarkedStep(right=right, line="Right." if right else f"No. {step.hint}".strip())
        if not step.act:
            return MarkedStep(right=True, line="")
        if given == step.act or (DEAL not in (given, step.act) and self._act(given) == self._act(step.act)):
            return MarkedStep(right=True, line="Right.")
        refusal = None if given == DEAL else self.practice.session.perform(self._act(given))
        if refusal is not None:
            return MarkedStep(right=False, line=f"Not allowed here: {refusal.message}", by=refusal.citation)
        return MarkedStep(right=False, line=f"Not in this lesson. {step.hint}".strip())

    def _act(self, line: str) -> Act:
        return self.practice.session.playing.acts.read(f"{YOU} {line}")


def perform(practice: Practice, step: LessonStep) -> Refusal | None:
    """Perform a step: its cards, its throw, its act."""
    read = practice.session.playing.acts.read
    if step.cards and (refusal := practice.session.perform(read(f"cards {step.cards}"))):
        return refusal
    if step.dice:
        return practice.throw(step.dice)
    return practice.do(step.act if step.act == DEAL else f"{YOU} {step.act}") if step.act else None


def _refused(refusal: Refusal, step: LessonStep) -> Problem:
    return Problem("act", printable(step.act or step.cards or step.dice), refusal.message, refusal.citation)


# The validator -------------------------------------------------------------------------------------------------------


def read_course(text: str, name: str = "lesson file") -> tuple[Course | None, list[Problem]]:
    """Read a lesson file with all its problems: keys, tables, citations and, played step by step, acts."""
    reader = LessonReader(name)
    course = reader.course(text)
    played = [problem for lesson in course.lessons for problem in lesson_problems(lesson)] if course else []
    return course, [*reader.problems, *played]


def lesson_problems(lesson: Lesson) -> list[Problem]:
    """Play a lesson: the first impossible act ends it; wrong results and missing values do not."""
    practice = Practice(lesson.posting, SEED, Options(coached=False))
    problems: list[Problem] = []
    for number, step in enumerate(lesson.steps, start=1):
        place = f"lesson {lesson.name}, step {number}"
        rounds = len(practice.session.book.finished)
        try:
            refusal = perform(practice, step)
        except (BadActError, ValueError) as error:
            return [*problems, Problem(f"{place}.act", printable(step.act or step.cards or step.dice), str(error))]
        if refusal is not None:
            named = _refused(refusal, step)
            return [*problems, Problem(f"{place}.act", named.got, named.allowed, named.citation)]
        finished = practice.session.book.finished[rounds:]
        if step.result:
            problems += _result_problems(step, finished[-1].net.get(YOU, 0) if finished else None, place)
        if left := practice.session.playing.named_and_left(practice.session.table) if finished else "":
            problems.append(Problem(f"{place}.cards", left, "cards that are dealt before the round ends"))
    return problems


def _result_problems(step: LessonStep, won: int | None, place: str) -> list[Problem]:
    try:
        cents = round(100 * float(step.result))
    except ValueError:
        return [Problem(f"{place}.result", printable(step.result), "dollars such as 15 or -10")]
    if won is None:
        return [Problem(f"{place}.result", printable(step.result), "a result only where the act ends the round")]
    return (
        [] if won == cents else [Problem(f"{place}.result", dollars(cents), f"{dollars(won)}, as the engine settles")]
    )


@lru_cache(maxsize=32)
def own_course(text: str) -> Course:
    """Read and check a trainer's own file; raises `LessonFileError` with all problems."""
    course, problems = read_course(text)
    if problems or course is None:
        raise LessonFileError(problems)
    return course
