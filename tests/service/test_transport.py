"""The application behind a real socket: slow readers, endless headers, malformed requests."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
import uvicorn
from msgspec import structs
from tests.give_up import SECONDS
from tests.service import doors
from tests.service.doors import GENEROUS, Door, QuietPit
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from chapter47.client import Client, PitRefusedError, Stream
from chapter47.service.access import SignedIn
from chapter47.service.api.gate import COOKIE
from chapter47.service.api.limits import Limits
from chapter47.service.api.stream import TableSocket
from chapter47.service.api.transport import config_for
from chapter47.service.terms import ServiceError

PROBLEM: Final = {"code", "message", "citation", "got", "allowed"}
"""After which nothing is hoped for any more."""


class FloodPit(QuietPit):
    """Views that come as fast as they are read, or not at all; an act is answered at once."""

    LAG: Final = 50

    def __init__(self) -> None:
        super().__init__()
        self.watchers: list[FloodWatcher] = []

    def watch(self, table: str, actor: Any, write: object = None) -> "FloodWatcher":
        if table != "1":
            raise ServiceError("table.unknown", "no such table", got=table, status=404)
        del write
        self.watchers.append(FloodWatcher())
        return self.watchers[-1]

    async def act(self, table: str, actor: Any, line: str, *, version: int | None = None, key: Any = None) -> Any:
        if line == "nonsense":
            raise ServiceError("act.unknown", "not an act", got=line, status=400)
        await asyncio.sleep(0)
        return SimpleNamespace(version=7, body=b"{}")

    async def flood(self, messages: int) -> None:
        """As fast as the one who came last reads."""
        for number in range(messages):
            for watcher in self.watchers:
                watcher.put(json.dumps({"version": number, "view": "x" * 20_000}).encode())
            while self.watchers[-1].queue.full():
                await asyncio.sleep(0.002)
            await asyncio.sleep(0)


class FloodWatcher:
    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(FloodPit.LAG)
        self.lagging = False
        self.closed = False

    def put(self, message: bytes) -> None:
        if not self.closed:
            try:
                self.queue.put_nowait(message)
            except asyncio.QueueFull:
                self.lagging = True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while not self.lagging:
            yield await self.queue.get()

    def close(self) -> None:
        self.closed = True


@asynccontextmanager
async def listening(folder: Path, limits: Limits = GENEROUS) -> AsyncIterator[tuple[Door, str, int]]:
    """A server in this process: what is behind it, a supervisor's token and its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    async with doors.door(folder, pit=FloodPit(), limits=limits, origin=f"http://127.0.0.1:{port}") as opened:
        await opened.add("Sue", "supervisor")
        config = config_for(opened.app, limits)
        config.lifespan = "off"
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server._serve([listener]))
        try:
            yield opened, await opened.token("Sue"), port
        finally:
            server.should_exit = True
            await serving


def run(folder: Path, do: Callable[[Door, str, int], Awaitable[Any]], **named: Any) -> Any:
    async def through() -> Any:
        async with listening(folder, **named) as (opened, token, port):
            return await do(opened, token, port)

    return asyncio.run(through())


async def raw(port: int, text: bytes) -> bytes:
    """What is answered to bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    with suppress(ConnectionError):
        await writer.drain()
    answer = await asyncio.wait_for(reader.read(), SECONDS)
    writer.close()
    return answer


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not happens():
            await asyncio.sleep(0.01)


def read(answer: bytes) -> tuple[int, Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/json" in head, head
    problem = json.loads(body)
    assert set(problem) >= PROBLEM
    return int(head.split()[1]), problem["code"]


def upgrade(token: str, port: int, table: str = "1", version: str = "13") -> bytes:
    return (
        f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: {version}\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def test_a_reader_who_does_not_read_is_cut_off_and_slows_nobody(tmp_path: Path) -> None:
    async def watched(opened: Door, token: str, port: int) -> int:
        sleeper = socket.socket()
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleeper.connect(("127.0.0.1", port))
        sleeper.sendall(upgrade(token, port))
        await until(lambda: len(opened.app.state.streams) == 1)
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit, pit.stream("1") as stream:
            await until(lambda: len(opened.app.state.streams) == 2)
            flooding = asyncio.create_task(opened.pit.flood(1000))
            seen = 0
            async for _ in stream:
                seen += 1
                if seen == 1000:
                    break
            await flooding
            await until(lambda: len(opened.app.state.streams) == 1)
            assert await stream.act("bet") == 7
        sleeper.close()
        return seen

    assert run(tmp_path, watched, limits=structs.replace(GENEROUS, send_seconds=5)) == 1000


def test_a_socket_says_what_is_refused(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> list[tuple[int, str]]:
        refusals = []
        url = f"http://127.0.0.1:{port}"
        async with Client(url, token, seconds=SECONDS) as pit, pit.stream("1") as stream:
            with pytest.raises(PitRefusedError) as refused:
                await stream.act("nonsense")
            refusals.append((refused.value.status, refused.value.code))
        for table, other in (("2", token), ("1", "c47_guessed"), ("1", "")):
            with pytest.raises(PitRefusedError) as refused:
                async with Client(url, other, seconds=SECONDS) as pit, pit.stream(table):
                    pass
            refusals.append((refused.value.status, refused.value.code))
        return refusals

    refusals = [(400, "act.unknown"), (404, "table.unknown"), (401, "token.not-good"), (401, "sign-in.needed")]
    assert run(tmp_path, asked) == refusals


@pytest.mark.parametrize("frame", ["[]", "{}", "{", '{"act": 1}', '{"act": ""}', '{"act": "x", "more": 1}', "\x00"])
def test_a_frame_that_is_no_command_is_refused_and_the_socket_stays(tmp_path: Path, frame: str) -> None:
    async def asked(opened: Door, token: str, port: int) -> tuple[str, int]:
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit, pit.stream("1") as stream:
            assert stream._socket
            await stream._socket.send(frame)
            await opened.pit.flood(1)
            await anext(stream)
            return "there", await stream.act("bet")

    assert run(tmp_path, asked) == ("there", 7)


@pytest.mark.parametrize("frame", ['{"act": 5}', '{"act":' * 2000, "[" * 16_000, '{"act":' + '{"a":' * 2500])
def test_a_frame_that_is_no_command_is_shown_to_who_sent_it(tmp_path: Path, frame: str) -> None:
    async def asked(opened: Door, token: str, port: int) -> Any:
        url = f"ws://127.0.0.1:{port}/api/v1/tables/1/stream"
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(
            url, additional_headers=headers, proxy=None, open_timeout=SECONDS, ping_interval=None
        ) as sent:
            await sent.send(frame)
            return json.loads(await sent.recv())["error"]

    problem = run(tmp_path, asked)
    assert problem["code"] == "request.not-valid"
    assert frame.startswith(problem["got"].rstrip("…"))


def test_a_frame_that_is_too_large_ends_the_socket(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> int | None:
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit, pit.stream("1") as stream:
            assert stream._socket
            with suppress(Exception):
                await stream._socket.send("x" * 100_000)
            async for _ in stream:
                pass
            return stream.closed_with

    assert run(tmp_path, asked) == 1009


def test_a_view_on_its_way_to_a_socket_that_the_transport_has_closed_is_no_mistake_of_ours() -> None:
    """After too large a frame the transport closes it while a view may be on its way."""

    class Closed:
        async def send(self, message: Any) -> None:
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    async def shown() -> str:
        socket_: Any = Closed()
        stream = TableSocket(socket_, cast(Any, None), "1", cast(Any, None), None)
        await stream.until_one_ends(stream.send(b"{}"))
        return "ended"

    assert asyncio.run(shown()) == "ended"


def test_sockets_of_one_user_are_counted(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> str:
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit, pit.stream("1"), pit.stream("1"):
            with pytest.raises(PitRefusedError) as refused:
                async with pit.stream("1"):
                    pass
        return refused.value.code

    assert run(tmp_path, asked, limits=structs.replace(GENEROUS, streams_of_one=2)) == "streams.too-many"


def test_a_socket_ends_when_its_token_does(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> int | None:
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit, pit.stream("1") as stream:
            await opened.access.change_user("Sue", by="house", disabled=True)
            await asyncio.wait_for(_all(stream), SECONDS)
            return stream.closed_with

    assert run(tmp_path, asked) == 4401


def test_a_signed_out_user_can_do_nothing_over_an_open_socket(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> tuple[int, str]:
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit, pit.stream("1") as stream:
            assert await stream.act("bet") == 7
            await opened.access.change_user("Sue", by="house", disabled=True)
            with pytest.raises(PitRefusedError) as refused:
                await stream.act("bet")
            return refused.value.status, refused.value.code

    assert run(tmp_path, asked) == (401, "token.not-good")


def test_a_page_that_plays_over_its_socket_is_not_idle(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> tuple[int, int | None]:
        user = opened.access.users.get("Sue")
        assert user is not None
        cookie = f"{COOKIE}={(await opened.access.open_page(user)).text}"
        headers = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}"}
        acts = 0
        async with connect(
            f"ws://127.0.0.1:{port}/api/v1/tables/1/stream",
            additional_headers=headers,
            proxy=None,
            open_timeout=SECONDS,
            ping_interval=None,
        ) as page:
            for _ in range(2):
                opened.clock.minutes(14)
                await looked_after(opened)
                await page.send('{"act": "bet"}')
                acts += json.loads(await page.recv())["version"] == 7
            opened.clock.minutes(16)
            with suppress(ConnectionClosed):
                await asyncio.wait_for(page.recv(), SECONDS)
            return acts, page.close_code

    assert run(tmp_path, asked) == (2, 4401)


async def looked_after(opened: Door) -> None:
    """The task that drops the sockets of those who are signed out has looked at this one again."""
    still, seen = opened.access.still, asyncio.Event()

    def noted(signed_in: SignedIn) -> bool:
        seen.set()
        return still(signed_in)

    opened.access.still = noted  # type: ignore[method-assign]
    await asyncio.wait_for(seen.wait(), SECONDS)
    opened.access.still = still  # type: ignore[method-assign]


async def _all(stream: Stream) -> None:
    async for _ in stream:
        pass


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (b"nonsense\r\n\r\n", 400, "request.not-readable"),
        (b"GET /api/v1/tables HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 431, "head.too-large"),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 431, "head.too-large"),
        (b"GET /api/v1/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 421, "host.unknown"),
    ],
)
def test_a_malformed_request_is_refused_in_json(tmp_path: Path, text: bytes, status: int, code: str) -> None:
    async def asked(opened: Door, token: str, port: int) -> bytes:
        return await raw(port, text)

    assert read(run(tmp_path, asked)) == (status, code)


def test_a_socket_that_is_asked_for_in_a_wrong_way_is_refused_in_json(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> bytes:
        return await raw(port, upgrade(token, port, version="8").replace(b"Upgrade\r\n", b"Upgrade, close\r\n"))

    assert read(run(tmp_path, asked)) == (404, "path.unknown")


def test_too_many_connections_are_refused(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> bytes:
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        answer = await raw(port, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        for _, writer in idle:
            writer.close()
        return answer

    assert read(run(tmp_path, asked, limits=structs.replace(GENEROUS, connections=3))) == (503, "server.busy")
