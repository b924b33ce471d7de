"""A table over a WebSocket: views as they change, and acts. Slow readers are dropped and delay nobody."""

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
from chapter47.service.api.felt import Drawings, FeltFeed, Look, look_of
from chapter47.service.api.gate import check_rate, token_is_over
from chapter47.service.api.limits import Limits, address_of, caller_of
from chapter47.service.api.models import PLAIN
from chapter47.service.api.problems import body_of
from chapter47.service.api.transport import ABORT, SEND
from chapter47.service.commands import Watcher
from chapter47.service.permissions import API, RULES
from chapter47.service.pit import Pit
from chapter47.service.table_messages import TableMessage
from chapter47.service.terms import Actor, ServiceError
from chapter47.service.throttle import Rate

LAGGING: Final = 4408
"""Close code for a reader that is too slow."""
SIGNED_OUT: Final = 4401
"""Close code when the token has expired or was revoked."""
FLOODING: Final = 4429
"""Close code for a client that keeps sending too fast."""
MOST_OVER_RATE: Final = 50
"""Consecutive commands over the rate after which all sockets of the sender are closed."""
SECONDS_CUT_OFF: Final = 10.0
"""Seconds for which a flooding client is then refused."""
OVER: Final = 1000
_ACTS: Final = RULES[f"POST {API}/tables/{{table}}/acts"]
_EVERY: Final = 0.5


class SocketCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends: an act, or how its felt should be drawn from now on."""

    act: Annotated[str, Meta(min_length=1, max_length=500)] | dict[str, Any] | None = None
    hold: bool | None = None
    """Instead of an act: stop or start the clock, for the only player at the table."""
    version: int | None = None
    key: Annotated[str, Meta(min_length=1, max_length=80, pattern=PLAIN)] | None = None
    more: bool = False
    """More commands follow immediately: the felt is drawn after the last one."""
    look: Look | None = None


class TableSocket:
    """A socket at one table, of one user or, in demo mode, of anybody."""

    def __init__(
        self,
        websocket: WebSocket,
        signed_in: SignedIn | None,
        table: str,
        watcher: Watcher[TableMessage],
        feed: FeltFeed | None,
    ) -> None:
        self.websocket = websocket
        self.signed_in = signed_in
        self.table = table
        self.watcher = watcher
        self.feed = feed
        """Set if the messages are for a page."""
        self.code = OVER
        self.over_rate = 0
        """Consecutive commands that came too fast."""
        self._turn = asyncio.Lock()
        self._since: float | None = None
        self._over = asyncio.Event()

    @property
    def name(self) -> str:
        return name_of(self.websocket, self.signed_in)

    async def send(self, message: bytes) -> None:
        async with self._turn:
            self._since = asyncio.get_running_loop().time()
            try:
                await self.websocket.send({"type": "websocket.send", "text": message.decode()})
            except RuntimeError:  # the transport has closed it: a frame too large or malformed
                raise WebSocketDisconnect from None
            self._since = None

    def send_at_once(self, message: bytes) -> bool:
        """Send without waiting; not possible while another message is being sent."""
        send = self.websocket.scope.get("extensions", {}).get(SEND)
        return send is not None and not self._turn.locked() and send(message)

    def is_stuck(self, seconds: float) -> bool:
        """Return whether the reader takes too long for a message."""
        return self._since is not None and asyncio.get_running_loop().time() - self._since > seconds

    def end(self, code: int) -> None:
        """Close the socket from outside; a stuck reader would never read the close message."""
        self.code = code
        self.watcher.close()
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
    """All open sockets, with one task that checks them."""

    def __init__(self, pit: Pit, access: Access, limits: Limits, rate: Rate, drawings: Rate) -> None:
        self._pit, self._access, self._limits, self._rate, self._drawings = pit, access, limits, rate, drawings
        self._open: set[TableSocket] = set()
        self._of: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        access.tokens.on_drop = self._token_ended

    def _token_ended(self, id_: str) -> None:
        """Stop sending after the user has signed out."""
        for stream in [stream for stream in self._open if stream.signed_in and stream.signed_in.token.id == id_]:
            stream.end(SIGNED_OUT)

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
        """Serve one socket from start to end."""
        signed_in: SignedIn | None = websocket.state.signed_in
        name = name_of(websocket, signed_in)
        self._check_number(name)
        actor = signed_in.actor if signed_in else None
        feed = self._feed(websocket, table, actor)
        watcher = self._pit.watch(table, actor, feed.write if feed else None)
        stream = TableSocket(websocket, signed_in, table, watcher, feed)
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

    def _feed(self, websocket: WebSocket, table: str, actor: Actor | None) -> FeltFeed | None:
        """Read the felt options of a page: `?felt=green&width=1280`."""
        if "felt" not in websocket.query_params:
            return None
        try:
            look = look_of(websocket.query_params)
        except ValidationError as error:
            raise ServiceError("request.not-valid", str(error), allowed="GET /openapi.json", status=422) from None
        drawings = Drawings(self._drawings, caller_of(websocket.scope))
        return FeltFeed(self._pit.table(table), actor, look, drawings)

    def _check_number(self, name: str) -> None:
        if len(self._open) >= self._limits.streams or self._of[name] >= self._limits.streams_of_one:
            allowed = f"{self._limits.streams_of_one} per user, {self._limits.streams} in total"
            raise ServiceError("streams.too-many", "Too many open sockets", allowed=allowed, status=429)

    @staticmethod
    async def _show(stream: TableSocket) -> None:
        async for message in stream.watcher:
            await stream.send(message)
        if stream.watcher.lagging:
            stream.code = LAGGING

    async def _listen(self, stream: TableSocket) -> None:
        """Perform acts one after another; an act that has reached the table is done even if the client disconnects."""
        while (message := await stream.websocket.receive())["type"] != "websocket.disconnect":
            text = message.get("text") or message.get("bytes") or b""
            answer = await self._answer(stream, text)
            if answer is not None and not stream.send_at_once(answer):
                await stream.send(answer)

    async def _answer(self, stream: TableSocket, message: str | bytes) -> bytes | None:
        key = None
        try:
            self._check_rate(stream)
            command = _read(message)
            key = command.key
            if command.look is not None:
                return await stream.feed.look(command.look) if stream.feed else None
            return await self._act(stream, command)
        except ServiceError as error:
            await self._show_what_was_held(stream)
            return encode({"error": body_of(error), "status": error.status, "key": key})

    def _check_rate(self, stream: TableSocket) -> None:
        try:
            check_rate(self._rate, stream.name)
        except ServiceError:
            stream.over_rate += 1
            if stream.over_rate >= MOST_OVER_RATE:
                self._cut_off(stream.name)
            raise
        stream.over_rate = 0

    def _cut_off(self, name: str) -> None:
        """Close all sockets of a user who floods one of them."""
        self._rate.punish(name, SECONDS_CUT_OFF)
        for stream in [stream for stream in self._open if stream.name == name]:
            stream.end(FLOODING)

    async def _act(self, stream: TableSocket, command: SocketCommand) -> bytes:
        if stream.signed_in is None or not self._access.acts(stream.signed_in):
            raise token_is_over()
        _check_role(stream.signed_in)
        actor = stream.signed_in.actor
        if command.act is None:
            self._pit.hold(stream.table, actor, on=bool(command.hold))
            return encode({"done": command.key, "hold": command.hold})
        if stream.feed:
            stream.feed.more_follows = command.more
        reply = await self._pit.act(stream.table, actor, command.act, version=command.version, key=command.key)
        return encode({"done": command.key, "version": reply.version})

    @staticmethod
    async def _show_what_was_held(stream: TableSocket) -> None:
        """Show a page the effect of its commands up to the refused one."""
        if stream.feed and stream.feed.is_behind:
            stream.feed.more_follows = False
            await stream.send(await stream.feed.again())

    async def _look_after(self) -> None:
        """Disconnect clients that do not read, and those whose session has ended."""
        while True:
            await asyncio.sleep(_EVERY)
            for stream in list(self._open):
                if stream.is_stuck(self._limits.send_seconds) or (stream.watcher.lagging and stream.is_stuck(0)):
                    stream.end(LAGGING)
                elif stream.signed_in and not self._access.still(stream.signed_in):
                    stream.end(SIGNED_OUT)
                elif stream.feed is not None and stream.feed.is_late:
                    with suppress(ServiceError):  # the database is lost: the page gets a message when it is back
                        if (message := await stream.feed.caught_up()) is not None:
                            stream.watcher.tell(message)


def name_of(websocket: WebSocket, signed_in: SignedIn | None) -> str:
    """Return the name that sockets are counted by: the user's name, or the address."""
    return signed_in.actor.name if signed_in else address_of(websocket.scope)


def _read(message: str | bytes) -> SocketCommand:
    try:
        command = decode(message, type=SocketCommand)
        if sum(each is not None for each in (command.act, command.hold, command.look)) != 1:
            raise ValidationError("Send `act`, `hold` or `look`")
        return command
    except (DecodeError, ValidationError, RecursionError) as error:
        raise ServiceError(
            "request.not-valid",
            str(error),
            got=_shown(message),
            allowed='{"act": LINE or OBJECT, "version": NUMBER, "key": TEXT} or {"hold": true, "key": TEXT}',
            status=422,
        ) from None


def _shown(message: str | bytes) -> str:
    return printable(message if isinstance(message, str) else message.decode("utf-8", "replace"))


def _check_role(signed_in: SignedIn) -> None:
    role = signed_in.actor.role
    if not _ACTS.lets(role, own=True, demo=False) or not signed_in.token.is_good_for(_ACTS.scope):
        allowed = ", ".join(sorted(_ACTS.roles | _ACTS.own)) + f", with the scope {_ACTS.scope}"
        raise ServiceError(
            "role.not-allowed", "You may watch this table but not act", got=role, allowed=allowed, status=403
        )
