"""Routes of lessons and of playing the dealer. To show or judge a step, all steps before it are replayed: the server
keeps no state."""

from asyncio import to_thread
from typing import Final

from fastapi import Response
from msgspec import to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from chapter47.core.act_words import BadActError
from chapter47.core.cards import Faces
from chapter47.core.event import ChipsMoved
from chapter47.core.json_object import Json
from chapter47.core.log import Frame
from chapter47.drawing.settings import Settings
from chapter47.school.dealer import DealerAct, DealerRound, dealt_round
from chapter47.school.lesson_file import Course, LessonFileError, course_named, course_names
from chapter47.school.lessons import LessonTable, own_course, read_course
from chapter47.service.api import models, school_models
from chapter47.service.api.endpoints import Endpoint, ThePit, TheStudy, json
from chapter47.service.api.practice import NARROWEST, WIDEST, drawn, narrated
from chapter47.service.api.school import rules_of, table_file
from chapter47.service.pit import Pit
from chapter47.service.terms import ServiceError
from chapter47.session.narration import event_text
from chapter47.session.pictures import drawn_log


async def list_lessons() -> list[school_models.CourseListed]:
    """List all courses on the server, with their lessons."""
    return await to_thread(lambda: [_listed(course_named(name)) for name in course_names()])


def _listed(course: Course) -> school_models.CourseListed:
    lessons = [
        school_models.LessonListed(name=lesson.name, title=lesson.title, steps=len(lesson.steps))
        for lesson in course.lessons
    ]
    return school_models.CourseListed(course=course.name, game=course.game, title=course.title, lessons=lessons)


async def step(asked: school_models.LessonAsked, pit: ThePit, study: TheStudy) -> Response:
    """Show a step: its text and paragraphs, the felt, what you may do, and the result of the previous step."""
    return json(await study(_step_shown, _with_file(asked, pit)))


def _with_file(asked: school_models.LessonAsked, pit: Pit) -> str:
    """The request with the file of a class's own lesson, as text for another process."""
    file = pit.school.assignment(asked.of_class, asked.item).file if asked.of_class else asked.file
    return asked.model_copy(update={"file": file}).model_dump_json()


def _step_shown(text: str) -> bytes:
    asked = school_models.LessonAsked.model_validate_json(text)
    return encode(_shown(_table(asked), asked))


async def answer(asked: school_models.LessonAnswer, pit: ThePit, study: TheStudy) -> Response:
    """Judge whether an act or an answer is what the step asks for; if not, why."""
    return json(await study(_marked, _with_file(asked, pit)))


def _marked(text: str) -> bytes:
    asked = school_models.LessonAnswer.model_validate_json(text)
    try:
        return encode(_table(asked).mark(asked.answer))
    except BadActError as error:
        raise ServiceError("act.bad", error.message, allowed=error.advice) from None


async def check(asked: school_models.LessonFile, study: TheStudy) -> school_models.LessonFileChecked:
    """Check a lesson file: its keys, tables and citations, and each act, played by the engine."""
    checked: school_models.LessonFileChecked = await study(_file_checked, asked.file)
    return checked


def _file_checked(file: str) -> school_models.LessonFileChecked:
    course, problems = read_course(file)
    shown = [school_models.LessonProblem(**problem.data()) for problem in problems]
    return school_models.LessonFileChecked(course=_listed(course) if course else None, problems=shown)


def _table(asked: school_models.LessonAsked) -> LessonTable:
    try:
        course = own_course(asked.file) if asked.file else course_named(asked.course)
        lesson = course.lesson(asked.lesson)
        if asked.step >= len(lesson.steps):
            raise ServiceError(
                "lesson.no_step",
                "No such step",
                got=str(asked.step),
                allowed=f"0 to {len(lesson.steps) - 1}",
                status=404,
            )
        return LessonTable(lesson, asked.step)
    except LessonFileError as error:
        raise ServiceError(
            "lesson.unknown", str(error)[:2000], allowed="GET /api/v1/school/lessons", status=404
        ) from None


def _shown(table: LessonTable, asked: school_models.LessonAsked) -> Json:
    step, practice, price = table.step, table.practice, table.price()
    return {
        "title": table.lesson.title,
        "step": table.number,
        "steps": len(table.lesson.steps),
        "text": step.text,
        "by": list(step.by),
        "ask": step.ask,
        "choices": list(step.choices),
        "acts": bool(step.act),
        "amount": table.amount,
        "may": [offer.data() for offer in table.offers()],
        "may_deal": bool(step.act) and practice.may_deal,
        "price": price.data() if price else None,
        "values": table.values.data() if table.values else None,
        "won": table.won,
        "said": narrated(practice),
        "svg": drawn(practice, asked.width, asked.felt),
    }


# Play the dealer -----------------------------------------------------------------------------------------------------


async def dealer(asked: school_models.DealerRoundAsked, pit: ThePit, study: TheStudy) -> Response:
    """Play the dealer for a round: the felt, your choices, and a judgement of each act with its paragraph. Nothing
    reveals what comes next."""
    return json(await study(_dealt, asked.model_dump_json(), table_file(pit, asked.game, asked.table)))


def _dealt(text: str, file: str) -> bytes:
    asked = school_models.DealerRoundAsked.model_validate_json(text)
    posting = rules_of(asked.game, file)
    acts = [DealerAct(kind=act.kind, what=act.what, amount=act.amount) for act in asked.acts]
    played = DealerRound(dealt_round(posting, asked.seed, asked.number), acts)
    playing, faces, seen = played.dealing.playing, Faces(), played.seen()
    whole = [replace(entry, line=0) for entry in played.dealing.entries]
    frames = _without_later(list(playing.replay(posting, whole)), len(seen))
    settings = Settings(width=int(min(max(asked.width, NARROWEST), WIDEST)), felt=asked.felt)
    said = [event_text(entry.event, faces, playing).replace(faces.back, "a card") for entry in seen]
    shown = {
        "title": played.dealing.game.title,
        "svg": drawn_log(played.dealing.game, posting, frames, settings),
        "said": said[-12:],
        "kinds": played.kinds(),
        "hands": played.hands(),
        "wagers": [{"name": name, "amount": amount} for name, amount in played.wagers().items()],
        "phrases": played.phrases(),
        "marks": [to_builtins(mark) for mark in played.marks],
        "over": played.expected is None,
    }
    return encode(shown)


def _without_later(frames: list[Frame], seen: int) -> list[Frame]:
    """Return the frames up to now. If a game settles a throw as a whole, the frame after the throw already has its
    results; then the earlier felt is kept."""
    later = [frame.state for frame in frames[seen:] if isinstance(frame.entry.event, ChipsMoved)]
    while seen > 1 and frames[seen - 1].state in later:
        seen -= 1
    return frames[:seen]


ENDPOINTS: Final = (
    Endpoint("POST", "/school/dealer", dealer, models.View),
    Endpoint("GET", "/school/lessons", list_lessons, list[school_models.CourseListed]),
    Endpoint("POST", "/school/lessons/step", step, models.View),
    Endpoint("POST", "/school/lessons/answer", answer, school_models.LessonMarked),
    Endpoint("POST", "/school/lessons/check", check, school_models.LessonFileChecked),
)
