"""A table as a WebSocket: its views as they change, and acts. A slow reader is dropped and slows nobody."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import WebSocket
from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import decode, encode
from starlette.websockets import WebSocketDisconnect

from chapter47.core.text import printable
from chapter47.service.access import Access, SignedIn
from chapter47.service.actor import Actor
from chapter47.service.api.gate import check_rate, token_is_over
from chapter47.service.api.limits import Limits
from chapter47.service.api.models import PLAIN
from chapter47.service.api.pit_seen import Pit, Watcher
from chapter47.service.api.problems import body_of
from chapter47.service.api.transport import ABORT, SEND
from chapter47.service.errors import ServiceError
from chapter47.service.permissions import API, RULES
from chapter47.service.throttle import Rate

LAGGING: Final = 4408
"""The close code of a reader who is too slow."""
SIGNED_OUT: Final = 4401
"""The close code when the token has ended."""
OVER: Final = 1000
_ACTS: Final = RULES[f"POST {API}/tables/{{table}}/acts"]
_EVERY: Final = 0.5


class SocketCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client says on the socket."""

    act: Annotated[str, Meta(min_length=1, max_length=500)]
    version: int | None = None
    key: Annotated[str, Meta(min_length=1, max_length=80, pattern=PLAIN)] | None = None


class TableSocket:
    """A socket of one user at one table."""

    def __init__(self, websocket: WebSocket, signed_in: SignedIn, table: str, watcher: Watcher) -> None:
        self.websocket = websocket
        self.signed_in = signed_in
        self.table = table
        self.watcher = watcher
        self.code = OVER
        self._turn = asyncio.Lock()
        self._since: float | None = None
        self._over = asyncio.Event()

    @property
    def actor(self) -> Actor:
        return self.signed_in.actor

    async def send(self, message: bytes) -> None:
        async with self._turn:
            self._since = asyncio.get_running_loop().time()
            try:
                await self.websocket.send({"type": "websocket.send", "text": message.decode()})
            except RuntimeError:  # the transport has closed it: too large a frame, or one that is none
                raise WebSocketDisconnect from None
            self._since = None

    def send_at_once(self, message: bytes) -> bool:
        """Without a wait; not while something is being sent."""
        send = self.websocket.scope.get("extensions", {}).get(SEND)
        return send is not None and not self._turn.locked() and send(message)

    def is_stuck(self, seconds: float) -> bool:
        """Whether its reader takes too long for a message."""
        return self._since is not None and asyncio.get_running_loop().time() - self._since > seconds

    def end(self, code: int) -> None:
        """From outside; a reader who is stuck would never take the farewell."""
        self.code = code
        if self._since is not None and (abort := self.websocket.scope.get("extensions", {}).get(ABORT)):
            abort()
        self._over.set()

    async def until_one_ends(self, *parts: Coroutine[Any, Any, None]) -> None:
        tasks = [asyncio.create_task(part) for part in (*parts, self._ended())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                    raise result

    async def _ended(self) -> None:
        await self._over.wait()

    async def say_farewell(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(self.websocket.close(self.code), 1)


class Streams:
    """All open sockets; one task looks after them."""

    def __init__(self, pit: Pit, access: Access, limits: Limits, rate: Rate) -> None:
        self._pit, self._access, self._limits, self._rate = pit, access, limits, rate
        self._open: set[TableSocket] = set()
        self._of: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._look_after())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, websocket: WebSocket, table: str) -> None:
        """One socket from its beginning to its end."""
        signed_in: SignedIn = websocket.state.signed_in
        name = signed_in.actor.name
        self._check_number(name)
        stream = TableSocket(websocket, signed_in, table, self._pit.watch(table, signed_in.actor))
        self._open.add(stream)
        self._of[name] += 1
        try:
            await websocket.accept()
            stream.watcher.send = stream.send_at_once
            await stream.until_one_ends(self._show(stream), self._listen(stream))
            await stream.say_farewell()
        finally:
            stream.watcher.close()
            self._open.discard(stream)
            self._of[name] -= 1

    def _check_number(self, name: str) -> None:
        if len(self._open) >= self._limits.streams or self._of[name] >= self._limits.streams_of_one:
            allowed = f"{self._limits.streams_of_one} for one user, {self._limits.streams} in all"
            raise ServiceError("streams.too-many", "too many sockets", allowed=allowed, status=429)

    @staticmethod
    async def _show(stream: TableSocket) -> None:
        async for message in stream.watcher:
            await stream.send(message)
        if stream.watcher.lagging:
            stream.code = LAGGING

    async def _listen(self, stream: TableSocket) -> None:
        """Acts, one after another; the table does one that has come to it though its sender goes."""
        while (message := await stream.websocket.receive())["type"] != "websocket.disconnect":
            text = message.get("text") or message.get("bytes") or b""
            answer = await self._answer(stream, text)
            if not stream.send_at_once(answer):
                await stream.send(answer)

    async def _answer(self, stream: TableSocket, message: str | bytes) -> bytes:
        key = None
        try:
            check_rate(self._rate, stream.actor.name)
            command = _read(message)
            key = command.key
            if not self._access.acts(stream.signed_in):
                raise token_is_over()
            _check_role(stream.signed_in)
            reply = await self._pit.act(
                stream.table, stream.actor, command.act, version=command.version, key=command.key
            )
        except ServiceError as error:
            return encode({"error": body_of(error), "status": error.status, "key": key})
        return encode({"done": key, "version": reply.version})

    async def _look_after(self) -> None:
        """Drops whoever does not read, and whoever is no longer signed in."""
        while True:
            await asyncio.sleep(_EVERY)
            for stream in list(self._open):
                if stream.is_stuck(self._limits.send_seconds) or (stream.watcher.lagging and stream.is_stuck(0)):
                    stream.end(LAGGING)
                elif not self._access.still(stream.signed_in):
                    stream.end(SIGNED_OUT)


def _read(message: str | bytes) -> SocketCommand:
    try:
        return decode(message, type=SocketCommand)
    except (DecodeError, ValidationError) as error:
        raise ServiceError(
            "request.not-valid",
            str(error),
            got=_shown(message),
            allowed='{"act": LINE, "version": NUMBER, "key": TEXT}',
            status=422,
        ) from None


def _shown(message: str | bytes) -> str:
    return printable(message if isinstance(message, str) else message.decode("utf-8", "replace"))


def _check_role(signed_in: SignedIn) -> None:
    role = signed_in.actor.role
    if not _ACTS.lets(role, own=True, demo=False) or not signed_in.token.is_good_for(_ACTS.scope):
        allowed = ", ".join(sorted(_ACTS.roles | _ACTS.own)) + f", with the scope {_ACTS.scope}"
        raise ServiceError("role.not-allowed", "only to look on", got=role, allowed=allowed, status=403)
