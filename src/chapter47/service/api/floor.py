"""Routes for tables: open, look, act, pause, close; past rounds, logs and commitments."""

import os
from asyncio import to_thread
from typing import Annotated, Final
from uuid import uuid4

from fastapi import Path, Query, Request, Response
from fastapi.responses import FileResponse, PlainTextResponse
from msgspec.json import encode
from starlette.background import BackgroundTask

from chapter47.service import history
from chapter47.service.api import models
from chapter47.service.api.endpoints import JSON, Endpoint, TheActor, ThePit, json
from chapter47.service.api.past_rounds import NDJSON, of_history, with_titles

Since = Annotated[int, Query(ge=0, le=10**15, description="Milliseconds since 1970")]
Before = Annotated[int | None, Query(ge=0, le=10**15, description="Milliseconds since 1970")]
Limit = Annotated[int, Query(ge=1, le=1000)]
NANOSECONDS: Final = 10**6
"""Nanoseconds in a millisecond."""
Number = Annotated[int, Path(ge=0, le=10**15, description="Round number; 0 for what happened between rounds")]


async def list_tables(pit: ThePit) -> Response:
    """List all open tables."""
    return json(encode(pit.tables()))


async def open_table(asked: models.TableAsked, pit: ThePit, actor: TheActor) -> Response:
    """Open a table from the text of a table file; an unlawful table is refused with all findings."""
    table = await pit.open_table(asked.file, actor, practice=asked.practice, name=asked.name, key=asked.key)
    return json(encode({"table": table}), 201)


async def look(table: str, pit: ThePit, actor: TheActor) -> Response:
    """Show the table as you see it, and what you may do."""
    return json(await pit.view(table, actor))


async def act(table: str, asked: models.ActAsked, pit: ThePit, actor: TheActor) -> Response:
    """Act at the table, with a line of text or JSON; players act only for themselves."""
    reply = await pit.act(table, actor, asked.act, version=asked.version, key=asked.key)
    return json(reply.body)


async def pause(table: str, asked: models.Reasoned, pit: ThePit, actor: TheActor) -> Response:
    """Pause the table: nothing is dealt or decided until it is resumed."""
    return json((await pit.pause(table, actor, reason=asked.reason, key=asked.key)).body)


async def resume(table: str, asked: models.Reasoned, pit: ThePit, actor: TheActor) -> Response:
    """Resume the table."""
    return json((await pit.resume(table, actor, reason=asked.reason, key=asked.key)).body)


async def set_pace(table: str, asked: models.Pace, pit: ThePit, actor: TheActor) -> Response:
    """Choose the pace, or switch off the clock, while you are alone at a practice table or in a demo."""
    return json((await pit.set_pace(table, actor, asked.pace, clock=asked.clock, key=asked.key)).body)


async def close(table: str, asked: models.Reasoned, pit: ThePit, actor: TheActor) -> Response:
    """Close the table after its round, and reveal its secrets."""
    return json((await pit.close_table(table, actor, reason=asked.reason, key=asked.key)).body)


async def commitments(request: Request, table: str, pit: ThePit, actor: TheActor) -> Response:
    """List the table's commitments, and what has been revealed since."""
    version = pit.store.version(f"table/{table}")
    return json(await of_history(request, pit, history.commitments, actor, table, version))


async def chance_file(request: Request, table: str, pit: ThePit, actor: TheActor) -> Response:
    """Download everything random at the table, without names, in one file that `chapter47 verify` checks."""
    path = await of_history(request, pit, history.chance_file, actor, table, uuid4().hex)
    made = pit.house.now() * NANOSECONDS
    os.utime(path, ns=(made, made))  # its headers carry this time: by the clock of the house
    return FileResponse(path, media_type=JSON, background=BackgroundTask(path.unlink, missing_ok=True))


async def log(request: Request, table: str, pit: ThePit, actor: TheActor) -> Response:
    """Download the table's log, which `chapter47 replay` reads."""
    version = pit.store.version(f"table/{table}")
    return PlainTextResponse(await of_history(request, pit, history.table_log, actor, actor, table, version))


async def records(request: Request, table: str, pit: ThePit, actor: TheActor) -> Response:
    """Download the table's finished rounds as a hand history, which `chapter47 query` and `replay` read."""
    version = pit.store.version(f"table/{table}")
    text = await of_history(request, pit, history.table_records, actor, actor, table, version)
    return Response(text, media_type=NDJSON)


async def rounds_of_table(
    table: str, pit: ThePit, actor: TheActor, since: Since = 0, before: Before = None, limit: Limit = 100
) -> Response:
    """List the rounds of a table, newest first."""
    return json(encode(await to_thread(pit.rounds, actor, table=table, since=since, before=before, limit=limit)))


async def rounds_of_player(
    player: str,
    pit: ThePit,
    actor: TheActor,
    since: Since = 0,
    before: Before = None,
    limit: Limit = 100,
    titles: Annotated[bool, Query(description="Include the title of each round's game")] = False,
) -> Response:
    """List the rounds of a player, newest first."""

    def found() -> bytes:
        rounds = pit.rounds(actor, player=player, since=since, before=before, limit=limit)
        return encode(with_titles(pit, rounds) if titles else rounds)

    return json(await to_thread(found))


async def round_(
    table: str,
    number: Number,
    pit: ThePit,
    actor: TheActor,
    commitments: Annotated[
        bool, Query(description="Include every commitment of the table and what was opened")
    ] = False,
) -> Response:
    """Show one round, event by event; players see the rounds they took part in."""
    seen = await to_thread(pit.round, actor, table, number)
    more = {"commitments": await to_thread(pit.commitments, table)} if commitments else {}
    return json(encode({**seen, **more}))


ENDPOINTS: Final = (
    Endpoint("GET", "/tables", list_tables, list[models.View]),
    Endpoint("POST", "/tables", open_table, models.TableOpened, 201),
    Endpoint("GET", "/tables/{table}", look, models.View),
    Endpoint("POST", "/tables/{table}/acts", act, models.View),
    Endpoint("POST", "/tables/{table}/pause", pause, models.View),
    Endpoint("POST", "/tables/{table}/resume", resume, models.View),
    Endpoint("POST", "/tables/{table}/pace", set_pace, models.View),
    Endpoint("POST", "/tables/{table}/close", close, models.View),
    Endpoint("GET", "/tables/{table}/commitments", commitments, list[models.View]),
    Endpoint("GET", "/tables/{table}/chance", chance_file, models.View),
    Endpoint("GET", "/tables/{table}/log", log, None, media="text/plain"),
    Endpoint("GET", "/tables/{table}/records", records, None, media=NDJSON),
    Endpoint("GET", "/tables/{table}/rounds", rounds_of_table, list[models.View]),
    Endpoint("GET", "/tables/{table}/rounds/{number}", round_, models.View),
    Endpoint("GET", "/players/{player}/rounds", rounds_of_player, list[models.View]),
)
