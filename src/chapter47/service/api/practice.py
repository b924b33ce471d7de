"""Routes of practice: a session is its seed and the learner's acts, from which every answer is replayed."""

from collections.abc import Callable, Sequence
from typing import Final

from fastapi import Response
from msgspec import to_builtins
from msgspec.json import encode

from chapter47.core.act_words import BadActError
from chapter47.core.cards import Faces
from chapter47.core.coaching import DecisionValues
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.drawing.settings import FeltColour, Settings
from chapter47.school.practice import KEPT, YOU, Options, Practice, practised, what_if
from chapter47.service.api import models, school_models
from chapter47.service.api.endpoints import Endpoint, ThePit, TheStudy, json
from chapter47.service.api.school import rules_of, table_file
from chapter47.service.terms import ServiceError
from chapter47.session.narration import event_text
from chapter47.session.pictures import drawn_table

NARROWEST: Final = 320
WIDEST: Final = 2000
MOST_FRAMES: Final = 60
"""Pictures of one act."""


async def practice(asked: school_models.PracticeAsked, pit: ThePit, study: TheStudy) -> Response:
    """Show the table after these acts: the felt, what you may do, what happened, the coach's line and your rounds."""
    return json(await study(_state, asked.model_dump_json(), table_file(pit, asked.game, asked.table)))


async def other_move(asked: school_models.WhatIfAsked, pit: ThePit, study: TheStudy) -> Response:
    """Show what a round would have won with the same cards, had you made another move."""
    return json(
        await study(_other_result, asked.model_dump_json(), table_file(pit, asked.session.game, asked.session.table))
    )


def _other_result(text: str, file: str) -> bytes:
    asked = school_models.WhatIfAsked.model_validate_json(text)

    def played() -> Json:
        session, posting = asked.session, rules_of(asked.session.game, file)
        won = what_if(posting, session.seed, options_of(session), session.acts, at=asked.act, move=asked.move)
        return {"move": asked.move, "result": won}

    return encode(_checked(played))


def options_of(asked: school_models.PracticeAsked) -> Options:
    return Options(
        others=asked.others,
        skill=asked.skill,
        hands=asked.hands,
        spots=tuple(asked.spots),
        coached=asked.coached,
        auto=asked.auto,
    )


def _checked(work: Callable[[], Json]) -> Json:
    try:
        return work()
    except BadActError as error:
        raise ServiceError("act.bad", error.message, allowed=error.advice) from None


async def values(asked: school_models.PracticeAsked, pit: ThePit, study: TheStudy) -> Response:
    """What each move of your decision is worth, by basic strategy and by the cards you have seen."""
    return json(await study(_valued, asked.model_dump_json(), table_file(pit, asked.game, asked.table)))


def _valued(text: str, file: str) -> bytes:
    asked = school_models.PracticeAsked.model_validate_json(text)

    def valued() -> Json:
        practice = practised(rules_of(asked.game, file), asked.seed, options_of(asked), asked.acts)
        worth = practice.coach.decision(YOU)
        if len(practice.acts) == len(asked.acts):
            KEPT.keep(practice)
        decision, why = (worth.data(), "") if isinstance(worth, DecisionValues) else (None, worth.why)
        return {"version": len(asked.acts), "decision": decision, "why": why}

    return encode(_checked(valued))


def _state(text: str, file: str) -> bytes:
    asked = school_models.PracticeAsked.model_validate_json(text)

    def played() -> Json:
        practice = practised(rules_of(asked.game, file), asked.seed, options_of(asked), asked.acts[:-1])
        frames = _watched(practice, asked) if asked.frames else []
        refusal = practice.do(asked.acts[-1]) if len(practice.acts) < len(asked.acts) else None
        practice.session.watch = lambda entries: None
        if refusal is not None:
            message, citation = refusal.message, refusal.citation
            raise ServiceError("act.refused", message, citation=citation, got=refusal.got, allowed=refusal.want)
        shown = {**_shown(practice, asked), "frames": frames}
        KEPT.keep(practice)
        return shown

    return encode(_checked(played))


def _watched(practice: Practice, asked: school_models.PracticeAsked) -> list[Json]:
    """Fills with a picture after each step of the dealer from now on."""
    frames: list[Json] = []

    def watch(entries: Sequence[LogEntry]) -> None:
        if entries and len(frames) < MOST_FRAMES:
            frames.append({"svg": drawn(practice, asked.width, asked.felt)})

    practice.session.watch = watch
    return frames


def narrated(practice: Practice) -> list[str]:
    """Say what happened since the last act; face-down cards are not named."""
    faces = Faces()
    return [
        event_text(event, faces, practice.session.playing).replace(faces.back, "a card") for event in practice.events()
    ]


def drawn(practice: Practice, width: float, felt: FeltColour) -> str:
    settings = Settings(viewer=YOU, width=int(min(max(width, NARROWEST), WIDEST)), felt=felt)
    return drawn_table(practice.session.game, practice.session.table, settings)


def _shown(practice: Practice, asked: school_models.PracticeAsked) -> Json:
    session = practice.session
    return {
        "title": session.game.title,
        "svg": drawn(practice, asked.width, asked.felt),
        "may": [offer.data() for offer in practice.offers()],
        "may_deal": practice.may_deal,
        "said": narrated(practice),
        "judged": practice.last.data() if practice.last else None,
        "net": session.book.net()[YOU],
        "rounds": [to_builtins(review) for review in practice.reviews()],
        "acts": practice.acts,
        "ends": practice.ends,
    }


ENDPOINTS: Final = (
    Endpoint("POST", "/school/practice", practice, models.View),
    Endpoint("POST", "/school/practice/values", values, school_models.Coached),
    Endpoint("POST", "/school/practice/what-if", other_move, models.View),
)
