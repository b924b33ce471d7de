"""A full pit: 300 players on 60 tables. How many decisions a second are confirmed, with every view sent, and how fast.

Server and players are a process each, on two cores. First everybody decides as soon as they can: there the time of a
decision is the number of players who wait, divided by what the server does in a second. Then decisions fall due at a
pace, whether the server is ready or not. Beside it what the bare transport and the disk can do, and the start."""

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
from typing import Any, Final, NamedTuple

import uvicorn
import uvloop
from tests.service.postgres import Postgres
from websockets.asyncio.client import connect

from benchmarks import store
from benchmarks.pit_players import SEATS, SECONDS, TABLES, LoadPlayer, Times, play, seated
from chapter47.service.store import Store

AIM: Final = 1000
AIM_P99: Final = 0.1
PACES: Final = (None, 300, 600)
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


class Served(NamedTuple):
    url: str
    password: str
    process: int


@contextmanager
def served(folder: Path, database: str) -> Iterator[Served]:
    """A server of its own process."""
    settings, none = folder / "settings.toml", folder / "tables"
    settings.write_text(SETTINGS, encoding="utf-8")
    none.mkdir(exist_ok=True)
    files = ["--settings", str(settings), "--tables", str(none), "--key", str(folder / "pit.key")]
    command = [sys.executable, "-m", "chapter47", "serve", "--demo", "--port", "0", "--database", database, *files]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url, password = server.stdout.readline().strip(), server.stdout.readline().rpartition(": ")[2].strip()
        try:
            yield Served(url, password, server.pid)
        finally:
            server.terminate()


def cpu_seconds(process: int) -> float:
    """Of all its threads, in the system's own calls too."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def at_pace(server: Served, players: list[LoadPlayer], pace: float | None) -> str:
    before, own_before, decided = cpu_seconds(server.process), time.process_time(), _decisions(players)
    times = await play(server.url, players, pace)
    made = max(_decisions(players) - decided, 1)
    cpu, own = cpu_seconds(server.process) - before, time.process_time() - own_before
    return f"{_told(times)}; processor {1000 * cpu / made:.2f} ms a decision, players {1000 * own / made:.2f} ms"


def _decisions(players: list[LoadPlayer]) -> int:
    return sum(player.decisions for player in players)


def _told(times: Times) -> str:
    return (
        f"{len(times.taken) / SECONDS:,.0f} decisions a second confirmed, {times.views / SECONDS:,.0f} views, "
        f"p50 {1000 * times.worst(0.5):.0f} ms, p99 {1000 * times.worst(0.99):.0f} ms, {times.refused} refused"
    )


async def measured(server: Served, name: str) -> None:
    players = await seated(server.url, server.password)
    for pace in PACES:
        told = "as fast as they can" if pace is None else f"{pace} due a second"
        print(f"{name}, {TABLES * SEATS} players at {TABLES} tables, {told}: {await at_pace(server, players, pace)}")


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


def start_seconds(url: str) -> float:
    """With so many rounds stored as `benchmarks.store` stores, until everything that the tables need is read."""
    filled = Store.open(url)
    store.fill(filled)
    filled.close()
    return store.start_seconds(url)


def report() -> None:
    """On both databases."""
    postgres = Postgres(fsync=True)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            sqlite = (f"sqlite:///{folder}/pit.db", f"sqlite:///{folder}/long.db")
            for kind, (url, long) in (
                ("SQLite", sqlite),
                ("PostgreSQL", (postgres.new_database(), postgres.new_database())),
            ):
                with served(folder, url) as server:
                    uvloop.run(measured(server, kind))
                seconds = start_seconds(long)
                print(f"{kind}: start with {store.ROUNDS:,} rounds in {seconds:.1f} s, aim {store.AIM_OF_THE_START} s")
            print(f"the disk alone: {1000 * sync_seconds(folder):.2f} ms for a sync")
    finally:
        postgres.end()
    print(f"the transport alone: {asyncio.run(fan_out()):,.0f} messages a second, each to {SEATS} sockets")
    print(f"aim: {AIM:,} decisions a second, p99 {1000 * AIM_P99:.0f} ms; load of the machine {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    report()
