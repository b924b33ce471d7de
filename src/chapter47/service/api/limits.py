"""How much may come in: the size of a body and the time it takes, and how many requests there are at once."""

import asyncio
from typing import Final

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapter47.service.api.problems import refuse
from chapter47.service.errors import ServiceError


class Limits(Struct, frozen=True, kw_only=True):
    """Limits of one server."""

    body_bytes: int = 256 * 1024
    body_seconds: float = 10
    requests_at_once: int = 400
    connections: int = 2000
    streams: int = 1000
    streams_of_one: int = 20
    """WebSockets of one user: several tables, several devices."""
    frame_bytes: int = 16 * 1024
    send_seconds: float = 5
    """How long a reader may take for a message before it is cut off."""
    requests_per_second: float = 50
    requests_burst: int = 200
    anonymous_per_second: float = 10
    anonymous_burst: int = 100
    sign_ins_per_second: float = 0.5
    sign_ins_burst: int = 30


_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Limited:
    """An ASGI application around another one: reads the body before anything else is done with it."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        careful = _with_headers(send)
        if self._running >= self._limits.requests_at_once:
            error = ServiceError("server.busy", "too many requests at once", allowed="again in a second", status=503)
            error.headers = {"Retry-After": "1"}
            await refuse(error, scope, receive, careful)
            return
        self._running += 1
        try:
            body = await self._body(scope, receive)
            await self._app(scope, _again(body, receive), careful)
        except ServiceError as error:
            await refuse(error, scope, receive, careful)
        finally:
            self._running -= 1

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        length = Headers(scope=scope).get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > self._limits.body_bytes:
            raise self._too_large(length)
        body = b""
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while (message := await receive())["type"] == "http.request":
                    body += message.get("body", b"")
                    if len(body) > self._limits.body_bytes:
                        raise self._too_large(f"more than {len(body)} bytes")
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise ServiceError(
                "body.slow",
                "the body did not come in time",
                allowed=f"within {self._limits.body_seconds:g} s",
                status=408,
            ) from None
        return body

    def _too_large(self, got: str) -> ServiceError:
        allowed = f"at most {self._limits.body_bytes} bytes"
        error = ServiceError("body.too-large", "the body is too large", got=got, allowed=allowed, status=413)
        error.headers = {"Connection": "close"}
        return error


def _again(body: bytes, receive: Receive) -> Receive:
    """The body as one message, then whatever comes: that the client has gone."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message


def _with_headers(send: Send) -> Send:
    async def sends(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if headers.get("content-type", "").startswith("application/json"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sends
