"""Routes for operators: whether the server is alive, and whether it can confirm commands."""

import asyncio
import time
from typing import Final

from fastapi import Request

from chapter47.service.access import Access
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint
from chapter47.service.api.gate import HEALTH, READY
from chapter47.service.terms import ServiceError, store_lost

SECONDS_KEPT: Final = 1.0
"""How long an answer of `/ready` is reused, so that the database is tried only once a second."""


class Readiness:
    """Whether commands can be confirmed now."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._turn = asyncio.Lock()
        self._until = 0.0
        self._ready = False
        self.stopping = False

    async def check(self) -> None:
        """Raise `ServiceError` if commands cannot be confirmed."""
        if self.stopping:
            raise ServiceError("server.stops", "The server is shutting down", allowed="another server", status=503)
        async with self._turn:
            if time.monotonic() >= self._until:
                self._ready = await self._access.can_write()
                self._until = time.monotonic() + SECONDS_KEPT
        if not self._ready:
            raise store_lost()


async def health() -> models.Health:
    """Answer while the process is alive."""
    return models.Health(status="ok")


async def ready(request: Request) -> models.Ready:
    """Answer 200 if the database was written within the last second, so that commands can be confirmed; otherwise
    503."""
    readiness: Readiness = request.app.state.readiness
    await readiness.check()
    return models.Ready(status="ready")


ENDPOINTS: Final = (
    Endpoint("GET", HEALTH, health, models.Health),
    Endpoint("GET", READY, ready, models.Ready),
)
