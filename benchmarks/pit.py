"""A full pit: 300 players on 60 tables. How many decisions a second are confirmed, with every view sent, and how fast.

Server and players are a process each, on two cores; beside them what the bare transport and the disk can do."""

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from msgspec import Struct
from msgspec.json import Decoder, encode
from websockets.asyncio.client import ClientConnection, connect

from chapter47.client import Client
from chapter47.games import starter

TABLES: Final = 60
SEATS: Final = 5
SECONDS: Final = 10
CHIPS: Final = 1_000_000_00
AIM: Final = 1000
AIM_P99: Final = 0.1
SETTINGS: Final = """
pace = 0
to_decide = 0
to_wager = 0
[limits]
requests_per_second = 1000000
requests_burst = 1000000
anonymous_per_second = 1000000
anonymous_burst = 1000000
sign_ins_per_second = 1000000
sign_ins_burst = 1000000
"""


class Offered(Struct):
    line: str
    least: int
    most: int


class Heard(Struct):
    """What a player reads of a message; the rest of it is passed over."""

    done: str | None = None
    error: dict[str, Any] | None = None
    may: list[Offered] | None = None


READ: Final = Decoder(Heard)


class LoadPlayer:
    """Bets the least, lets the cards be dealt, and takes the first move that is offered."""

    def __init__(self, name: str, box: int) -> None:
        self.name, self.box = name, box
        self.taken: list[float] = []
        self.refused = 0
        self.views = 0
        self._sent: float | None = None

    async def play(self, url: str, token: str, until: float) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=headers, compression=None, proxy=None, max_size=None) as stream:
            offers: list[Offered] = []
            while time.perf_counter() < until:
                heard = READ.decode(await stream.recv())
                offers = self._take(heard, offers)
                if self._sent is None and (line := self._chosen(offers)):
                    await self._send(stream, line)

    def _take(self, heard: Heard, offers: list[Offered]) -> list[Offered]:
        if heard.may is not None:
            self.views += 1
            return heard.may
        if self._sent is not None:
            if heard.error:
                self.refused += 1
            else:
                self.taken.append(time.perf_counter() - self._sent)
            self._sent = None
        return offers

    def _chosen(self, offers: list[Offered]) -> str:
        """A decision, the wager, or the end of wagers; nobody gets up."""
        for offer in offers:
            if not offer.line.startswith(("leave", "cut", "sit")):
                return f"{offer.line} {offer.least // 100}" if offer.most else offer.line
        return ""

    async def _send(self, stream: ClientConnection, line: str) -> None:
        self._sent = time.perf_counter()
        await stream.send(encode({"act": line, "key": f"{self.name}-{len(self.taken)}-{self.refused}"}).decode())


@contextmanager
def served(folder: Path, database: str) -> Iterator[str]:
    """The address of a server."""
    settings, none = folder / "settings.toml", folder / "tables"
    settings.write_text(SETTINGS, encoding="utf-8")
    none.mkdir(exist_ok=True)
    options = ["--demo", "--port", "0", "--database", database, "--settings", str(settings), "--tables", str(none)]
    command = [sys.executable, "-m", "chapter47", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url, password = server.stdout.readline().strip(), server.stdout.readline().rpartition(": ")[2].strip()
        try:
            yield f"{url} {password}"
        finally:
            server.terminate()


async def people(url: str, password: str) -> tuple[list[LoadPlayer], dict[str, str], dict[str, str]]:
    """Everybody seated, with chips: the players, their tokens and their tables."""
    own = "a password of my own"
    async with Client(url) as door:
        await door.change_password("admin", password, own)
        admin = (await door.make_token("admin", own, ["read", "manage"])).token
        async with Client(url, admin) as administrator:
            once = await administrator.add_user("Sue", "supervisor")
        await door.change_password("Sue", once, own)
        floor = Client(url, (await door.make_token("Sue", own, ["read", "play", "floor"])).token)
    players, tokens, seats = [], {}, {}
    async with floor:
        for _ in range(TABLES):
            table = await floor.open_table(starter("blackjack"))
            for box in range(1, SEATS + 1):
                guest = await floor.come_as_guest()
                async with Client(url, guest.token) as client:
                    await client.buy_in(table, guest.name, CHIPS)
                    await client.act(table, f"sit {box} {guest.name}")
                players.append(LoadPlayer(guest.name, box))
                tokens[guest.name], seats[guest.name] = guest.token, table
    return players, tokens, seats


async def load(url: str, password: str) -> tuple[list[float], int, int]:
    """Seconds that each confirmed decision took, views that came, commands that were refused."""
    players, tokens, seats = await people(url, password)
    until = time.perf_counter() + SECONDS
    stream = "ws" + url.removeprefix("http") + "/api/v1/tables/{}/stream"
    plays = [player.play(stream.format(seats[player.name]), tokens[player.name], until) for player in players]
    async with asyncio.timeout(SECONDS + 30):
        await asyncio.gather(*(asyncio.wait_for(play, SECONDS + 2) for play in plays), return_exceptions=True)
    taken = [seconds for player in players for seconds in player.taken]
    return taken, sum(player.views for player in players), sum(player.refused for player in players)


# What it is compared with -------------------------------------------------------------------------------------------


def sync_seconds(folder: Path, times: int = 100) -> float:
    """The median time until 4 kB are on the disk."""
    taken = []
    with (folder / "sync").open("wb") as file:
        for _ in range(times):
            begun = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


async def fan_out(seconds: float = 3) -> float:
    """Messages a second at as many tables, each sent on as 4 kB to five sockets, by uvicorn alone in one process."""
    groups: dict[str, list[Any]] = {}
    view = "x" * 4096

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        group = groups.setdefault(scope["path"], [])
        group.append(send)
        while (await receive())["type"] == "websocket.receive":
            for other in group:
                await other({"type": "websocket.send", "text": view})

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None, ws="websockets-sansio"))
    serving = asyncio.create_task(server._serve([listener]))
    url = f"ws://127.0.0.1:{listener.getsockname()[1]}"
    until = time.perf_counter() + seconds
    counts = await asyncio.gather(*(_one_table(f"{url}/{number}", until) for number in range(TABLES)))
    server.should_exit = True
    await serving
    return sum(counts) / seconds


async def _one_table(url: str, until: float) -> int:
    clients = [await connect(url, compression=None, proxy=None) for _ in range(SEATS)]
    count = 0
    while time.perf_counter() < until:
        await clients[count % SEATS].send("act")
        await asyncio.gather(*(client.recv() for client in clients))
        count += 1
    for client in clients:
        await client.close()
    return count


def measure(folder: Path, database: str) -> str:
    with served(folder, database) as told:
        url, password = told.split()
        taken, views, refused = asyncio.run(load(url, password))
    taken.sort()
    p50, p99 = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    return (
        f"{len(taken) / SECONDS:,.0f} decisions a second confirmed (aim {AIM:,}), {views / SECONDS:,.0f} views, "
        f"p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms (aim {1000 * AIM_P99:.0f}), {refused} refused"
    )


def report(more_databases: tuple[str, ...] = ()) -> None:
    """On SQLite, and on databases that are named besides: `python -m benchmarks.pit postgresql://…`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for url in (f"sqlite:///{folder}/pit.db", *more_databases):
            kind = url.partition(":")[0]
            print(f"pit on {kind}, {TABLES * SEATS} players at {TABLES} tables: {measure(folder, url)}")
        print(f"the disk alone: {1000 * sync_seconds(folder):.2f} ms for a sync")
    print(f"the transport alone: {asyncio.run(fan_out()):,.0f} messages a second, each to {SEATS} sockets")


if __name__ == "__main__":
    report(tuple(sys.argv[1:]))
