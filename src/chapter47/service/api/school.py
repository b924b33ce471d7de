"""Routes of the school. Tasks are made and judged from a seed: the server stores nothing about them."""

from asyncio import to_thread
from typing import Annotated, Final, NamedTuple

from fastapi import Path, Query, Response
from msgspec.json import encode

from chapter47.core.count_file import NAMED
from chapter47.core.drilling import DrillTask, without_answer
from chapter47.core.posting import Posting
from chapter47.games import GAMES, from_data, parse
from chapter47.school import drills
from chapter47.school.audition import published
from chapter47.school.faults import foul_table, irregular_table, kinds_of, mark_ruling, rule_on
from chapter47.service.api import models, school_models
from chapter47.service.api.endpoints import Endpoint, ThePit, TheStudy, json
from chapter47.service.pit import Pit
from chapter47.service.terms import ServiceError

CLASS_TABLE: Final = "class"
"""Begins the name of a table that a trainer has chosen for an assignment."""
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


def table_file(pit: Pit, game: str, table: str) -> str:
    """Return the table file of a posted table by its id, or of a class's assignment (`class:ID:ITEM`); empty for the
    lawful defaults of the game."""
    kind, _, rest = table.partition(":")
    id_, _, item = rest.partition(":")
    if kind == CLASS_TABLE and item.isdecimal():
        return pit.school.assignment(id_, int(item)).rules
    if table:
        return pit.file_of(table)
    check_game(game)
    return ""


def rules_of(game: str, file: str) -> Posting:
    """The rules of a table file, or the lawful defaults of the game."""
    posting: Posting = parse(file) if file else posting_of(game)
    return posting


async def list_drills() -> list[school_models.DrillShown]:
    """List all drills, and the games that have them."""
    by_game = {game.name: await to_thread(drills.drills_of, game) for game in GAMES if game.playing}
    return [
        school_models.DrillShown(
            **kind._asdict(),
            games=[name for name, own in by_game.items() if kind.name in own],
            counts=kind.name in drills.COUNTING_KINDS,
        )
        for kind in drills.KINDS
    ]


async def list_counts() -> list[school_models.CountListed]:
    """The counts that drills may use."""
    counts = await to_thread(lambda: [(name, drills.read_count(name)) for name in NAMED])
    return [
        school_models.CountListed(
            name=name, title=count.name, has_index=bool(count.indices), has_true_count=count.rounds != "running"
        )
        for name, count in counts
    ]


CountName = Annotated[str, Query(max_length=20, pattern=models.PLAIN, description="For counting: a count's name")]
Ramp = Annotated[str, Query(max_length=200, pattern=models.PLAIN, description="True counts and units: `1:1 2:2 4:8`")]
Rules = Annotated[str, Query(max_length=60, pattern=models.PLAIN, description="A posted table, by its id")]
Check = Annotated[int, Query(ge=1, le=104, description="Cards between two checks of the running count")]


async def drill_task(
    drill: DrillName,
    game: GameName,
    seed: Seed,
    number: Number,
    pit: ThePit,
    study: TheStudy,
    count: CountName = "",
    ramp: Ramp = "",
    cards: Check = 8,
    table: Rules = "",
) -> Response:
    """Show a task of a series, without its answer."""
    asked = TaskAsked(game, table_file(pit, game, table), drill, seed, number, count, ramp, cards)
    return json(await study(_task_shown, asked))


async def drill_answer(
    drill: DrillName,
    game: GameName,
    seed: Seed,
    number: Number,
    answer: school_models.DrillAnswer,
    pit: ThePit,
    study: TheStudy,
    count: CountName = "",
    ramp: Ramp = "",
    cards: Check = 8,
    table: Rules = "",
) -> Response:
    """Judge an answer; show the right one and its paragraph."""
    asked = TaskAsked(game, table_file(pit, game, table), drill, seed, number, count, ramp, cards)
    return json(await study(_task_marked, asked, answer.answer))


class TaskAsked(NamedTuple):
    """A task of a series, and how a counter trains."""

    game: str
    file: str
    drill: str
    seed: str
    number: int
    count_name: str
    ramp: str
    cards: int


def _task_shown(asked: TaskAsked) -> bytes:
    return encode(without_answer(_task(asked)))


def _task_marked(asked: TaskAsked, answer: str) -> bytes:
    return encode(drills.mark(answer, _task(asked)))


def _task(asked: TaskAsked) -> DrillTask:
    if asked.count_name and asked.count_name not in NAMED:
        known = ", ".join(NAMED)
        raise ServiceError("count.unknown", "There is no such count", got=asked.count_name, allowed=known, status=404)
    rules = rules_of(asked.game, asked.file)
    try:
        steps = drills.read_ramp(asked.ramp) if asked.ramp else drills.COUNT.ramp
        how = drills.Counting(count=asked.count_name or drills.COUNT.count, cards=asked.cards, ramp=steps)
        return drills.task(rules, asked.drill, asked.seed, asked.number, how)
    except drills.DrillError as error:
        problem = error.problems[0]
        code, status = ("drill.unknown", 404) if problem.key == "drill" else ("drill.bad", 422)
        raise ServiceError(code, str(error), got=problem.got[:40], allowed=problem.allowed, status=status) from None


async def audition(pit: ThePit) -> Response:
    """Show the sections of the audition and their thresholds."""
    own = pit.house.settings.audition
    rules = own if own else await to_thread(published)
    return json(encode({"sections": rules.section, "pass": rules.share}))


# Foul! ---------------------------------------------------------------------------------------------------------------


async def foul(
    game: GameName,
    seed: Seed,
    number: Number,
    study: TheStudy,
    shown: Annotated[int, Query(ge=1, le=10**4, description="How many lines of the round have been seen")] = 1,
) -> school_models.FoulShown:
    """A round whose dealer may break a rule, in words, as far as it has been watched. Nothing in it says whether or
    where, and no later line is in it."""
    check_game(game)
    watched: school_models.FoulShown = await study(_foul_shown, game, seed, number, shown)
    return watched


def _foul_shown(game: str, seed: str, number: int, shown: int) -> school_models.FoulShown:
    table = foul_table(posting_of(game), seed, number)
    return school_models.FoulShown(
        title=table.dealing.game.title,
        lines=[
            school_models.FoulLine(place=place, text=table.text(entry.event))
            for place, entry in enumerate(table.entries[:shown])
        ],
        over=shown >= len(table.entries),
        kinds=[school_models.FoulKind(name=kind.name, title=kind.title) for kind in kinds_of(table.dealing.posting)],
    )


async def foul_call(
    game: GameName, seed: Seed, number: Number, asked: school_models.FoulCall, study: TheStudy
) -> Response:
    """What your call was worth, judged by the rules: the fault, its paragraph and what should have come. After a catch
    you choose the remedy first: leave `remedy` out to see what there is."""
    check_game(game)
    return json(await study(_foul_judged, game, seed, number, asked.model_dump_json()))


def _foul_judged(game: str, seed: str, number: int, text: str) -> bytes:
    asked, table = school_models.FoulCall.model_validate_json(text), foul_table(posting_of(game), seed, number)
    return encode(rule_on(table, place=asked.place, kind=asked.kind, by=asked.by, remedy=asked.remedy))


async def supervisor(game: GameName, seed: Seed, number: Number, study: TheStudy) -> school_models.RulingShown:
    """A round in which an irregularity has just happened, and rulings to choose from."""
    check_game(game)
    asked: school_models.RulingShown = await study(_irregularity_shown, game, seed, number)
    return asked


def _irregularity_shown(game: str, seed: str, number: int) -> school_models.RulingShown:
    asked = irregular_table(posting_of(game), seed, number)
    return school_models.RulingShown(
        title=asked.dealing.game.title, lines=asked.lines(), what=asked.call.what, choices=list(asked.choices)
    )


async def supervisor_ruling(
    game: GameName, seed: Seed, number: Number, asked: school_models.RulingGiven, study: TheStudy
) -> Response:
    """Whether your ruling is that of the law, its paragraph, and what happens then."""
    check_game(game)
    return json(await study(_ruling_judged, game, seed, number, asked.answer, asked.by))


def _ruling_judged(game: str, seed: str, number: int, answer: str, by: str) -> bytes:
    return encode(mark_ruling(irregular_table(posting_of(game), seed, number), answer, by))


ENDPOINTS: Final = (
    Endpoint("GET", "/school/audition", audition, school_models.AuditionShown),
    Endpoint("GET", "/school/foul/{game}/{seed}/{number}", foul, school_models.FoulShown),
    Endpoint("POST", "/school/foul/{game}/{seed}/{number}", foul_call, school_models.FoulRuling),
    Endpoint("GET", "/school/supervisor/{game}/{seed}/{number}", supervisor, school_models.RulingShown),
    Endpoint("POST", "/school/supervisor/{game}/{seed}/{number}", supervisor_ruling, school_models.RulingMarked),
    Endpoint("GET", "/school/counts", list_counts, list[school_models.CountListed]),
    Endpoint("GET", "/school/drills", list_drills, list[school_models.DrillShown]),
    Endpoint("GET", "/school/drills/{drill}/{game}/{seed}/{number}", drill_task, school_models.DrillTaskShown),
    Endpoint("POST", "/school/drills/{drill}/{game}/{seed}/{number}", drill_answer, school_models.DrillMarked),
)
