"""uvicorn with our limits: it counts connections, answers bad requests in JSON and drops slow readers at once."""

import asyncio
import json
from typing import Any, ClassVar, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from chapter47.core.json_object import Json
from chapter47.service.api.limits import Limits

ABORT: Final = "chapter47.abort"
"""Key under `extensions` of a WebSocket's scope: drops the connection without waiting for its reader."""
SEND: Final = "chapter47.send"
"""Key under `extensions` of a WebSocket's scope: sends a text at once, or returns False if the reader is behind."""
HEAD_SECONDS: Final = 15
SECONDS_TO_END: Final = 10
"""Seconds that running requests get when the server stops."""
HEAD_BYTES: Final = 32 * 1024
_REASONS: Final = {
    400: b"Bad Request",
    431: b"Request Header Fields Too Large",
    429: b"Too Many Requests",
    503: b"Service Unavailable",
}


class CarefulHttp(HttpToolsProtocol):
    """HTTP with limits on what arrives before a request reaches the application."""

    limits: ClassVar[Limits] = Limits()
    proxied: ClassVar[bool] = False
    _head = 0
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        if len(self.connections) > self.limits.connections:
            self._answer(503, "server.busy", "Too many connections", f"{self.limits.connections}")
        elif not self.proxied and self._of_the_same_address() > self.limits.connections_of_one:
            self._answer(429, "connections.too-many", "Too many connections", f"{self.limits.connections_of_one}")

    def _of_the_same_address(self) -> int:
        address = self.client and self.client[0]
        others = (getattr(connection, "client", None) for connection in self.connections)
        return sum(client is not None and client[0] == address for client in others)

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        self._head = 0
        self._wait_for_head()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self._head_is_there()
        if not self.transport.is_closing():
            super().on_headers_complete()

    def _should_upgrade(self) -> bool:
        """Treat a malformed upgrade as an ordinary request, which is then refused in JSON."""
        given = dict(self.headers)
        good = given.get(b"sec-websocket-version") == b"13" and len(given.get(b"sec-websocket-key", b"")) == 24
        return good and self.scope["method"] == "GET" and super()._should_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._answer(400, "request.not-readable", msg, "a valid HTTP/1.1 request")

    def _count(self, more: int) -> None:
        self._head += more
        if self._head > HEAD_BYTES and not self.transport.is_closing():
            self._answer(431, "head.too-large", "Request headers are too large", f"at most {HEAD_BYTES} bytes")

    def _wait_for_head(self) -> None:
        self._head_is_there()
        self._slow = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _head_is_there(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _answer(self, status: int, code: str, message: str, allowed: str) -> None:
        problem = {"code": code, "message": message, "citation": "", "got": "", "allowed": allowed}
        body = json.dumps(problem).encode()
        head = b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        self.transport.write(head % (status, _REASONS[status], len(body)) + body)
        self.transport.close()


class CarefulWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection can be dropped at once."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = 2.0

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Json = self.scope["extensions"]
            extensions[ABORT] = self.transport.abort
            extensions[SEND] = self.send_at_once

    def send_at_once(self, text: bytes) -> bool:
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def config_for(app: FastAPI, limits: Limits, *, proxied: bool = False) -> uvicorn.Config:
    """Configure uvicorn; behind a proxy it trusts the proxy's client address."""
    return uvicorn.Config(
        app,
        http=type("LimitedHttp", (CarefulHttp,), {"limits": limits, "proxied": proxied}),
        ws=CarefulWebSocket,
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,
        proxy_headers=proxied,
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
