"""Routes for data that the school stores: learners' books, puzzle schedules and classes."""

from typing import Annotated, Final

from fastapi import Path
from msgspec import to_builtins
from msgspec.json import encode

from chapter47.core.errors import Chapter47Error
from chapter47.core.json_object import Json
from chapter47.school import drills
from chapter47.school.dealer import DealerAct, DealerRound, dealt_round
from chapter47.school.lesson_file import Course, course_named
from chapter47.school.lessons import LessonTable, own_course
from chapter47.school.practice import Options, practised
from chapter47.school.puzzles import PuzzleCardError, scheduled
from chapter47.service.api import school_models
from chapter47.service.api.endpoints import Endpoint, TheActor, ThePit, TheStudy
from chapter47.service.api.school import CLASS_TABLE, rules_of, table_file
from chapter47.service.pit import Pit
from chapter47.service.school_books import Assignment, ClassResult, SchoolClass
from chapter47.service.terms import Actor, ServiceError

MOST_BYTES: Final = 400_000
"""Maximum size of a learner's book."""
ClassId = Annotated[str, Path(max_length=40)]


async def book(pit: ThePit, actor: TheActor) -> school_models.BookShown:
    """Show your book: drills, lessons, sessions, puzzles."""
    return school_models.BookShown(book=pit.school.book(actor.name))


async def keep_book(asked: school_models.BookAsked, pit: ThePit, actor: TheActor) -> school_models.BookShown:
    """Store your book on the server, replacing the earlier one."""
    size = len(encode(asked.book))
    if size > MOST_BYTES:
        raise ServiceError(
            "book.too-large", "The book is too large", got=f"{size:,} bytes", allowed=f"{MOST_BYTES:,} bytes"
        )
    await pit.school.keep(actor.name, asked.book)
    return school_models.BookShown(book=asked.book)


async def schedule(asked: school_models.PuzzleAnswered) -> school_models.PuzzleScheduled:
    """Schedule a puzzle after this answer."""
    try:
        answered = scheduled(asked.card, right=asked.right, now=asked.now)
    except PuzzleCardError as error:
        problem = error.problems[0]
        raise ServiceError("puzzle.bad", "Not a puzzle card", got=problem.got, allowed=problem.allowed) from None
    return school_models.PuzzleScheduled(card=answered.card, due=answered.due)


# Classes -------------------------------------------------------------------------------------------------------------


async def list_classes(pit: ThePit, actor: TheActor) -> list[school_models.ClassShown]:
    """List the classes that you teach or belong to."""
    return [_shown(known, actor) for known in pit.school.classes_of(actor.name)]


async def open_class(
    asked: school_models.ClassAsked, pit: ThePit, actor: TheActor, study: TheStudy
) -> school_models.ClassShown:
    """Open a class with assignments; give its id to the people who should join."""
    if (size := sum(len(each.file) for each in asked.assignments)) > MOST_BYTES:
        raise ServiceError(
            "class.too-large", "The lesson files are too large", got=f"{size:,} characters", allowed=f"{MOST_BYTES:,}"
        )
    assignments = tuple(_assignment(pit, each) for each in asked.assignments)
    for number, each in enumerate(assignments):
        await study(_check, number, each)
    return _shown(await pit.school.open(asked.title, actor, assignments), actor)


def _assignment(pit: Pit, asked: school_models.AssignmentAsked) -> Assignment:
    """With the rules of its table as they are now: the table may be closed before the class is done."""
    return Assignment(rules=table_file(pit, asked.game, asked.table), **asked.model_dump(exclude={"table"}))


def _check(number: int, assignment: Assignment) -> None:
    """Refuse an assignment that cannot be done."""
    try:
        posting = rules_of(assignment.game, assignment.rules)
        if assignment.kind == "drill":
            drills.task(posting, assignment.name, "check")
        elif assignment.kind == "lesson":
            _course(assignment).lesson(assignment.name)
    except Chapter47Error as error:
        problem = error.problems[0]
        message = f"Assignment {number + 1} cannot be done: {problem.key}"
        raise ServiceError("class.bad", message, got=problem.got, allowed=problem.allowed) from None


def _course(assignment: Assignment) -> Course:
    return own_course(assignment.file) if assignment.file else course_named(assignment.game)


async def show_class(class_: ClassId, pit: ThePit, actor: TheActor) -> school_models.ClassShown:
    """Show a class: its assignments and your results or, for its trainer, everybody's."""
    return _shown(pit.school.get(class_), actor)


async def join_class(class_: ClassId, pit: ThePit, actor: TheActor) -> school_models.ClassShown:
    """Join a class."""
    return _shown(await pit.school.join(class_, actor.name), actor)


async def class_result(
    class_: ClassId, asked: school_models.ClassWork, pit: ThePit, actor: TheActor, study: TheStudy
) -> school_models.ClassShown:
    """Hand in what you did for an assignment. The server judges it again from its seed."""
    assignment = pit.school.assignment(class_, asked.item)
    right, number, cost = await study(_judged, assignment, asked.model_dump_json())
    result = ClassResult(right=right, asked=number, cost=cost, at=pit.school.now())
    return _shown(await pit.school.add(class_, actor.name, asked.item, result), actor)


def _judged(assignment: Assignment, text: str) -> tuple[int, int, int]:
    try:
        return _counted(assignment, school_models.ClassWork.model_validate_json(text))
    except (Chapter47Error, ValueError) as error:
        raise ServiceError(
            "class.bad_work", "This cannot be judged", got=str(error)[:200], allowed="answers or acts of the assignment"
        ) from None


def _counted(assignment: Assignment, work: school_models.ClassWork) -> tuple[int, int, int]:
    """Return the number of right answers, the number of questions, and the cost of mistakes."""
    posting = rules_of(assignment.game, assignment.rules)
    match assignment.kind:
        case "drill":
            given = work.answers[: assignment.number]
            tasks = [drills.task(posting, assignment.name, assignment.seed, place) for place in range(len(given))]
            right = sum(drills.mark(answer, task).right for answer, task in zip(given, tasks, strict=True))
            return right, assignment.number, 0
        case "lesson":
            lesson = _course(assignment).lesson(assignment.name)
            asked = [place for place, step in enumerate(lesson.steps) if step.act or step.ask]
            marks = [
                LessonTable(lesson, place).mark(answer) for place, answer in zip(asked, work.answers, strict=False)
            ]
            return sum(mark.right for mark in marks), len(asked), 0
        case "dealer":
            acts = [DealerAct(kind=act.kind, what=act.what, amount=act.amount) for act in work.acts]
            whole = DealerRound(dealt_round(posting, assignment.seed, 0), acts)
            return sum(mark.right for mark in whole.marks), whole.length, 0
    played = practised(posting, assignment.seed, Options(), work.answers)
    rounds = played.reviews()[: assignment.number]
    decisions = [decision for each in rounds for decision in each.decisions]
    return sum(each.judged.right for each in decisions), len(decisions), -sum(each.skill for each in rounds)


def _shown(known: SchoolClass, actor: Actor) -> school_models.ClassShown:
    data = to_builtins(known)
    if actor.name != known.trainer:
        data["members"] = {name: own for name, own in data["members"].items() if name == actor.name}
    data["assignments"] = [_assignment_shown(known.id, item, each) for item, each in enumerate(known.assignments)]
    return school_models.ClassShown.model_validate(data)


def _assignment_shown(id_: str, item: int, each: Assignment) -> Json:
    """Without the lesson file and the rules: they hold answers and cards to come."""
    return {
        **{name: getattr(each, name) for name in ("kind", "game", "name", "seed", "number")},
        "own": bool(each.file),
        "title": _course(each).lesson(each.name).title if each.kind == "lesson" else "",
        "table": f"{CLASS_TABLE}:{id_}:{item}" if each.rules else "",
    }


ENDPOINTS: Final = (
    Endpoint("GET", "/school/book", book, school_models.BookShown),
    Endpoint("PUT", "/school/book", keep_book, school_models.BookShown),
    Endpoint("POST", "/school/puzzles/schedule", schedule, school_models.PuzzleScheduled),
    Endpoint("GET", "/school/classes", list_classes, list[school_models.ClassShown]),
    Endpoint("POST", "/school/classes", open_class, school_models.ClassShown),
    Endpoint("GET", "/school/classes/{class_}", show_class, school_models.ClassShown),
    Endpoint("POST", "/school/classes/{class_}/join", join_class, school_models.ClassShown),
    Endpoint("POST", "/school/classes/{class_}/results", class_result, school_models.ClassShown),
)
