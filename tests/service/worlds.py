"""A house behind its real application, in which chance, the clock and ids are given: the same play
gives the same bytes. Sockets and requests go straight to the application, without a network between."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
from msgspec.json import decode
from tests.give_up import SECONDS
from tests.service.doors import ORIGIN, Clock, Door, door

from chapter47.service.api.request_ids import HEADER as REQUEST_ID
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.terms import PitSettings

AT_ONCE: Final = PitSettings(pace=0, to_decide=0, to_wager=0, away=0)
PEOPLE: Final = {"Ann": "player", "Bob": "player", "Sue": "supervisor", "Olga": "auditor"}
PLAYERS: Final = ("Ann", "Bob")
CHIPS: Final = 1_000_000
MEMORY: Final = Path("/dev/shm")


class Socket:
    """A WebSocket to the application, as a server would bring it."""

    def __init__(self, app: Any, path: str, token: str) -> None:
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._heard = asyncio.Event()
        self.sent: list[bytes] = []
        self.message: dict[str, Any] = {}
        self.answer: dict[str, Any] | None = None
        headers = [
            (b"authorization", f"Bearer {token}".encode()),
            (b"host", ORIGIN.partition("://")[2].encode()),
        ]
        scope = {
            "type": "websocket", "path": path, "query_string": b"", "scheme": "ws", "subprotocols": [],
            "root_path": "", "headers": headers, "client": ("127.0.0.1", 1),
            "extensions": {"websocket.http.response": {}}, "state": {},
        }  # fmt: skip
        self._task = asyncio.create_task(app(scope, self._incoming.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        text = message.get("text")
        self.sent.append(text.encode() if text is not None else json.dumps(message, default=str).encode())
        if text is not None:
            shown = decode(text)
            if "view" in shown:
                self.message = shown
            elif "done" in shown or "error" in shown:
                self.answer = shown
        self._heard.set()

    async def until(self, version: int) -> None:
        """The table at this version has come."""
        while self.message.get("version", -1) < version:
            await self._next()

    async def act(self, line: str, **more: Any) -> dict[str, Any]:
        self.answer = None
        await self.say(json.dumps({"act": line, **more}))
        while self.answer is None:
            await self._next()
        return self.answer

    async def say(self, text: str) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def _next(self) -> None:
        self._heard.clear()
        async with asyncio.timeout(SECONDS):
            await self._heard.wait()

    async def close(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        with suppress(asyncio.CancelledError):
            await self._task


class LatePit:
    """A pit that is made when the store of the door is there, and made again after a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ids = count()
        self.pit: Pit

    def begin(self, opened: Door) -> None:
        self.pit = Pit(
            opened.store,
            Secrets.at(self._folder / "key"),
            AT_ONCE,
            clock=opened.clock,
            new_id=lambda: f"id{next(self._ids)}",
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.pit, name)


class World:
    """One house; `play` opens a table and plays it by a seed, through the API alone."""

    def __init__(self, opened: Door, late: LatePit) -> None:
        self.door, self._late = opened, late
        self._tokens: dict[str, str] = {}
        self._clients: dict[str, httpx.AsyncClient] = {}
        self._traffic: dict[str, list[bytes]] = {}
        self.drawn: dict[object, Any] = {}
        """Orders that came from seeds: after a restart they come again."""

    async def people(self) -> None:
        for name, role in PEOPLE.items():
            await self.door.add(name, role)  # type: ignore[arg-type]
            self._tokens[name] = await self.door.token(name)
            self._clients[name] = self.door.client(self._tokens[name])

    @property
    def pit(self) -> Pit:
        return self._late.pit

    async def restart(self) -> None:
        await self.pit.stop()
        self._late.begin(self.door)
        await self.pit.start()

    def listen(self) -> None:
        """From now on, all messages are recorded."""
        self._traffic = {name: [] for name in PEOPLE}

    async def ask(self, name: str, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Record every answer to this person, without the request's random id."""
        answer = await self._clients[name].request(method, f"/api/v1{path}", json=body)
        headers = sorted((name, value) for name, value in answer.headers.items() if name != REQUEST_ID)
        head = f"{answer.status_code} {headers}"
        self._traffic[name].append(head.encode() + answer.content)
        return answer

    async def play(self, file: str, seed: int, randomness: Random, acts: int) -> tuple[str, dict[str, list[bytes]]]:
        """The table, and all messages so far."""
        self.listen()
        self.pit.house.randomness = randomness
        opened = await self.ask("Sue", "POST", "/tables", {"file": file, "practice": True})
        table: str = opened.json()["table"]
        for name in PLAYERS:
            await self.ask("Sue", "POST", f"/tables/{table}/buy-in/{name}", {"amount": CHIPS})
        sockets = {name: self._socket(table, name) for name in PEOPLE}
        random = Random(seed)
        for number in range(acts):
            await self._act(table, sockets, random)
            if number == acts // 2:
                await self._refusals(table, sockets["Ann"])
                await self._reconnect(table, sockets)
        await self._end(sockets)
        return table, self._traffic

    def _socket(self, table: str, name: str) -> Socket:
        return Socket(self.door.app, f"/api/v1/tables/{table}/stream", self._tokens[name])

    async def _act(self, table: str, sockets: dict[str, Socket], random: Random) -> None:
        """One act of a player; the player whose turn it is comes first. Ann acts over her socket, Bob by requests."""
        for socket in sockets.values():
            await socket.until(self.pit.table(table).version)
        awaited = sockets["Ann"].message["awaited"]
        names = [name for name in PLAYERS if awaited in (None, name)]
        choices = [(name, offer) for name in names for offer in sockets[name].message["may"] if _takes_part(offer)]
        if not choices:
            return
        name, offer = random.choice(choices)
        line = offer["text"]
        if name == "Ann":
            assert "done" in await sockets[name].act(line, key=f"{table}-{line}-{random.random()}")
        else:
            body = {"act": line, "version": sockets[name].message["version"]}
            assert (await self.ask(name, "POST", f"/tables/{table}/acts", body)).status_code == 200

    async def _refusals(self, table: str, socket: Socket) -> None:
        for line in ("Ann bet 7 on 99", "nonsense", "Bob sit at 1"):
            assert "error" in await socket.act(line)
        for body in ({"act": "Bob bet 7 on 99"}, {"act": "x", "version": 0}, {"act": "cards As"}, {"lines": 5}):
            await self.ask("Bob", "POST", f"/tables/{table}/acts", body)
        for path in ("/tables/none", f"/tables/{table}/rounds/999", f"/tables/{table}/log"):
            await self.ask("Bob", "GET", path)

    async def _reconnect(self, table: str, sockets: dict[str, Socket]) -> None:
        await sockets["Ann"].close()
        self._traffic["Ann"] += sockets["Ann"].sent
        sockets["Ann"] = self._socket(table, "Ann")
        await self.ask("Bob", "GET", f"/tables/{table}")

    async def _end(self, sockets: dict[str, Socket]) -> None:
        for name, socket in sockets.items():
            await socket.close()
            self._traffic[name] += socket.sent

    async def recall(self, table: str) -> None:
        """All that can be asked for afterwards."""
        for name in ("Ann", "Olga"):
            for path in (f"/tables/{table}", f"/tables/{table}/commitments", f"/tables/{table}/chance", "/tables"):
                await self.ask(name, "GET", path)
            for path in ("/players/Ann/chips", "/players/Ann/rounds?limit=3", f"/tables/{table}/rounds/1"):
                await self.ask(name, "GET", path)
        for path in ("/balances", f"/tables/{table}/log"):
            await self.ask("Olga", "GET", path)


def _takes_part(offer: dict[str, Any]) -> bool:
    return offer["kind"] not in ("leave", "cut") and offer["act"]["act"] != "pass-dice"


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        folder = Path(name)
        late = LatePit(folder)
        async with door(folder, pit=late, clock=Clock()) as opened:
            late.begin(opened)
            made = World(opened, late)
            await made.people()
            yield made
            await made.pit.stop()
