"""The application: all routes behind one gate. Pages are mounted into it by whoever has some."""

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, WebSocket
from fastapi.openapi.utils import get_openapi

from chapter47.core.json_object import Json
from chapter47.core.version import VERSION
from chapter47.service.access import Access
from chapter47.service.api import cage, floor, guests, models, people, problems
from chapter47.service.api.endpoints import Endpoint, add
from chapter47.service.api.gate import HEALTH, Gate, Origins, Rates
from chapter47.service.api.limits import Limited, Limits
from chapter47.service.api.pit_seen import Pit
from chapter47.service.api.stream import Streams
from chapter47.service.permissions import API, Rule
from chapter47.service.throttle import Clock, Rate

STREAM: Final = f"{API}/tables/{{table}}/stream"


async def health() -> models.Health:
    """Whether the server answers."""
    return models.Health(status="ok")


def create_app(pit: Pit, access: Access, *, origins: Iterable[str], limits: Limits | None = None) -> FastAPI:
    """The application around a pit that was made and is started with it.

    `app.state.page_rules` takes the permissions of pages that are mounted later, by method and path as in
    `permissions.RULES`; a page learns who asks from `request.state.signed_in`."""
    limits = limits or Limits()
    app = FastAPI(title="Chapter 47", version=VERSION, openapi_url=None, lifespan=_lifespan)
    page_rules: dict[str, Rule] = {}
    rates = _rates(limits)
    app.state.pit, app.state.access, app.state.page_rules = pit, access, page_rules
    app.state.streams = Streams(pit, access, limits, rates.signed_in)
    problems.register(app)
    add(app, (Endpoint("GET", HEALTH, health, models.Health),), tag="health")
    _add_openapi(app)
    add(app, people.ENDPOINTS, prefix=API, tag="people")
    add(app, guests.ENDPOINTS, prefix=API, tag="people")
    add(app, floor.ENDPOINTS, prefix=API, tag="tables")
    add(app, cage.ENDPOINTS, prefix=API, tag="chips")
    app.add_api_websocket_route(STREAM, _stream)
    app.add_middleware(
        Gate,
        routes=app.router.routes,
        access=access,
        origins=Origins(frozenset(origins)),
        rates=rates,
        page_rules=page_rules,
    )
    app.add_middleware(Limited, limits=limits)
    return app


async def _stream(websocket: WebSocket, table: str) -> None:
    streams: Streams = websocket.app.state.streams
    await streams.serve(websocket, table)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.streams.start()
    try:
        yield
    finally:
        await app.state.streams.stop()


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


def _rates(limits: Limits, clock: Clock = _monotonic) -> Rates:
    return Rates(
        Rate(clock, per_second=limits.requests_per_second, burst=limits.requests_burst),
        Rate(clock, per_second=limits.anonymous_per_second, burst=limits.anonymous_burst),
        Rate(clock, per_second=limits.sign_ins_per_second, burst=limits.sign_ins_burst),
    )


def _add_openapi(app: FastAPI) -> None:
    """The description of the API, made when it is first asked for."""
    made: Json = {}

    async def openapi() -> Json:
        """This description."""
        if not made:
            made.update(get_openapi(title=app.title, version=app.version, routes=_described(app)))
            made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            made["security"] = [{"token": []}]
        return made

    for path in ("/openapi.json", f"{API}/openapi.json"):
        app.add_api_route(path, openapi, methods=["GET"], include_in_schema=False)


def _described(app: FastAPI) -> list[Any]:
    return [route for route in app.routes if getattr(route, "path", "").startswith((API, HEALTH))]
