"""Routing in a cluster: a request is forwarded to the process that has its table, or the house, and answered through
this one. The other process checks the same token, and the client's address as signed by this process."""

import asyncio
import hmac
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapter47.core.json_object import Json
from chapter47.games import GAMES
from chapter47.service.api.gate import Reached
from chapter47.service.api.limits import address_of
from chapter47.service.api.problems import refuse
from chapter47.service.cluster import Cluster
from chapter47.service.permissions import API
from chapter47.service.store import Store, StoreLostError
from chapter47.service.store.fence import HOUSE
from chapter47.service.terms import NOT_DONE, ServiceError, moved, store_lost

FORWARDED: Final = "x-chapter47-forwarded"
"""Header with the client's address, the time, the newest journal row known to the sender, and a signature with the
house's key."""
SEEN: Final = "x-chapter47-row"
"""Header of an answer with the journal row that it reflects."""
MOST_AGE: Final = 60_000
"""Milliseconds for which a signed address is valid."""
SECONDS_TO_FIND: Final = 15.0
"""How long a request waits for a process that has its stream."""
SECONDS_BETWEEN_TRIES: Final = 0.05
SECONDS_TO_CONNECT: Final = 2.0
GOES_AWAY: Final = 1012
"""Close code of a socket whose table moves to another process; the client should reconnect."""
ANY: Final = "*"
"""Routes answered by the process with the fewest tables, which opens a new one."""
ALL: Final = "all"
"""Routes that every process answers for its own tables."""
LISTS: Final = frozenset(f"GET {API}/{name}" for name in ("tables", "lobby", "floor"))
_OF_THE_SCHOOL: Final = tuple(
    f"school/{name}"
    for name in ("drills", "counts", "audition", "foul", "supervisor", "dealer", "lessons", "practice", "puzzles")
)
"""School routes, except those of learners' books and classes, which belong to the house."""
HERE_TOO: Final = tuple(
    f"{method} {API}/{name}"
    for method, name in (
        *(("GET", name) for name in ("games", "why", "law", "openapi.json", *_OF_THE_SCHOOL)),
        *(("POST", name) for name in ("lab", "verdict", *_OF_THE_SCHOOL)),
    )
)
"""Prefixes of routes that need only the law and the rules."""
KEPT_BY_THE_SCHOOL: Final = (f"{API}/school/book", f"{API}/school/classes")
"""Prefixes of learners' books and classes, which belong to the house."""
OF_THE_CAGE: Final = frozenset(
    f"{method} {API}/tables/{{table}}/{name}"
    for method, name in (
        ("POST", "fill"),
        ("POST", "credit"),
        ("POST", "buy-in/{player}"),
        ("POST", "colour-change/{player}"),
        ("GET", "count"),
        ("POST", "count"),
    )
)
"""Routes with a table in their path that move or count chips of the house."""
_OWN_WAY: Final = frozenset(
    {"host", "content-length", "connection", "transfer-encoding", "upgrade", "origin", "date", SEEN, FORWARDED}
)
"""Headers that are not passed on."""
Sign = Callable[[bytes], bytes]


def stream_of(reached: Reached) -> str | None:
    """Return the stream that answers a route: a table's, the house's, `ANY`, `ALL`, or None if any process can."""
    path = reached.key.partition(" ")[2]
    if path.startswith(KEPT_BY_THE_SCHOOL):
        return HOUSE
    if not path.startswith(API) or reached.key.startswith(HERE_TOO):
        return None
    if reached.key in LISTS:
        return ALL
    if reached.key == f"POST {API}/tables":
        return ANY
    table = reached.parameters.get("table")
    return HOUSE if table is None or reached.key in OF_THE_CAGE else f"table/{table}"


class RemoteAnswer(NamedTuple):
    """The unread answer of another process."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncIterator[bytes]


class ForwardedRequests:
    """ASGI middleware that accepts the client's address from a process of the same cluster."""

    def __init__(self, app: ASGIApp, sign: Sign) -> None:
        self._app, self._sign = app, sign

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and (said := Headers(scope=scope).get(FORWARDED)):
            signed, _, signature = said.rpartition(" ")
            parts = signed.split(" ")
            right = self._sign(f"forward {signed}".encode()).hex()
            good = hmac.compare_digest(right.encode(), signature.encode())
            if good and len(parts) == 3 and abs(time.time() * 1000 - int(parts[1])) < MOST_AGE:
                scope["client"] = (parts[0], 0)
                scope.setdefault("state", {})["forwarded"] = int(parts[2])
        await self._app(scope, receive, send)


class Routing:
    """ASGI middleware behind the gate that routes requests."""

    def __init__(self, app: ASGIApp, cluster: Cluster, store: Store, sign: Sign) -> None:
        import httpx

        self._app, self._cluster, self._store, self._sign = app, cluster, store, sign
        timeout = httpx.Timeout(None, connect=SECONDS_TO_CONNECT)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=100)
        self._http = httpx.AsyncClient(timeout=timeout, limits=limits, trust_env=False)
        self._seen = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.get("state", {})
        reached: Reached | None = state.get("reached")
        stream = None if reached is None or scope["type"] == "lifespan" else stream_of(reached)
        if stream is None:
            await self._app(scope, receive, send)
            return
        try:
            if "forwarded" in state:
                await self._for_another(stream, scope, receive, send)
            elif scope["type"] == "websocket":
                await self._socket(stream, scope, receive, send)
            elif stream == ALL:
                await self._list(scope, send)
            else:
                await self._request(stream, scope, receive, send)
        except ServiceError as error:
            await refuse(error, scope, receive, send)
        except StoreLostError:
            await refuse(store_lost(), scope, receive, send)

    async def _for_another(self, stream: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request forwarded by another process; it is not forwarded again."""
        await self._store.follow(scope["state"]["forwarded"])
        if stream not in (ANY, ALL) and not self._cluster.has(stream):
            raise moved()

        async def sends(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[SEEN] = str(self._store.head[0])
            await send(message)

        await self._app(scope, receive, sends)

    # Requests --------------------------------------------------------------------------------------------------------

    async def _request(self, stream: str, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive()).get("body", b"")
        again = scope["method"] in ("GET", "HEAD") or _has_key(body)
        until = time.monotonic() + SECONDS_TO_FIND
        while time.monotonic() < until:
            place = await self._place(stream)
            if place == self._cluster.address:
                await self._store.follow(self._seen)
                if await self._here(scope, body, receive, send):
                    return
            elif place is not None and await self._there(place, stream, scope, body, send, again=again):
                return
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        raise moved()

    async def _place(self, stream: str) -> str | None:
        """Return the address of the process to ask; None while it is unknown."""
        cluster = self._cluster
        if stream == ANY:
            await cluster.refresh()
            return cluster.least_loaded
        if cluster.has(stream):
            return cluster.address
        if stream not in cluster.view.leases:
            await cluster.refresh()
            if stream not in cluster.view.leases:
                return cluster.address  # such a table is not open: every process can say so
        owner = cluster.owner_of(stream)
        return None if owner == cluster.address else owner

    async def _here(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> bool:
        """Answer here; return False if the table has just moved."""
        is_moved = False
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receives() -> Message:
            return messages.pop() if messages else await receive()

        async def sends(message: Message) -> None:
            nonlocal is_moved
            if message["type"] == "http.response.start":
                is_moved = NOT_DONE in Headers(raw=message["headers"])
            if not is_moved:
                await send(message)

        await self._app(dict(scope), receives, sends)
        return not is_moved

    async def _there(self, place: str, stream: str, scope: Scope, body: bytes, send: Send, *, again: bool) -> bool:
        """Forward to another process and return whether it answered. A command without a key is not sent again if it
        may have been performed."""
        import httpx

        try:
            answer = await self._until_moved(stream, place, self._sent(place, scope, body))
            if NOT_DONE in answer.headers:
                return False
        except httpx.ConnectError:
            return False
        except (httpx.HTTPError, TimeoutError):
            if again:
                return False
            raise ServiceError(
                "server.lost",
                "The server process ended during this request, which may or may not have been performed",
                allowed="Check before you send it again; with a key it is performed only once",
                status=503,
            ) from None
        self._seen = max(self._seen, int(answer.headers.get(SEEN, 0)))
        headers = [(name.encode(), value.encode()) for name, value in answer.headers.items() if name not in _OWN_WAY]
        if "content-length" in answer.headers:
            headers.append((b"content-length", answer.headers["content-length"].encode()))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        async for chunk in answer.chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        return True

    async def _until_moved(self, stream: str, place: str, asked: Awaitable[RemoteAnswer]) -> RemoteAnswer:
        """Wait for the answer only while that process has the stream, since a paused process never answers."""
        task = asyncio.ensure_future(asked)
        while not task.done():
            await asyncio.wait((task,), timeout=SECONDS_BETWEEN_TRIES * 10)
            if not task.done() and stream != ANY and self._cluster.owner_of(stream) not in (None, place):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                raise TimeoutError
        return task.result()

    async def _sent(self, place: str, scope: Scope, body: bytes) -> RemoteAnswer:
        request = self._http.build_request(
            scope["method"], place + _path(scope), headers=self._headers(place, scope), content=body
        )
        response = await self._http.send(request, stream=True)
        return RemoteAnswer(response.status_code, response.headers, _read(response))

    def _headers(self, place: str, scope: Scope) -> dict[str, str]:
        given = Headers(scope=scope)
        headers = {name: value for name, value in given.items() if name not in _OWN_WAY and "sec-" not in name[:4]}
        if "origin" in given:
            headers["origin"] = place
        row = max(self._seen, self._store.head[0])
        signed = f"{address_of(scope) or '-'} {round(time.time() * 1000)} {row}"
        headers[FORWARDED] = f"{signed} {self._sign(f'forward {signed}'.encode()).hex()}"
        return headers

    # Lists -----------------------------------------------------------------------------------------------------------

    async def _list(self, scope: Scope, send: Send) -> None:
        """Ask every process for its tables; those of a process that does not answer are missing until they are taken
        over."""
        house = self._cluster.owner_of(HOUSE)
        places = sorted(self._cluster.view.members.values(), key=lambda place: place != house)
        asked = (self._listed(place, scope) for place in places)
        answers = [answer for answer in await asyncio.gather(*asked) if answer is not None]
        if not answers:
            raise moved()
        status, headers, content = next((each for each in answers if each[0] != 200), answers[0])
        if status == 200:
            content = _together([msgspec.json.decode(each[2]) for each in answers])
        kept = [(name.encode(), value.encode()) for name, value in headers.items() if name not in _OWN_WAY]
        await send({"type": "http.response.start", "status": status, "headers": kept})
        await send({"type": "http.response.body", "body": content})

    async def _listed(self, place: str, scope: Scope) -> tuple[int, Mapping[str, str], bytes] | None:
        import httpx

        try:
            async with asyncio.timeout(SECONDS_TO_CONNECT):
                answer = await self._http.get(place + _path(scope), headers=self._headers(place, scope))
        except (httpx.HTTPError, TimeoutError):
            return None
        return answer.status_code, answer.headers, answer.content

    # Sockets ---------------------------------------------------------------------------------------------------------

    async def _socket(self, stream: str, scope: Scope, receive: Receive, send: Send) -> None:
        until = time.monotonic() + SECONDS_TO_FIND
        while time.monotonic() < until:
            place = await self._place(stream)
            if place == self._cluster.address:
                await self._store.follow(self._seen)
                await self._app(scope, receive, send)
                return
            if place is not None and await self._joined(place, stream, scope, receive, send):
                return
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        raise moved()

    async def _joined(self, place: str, stream: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Connect the socket to another process until one end closes it; return whether that succeeded."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidStatus, WebSocketException

        address = f"ws{place.removeprefix('http')}{_path(scope)}"
        headers = {name: value for name, value in self._headers(place, scope).items() if name in _OF_A_SOCKET}
        code: int | None = None
        is_open = False
        try:
            async with connect(
                address,
                additional_headers=headers,
                origin=place if "origin" in Headers(scope=scope) else None,  # type: ignore[arg-type]  # a new type of text
                open_timeout=SECONDS_TO_CONNECT * 5,
                compression=None,
                proxy=None,
                max_size=None,
                user_agent_header=None,
            ) as other:
                is_open = True
                await receive()
                await send({"type": "websocket.accept"})
                parts = (self._pass_in(receive, other), self._pass_out(other, send), self._watch(stream, place))
                tasks = [asyncio.ensure_future(part) for part in parts]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
            code = other.close_code
        except InvalidStatus as refused:
            if NOT_DONE in refused.response.headers:
                return False
            raise _refusal(refused.response.status_code, bytes(refused.response.body or b"")) from None
        except (OSError, WebSocketException, TimeoutError):
            if not is_open:
                return False
        with suppress(RuntimeError):  # the client has closed it
            await send({"type": "websocket.close", "code": GOES_AWAY if code in (None, 1005, 1006) else code})
        return True

    @staticmethod
    async def _pass_in(receive: Receive, other: Any) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await other.send(text if text is not None else message.get("bytes") or b"")

    @staticmethod
    async def _pass_out(other: Any, send: Send) -> None:
        async for message in other:
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})

    async def _watch(self, stream: str, place: str) -> None:
        """Wait until another process has the stream, since a paused process does not close its sockets."""
        while self._cluster.owner_of(stream) in (None, place):
            await asyncio.sleep(SECONDS_BETWEEN_TRIES * 10)


_OF_A_SOCKET: Final = frozenset({"authorization", "cookie", "x-request-id", "accept-language", FORWARDED})


async def _read(response: Any) -> AsyncIterator[bytes]:
    try:
        async for chunk in response.aiter_raw():
            yield chunk
    finally:
        await response.aclose()


def _path(scope: Scope) -> str:
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    return (raw.partition(b"?")[0] + (b"?" + query if query else b"")).decode("ascii")


def _has_key(body: bytes) -> bool:
    with suppress(msgspec.MsgspecError):
        asked = msgspec.json.decode(body)
        return isinstance(asked, dict) and bool(asked.get("key"))
    return False


def _together(answers: list[Any]) -> bytes:
    """Merge lists of tables, or answers with such a list in the key `tables`; the first is the house's."""
    if isinstance(answers[0], list):
        return msgspec.json.encode([table for answer in answers for table in answer])
    order = [game.name for game in GAMES]
    tables = [table for answer in answers for table in answer["tables"]]
    return msgspec.json.encode({**answers[0], "tables": sorted(tables, key=lambda table: order.index(table["game"]))})


def _refusal(status: int, body: bytes) -> ServiceError:
    problem: Json = {}
    with suppress(msgspec.MsgspecError):
        problem = msgspec.json.decode(body, type=dict)
    code, message, got, allowed = (str(problem.get(name, "")) for name in ("code", "message", "got", "allowed"))
    return ServiceError(code or "refused", message or "Refused", got=got, allowed=allowed, status=status)
