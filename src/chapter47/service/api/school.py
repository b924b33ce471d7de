"""Routes of the school. Tasks are made and judged from a seed: the server stores nothing about them."""

from asyncio import to_thread
from typing import Annotated, Final

from fastapi import Path, Response
from msgspec.json import encode

from chapter47.core.cards import Faces
from chapter47.core.drilling import DrillTask, without_answer
from chapter47.core.errors import Chapter47Error
from chapter47.core.posting import Posting
from chapter47.games import GAMES, from_data
from chapter47.school import drills
from chapter47.school.faults import FAULTS, foul_table, rule_on
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheStudy, json
from chapter47.service.terms import ServiceError
from chapter47.session.narration import event_text

GameName = Annotated[str, Path(max_length=40)]
DrillName = Annotated[str, Path(max_length=40)]
Seed = Annotated[str, Path(max_length=60, pattern=models.PLAIN)]
Number = Annotated[int, Path(ge=0, le=10**6)]


def check_game(game: str) -> None:
    """Refuse an unknown game at once, before anything waits for its turn."""
    names = [known.name for known in GAMES if known.playing]
    if game not in names:
        raise ServiceError("game.unknown", "There is no such game", got=game[:40], allowed=", ".join(names), status=404)


def posting_of(game: str) -> Posting:
    """Return the lawful defaults of a game."""
    check_game(game)
    posting: Posting = from_data({"game": game})
    return posting


async def list_drills() -> list[models.DrillShown]:
    """List all drills, and the games that have them."""
    by_game = {game.name: await to_thread(drills.drills_of, game) for game in GAMES if game.playing}
    return [
        models.DrillShown(**kind._asdict(), games=[name for name, own in by_game.items() if kind.name in own])
        for kind in drills.KINDS
    ]


async def drill_task(drill: DrillName, game: GameName, seed: Seed, number: Number, study: TheStudy) -> Response:
    """Show a task of a series, without its answer."""
    check_game(game)
    return json(await study(_task_shown, game, drill, seed, number))


async def drill_answer(
    drill: DrillName, game: GameName, seed: Seed, number: Number, asked: models.DrillAnswer, study: TheStudy
) -> Response:
    """Judge an answer; show the right one and its paragraph."""
    check_game(game)
    return json(await study(_task_marked, game, drill, seed, number, asked.answer))


def _task_shown(game: str, drill: str, seed: str, number: int) -> bytes:
    return encode(without_answer(_task(game, drill, seed, number)))


def _task_marked(game: str, drill: str, seed: str, number: int, answer: str) -> bytes:
    return encode(drills.mark(answer, _task(game, drill, seed, number)))


def _task(game: str, drill: str, seed: str, number: int) -> DrillTask:
    try:
        return drills.task(posting_of(game), drill, seed, number)
    except Chapter47Error as error:
        allowed = error.problems[0].allowed if error.problems else f"a drill of {game}"
        raise ServiceError("drill.unknown", str(error), got=drill[:40], allowed=allowed, status=404) from None


async def audition() -> Response:
    """Show the sections of the audition and their thresholds."""
    rules = drills.audition()
    return json(encode({"sections": rules["section"], "pass": rules["pass"]}))


# Foul! ---------------------------------------------------------------------------------------------------------------


async def foul(game: GameName, seed: Seed, number: Number, study: TheStudy) -> models.FoulShown:
    """Show a round in words whose dealer may break a rule. Nothing reveals whether or where."""
    check_game(game)
    shown: models.FoulShown = await study(_foul_shown, game, seed, number)
    return shown


def _foul_shown(game: str, seed: str, number: int) -> models.FoulShown:
    table = foul_table(posting_of(game), seed, number)
    faces, playing = Faces(), table.dealing.playing
    return models.FoulShown(
        title=table.dealing.game.title,
        lines=[
            models.FoulLine(place=place, text=event_text(entry.event, faces, playing))
            for place, entry in enumerate(table.entries)
        ],
        kinds=[models.FoulKind(name=kind.name, title=kind.title) for kind in FAULTS],
    )


async def foul_call(game: GameName, seed: Seed, number: Number, asked: models.FoulCall, study: TheStudy) -> Response:
    """Judge your call by the rules: the fault, its paragraph and what should have come."""
    check_game(game)
    return json(await study(_foul_judged, game, seed, number, asked.place, asked.kind, asked.by))


def _foul_judged(game: str, seed: str, number: int, place: int | None, kind: str, by: str) -> bytes:
    return encode(rule_on(foul_table(posting_of(game), seed, number), place=place, kind=kind, by=by))


ENDPOINTS: Final = (
    Endpoint("GET", "/school/audition", audition, models.Audition),
    Endpoint("GET", "/school/foul/{game}/{seed}/{number}", foul, models.FoulShown),
    Endpoint("POST", "/school/foul/{game}/{seed}/{number}", foul_call, models.FoulRuling),
    Endpoint("GET", "/school/drills", list_drills, list[models.DrillShown]),
    Endpoint("GET", "/school/drills/{drill}/{game}/{seed}/{number}", drill_task, models.DrillTaskShown),
    Endpoint("POST", "/school/drills/{drill}/{game}/{seed}/{number}", drill_answer, models.DrillMarked),
)
