"""Gives every request an id, which its answer and all its log lines contain."""

import logging
import re
import secrets
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapter47.core.text import printable
from chapter47.service.access import SignedIn
from chapter47.service.api.limits import address_of
from chapter47.service.logs import REQUESTS, request_id

HEADER: Final = "x-request-id"
_GIVEN: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
LOGGER: Final = logging.getLogger(REQUESTS)


class RequestIds:
    """ASGI middleware that adds request ids."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        identifier = given if _GIVEN.fullmatch(given) else secrets.token_hex(8)
        token, began, status = request_id.set(identifier), time.monotonic(), 0

        async def sends(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = identifier
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self._app(scope, receive, sends)
        finally:
            if LOGGER.isEnabledFor(logging.INFO):
                LOGGER.info("request", extra=_fields(scope, status, began))
            request_id.reset(token)


def _fields(scope: Scope, status: int, began: float) -> dict[str, object]:
    """Return the fields to log, without query, headers and body, which may contain secrets."""
    signed_in: SignedIn | None = scope.get("state", {}).get("signed_in")
    return {
        "method": scope.get("method", "WS"),
        "path": printable(scope["path"]),
        "status": status,
        "milliseconds": round((time.monotonic() - began) * 1000, 1),
        "user": signed_in.actor.name if signed_in else "",
        "address": address_of(scope),
    }
