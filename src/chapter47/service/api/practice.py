"""Routes of practice: a session is its seed and the learner's acts, from which every answer is replayed."""

from collections.abc import Callable
from typing import Final

from fastapi import Response
from msgspec import to_builtins
from msgspec.json import encode

from chapter47.core.act_words import BadActError
from chapter47.core.cards import Faces
from chapter47.core.json_object import Json
from chapter47.core.posting import Posting
from chapter47.drawing.settings import FeltColour, Settings
from chapter47.games import parse
from chapter47.school.practice import YOU, Options, Practice, practised, what_if
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, ThePit, TheStudy, json
from chapter47.service.api.school import check_game, posting_of
from chapter47.service.pit import Pit
from chapter47.service.terms import ServiceError
from chapter47.session.narration import event_text
from chapter47.session.pictures import drawn_table

NARROWEST: Final = 320
WIDEST: Final = 2000


async def practice(asked: models.PracticeAsked, pit: ThePit, study: TheStudy) -> Response:
    """Show the table after these acts: the felt, what you may do, what happened, the coach's line and your rounds."""
    return json(await study(_state, asked.model_dump_json(), posted_file(pit, asked)))


async def other_move(asked: models.WhatIfAsked, pit: ThePit, study: TheStudy) -> Response:
    """Show what a round would have won with the same cards, had you made another move."""
    return json(await study(_other_result, asked.model_dump_json(), posted_file(pit, asked.session)))


def _other_result(text: str, file: str) -> bytes:
    asked = models.WhatIfAsked.model_validate_json(text)

    def played() -> Json:
        session, posting = asked.session, table_rules(asked.session, file)
        won = what_if(posting, session.seed, options_of(session), session.acts, at=asked.act, move=asked.move)
        return {"move": asked.move, "result": won}

    return encode(_checked(played))


def options_of(asked: models.PracticeAsked) -> Options:
    return Options(
        others=asked.others,
        skill=asked.skill,
        hands=asked.hands,
        spots=tuple(asked.spots),
        coached=asked.coached,
    )


def _checked(work: Callable[[], Json]) -> Json:
    try:
        return work()
    except BadActError as error:
        raise ServiceError("act.bad", error.message, allowed=error.advice) from None


def posted_file(pit: Pit, asked: models.PracticeAsked) -> str:
    """The table file of the posted table; empty for the lawful defaults of the game."""
    if asked.table:
        return pit.file_of(asked.table)
    check_game(asked.game)
    return ""


def table_rules(asked: models.PracticeAsked, file: str) -> Posting:
    """Return the rules of the posted table, or the lawful defaults of the game."""
    posting: Posting = parse(file) if file else posting_of(asked.game)
    return posting


def _state(text: str, file: str) -> bytes:
    asked = models.PracticeAsked.model_validate_json(text)

    def played() -> Json:
        posting = table_rules(asked, file)
        practice = practised(posting, asked.seed, options_of(asked), asked.acts[:-1])
        refusal = practice.do(asked.acts[-1]) if asked.acts else None
        if refusal is not None:
            message, citation = refusal.message, refusal.citation
            raise ServiceError("act.refused", message, citation=citation, got=refusal.got, allowed=refusal.want)
        return _shown(practice, asked)

    return encode(_checked(played))


def narrated(practice: Practice) -> list[str]:
    """Say what happened since the last act; face-down cards are not named."""
    faces = Faces()
    return [
        event_text(event, faces, practice.session.playing).replace(faces.back, "a card") for event in practice.events()
    ]


def drawn(practice: Practice, width: float, felt: FeltColour) -> str:
    settings = Settings(viewer=YOU, width=int(min(max(width, NARROWEST), WIDEST)), felt=felt)
    return drawn_table(practice.session.game, practice.session.table, settings)


def _shown(practice: Practice, asked: models.PracticeAsked) -> Json:
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
    Endpoint("POST", "/school/practice/what-if", other_move, models.View),
)
