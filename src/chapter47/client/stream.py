"""A live table over a WebSocket: every view as it changes, and acts on the same connection."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Final, Literal, Self
from uuid import uuid4

from msgspec.json import decode, encode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from chapter47.client.answers import PitRefusedError, UnreachableError
from chapter47.core.act import Act
from chapter47.core.json_object import Json

_LARGEST: Final = 4 * 1024 * 1024
_LEAST_PING: Final = 20.0
"""Seconds within which the server must answer a ping."""


def said(act: str | Json | Act) -> str | Json:
    """Encode an act for sending: a record becomes its line."""
    return str(act) if isinstance(act, Act) else act


class Stream:
    """Messages of one table; `act` may be called while they are read."""

    def __init__(self, url: str, headers: Mapping[str, str], *, direct: bool, seconds: float) -> None:
        self._url, self._headers, self._direct, self._seconds = url, headers, direct, seconds
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._messages: asyncio.Queue[Json | None] = asyncio.Queue()
        self._waiting: dict[str, asyncio.Future[int]] = {}
        self.closed_with: int | None = None
        """The code with which the server closed the connection: 4408 if the client read too slowly, 4401 if it was
        signed out."""

    async def __aenter__(self) -> Self:
        proxy: Literal[True] | None = None if self._direct else True
        try:
            self._socket = await connect(
                self._url,
                additional_headers=self._headers,
                max_size=_LARGEST,
                compression=None,
                proxy=proxy,
                open_timeout=self._seconds,
                ping_timeout=max(self._seconds, _LEAST_PING),
            )
        except InvalidStatus as error:
            raise PitRefusedError(error.response.status_code, _body(bytes(error.response.body or b""))) from None
        except (OSError, WebSocketException, TimeoutError) as error:
            raise UnreachableError(f"{self._url}: {error}") from None
        self._reading = asyncio.create_task(self._read(self._socket))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket:
            with suppress(OSError, WebSocketException):
                await self._socket.close()
        if self._reading:
            with suppress(asyncio.CancelledError):
                await self._reading

    def __aiter__(self) -> AsyncIterator[Json]:
        return self

    async def __anext__(self) -> Json:
        """Return the next message: version, events, view."""
        message = await self._messages.get()
        if message is None:
            self._messages.put_nowait(None)
            raise StopAsyncIteration
        return message

    async def act(self, act: str | Json | Act, *, version: int | None = None, key: str | None = None) -> int:
        """Act and return the table's version once it is committed."""
        key = key or uuid4().hex
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[key] = answer
        command = {"act": said(act), "key": key} | ({} if version is None else {"version": version})
        try:
            if self._socket is None or self.closed_with is not None:
                raise UnreachableError(self._url)
            await self._socket.send(encode(command).decode())
            return await answer
        except ConnectionClosed:
            raise UnreachableError(self._url) from None
        finally:
            self._waiting.pop(key, None)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._take(decode(text))
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.closed_with = socket.close_code or 1006
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(UnreachableError(self._url))
            self._messages.put_nowait(None)

    def _take(self, message: Json) -> None:
        """Handle a reply to an act, or a message for everybody at the table."""
        if "done" not in message and "error" not in message:
            self._messages.put_nowait(message)
            return
        answer = self._waiting.get(message.get("done") or message.get("key") or "")
        if answer is None or answer.done():
            return
        if "error" in message:
            answer.set_exception(PitRefusedError(message.get("status", 400), message["error"]))
        else:
            answer.set_result(message["version"])


def _body(body: bytes) -> Json:
    with suppress(ValueError):
        answered = decode(body)
        if isinstance(answered, dict):
            return answered
    return {"code": "http", "message": "not accepted"}
