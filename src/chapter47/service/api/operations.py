"""Routes for operators: is the server alive, can it confirm commands."""

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
"""An answer of `/ready` holds this long: however often it is asked, the database is tried once a second."""


class Readiness:
    """Whether commands can be confirmed now."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._turn = asyncio.Lock()
        self._until = 0.0
        self._ready = False
        self.stopping = False

    async def check(self) -> None:
        """Raises `ServiceError` where they cannot."""
        if self.stopping:
            raise ServiceError("server.stops", "The server is shutting down", allowed="another server", status=503)
        async with self._turn:
            if time.monotonic() >= self._until:
                self._ready = await self._access.can_write()
                self._until = time.monotonic() + SECONDS_KEPT
        if not self._ready:
            raise store_lost()


async def health() -> models.Health:
    """Whether the process answers."""
    return models.Health(status="ok")


async def ready(request: Request) -> models.Ready:
    """Whether commands can be confirmed: the database was written within the last second. Else 503."""
    readiness: Readiness = request.app.state.readiness
    await readiness.check()
    return models.Ready(status="ready")


ENDPOINTS: Final = (
    Endpoint("GET", HEALTH, health, models.Health),
    Endpoint("GET", READY, ready, models.Ready),
)
