"""The application: all routes behind one gate. Other packages mount their pages into it."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, WebSocket
from fastapi.openapi.utils import get_openapi

from chapter47.core.json_object import Json
from chapter47.core.version import VERSION
from chapter47.service.access import Access
from chapter47.service.api import (
    cage,
    felt,
    floor,
    guests,
    lab,
    law,
    lobby,
    metrics,
    operations,
    past_rounds,
    people,
    problems,
    staff_books,
    staff_chips,
    staff_floor,
    why,
)
from chapter47.service.api.coaching import ENDPOINTS as COACHING
from chapter47.service.api.edges import Edges
from chapter47.service.api.endpoints import add
from chapter47.service.api.gate import METRICS, PROBES, Gate, Origins, Rates
from chapter47.service.api.lessons import ENDPOINTS as LESSONS
from chapter47.service.api.limits import Limited, Limits, SafeHeaders
from chapter47.service.api.practice import ENDPOINTS as PRACTICE
from chapter47.service.api.request_ids import RequestIds
from chapter47.service.api.routing import ForwardedRequests, Routing
from chapter47.service.api.school import ENDPOINTS as SCHOOL
from chapter47.service.api.school_books import ENDPOINTS as SCHOOL_BOOKS
from chapter47.service.api.stream import Streams
from chapter47.service.audit_runs import AuditRuns
from chapter47.service.cluster import Cluster
from chapter47.service.history import HistoryWork
from chapter47.service.permissions import API, Rule
from chapter47.service.pit import Pit
from chapter47.service.throttle import Clock, Rate
from chapter47.service.work import Work

STREAM: Final = f"{API}/tables/{{table}}/stream"
CLASSROOM: Final = 64
"""Questions of learners that may wait at once."""
MOST_PROCESSOR_SECONDS: Final = 30.0
"""What one of them may take; the first one of a game takes some seconds to compile."""


def create_app(
    pit: Pit,
    access: Access,
    *,
    origins: Iterable[str],
    limits: Limits | None = None,
    cluster: Cluster | None = None,
) -> FastAPI:
    """Create the application for a pit; the pit starts and stops with it.

    `app.state.page_rules` takes the permissions of pages mounted later, by method and path as in `permissions.RULES`; a
    page finds the current user in `request.state.signed_in`."""
    limits = limits or Limits()
    app = FastAPI(title="Chapter 47", version=VERSION, openapi_url=None, lifespan=_lifespan)
    page_rules: dict[str, Rule] = {}
    rates = _rates(limits)
    app.state.pit, app.state.access, app.state.page_rules = pit, access, page_rules
    app.state.work, app.state.study = Work(), Work(waiting=CLASSROOM, processor_seconds=MOST_PROCESSOR_SECONDS)
    app.state.edges, app.state.history = Edges(app.state.work), HistoryWork()
    app.state.limits = limits
    app.state.audits = AuditRuns(access.clock)
    app.state.account_turn = asyncio.Semaphore(1)
    app.state.drawings = Rate(_monotonic, per_second=limits.drawings_per_second, burst=limits.drawings_burst)
    app.state.streams = Streams(pit, access, limits, rates.signed_in, app.state.drawings)
    problems.register(app)
    app.state.readiness = operations.Readiness(access)
    add(app, operations.ENDPOINTS, tag="operations")
    add(app, metrics.ENDPOINTS, tag="operations")
    _add_openapi(app)
    add(app, people.ENDPOINTS, prefix=API, tag="people")
    add(app, guests.ENDPOINTS, prefix=API, tag="people")
    add(app, floor.ENDPOINTS, prefix=API, tag="tables")
    add(app, cage.ENDPOINTS, prefix=API, tag="chips")
    for staff in (staff_floor, staff_chips, staff_books):
        add(app, staff.ENDPOINTS, prefix=API, tag="staff")
    for more in (lobby, felt, past_rounds, why):
        add(app, more.ENDPOINTS, prefix=API, tag="pages")
    for learning in (COACHING, SCHOOL, PRACTICE, LESSONS, SCHOOL_BOOKS):
        add(app, learning, prefix=API, tag="school")
    for tag, desk in (("law", law), ("lab", lab)):
        add(app, desk.ENDPOINTS, prefix=API, tag=tag)
    app.add_api_websocket_route(STREAM, _stream)
    app.state.in_progress = Counter()
    if cluster is not None:
        app.add_middleware(Routing, cluster=cluster, store=pit.store, sign=pit.house.secrets.sign)
    app.add_middleware(Limited, limits=limits, running=app.state.in_progress)
    app.add_middleware(
        Gate,
        follow=None if cluster is None else pit.store.follow,
        routes=app.router.routes,
        access=access,
        origins=Origins(frozenset(origins)),
        rates=rates,
        page_rules=page_rules,
    )
    app.add_middleware(SafeHeaders)
    app.add_middleware(RequestIds)
    if cluster is not None:
        app.add_middleware(ForwardedRequests, sign=pit.house.secrets.sign)
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
        app.state.readiness.stopping = True
        app.state.edges.stop()
        app.state.work.stop()
        app.state.study.stop()
        await app.state.audits.stop()
        app.state.history.stop()
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
    """Add the OpenAPI description, which is generated on first request."""
    made: Json = {}

    async def openapi() -> Json:
        """This description in OpenAPI."""
        if not made:
            made.update(get_openapi(title=app.title, version=app.version, routes=_described(app)))
            made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            made["security"] = [{"token": []}]
        return made

    for path in ("/openapi.json", f"{API}/openapi.json"):
        app.add_api_route(path, openapi, methods=["GET"], include_in_schema=False)


def _described(app: FastAPI) -> list[Any]:
    return [route for route in app.routes if getattr(route, "path", "").startswith((API, *PROBES, METRICS))]
