"""Limits after the gate: concurrent requests, in total and per caller, and the size of each body."""

import asyncio
from collections import Counter
from typing import Final

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapter47.service.access import SignedIn
from chapter47.service.api.problems import refuse
from chapter47.service.terms import ServiceError


class Limits(Struct, frozen=True, kw_only=True):
    """Limits of one server."""

    body_bytes: int = 256 * 1024
    body_seconds: float = 10
    requests_at_once: int = 400
    requests_of_one: int = 50
    """Concurrent requests of one user, or of one address without sign-in."""
    connections: int = 2000
    connections_of_one: int = 600
    """Connections of one address; behind a proxy, the proxy must limit them."""
    streams: int = 1000
    streams_of_one: int = 20
    """WebSockets per user: several tables, several devices."""
    frame_bytes: int = 16 * 1024
    send_seconds: float = 5
    """Seconds a client may take to read a message before it is disconnected."""
    requests_per_second: float = 50
    requests_burst: int = 200
    anonymous_per_second: float = 10
    anonymous_burst: int = 100
    drawings_per_second: float = 40
    drawings_burst: int = 400
    """Felts drawn for one user; beyond them open pages are drawn twice a second at most."""
    sign_ins_per_second: float = 0.5
    sign_ins_burst: int = 90
    """Behind one address a whole class signs in at once, three requests each with a first password."""


_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Limited:
    """ASGI middleware that takes a slot and reads the body before it calls the application. The gate comes first, so
    that nobody without permission for the route takes a slot or sends a body."""

    def __init__(self, app: ASGIApp, limits: Limits, running: Counter[str]) -> None:
        """`running` counts the requests in progress by caller."""
        self._app = app
        self._limits = limits
        self._running = running

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        caller = caller_of(scope)
        if (refusal := self._refusal(caller)) is not None:
            await refuse(refusal, scope, receive, send)
            return
        self._running[caller] += 1
        try:
            body = await self._body(scope, receive)
            await self._app(scope, _again(body, receive), send)
        except ServiceError as error:
            await refuse(error, scope, receive, send)
        finally:
            self._running[caller] -= 1
            if not self._running[caller]:
                del self._running[caller]

    def _refusal(self, caller: str) -> ServiceError | None:
        if self._running[caller] >= self._limits.requests_of_one:
            code, message, status = "requests.too-many", "You have too many requests in progress", 429
        elif self._running.total() >= self._limits.requests_at_once:
            code, message, status = "server.busy", "The server is handling too many requests", 503
        else:
            return None
        error = ServiceError(code, message, allowed="Try again in a second", status=status)
        error.headers = {"Retry-After": "1", "Connection": "close"}
        return error

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
            error = ServiceError(
                "body.slow",
                "The request body was too slow",
                allowed=f"within {self._limits.body_seconds:g} s",
                status=408,
            )
            error.headers = {"Connection": "close"}
            raise error from None
        return body

    def _too_large(self, got: str) -> ServiceError:
        allowed = f"at most {self._limits.body_bytes} bytes"
        error = ServiceError("body.too-large", "The request body is too large", got=got, allowed=allowed, status=413)
        error.headers = {"Connection": "close"}
        return error


def _again(body: bytes, receive: Receive) -> Receive:
    """Pass the body on as one message, then whatever else arrives, such as a disconnect."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message


class SafeHeaders:
    """ASGI middleware that adds headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)


def caller_of(scope: Scope) -> str:
    """Return the key by which requests are counted: the user's name, or the address."""
    signed_in: SignedIn | None = scope.get("state", {}).get("signed_in")
    return signed_in.actor.name if signed_in else f"address {address_of(scope)}"


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


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
