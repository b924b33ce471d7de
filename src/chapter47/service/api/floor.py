"""Routes of the tables: open, look, act, pause, close; rounds that were played, logs and commitments."""

from asyncio import to_thread
from typing import Annotated, Final

from fastapi import Path, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from msgspec.json import encode

from chapter47.service.api import models
from chapter47.service.api.endpoints import JSON, Endpoint, TheActor, ThePit, json

Since = Annotated[int, Query(ge=0, le=10**15, description="Milliseconds since 1970")]
Before = Annotated[int | None, Query(ge=0, le=10**15, description="Milliseconds since 1970")]
Limit = Annotated[int, Query(ge=1, le=1000)]
Number = Annotated[int, Path(ge=0, le=10**15, description="Of the round; 0 for what happened between rounds")]


async def list_tables(pit: ThePit) -> Response:
    """All tables that are open."""
    return json(encode(pit.tables()))


async def open_table(asked: models.TableAsked, pit: ThePit, actor: TheActor) -> Response:
    """Open a table from the text of a table file; refused with all findings where it is not lawful."""
    table = await pit.open_table(asked.file, actor, practice=asked.practice, name=asked.name, key=asked.key)
    return json(encode({"table": table}), 201)


async def look(table: str, pit: ThePit, actor: TheActor) -> Response:
    """The table as you see it, and what you may do."""
    return json(await pit.view(table, actor))


async def act(table: str, asked: models.ActAsked, pit: ThePit, actor: TheActor) -> Response:
    """Do something at the table, in the words of scripts; a player in the own name only."""
    reply = await pit.act(table, actor, asked.line, version=asked.version, key=asked.key)
    return json(reply.body)


async def pause(table: str, asked: models.Why, pit: ThePit, actor: TheActor) -> Response:
    """Nothing is dealt or decided until the table is resumed."""
    return json((await pit.pause(table, actor, reason=asked.reason, key=asked.key)).body)


async def resume(table: str, asked: models.Why, pit: ThePit, actor: TheActor) -> Response:
    """Go on."""
    return json((await pit.resume(table, actor, reason=asked.reason, key=asked.key)).body)


async def close(table: str, asked: models.Why, pit: ThePit, actor: TheActor) -> Response:
    """Close the table after its round; its chance is opened."""
    return json((await pit.close_table(table, actor, reason=asked.reason, key=asked.key)).body)


async def commitments(table: str, pit: ThePit) -> Response:
    """What was promised of the table's chance before it was used, and what has been opened of it."""
    return json(encode(await to_thread(pit.commitments, table)))


async def chance_file(table: str, pit: ThePit) -> Response:
    """All that chance did at the table, without names, in one file that `chapter47 verify` checks."""
    return StreamingResponse(await to_thread(pit.chance_file, table), media_type=JSON)


async def log(table: str, pit: ThePit, actor: TheActor) -> Response:
    """The table's log, as `chapter47 replay` reads it."""
    return PlainTextResponse(await to_thread(pit.log, actor, table))


async def rounds_of_table(
    table: str, pit: ThePit, actor: TheActor, since: Since = 0, before: Before = None, limit: Limit = 100
) -> Response:
    """Rounds of a table, the newest first."""
    return json(encode(await to_thread(pit.rounds, actor, table=table, since=since, before=before, limit=limit)))


async def rounds_of_player(
    player: str, pit: ThePit, actor: TheActor, since: Since = 0, before: Before = None, limit: Limit = 100
) -> Response:
    """Rounds of a player, the newest first."""
    return json(encode(await to_thread(pit.rounds, actor, player=player, since=since, before=before, limit=limit)))


async def round_(table: str, number: Number, pit: ThePit, actor: TheActor) -> Response:
    """One round, event by event; a player recalls those that the player took part in."""
    return json(encode(await to_thread(pit.round, actor, table, number)))


ENDPOINTS: Final = (
    Endpoint("GET", "/tables", list_tables, list[models.View]),
    Endpoint("POST", "/tables", open_table, models.TableOpened, 201),
    Endpoint("GET", "/tables/{table}", look, models.View),
    Endpoint("POST", "/tables/{table}/acts", act, models.View),
    Endpoint("POST", "/tables/{table}/pause", pause, models.View),
    Endpoint("POST", "/tables/{table}/resume", resume, models.View),
    Endpoint("POST", "/tables/{table}/close", close, models.View),
    Endpoint("GET", "/tables/{table}/commitments", commitments, list[models.View]),
    Endpoint("GET", "/tables/{table}/chance", chance_file, models.View),
    Endpoint("GET", "/tables/{table}/log", log, None),
    Endpoint("GET", "/tables/{table}/rounds", rounds_of_table, list[models.View]),
    Endpoint("GET", "/tables/{table}/rounds/{number}", round_, models.View),
    Endpoint("GET", "/players/{player}/rounds", rounds_of_player, list[models.View]),
)
