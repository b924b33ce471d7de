"""A full pit: 300 players at 60 tables. How many decisions per second the server confirms, and how fast.

Server and players are one process each, on two cores. First everybody decides as soon as they can: then the time of a
decision is the number of waiting players divided by what the server does in a second. Then decisions fall due at a
fixed pace, whether the server is ready or not. For comparison: the bare transport, the disk, and the start."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
import uvloop
from tests.service.postgres import Postgres
from websockets.asyncio.client import connect

from benchmarks import store
from benchmarks.figures import Figure, Size, main
from benchmarks.pit_players import SEATS, SECONDS, TABLES, LoadPlayer, Times, play, seated

AIM: Final = 1000
AIM_P99: Final = "100 ms"
PACES: Final = (None, 300, 600, AIM)
PACES_OF_A_CLUSTER: Final = (None, 300)
PROCESSES: Final = (2, 1)
SHORTEST: Final = 0.5
"""Seconds of the shortest run."""
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
requests_of_one = 100000
connections_of_one = 100000
"""


class Served(NamedTuple):
    url: str
    password: str
    process: int
    started: float
    """Seconds from its start until it listens, with its tables restored."""


@contextmanager
def served(folder: Path, database: str, *more: str, first: bool = True, settings: str = SETTINGS) -> Iterator[Served]:
    """A server in a process of its own; its first start prints a password."""
    file, none = folder / "settings.toml", folder / "tables"
    file.write_text(settings, encoding="utf-8")
    none.mkdir(exist_ok=True)
    files = ["--settings", str(file), "--tables", str(none), "--key", str(folder / "pit.key")]
    command = [
        sys.executable,
        "-m",
        "chapter47",
        "serve",
        "--port",
        "0",
        "--database",
        database,
        *files,
        *more,
    ]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        started = time.perf_counter() - begun
        password = server.stdout.readline().rpartition(": ")[2].strip() if first else ""
        try:
            yield Served(url, password, server.pid, started)
        finally:
            server.terminate()


def cpu_seconds(process: int) -> float:
    """Of all its threads, user and system time."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_seconds_of_children(process: int | None) -> float:
    """PostgreSQL serves each connection in a process of its own."""
    if process is None:
        return 0.0
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return sum(map(cpu_seconds, map(int, children)))


class Load(NamedTuple):
    """One run: how many decisions were due per second (None: as many as can be), and what they took."""

    pace: float | None
    seconds: float
    times: Times
    cpu: tuple[float, float, float]
    """CPU seconds per decision: the server, the players, the database."""

    def figures(self, database: str) -> Iterator[Figure]:
        name = f"{database}, {'all at once' if self.pace is None else f'{self.pace:,.0f} due per second'}"
        yield Figure(f"{name}: confirmed", len(self.times.taken) / self.seconds, "decisions/s")
        yield Figure(f"{name}: views sent", self.times.views / self.seconds, "views/s")
        yield Figure(f"{name}: median", 1000 * self.times.worst(0.5), "ms")
        yield Figure(f"{name}: 99th percentile", 1000 * self.times.worst(0.99), "ms", AIM_P99 if self.pace else "")
        yield Figure(f"{name}: refused", self.times.refused, "decisions")
        for what, seconds in zip(("server", "players", "database"), self.cpu, strict=True):
            yield Figure(f"{name}: CPU of the {what}", 1000 * seconds, "ms per decision")


async def played(
    servers: Sequence[Served], postgres: int | None, size: Size, paces: Sequence[float | None] = PACES
) -> list[Load]:
    players = await seated([server.url for server in servers], servers[0].password, size.number(TABLES))
    seconds = max(SECONDS * size.share, SHORTEST)
    runs = [await at_pace(servers, players, pace, seconds, postgres) for pace in size.some(paces)]
    for player in players:
        player.leave()
    return runs


async def at_pace(
    servers: Sequence[Served], players: list[LoadPlayer], pace: float | None, seconds: float, postgres: int | None
) -> Load:
    def spent() -> tuple[float, float, float]:
        of_servers = sum(cpu_seconds(server.process) for server in servers)
        return of_servers, time.process_time(), cpu_seconds_of_children(postgres)

    before, decided = spent(), sum(player.decisions for player in players)
    times = await play(players, pace, seconds)
    made = max(sum(player.decisions for player in players) - decided, 1)
    server_cpu, players_cpu, database_cpu = ((now - then) / made for now, then in zip(spent(), before, strict=True))
    return Load(pace, seconds, times, (server_cpu, players_cpu, database_cpu))


# What it is compared with -------------------------------------------------------------------------------------------


async def fan_out(tables: int, seconds: float) -> float:
    """Messages per second, each sent on as 4 kB to five sockets, by uvicorn alone in one process."""
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
    counts = await asyncio.gather(*(_one_table(f"{url}/{number}", until) for number in range(tables)))
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


def measure(size: Size) -> Iterator[Figure]:
    """On both databases."""
    postgres = Postgres(fsync=True)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            yield from _of_database("SQLite", size, folder, lambda name: f"sqlite:///{folder}/{name}.db", None)
            yield from _of_database(
                "PostgreSQL", size, folder, lambda name: postgres.new_database(), postgres.process_id
            )
            for number in size.some(PROCESSES):
                (there := folder / f"cluster-{number}").mkdir()
                yield from _of_cluster(number, size, there, postgres.new_database(), postgres.process_id)
            yield Figure("the disk alone: a sync", 1000 * store.sync_seconds(folder, size.number(100)), "ms")
    finally:
        postgres.end()
    messages = asyncio.run(fan_out(size.number(TABLES), max(3 * size.share, SHORTEST)))
    yield Figure(f"the transport alone, each message to {SEATS} sockets", messages, "messages/s")
    yield Figure("load of the machine", os.getloadavg()[0], "processes")


def _of_database(
    kind: str, size: Size, folder: Path, url: Callable[[str], str], postgres: int | None
) -> Iterator[Figure]:
    database = url("pit")
    with served(folder, database, "--demo") as server:
        for run in uvloop.run(played([server], postgres, size)):
            yield from run.figures(kind)
    with served(folder, database, "--demo", first=False) as server:
        yield Figure(f"{kind}: the server starts again", server.started, "s")


def _of_cluster(number: int, size: Size, folder: Path, database: str, postgres: int | None) -> Iterator[Figure]:
    """The same players at so many processes on one PostgreSQL; every socket is at any of them."""
    with ExitStack() as stack:
        servers = [
            stack.enter_context(served(folder, database, "--demo", "--cluster", first=not place))
            for place in range(number)
        ]
        for run in uvloop.run(played(servers, postgres, size, PACES_OF_A_CLUSTER)):
            yield from run.figures(f"{number} processes on PostgreSQL" if number > 1 else "a cluster of 1 process")


if __name__ == "__main__":
    main(measure)
